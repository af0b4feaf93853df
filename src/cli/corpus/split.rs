//! `dlxbench corpus split`: one corpus becomes several files.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Context;
use clap::{Args, ValueEnum};
use dlxbench::check::CheckRule;
use dlxbench::corpus::{ClassBy, Classes, Compression, PuzzleFormat, PuzzleWriter};
use dlxbench::report::{Align, aligned, units};

use super::classifier::Classifier;
use super::job::{InputArgs, Item, Job};
use super::sink::StyleArgs;
use crate::cli::Exit;
use crate::cli::bench::ClassRule;
use crate::cli::whole_file::{ClosedFile, Existing, WholeFile};

const EXAMPLES: &str = "\
Files are named for what is in them: easy.txt, 9x9.txt, part-000001.txt. They
get their names when all of them are whole; if one of them is there already,
nothing is written without --force.

Puzzles are streamed: memory does not grow with the corpus.

Examples:
  dlxbench corpus split puzzles.csv --by class --into classes
  dlxbench corpus split puzzles.txt --by class --class-by clues --into clues
  dlxbench corpus split huge.txt.zst --by 1000000 --into parts --compress zst";

/// Write the puzzles into several files: by class, by size, or so many each
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SplitArgs {
    #[command(flatten)]
    input: InputArgs,

    /// What decides the file: class, size, or a number of puzzles for each
    #[arg(long, value_name = "class|size|N", help_heading = "How")]
    by: By,

    /// What decides the class of a puzzle
    #[arg(long, value_enum, default_value = "auto", value_name = "RULE", help_heading = "How")]
    class_by: ClassRule,

    /// The folder of the files; it is made if it is not there
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    into: PathBuf,

    #[command(flatten)]
    style: StyleArgs,

    /// Compress the files
    #[arg(long, value_enum, value_name = "KIND", help_heading = "Output")]
    compress: Option<CompressionName>,

    /// Overwrite files that are there, be they among the inputs
    #[arg(long, help_heading = "Output")]
    force: bool,
}

/// What decides into which file a puzzle goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum By {
    Class,
    Size,
    Count(u64),
}

impl FromStr for By {
    type Err = String;

    fn from_str(text: &str) -> Result<By, String> {
        match text {
            "class" => Ok(By::Class),
            "size" => Ok(By::Size),
            number => match number.parse() {
                Ok(count) if count > 0 => Ok(By::Count(count)),
                _ => Err("expected class, size, or a number of puzzles from 1".to_owned()),
            },
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CompressionName {
    /// gzip
    Gz,
    /// zstd
    Zst,
    /// xz
    Xz,
}

impl From<CompressionName> for Compression {
    fn from(name: CompressionName) -> Compression {
        match name {
            CompressionName::Gz => Compression::Gzip,
            CompressionName::Zst => Compression::Zstd,
            CompressionName::Xz => Compression::Xz,
        }
    }
}

pub(super) fn run(args: SplitArgs) -> anyhow::Result<Exit> {
    let format = args.style.to.map_or(PuzzleFormat::default(), PuzzleFormat::from);
    let style = PuzzleWriter { format, blank: args.style.blank };
    fs::create_dir_all(&args.into)
        .with_context(|| format!("cannot make the folder {}", args.into.display()))?;
    let mut job = Job::new(args.input, false)?;
    let interrupt = job.interrupt();
    let by = ClassBy::from(args.class_by);
    let rule = CheckRule { interrupt: Some(&interrupt), ..CheckRule::default() };
    let mut shelf = Shelf {
        folder: args.into,
        ending: ending(format, args.compress.map(Compression::from)),
        head: format.head(),
        existing: Existing::by_force(args.force),
        classes: Classes::default(),
        open: BTreeMap::new(),
        closed: Vec::new(),
    };
    let pile = |classifier: &mut Classifier<'_>, item: &Item<'_>| match args.by {
        By::Class => Pile::Class(classifier.name(item)),
        By::Size => {
            let size = item.record.puzzle.geometry().size();
            Pile::Size(size)
        }
        By::Count(count) => Pile::Part(count),
    };
    job.each_written(
        (style, 1),
        || Classifier::new(by, rule),
        |classifier, item| Ok((pile(classifier, &item), item.record)),
        |written| shelf.put(&written.key, written.text.as_bytes()).map(|()| true),
    )?;
    if job.is_whole() {
        let mut output = io::stdout().lock();
        shelf.finish()?.iter().try_for_each(|line| writeln!(output, "{line}"))?;
    } else {
        job.say("dlxbench: nothing was written, because not everything could be read");
    }
    Ok(job.exit(style))
}

/// Where a puzzle belongs.
enum Pile {
    Class(String),
    Size(usize),
    /// To the part under way, which has room for so many.
    Part(u64),
}

/// The files.
struct Shelf {
    folder: PathBuf,
    ending: String,
    head: &'static str,
    existing: Existing,
    classes: Classes,
    /// The files under way by the number of their pile, with how many puzzles are in them.
    open: BTreeMap<usize, (WholeFile, u64)>,
    closed: Vec<(ClosedFile, String, u64)>,
}

impl Shelf {
    fn put(&mut self, pile: &Pile, text: &[u8]) -> anyhow::Result<()> {
        let (number, name) = match pile {
            Pile::Class(name) => {
                let number = usize::from(self.classes.number(name));
                (number, self.class_name(number))
            }
            Pile::Size(size) => (*size, format!("{size}x{size}")),
            Pile::Part(_) => (self.closed.len(), format!("part-{:06}", self.closed.len() + 1)),
        };
        if !self.open.contains_key(&number) {
            let path = self.folder.join(format!("{name}.{}", self.ending));
            let mut file = WholeFile::create(&path, self.existing)?;
            file.write(self.head.as_bytes())?;
            self.open.insert(number, (file, 0));
        }
        let Some((file, count)) = self.open.get_mut(&number) else { return Ok(()) };
        file.write(text)?;
        *count += 1;
        if matches!(pile, Pile::Part(most) if most == count) {
            self.close(number)?;
        }
        Ok(())
    }

    /// A name for the file of a class that no other class has, whatever its letters.
    fn class_name(&self, number: usize) -> String {
        let names = self.classes.names();
        let name = file_name(&names[number]);
        let before =
            names[..number].iter().filter(|before| file_name(before).eq_ignore_ascii_case(&name)).count();
        if before == 0 { name } else { format!("{name}-{}", before + 1) }
    }

    fn close(&mut self, number: usize) -> anyhow::Result<()> {
        if let Some((file, count)) = self.open.remove(&number) {
            let path = file.path().display().to_string();
            self.closed.push((file.close()?, path, count));
        }
        Ok(())
    }

    /// Gives all files their names; says which there are.
    fn finish(mut self) -> anyhow::Result<Vec<String>> {
        while let Some(&number) = self.open.keys().next() {
            self.close(number)?;
        }
        let mut table = Vec::new();
        for (file, path, count) in self.closed {
            file.name()?;
            table.push(vec![path, units::count(count)]);
        }
        Ok(aligned(&table, Align::Right))
    }
}

/// What the names of files end in.
fn ending(format: PuzzleFormat, compression: Option<Compression>) -> String {
    match compression {
        Some(compression) => format!("{}.{compression}", format.extension()),
        None => format.extension().to_owned(),
    }
}

/// A name for a file, of signs that are harmless everywhere.
fn file_name(class: &str) -> String {
    const LONGEST: usize = 60;
    let harmless =
        |sign: char| if sign.is_alphanumeric() || matches!(sign, '-' | '_' | '.') { sign } else { '-' };
    let name: String = class.chars().take(LONGEST).map(harmless).collect();
    let name = name.trim_matches(['-', '.']);
    if name.is_empty() { "class".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_names_that_files_can_have() {
        for (class, name) in
            [("rating 8", "rating-8"), ("../../etc", "etc"), ("ED=8.4/8.4", "ED-8.4-8.4"), ("..", "class")]
        {
            assert_eq!(file_name(class), name);
        }
    }

    #[test]
    fn parts_are_by_class_by_size_or_by_number() {
        assert_eq!(["class", "size", "7"].map(str::parse), [Ok(By::Class), Ok(By::Size), Ok(By::Count(7))]);
        assert!(["0", "-1", "rows", ""].into_iter().all(|text| text.parse::<By>().is_err()));
    }
}
