//! `dlxbench rate`: rates the difficulty of puzzles.

mod profile;
mod rating;

use anyhow::bail;
use clap::Args;
use dlxbench::check::{CheckRule, Checker};
use dlxbench::corpus::Source;
use dlxbench::engine::EngineKind;
use dlxbench::logic::EffortRule;
use dlxbench::report::{OutputFormat, RowSink, Screen};
use dlxbench::sudoku::PerSize;

use self::profile::Profile;
use self::rating::{Hardest, Raters, RatingRow, footnote, heading};
use super::console::stdout;
use super::exit::Exit;
use super::input::{ReadArgs, with_folders};
use super::stream::PuzzleStream;
use super::value;

const EXAMPLES: &str = "\
The class is that of the hardest step that a person needs:
  easy     singles
  medium   locked candidates, pairs, triples, quads
  hard     X-Wing, Swordfish, Jellyfish, XY-, XYZ- and W-Wing, coloring
  expert   chains, or the trial of one candidate with singles
  extreme  none of these is enough; the hardest step is called beyond
The rating is a number that begins at 1 for easy, 2 for medium, 3 for hard, 4
for expert and 5 for extreme. Within a class it grows with the hardest step,
then with the rounds of that step, then with the rounds of simpler steps. An
extreme puzzle has 5 plus 0.01 for each candidate that is left when no step
applies. Guesses are those of a search, averaged over isomorphs of the puzzle.

Examples:
  dlxbench rate puzzles.txt
  dlxbench rate puzzles.txt --format csv > ratings.csv
  dlxbench rate corpora/ --summary         # a profile of each class
  dlxbench rate .......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...

Exit codes:
  0    every puzzle has exactly one solution
  1    a puzzle does not, a line is malformed, or a solution in a file is wrong
  2    an input could not be read, or the engine does not support its size
  130  interrupted by Ctrl-C (143: by SIGTERM, 129: by SIGHUP);
       the ratings so far are shown";

/// Rate puzzles: class and rating by logic, hardest step, and guesses of a search
#[derive(Args)]
#[command(after_help = with_folders(EXAMPLES))]
pub(crate) struct RateArgs {
    /// Puzzles, files, folders, patterns, shipped:NAME, or - [default: the shipped corpora]
    #[arg(value_name = "CORPUS|PUZZLE")]
    inputs: Vec<String>,

    #[command(flatten)]
    read: ReadArgs,

    /// Engine whose guesses are counted [default: sweep for 9×9, masks for other sizes]
    #[arg(long, value_name = "NAME", value_parser = value::engine(), help_heading = "Effort")]
    engine: Option<EngineKind>,

    /// Average the guesses over N isomorphs of each puzzle (0: only the puzzle itself)
    #[arg(long, value_name = "N", default_value_t = 16, help_heading = "Effort")]
    #[arg(value_parser = value::number::<u16>(0..=10_000))]
    isomorphs: u16,

    /// Random seed of the isomorphs
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "Effort")]
    seed: u64,

    /// Give up on a puzzle after N nodes (status stopped) [default: never]
    #[arg(long, value_name = "N", help_heading = "Effort")]
    #[arg(value_parser = value::number::<u64>(value::LIMIT))]
    max_nodes: Option<u64>,

    /// Number of threads (0: one per core)
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value::threads(), help_heading = "Effort")]
    threads: usize,

    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value_t = OutputFormat::Table, value_parser = value::named::<OutputFormat>(), help_heading = "Output")]
    format: OutputFormat,

    /// Print a profile of each class (count, clues, rating, guesses, hardest steps) instead of the puzzles
    #[arg(long, help_heading = "Output")]
    summary: bool,
}

pub(crate) fn run(args: RateArgs) -> anyhow::Result<Exit> {
    if args.engine == Some(EngineKind::Idle) {
        bail!("engine idle solves nothing, so it has no guesses");
    }
    let effort = EffortRule { engine: args.engine, isomorphs: args.isomorphs.into(), seed: args.seed };
    let rule = CheckRule { nodes: args.max_nodes.unwrap_or(u64::MAX), ..CheckRule::default() };
    let inputs = if args.inputs.is_empty() { Source::shipped_names() } else { args.inputs };
    let mut stream = PuzzleStream::open(&inputs, &args.read, !args.summary)?;
    stream.options.threads = args.threads;
    let names_files = stream.sources.len() > 1;
    let mut writer = stdout();
    let mut sink = RowSink::new(args.format, &mut writer);
    let mut profile = Profile::default();
    let (mut graded, mut hardest): (u64, Option<Hardest>) = (0, None);
    // The input of the last rating printed.
    let mut current = None;
    stream.run(
        || Raters { checker: Checker::new(rule), effort, of_size: PerSize::default() },
        |raters, _, line| RatingRow::of(line, raters),
        |reporter, origin, ratings| {
            for rating in ratings {
                let mut rating: RatingRow<'_> = match rating {
                    Ok(rating) => rating,
                    Err(reason) => {
                        reporter.fail_puzzle(|| format!("{}: {reason}", origin.file()));
                        continue;
                    }
                };
                rating.file = origin.file();
                graded += u64::from(rating.grade.is_some());
                hardest = Hardest::of(&rating).into_iter().chain(hardest.take()).max_by(Hardest::compare);
                reporter.findings += u64::from(rating.is_finding());
                if args.summary {
                    profile.add(&rating);
                    continue;
                }
                let mut screen = Screen::new(sink.look());
                if current.is_none() {
                    heading(&mut screen);
                }
                let is_next = current.replace(origin.source) != Some(origin.source);
                if is_next && names_files && !rating.file.is_empty() {
                    screen.line(rating.file);
                }
                if !rating.add_to(&mut screen) && args.format == OutputFormat::Table {
                    let reason = rating.reason.as_deref().unwrap_or_default();
                    let place =
                        if rating.file.is_empty() { String::new() } else { format!("{}, ", rating.file) };
                    reporter.fault(|| format!("malformed: {place}{reason}"));
                }
                sink.screen(&screen)?;
                sink.row(&rating)?;
            }
            Ok(sink.flush()?)
        },
    )?;
    match (args.summary, current) {
        (true, _) => profile.write(&mut sink)?,
        (false, None) => {}
        (false, Some(_)) => {
            let mut screen = Screen::new(sink.look());
            footnote(hardest.as_ref().filter(|_| graded > 1), &mut screen);
            sink.screen(&screen)?;
        }
    }
    sink.flush()?;
    Ok(stream.exit())
}
