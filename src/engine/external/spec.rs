//! What a person types to name an external solver: `NAME=exec:COMMAND`.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::engine::kind::EngineKind;
use crate::named::named;

named! {
    /// How an external solver is reached.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Form, "form" {
        Exec => "exec", "A program that stays alive: a puzzle per line in, an answer per line out";
        Once => "once", "A program that is started for each puzzle, which replaces {} in the command";
        Batch => "batch", "A program that reads all puzzles of a class and writes an answer for each";
        Library => "lib", "A function of a shared library";
    }
}

/// An external solver, as it was named on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct External {
    name: String,
    form: Form,
    command: String,
    words: Vec<String>,
}

/// Why a text does not name an external solver.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// There is nothing after the colon.
    #[error("{0}: names no command; expected, for example, {0}:./my-solver")]
    Empty(String),
    /// A quotation mark without its partner.
    #[error("{0:?} cannot be split into words: a quotation mark or a backslash at its end has no partner")]
    Quotes(String),
    /// A name that tables and files cannot hold.
    #[error(
        "{0:?} cannot be the name of an engine; expected 1 to 40 letters, digits, or the signs - _ . +, beginning \
         with a letter or a digit"
    )]
    Name(String),
    /// The name of a built-in engine.
    #[error("{0} is a built-in engine; choose another name for yours")]
    Taken(String),
    /// A shared library that several words name.
    #[error("{0:?} names more than a library; expected lib:FILE or lib:FILE:FUNCTION")]
    Library(String),
}

/// The function of a shared library that solves, unless another one is named.
const FUNCTION: &str = "solve";

/// The longest name of an engine.
const LONGEST_NAME: usize = 40;

impl External {
    /// Reads `[NAME=]exec:COMMAND`, `[NAME=]batch:COMMAND` or `[NAME=]lib:FILE[:FUNCTION]`; `None` for any other text.
    ///
    /// The command is split into words as a shell does it, but no shell runs.
    pub fn parse(text: &str) -> Option<Result<External, SpecError>> {
        let (name, rest) = match text.split_once('=') {
            // A comma ends the name of another engine.
            Some((name, rest)) if !name.contains([':', ',']) => (Some(name), rest),
            _ => (None, text),
        };
        let (prefix, command) = rest.split_once(':')?;
        let form = match prefix {
            "exec" => Form::Exec,
            "batch" => Form::Batch,
            "lib" => Form::Library,
            _ => return None,
        };
        Some(External::of(name, form, command.trim()))
    }

    fn of(name: Option<&str>, form: Form, command: &str) -> Result<External, SpecError> {
        let words = match form {
            Form::Library => library_words(command)?,
            _ => shlex::split(command).ok_or_else(|| SpecError::Quotes(command.to_owned()))?,
        };
        if words.first().is_none_or(String::is_empty) {
            return Err(SpecError::Empty(form.to_string()));
        }
        let has_place = words.iter().any(|word| word.contains(PLACE));
        let form = if form == Form::Exec && has_place { Form::Once } else { form };
        let name = name.map_or_else(|| name_of(form, &words), str::to_owned);
        let is_sign = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_' | '.' | '+');
        let is_named = name.starts_with(|first: char| first.is_ascii_alphanumeric())
            && name.len() <= LONGEST_NAME
            && name.chars().all(is_sign);
        if !is_named {
            return Err(SpecError::Name(name));
        }
        if EngineKind::ALL.iter().any(|kind| kind.name() == name) || name == "all" {
            return Err(SpecError::Taken(name));
        }
        Ok(External { name, form, command: command.to_owned(), words })
    }

    /// What tables and records call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How it is reached.
    pub fn form(&self) -> Form {
        self.form
    }

    /// The command, or the library with its function, as it was typed.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The words of the command; for a library, its file and the name of the function.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The words of the command with `{}` replaced; without one, the words as they are.
    pub fn words_with(&self, text: &str) -> Vec<String> {
        self.words.iter().map(|word| word.replace(PLACE, text)).collect()
    }

    /// Whether `{}` stands in the command.
    pub fn has_place(&self) -> bool {
        self.words.iter().any(|word| word.contains(PLACE))
    }

    /// The files that the command names: its program, found on the path, and every other word that is a file.
    pub fn files(&self) -> Vec<PathBuf> {
        let others = self.words[1..].iter().map(PathBuf::from).filter(|path| path.is_file());
        let others = others.filter(|_| self.form != Form::Library);
        self.program().into_iter().chain(others).collect()
    }

    /// The file of the program, or of the library, if it is found.
    pub(super) fn program(&self) -> Option<PathBuf> {
        program_file(&self.words[0])
    }
}

/// Where a puzzle, or a file of them, goes in a command.
const PLACE: &str = "{}";

/// `FILE[:FUNCTION]`: the function is what follows the last colon, if it can be one.
fn library_words(command: &str) -> Result<Vec<String>, SpecError> {
    if command.is_empty() {
        return Ok(Vec::new());
    }
    let is_function = |name: &str| {
        !name.is_empty()
            && !name.starts_with(|first: char| first.is_ascii_digit())
            && name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_')
    };
    let (file, function) = match command.rsplit_once(':') {
        Some((file, function)) if is_function(function) => (file, function),
        Some(_) => return Err(SpecError::Library(command.to_owned())),
        None => (command, FUNCTION),
    };
    Ok(vec![file.to_owned(), function.to_owned()])
}

/// The stem of the first word that looks like the solver itself: in `python3 solver.py --fast`, `solver`.
fn name_of(form: Form, words: &[String]) -> String {
    let script = words[1..].iter().find(|word| form != Form::Library && Path::new(word.as_str()).is_file());
    let stem = Path::new(script.unwrap_or(&words[0])).file_stem().unwrap_or_default().to_string_lossy();
    let stem = if form == Form::Library { stem.strip_prefix("lib").unwrap_or(&stem) } else { &stem };
    let shown = |sign: char| if sign.is_ascii_alphanumeric() || "-_.+".contains(sign) { sign } else { '-' };
    let name: String = stem.chars().map(shown).skip_while(|sign| !sign.is_ascii_alphanumeric()).collect();
    let name: String = name.chars().take(LONGEST_NAME).collect();
    let function = words.get(1).filter(|function| form == Form::Library && *function != FUNCTION);
    function
        .map_or(name.clone(), |function| format!("{name}-{function}").chars().take(LONGEST_NAME).collect())
}

/// The file of a program: itself if it names a folder, otherwise the first on the path.
fn program_file(word: &str) -> Option<PathBuf> {
    let direct = PathBuf::from(word);
    if word.contains(std::path::MAIN_SEPARATOR) || direct.is_absolute() {
        return direct.is_file().then_some(direct);
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(word)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> External {
        External::parse(text).expect("it is external").unwrap()
    }

    #[test]
    fn a_solver_is_named_by_its_text() {
        let plain = read("exec:./bin/my-solver --fast 'two words'");
        assert_eq!((plain.name(), plain.form()), ("my-solver", Form::Exec));
        assert_eq!(plain.words(), ["./bin/my-solver", "--fast", "two words"]);
        assert_eq!(read("old=exec:./a=b").name(), "old");
        assert_eq!(read("exec:solver {}").form(), Form::Once);
        assert_eq!(read("batch:solver {}").form(), Form::Batch);
        assert_eq!(read("exec:solver A=B").words(), ["solver", "A=B"]);
        let library = read("lib:/opt/libtdoku.so:TdokuSolverDpllTriadSimd");
        assert_eq!(library.name(), "tdoku-TdokuSolverDpllTriadSimd");
        assert_eq!(library.words(), ["/opt/libtdoku.so", "TdokuSolverDpllTriadSimd"]);
        assert_eq!(read("lib:./fast.so").words(), ["./fast.so", "solve"]);
        assert_eq!(read("lib:./fast.so").name(), "fast");
    }

    #[test]
    fn built_in_names_are_not_external() {
        for text in ["dlx", "sweep", "program:x", "a=b", ""] {
            assert_eq!(External::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_text_that_names_no_solver_says_why() {
        let error = |text| External::parse(text).expect("it is external").unwrap_err().to_string();
        assert!(error("exec:").contains("names no command"), "{}", error("exec:"));
        assert!(error("exec:''").contains("names no command"));
        assert!(error("lib:").contains("names no command"));
        assert!(error("exec:'open").contains("quotation mark"));
        assert!(error("dlx=exec:./a").contains("built-in"));
        assert!(error("all=exec:./a").contains("built-in"));
        assert!(error("a b=exec:./a").contains("cannot be the name"));
        assert!(error("lib:./a.so:1x").contains("lib:FILE:FUNCTION"));
    }
}
