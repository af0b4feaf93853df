//! The part that all tools that write puzzles share: the format, the output, and a count of what the format cannot
//! hold.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use dlxbench::corpus::external_sort::ExternalSort;
use dlxbench::corpus::{BlankSign, Entry, LeftOut, PuzzleFormat, PuzzleWriter};
use dlxbench::report::units;

use super::job::{InputArgs, Item, Job};
use crate::cli::exit::Exit;
use crate::cli::output::{IfExists, Output};
use crate::cli::value;

/// The options for the format of puzzles.
#[derive(Args)]
pub(super) struct StyleArgs {
    /// Format of the puzzles [default: by the extension of the output, otherwise line]
    #[arg(long, value_name = "FORMAT", value_parser = value::named::<PuzzleFormat>(), help_heading = "Output")]
    pub(super) to: Option<PuzzleFormat>,

    /// Character for blank cells in line, csv and sdm, one of . 0 * _ x X -
    #[arg(
        long,
        value_name = "CHAR",
        default_value = ".",
        allow_hyphen_values = true,
        help_heading = "Output"
    )]
    pub(super) blank: BlankSign,
}

/// The input and output options.
#[derive(Args)]
pub(super) struct RewriteArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    style: StyleArgs,

    /// Write to this file, compressed if its name ends in .gz, .zst or .xz [default: standard output]
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,

    /// Overwrite an existing file, even one of the inputs
    #[arg(long, requires = "out", help_heading = "Output")]
    force: bool,
}

/// A tool at work that writes puzzles.
pub(super) struct Rewrite {
    pub(super) job: Job,
    /// Puzzles written so far.
    pub(super) written: u64,
    /// Holds the puzzles that are written in the order of their keys.
    pub(super) sort: Option<ExternalSort>,
    pub(super) writer: PuzzleWriter,
    output: Output,
    losses: Losses,
}

/// Where a puzzle goes.
pub(super) enum Goes {
    Next,
    /// To its place in the order of the keys.
    ByKey(Vec<u8>),
    Nowhere,
}

impl Rewrite {
    /// Opens the inputs and the output.
    pub(super) fn open(args: RewriteArgs) -> anyhow::Result<Rewrite> {
        let by_name = || args.out.as_deref().and_then(PuzzleFormat::of_file).unwrap_or_default();
        let format = args.style.to.unwrap_or_else(by_name);
        let writer = PuzzleWriter { format, blank: args.style.blank };
        let mut output = Output::open(args.out.as_deref(), IfExists::forced(args.force))?;
        output.write_all(format.head().as_bytes())?;
        let is_standard = args.out.is_none_or(|path| path.as_os_str() == "-");
        let job = Job::new(args.input, is_standard)?;
        Ok(Rewrite { job, written: 0, sort: None, writer, output, losses: Losses::default() })
    }

    /// Transforms and writes each puzzle. For a puzzle to leave out, `work` returns the reason.
    pub(super) fn each<W>(
        &mut self,
        make: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, Item) -> Result<Entry, String> + Sync,
    ) -> anyhow::Result<()> {
        self.each_with(make, |state, item| work(state, item).map(|entry| ((), entry)), |()| Ok(Goes::Next))
    }

    /// Does the same, and also passes what `work` has found out about the puzzle to `place`, which decides where it
    /// goes.
    pub(super) fn each_with<W, K: Send>(
        &mut self,
        make: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, Item) -> Result<(K, Entry), String> + Sync,
        mut place: impl FnMut(K) -> anyhow::Result<Goes> + Send,
    ) -> anyhow::Result<()> {
        let Rewrite { job, written, sort, writer, output, losses } = self;
        let work = |state: &mut W, item: Item| {
            let (known, entry) = work(state, item)?;
            Ok((known, Written::new(*writer, &entry)?))
        };
        job.each(make, work, |_, (known, Written { text, dropped })| {
            match (place(known)?, &mut *sort) {
                (Goes::Nowhere, _) => return Ok(()),
                (Goes::ByKey(key), Some(sort)) => sort.push(&key, text.as_bytes())?,
                _ => output.write_all(text.as_bytes())?,
            }
            losses.add(dropped);
            *written += 1;
            Ok(())
        })
    }

    /// Ends the output. A file gets its name if all inputs were read to the end, and is removed otherwise.
    pub(super) fn finish(self) -> anyhow::Result<Exit> {
        let Rewrite { job, sort, writer, mut output, losses, .. } = self;
        if let Some(sort) = sort.filter(|_| !job.stream.is_interrupted()) {
            let mut sorted = sort.finish()?;
            while let Some((_, text)) = sorted.next()?.filter(|_| !job.stream.is_interrupted()) {
                output.write_all(text)?;
            }
        }
        let closed = output.close()?;
        if job.stream.is_whole() {
            closed.publish()?;
        } else if let Some(path) = closed.discard() {
            job.say(&format!(
                "{} was not written, because not all inputs were read to the end",
                path.display()
            ));
        }
        losses.report(writer.format, &job);
        Ok(job.exit())
    }
}

/// A puzzle as text.
pub(super) struct Written {
    pub(super) text: String,
    pub(super) dropped: LeftOut,
}

impl Written {
    /// Fails if the format cannot hold the puzzle.
    pub(super) fn new(writer: PuzzleWriter, entry: &Entry) -> Result<Written, String> {
        let mut text = String::new();
        let dropped = writer.append(entry, &mut text).map_err(|reason| reason.to_string())?;
        Ok(Written { text, dropped })
    }
}

/// Counts what the format cannot hold.
#[derive(Default)]
pub(super) struct Losses {
    labels: u64,
    solutions: u64,
}

impl Losses {
    pub(super) fn add(&mut self, dropped: LeftOut) {
        self.labels += u64::from(dropped.label);
        self.solutions += u64::from(dropped.solution);
    }

    pub(super) fn report(&self, format: PuzzleFormat, job: &Job) {
        for (count, noun) in [(self.labels, "label"), (self.solutions, "solution")] {
            if count > 0 {
                let dropped = units::counted(count, noun);
                job.say(&format!("{dropped} dropped: format {format} cannot hold them"));
            }
        }
    }
}
