//! Where puzzles come from: files, folders, patterns, standard input, or the corpora that ship with the program.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::class::{DIFFICULTIES, class_of_file};

/// The corpora that ship, embedded so that an installed program needs no files: one for each class of difficulty, and
/// more to be asked for by name.
const SHIPPED: [(&str, &str); DIFFICULTIES.len() + 1] = [
    ("easy", include_str!("../../corpora/easy.txt")),
    ("medium", include_str!("../../corpora/medium.txt")),
    ("hard", include_str!("../../corpora/hard.txt")),
    ("expert", include_str!("../../corpora/expert.txt")),
    ("extreme", include_str!("../../corpora/extreme.txt")),
    ("famous", include_str!("../../corpora/famous.txt")),
];

const SHIPPED_PREFIX: &str = "shipped:";

/// A stream of puzzles that has not been opened yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    place: Place,
    /// How it is called in reports.
    pub name: String,
    /// The class of its puzzles unless they have one of their own.
    pub class: String,
    /// Its size in bytes, if that is known.
    pub bytes: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    Text(Arc<[u8]>),
    File(PathBuf),
    StandardInput,
}

/// Why there is nothing to read at an argument.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// A file or folder that cannot be read.
    #[error("cannot read {name}")]
    Unreadable {
        /// The name of the source, or the folder.
        name: String,
        /// The reason.
        #[source]
        error: io::Error,
    },
    /// A folder without files.
    #[error("the folder {} holds no puzzle files", .0.display())]
    EmptyFolder(PathBuf),
    /// A pattern that matches nothing.
    #[error("no file matches the pattern {0}")]
    NoMatch(String),
    /// A shipped corpus that does not exist.
    #[error("there is no shipped corpus {}; there are {}", .0, SHIPPED.map(|(name, _)| shipped_name(name)).join(", "))]
    NotShipped(String),
    /// A pattern that cannot be read.
    #[error("{pattern} is not a pattern")]
    BadPattern {
        /// The pattern.
        pattern: String,
        /// The reason.
        #[source]
        error: Box<dyn Error + Send + Sync>,
    },
}

impl SourceError {
    fn unreadable(path: &Path, error: io::Error) -> SourceError {
        SourceError::Unreadable { name: path.display().to_string(), error }
    }
}

impl Source {
    /// The corpora that ship with the program, one for each class of difficulty.
    pub fn shipped() -> Vec<Source> {
        DIFFICULTIES.into_iter().map(|class| Source::shipped_named(class).expect("it ships")).collect()
    }

    /// What the corpora of [`Source::shipped`] are called as arguments.
    pub fn shipped_names() -> Vec<String> {
        DIFFICULTIES.into_iter().map(shipped_name).collect()
    }

    /// One of the corpora that ship: a class of difficulty, or `famous`, puzzles that are known by a name.
    pub fn shipped_named(name: &str) -> Result<Source, SourceError> {
        let found = SHIPPED.into_iter().find(|(known, _)| *known == name);
        let (class, text) = found.ok_or_else(|| SourceError::NotShipped(name.to_owned()))?;
        Ok(Source { name: shipped_name(class), ..Source::of_text(class, text) })
    }

    /// Puzzles from memory; the name is also their class.
    pub fn of_text(name: &str, text: &str) -> Source {
        Source {
            place: Place::Text(text.as_bytes().into()),
            name: name.to_owned(),
            class: name.to_owned(),
            bytes: Some(text.len() as u64),
        }
    }

    /// What an argument stands for: `-`, a file, all files of a folder and the folders in it, all files that match a
    /// pattern, or `shipped:NAME` for one of the corpora that ship.
    pub fn from_argument(argument: &str) -> Result<Vec<Source>, SourceError> {
        let path = Path::new(argument);
        if argument == "-" {
            let (name, class) = ("standard input".to_owned(), "stdin".to_owned());
            return Ok(vec![Source { place: Place::StandardInput, name, class, bytes: None }]);
        }
        if let Some(name) = argument.strip_prefix(SHIPPED_PREFIX).filter(|_| !path.exists()) {
            return Ok(vec![Source::shipped_named(name)?]);
        }
        let mut files = Vec::new();
        let none = if path.is_dir() {
            collect(path, &mut files)?;
            SourceError::EmptyFolder(path.to_owned())
        } else if !path.exists() && argument.contains(['*', '?', '[']) {
            let paths = glob::glob(argument);
            let pattern = argument.to_owned();
            let paths = paths.map_err(|error| SourceError::BadPattern { pattern, error: error.into() })?;
            for path in paths.filter_map(Result::ok) {
                if path.is_dir() { collect(&path, &mut files)? } else { files.push(path) }
            }
            files.sort();
            SourceError::NoMatch(argument.to_owned())
        } else {
            return Ok(vec![Source::file(path)?]);
        };
        if files.is_empty() {
            return Err(none);
        }
        files.iter().map(|path| Source::file(path)).collect()
    }

    fn file(path: &Path) -> Result<Source, SourceError> {
        let metadata = fs::metadata(path).map_err(|error| SourceError::unreadable(path, error))?;
        let name = path.display().to_string();
        let bytes = Some(metadata.len()).filter(|_| metadata.is_file());
        Ok(Source { place: Place::File(path.to_owned()), class: class_of_file(&name), name, bytes })
    }

    /// Opens the stream.
    pub fn open(&self) -> Result<Box<dyn BufRead + Send>, SourceError> {
        const BUFFER: usize = 256 << 10;
        Ok(match &self.place {
            Place::Text(text) => Box::new(Cursor::new(Arc::clone(text))),
            Place::StandardInput => Box::new(BufReader::with_capacity(BUFFER, io::stdin())),
            Place::File(path) => {
                let file = File::open(path);
                let file = file.map_err(|error| SourceError::unreadable(path, error))?;
                Box::new(BufReader::with_capacity(BUFFER, file))
            }
        })
    }
}

fn shipped_name(class: &str) -> String {
    format!("{SHIPPED_PREFIX}{class}")
}

/// The files of a folder and of the folders in it, by name; hidden files and documents are left out.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), SourceError> {
    let unreadable = |error| SourceError::unreadable(folder, error);
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.map_err(unreadable)?;
    paths.sort();
    for path in paths {
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        let document = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"));
        // A link to a folder may lead back to where we are.
        if path.is_dir() && !hidden && !path.is_symlink() {
            collect(&path, files)?;
        } else if path.is_file() && !hidden && !document {
            files.push(path);
        }
    }
    Ok(())
}
