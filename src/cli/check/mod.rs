//! `dlxbench check`: checks that a corpus is sound, and gives evidence for each fault.

mod finding;
mod printer;
mod totals;

use anyhow::bail;
use clap::Args;
use dlxbench::check::{CheckRule, Checker, Fingerprint, Seen, Verdict};
use dlxbench::corpus::{Bins, ClassBy, Puzzle, Source};
use dlxbench::engine::{EngineKind, Limits};
use dlxbench::report::{OutputFormat, RowSink};

use self::finding::{Answer, Finding, Sound, fingerprint, form};
use self::printer::Printer;
use self::totals::{Asked, Totals};
use super::console::stdout;
use super::duplicates::{Finder, MemoryArgs};
use super::exit::Exit;
use super::input::{ReadArgs, with_folders, wrong_size};
use super::stream::PuzzleStream;
use super::timeout::TimeoutArgs;
use super::value::{self, Engines};

const EXAMPLES: &str = "\
Each line gets one of these statuses:
  unique     exactly one solution
  multiple   several solutions; shows two, and the cells in which they differ
  none       no solution, although no givens clash; shows a short proof, or the
             size of the search
  invalid    two givens clash; names both, and their row, column or box
  malformed  not a puzzle; names the column and the character
  stopped    given up after --max-nodes
A solution in the file is always compared with the solution found.

Puzzles are streamed. --duplicates and --isomorphs each take 30 to 90 bytes of
memory per puzzle: 620 MB for ten million. --memory 1G keeps any number within a
gigabyte; files are then read twice, and temporary files take 40 bytes per
puzzle.

Examples:
  dlxbench check puzzles.txt
  dlxbench check corpora/ --minimal --isomorphs
  dlxbench check puzzles.csv.gz --format csv > faults.csv
  dlxbench check puzzles.txt --summary --format json

Exit codes:
  0    no faults
  1    at least one line or puzzle has a fault
  2    an input could not be read, or the engine does not support its size
  130  interrupted by Ctrl-C (143: by SIGTERM, 129: by SIGHUP);
       the findings so far are shown";

/// Check that each puzzle has exactly one solution; find redundant givens, duplicates and wrong solutions
#[derive(Args)]
#[command(after_help = with_folders(EXAMPLES))]
pub(crate) struct CheckArgs {
    /// Puzzles, files, folders, patterns, shipped:NAME, or - [default: the shipped corpora]
    #[arg(value_name = "CORPUS|PUZZLE")]
    inputs: Vec<String>,

    #[command(flatten)]
    read: ReadArgs,

    /// Find redundant givens: without any one of them the solution is still unique
    #[arg(long, help_heading = "What to check")]
    minimal: bool,

    /// Find duplicates of earlier puzzles
    #[arg(long, help_heading = "What to check")]
    duplicates: bool,

    /// Find isomorphs of earlier puzzles: digits renamed, grid transposed, or rows, columns, bands and stacks reordered
    #[arg(long, help_heading = "What to check")]
    isomorphs: bool,

    /// Engine, or an external solver that counts solutions, such as NAME=exec:COMMAND [default: sweep for 9×9, masks for
    /// other sizes]
    #[arg(long, value_name = "NAME", value_parser = value::engines(), help_heading = "How")]
    engine: Option<Engines>,

    #[command(flatten)]
    timeout: TimeoutArgs,

    /// Give up on a puzzle after N nodes (status stopped) [default: never]
    #[arg(long, value_name = "N", help_heading = "How")]
    #[arg(value_parser = value::number::<u64>(value::LIMIT))]
    max_nodes: Option<u64>,

    #[command(flatten)]
    memory: MemoryArgs,

    /// Number of threads (0: one per core)
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value::threads(), help_heading = "How")]
    threads: usize,

    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value_t = OutputFormat::Table, value_parser = value::named::<OutputFormat>(), help_heading = "Output")]
    format: OutputFormat,

    /// Print sound puzzles too
    #[arg(long, conflicts_with = "summary", help_heading = "Output")]
    all: bool,

    /// Print only the totals of each file and class
    #[arg(long, help_heading = "Output")]
    summary: bool,

    /// Show at most N faulty puzzles in the table, and count the rest
    #[arg(long, value_name = "N", default_value_t = 20, help_heading = "Output")]
    #[arg(value_parser = value::number::<u64>(0..=1_000_000_000))]
    show: u64,

    /// What determines the class of a puzzle
    #[arg(long, value_name = "RULE", default_value_t, value_parser = value::named::<ClassBy>(), help_heading = "Output")]
    class_by: ClassBy,
}

pub(crate) fn run(args: CheckArgs) -> anyhow::Result<Exit> {
    let engine = match args.engine.as_ref().map(|engines| engines.0.as_slice()) {
        None => None,
        Some([engine]) => Some(engine),
        Some(several) => bail!("--engine lists {} engines; check uses one", several.len()),
    };
    if engine == Some(&EngineKind::Idle.into()) {
        bail!("engine idle solves nothing, so it cannot check anything");
    }
    let maker = args.timeout.maker(engine, Limits::UNIQUENESS.solutions)?;
    let inputs = if args.inputs.is_empty() { Source::shipped_names() } else { args.inputs };
    let mut stream = PuzzleStream::open(&inputs, &args.read, !args.summary)?;
    stream.options.threads = args.threads;
    stream.options.class_by = args.class_by;
    stream.options.bins = Bins::usual(args.class_by);
    let interrupt = stream.interrupt();
    let rule = CheckRule {
        engine: maker.as_deref(),
        minimal: args.minimal,
        nodes: args.max_nodes.unwrap_or(u64::MAX),
        interrupt: Some(&interrupt),
    };
    let mut writer = stdout();
    let sink = RowSink::new(args.format, &mut writer);
    let mut printer = Printer { sink, all: args.all, room: args.show, left_out: 0 };
    let mut totals = Totals::default();
    let is_solved = |puzzle: &Puzzle<'_>| engine.is_none_or(|engine| engine.supports(puzzle.geometry));
    let kinds = usize::from(args.duplicates) + usize::from(args.isomorphs);
    if args.memory.memory.is_some() && kinds == 0 {
        bail!("--memory limits the search for duplicates: add --duplicates or --isomorphs");
    }
    let find = |of: fn(&Puzzle<'_>) -> Fingerprint| {
        args.memory.finder(kinds, &stream, |puzzle| is_solved(puzzle).then(|| of(puzzle)))
    };
    let mut exact = args.duplicates.then(|| find(fingerprint)).transpose()?;
    let mut forms = args.isomorphs.then(|| find(form)).transpose()?;
    // Only a line that may be printed needs all that is known about it.
    let needs_all = args.all || kinds > 0;
    stream.run(
        || Checker::new(rule),
        |checker, _, line| {
            let puzzle = match line {
                Ok(puzzle) => puzzle,
                Err(bad_line) => return Answer::Finding(Finding::malformed(bad_line).into()),
            };
            let (geometry, cells, class_by) = (puzzle.geometry, puzzle.cells, args.class_by);
            let checked = match (!needs_all).then(|| checker.verdict(geometry, cells)).flatten() {
                Some(Verdict::Checked(checked)) => Some(checked),
                Some(Verdict::Sound { guesses, solution }) => {
                    if let Some(sound) = Sound::of(&puzzle, solution, guesses, class_by) {
                        return Answer::Sound(sound);
                    }
                    checker.check(geometry, cells)
                }
                None => checker.check(geometry, cells),
            };
            match checked {
                Some(checked) => {
                    Answer::Finding(Finding::of(&puzzle, checked, args.isomorphs, class_by).into())
                }
                None => {
                    let reason = wrong_size(engine.expect("one was asked for"), geometry);
                    Answer::Unsolved(format!("line {}: {reason}", puzzle.line))
                }
            }
        },
        |reporter, origin, answers| {
            for answer in answers {
                let mut finding = match answer {
                    Answer::Sound(sound) => {
                        totals.add_sound(&sound, origin);
                        continue;
                    }
                    Answer::Finding(finding) => finding,
                    Answer::Unsolved(reason) => {
                        reporter.fail_puzzle(|| format!("{}: {reason}", origin.file()));
                        continue;
                    }
                };
                if let Ok(examined) = &finding.examined {
                    let place = Seen { source: origin.source, line: finding.line };
                    let see = |finder: &mut Option<Finder>, fingerprint: Option<Fingerprint>| {
                        let asked = finder.as_mut().zip(fingerprint);
                        asked.map_or(Ok(None), |(finder, fingerprint)| finder.see(fingerprint, place))
                    };
                    let same = see(&mut exact, Some(examined.fingerprint))?;
                    let alike = see(&mut forms, examined.form)?;
                    // A duplicate is always an isomorph too; only the former is reported.
                    let same = same.map(|seen| ("duplicate", seen));
                    finding.earlier = same.or(alike.map(|seen| ("isomorph", seen)));
                }
                reporter.findings += u64::from(!finding.faults().is_empty());
                totals.add(&finding, origin);
                if !args.summary {
                    printer.finding(&finding, origin)?;
                }
            }
            Ok(printer.sink.flush()?)
        },
    )?;
    exact.iter().chain(&forms).try_for_each(|finder| finder.finish(&stream))?;
    let CheckArgs { minimal, duplicates, isomorphs, .. } = args;
    let asked = Asked { is_whole: stream.is_whole(), minimal, duplicates, isomorphs };
    printer.totals(&totals.rows(&stream), asked, args.summary)?;
    Ok(stream.exit())
}
