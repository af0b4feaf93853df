//! `dlxbench corpus split`: writes the puzzles into several files.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Context;
use clap::Args;
use dlxbench::corpus::{ClassBy, Compression, FileNames, PuzzleFormat, PuzzleWriter};
use dlxbench::report::{OutputFormat, RowSink, Table};

use super::job::{Classifier, InputArgs, Job, search_rule};
use super::rewrite::{Losses, StyleArgs, Written};
use crate::cli::console::Stdout;
use crate::cli::exit::Exit;
use crate::cli::output::{Closed, IfExists, Output};
use crate::cli::value::{self, COUNT};

const EXAMPLES: &str = "\
Files are named after their contents, such as easy.txt, 9x9.txt or
part-000001.txt. They appear when all of them are complete. If one of them
already exists, nothing is written without --force.

Puzzles are streamed: memory does not grow with the corpus.

Examples:
  dlxbench corpus split puzzles.csv --by class --out classes
  dlxbench corpus split puzzles.txt --by class --class-by clues --out clues
  dlxbench corpus split huge.txt.zst --by 1000000 --out parts --compress zst";

/// Write the puzzles into several files: by class, by size, or N each
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SplitArgs {
    #[command(flatten)]
    input: InputArgs,

    /// What determines the file of a puzzle: class, size, or a number of puzzles per file
    #[arg(long, value_name = "class|size|N", help_heading = "How")]
    by: By,

    /// What determines the class of a puzzle
    #[arg(long, value_name = "RULE", default_value_t, value_parser = value::named::<ClassBy>(), help_heading = "How")]
    class_by: ClassBy,

    /// Folder for the files; created if it does not exist
    #[arg(long, short, value_name = "DIR", help_heading = "Output")]
    out: PathBuf,

    #[command(flatten)]
    style: StyleArgs,

    /// Compress the files [default: no compression]
    #[arg(long, value_name = "KIND", value_parser = value::named::<Compression>(), help_heading = "Output")]
    compress: Option<Compression>,

    /// Overwrite existing files, even those that are inputs
    #[arg(long, help_heading = "Output")]
    force: bool,
}

/// What determines the file of a puzzle.
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
                Ok(count) if COUNT.contains(&count) => Ok(By::Count(count)),
                _ => Err("expected class, size, or a number of puzzles from 1 to 1,000,000,000".to_owned()),
            },
        }
    }
}

pub(super) fn run(args: SplitArgs) -> anyhow::Result<Exit> {
    let writer = PuzzleWriter { format: args.style.to.unwrap_or_default(), blank: args.style.blank };
    fs::create_dir_all(&args.out).with_context(|| format!("cannot create folder {}", args.out.display()))?;
    let mut job = Job::new(args.input, false)?;
    job.stream.options.class_by = args.class_by;
    let interrupt = job.stream.interrupt();
    let rule = search_rule(None, &interrupt);
    let mut files = SplitFiles {
        folder: args.out,
        format: writer.format,
        compression: args.compress,
        if_exists: IfExists::forced(args.force),
        names: FileNames::default(),
        open: BTreeMap::new(),
        closed: Vec::new(),
    };
    let mut losses = Losses::default();
    job.each(
        || Classifier::new(args.class_by, rule),
        |classifier, item| {
            let class = if args.by == By::Class { classifier.class(&item) } else { 0 };
            let size = item.entry.puzzle.geometry().size();
            Ok((class, size, Written::new(writer, &item.entry)?))
        },
        |origin, (class, size, written)| {
            losses.add(written.dropped);
            let text = written.text.as_bytes();
            match args.by {
                By::Class => files.write(class.into(), &origin.classes[usize::from(class)], text, None),
                By::Size => files.write(size, &format!("{size}x{size}"), text, None),
                By::Count(most) => {
                    let part = files.closed.len();
                    files.write(part, &format!("part-{:06}", part + 1), text, Some(most))
                }
            }
        },
    )?;
    if job.stream.is_whole() {
        let table = files.finish()?;
        RowSink::new(OutputFormat::Table, &mut Stdout::new()).table(&table)?;
    } else {
        job.say("nothing was written, because not all inputs were read to the end");
    }
    losses.report(writer.format, &job);
    Ok(job.exit())
}

/// The files that the puzzles go to.
struct SplitFiles {
    folder: PathBuf,
    format: PuzzleFormat,
    compression: Option<Compression>,
    if_exists: IfExists,
    names: FileNames,
    /// The unfinished files by number, each with its count of puzzles.
    open: BTreeMap<usize, (Output, u64)>,
    closed: Vec<(Closed, u64)>,
}

impl SplitFiles {
    /// Writes a puzzle to the file with this number. The file is created under this name, and closed once it has `most`
    /// puzzles.
    fn write(&mut self, number: usize, name: &str, text: &[u8], most: Option<u64>) -> anyhow::Result<()> {
        if !self.open.contains_key(&number) {
            let name = self.names.unused(name);
            let compression = self.compression.map(|compression| format!(".{compression}"));
            let ending = format!("{}{}", self.format.extension(), compression.unwrap_or_default());
            let path = self.folder.join(format!("{name}.{ending}"));
            let mut output = Output::open(Some(&path), self.if_exists)?;
            output.write_all(self.format.head().as_bytes())?;
            self.open.insert(number, (output, 0));
        }
        let (output, count) = self.open.get_mut(&number).expect("the file was just created");
        output.write_all(text)?;
        *count += 1;
        if most == Some(*count) {
            self.close(number)?;
        }
        Ok(())
    }

    fn close(&mut self, number: usize) -> anyhow::Result<()> {
        if let Some((output, count)) = self.open.remove(&number) {
            self.closed.push((output.close()?, count));
        }
        Ok(())
    }

    /// Gives all files their final names, and returns a table of the files and their counts of puzzles.
    fn finish(mut self) -> anyhow::Result<Table> {
        while let Some(&number) = self.open.keys().next() {
            self.close(number)?;
        }
        let mut table = Table::new(1, ["", ""]);
        for (closed, count) in self.closed {
            table.push([closed.path().map(|path| path.display().to_string()).into(), count.into()]);
            closed.publish()?;
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_by_class_by_size_or_by_number() {
        assert_eq!(["class", "size", "7"].map(str::parse), [Ok(By::Class), Ok(By::Size), Ok(By::Count(7))]);
        assert!(
            ["0", "-1", "18446744073709551615", "rows", ""]
                .into_iter()
                .all(|text| text.parse::<By>().is_err())
        );
    }
}
