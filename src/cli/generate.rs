//! `dlxbench generate`: makes puzzles.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{ArgAction, Args, ValueEnum};
use dlxbench::generate::{self, Ended, Plan, Progress, Symmetry, Wish};
use dlxbench::logic::Difficulty;
use dlxbench::named::Named;
use dlxbench::report::units;
use dlxbench::sudoku::{Geometry, Grid, Symbols};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::whole_file::{Existing, WholeFile};
use super::{Exit, interrupt_on_ctrl_c, parse_threads};

const EXAMPLES: &str = "\
Every puzzle has exactly one solution, is of the class that was asked for (see
dlxbench rate --help), and no two are isomorphic. The same options give the same
puzzles on every machine, with any number of threads. More puzzles of a seed
begin with those that fewer would have been.

Most classes take a moment. Extreme puzzles of 9×9 are searched for on islands,
some minutes of a core for each thirty of them; no more than thirty have one
ancestor. A thousand take more than an hour on two cores.

Examples:
  dlxbench generate --class hard --count 100 --seed 7 > hard.txt
  dlxbench generate --class easy --symmetry rotational --clues 26..32 --no-minimal
  dlxbench generate --size 16 --count 5
  dlxbench generate --size 25 --clues 320..360 --no-minimal
  dlxbench generate --class extreme --count 60 --out extreme.txt

Exit codes:
  0    all puzzles were made
  1    too many tries in a row brought nothing: the wish cannot be met
  2    wrong usage, or the output cannot be written
  130  interrupted by Ctrl-C";

/// Searches for extreme puzzles in a row that may bring nothing: one in a hundred or so brings some, unless the wish is in vain.
const ISLANDS_IN_VAIN: u64 = 2_000;

/// Make puzzles of a class, with exactly one solution each
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct GenerateArgs {
    /// The class [default: any]
    #[arg(long, value_enum, value_name = "CLASS", help_heading = "What to make")]
    class: Option<ClassName>,

    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "What to make")]
    count: usize,

    /// The size: 4, 6, 9, 12, 16 or 25
    #[arg(long, value_name = "N", default_value = "9", value_parser = parse_size, help_heading = "What to make")]
    size: Geometry,

    /// The symmetry of the clues
    #[arg(long, value_enum, value_name = "KIND", default_value = "none", help_heading = "What to make")]
    symmetry: SymmetryName,

    /// How many clues, as 24 or 22..26 (both ends count) [default: as they come]
    #[arg(long, value_name = "A..B", value_parser = parse_clues, help_heading = "What to make")]
    clues: Option<RangeInclusive<usize>>,

    /// Every clue is needed: without it the solution would not be the only one (the default)
    #[arg(long, overrides_with = "no_minimal", help_heading = "What to make")]
    minimal: bool,

    /// Leave clues that are not needed, as many as --clues says
    #[arg(long, action = ArgAction::SetTrue, requires = "clues", help_heading = "What to make")]
    no_minimal: bool,

    /// The seed: other puzzles
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "How to make them")]
    seed: u64,

    /// Give up when N tries in a row brought nothing [default: 200,000; for sizes above 9 500; for extreme 9×9 2,000, each of them a search of its own]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "How to make them")]
    tries: Option<u64>,

    /// Threads (0: one for each core)
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_threads, help_heading = "How to make them")]
    threads: usize,

    /// Write to a file, which must not be there yet; compressed if its name ends in .gz, .zst or .xz
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,

    /// No progress bar
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ClassName {
    /// Singles suffice
    Easy,
    /// Locked candidates, pairs, triples, quads
    Medium,
    /// Fish, wings, coloring
    Hard,
    /// Chains, and the trial of one candidate
    Expert,
    /// None of these suffice
    Extreme,
}

impl From<ClassName> for Difficulty {
    fn from(name: ClassName) -> Difficulty {
        match name {
            ClassName::Easy => Difficulty::Easy,
            ClassName::Medium => Difficulty::Medium,
            ClassName::Hard => Difficulty::Hard,
            ClassName::Expert => Difficulty::Expert,
            ClassName::Extreme => Difficulty::Extreme,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SymmetryName {
    /// Any pattern
    None,
    /// Half a turn
    Rotational,
    /// A quarter turn
    QuarterTurn,
    /// Left and right
    Mirror,
    /// Top and bottom
    MirrorUpsideDown,
    /// Along the diagonal from top left
    Diagonal,
}

impl From<SymmetryName> for Symmetry {
    fn from(name: SymmetryName) -> Symmetry {
        match name {
            SymmetryName::None => Symmetry::None,
            SymmetryName::Rotational => Symmetry::Rotational,
            SymmetryName::QuarterTurn => Symmetry::QuarterTurn,
            SymmetryName::Mirror => Symmetry::Mirror,
            SymmetryName::MirrorUpsideDown => Symmetry::MirrorUpsideDown,
            SymmetryName::Diagonal => Symmetry::Diagonal,
        }
    }
}

fn parse_size(text: &str) -> Result<Geometry, String> {
    let size = text.parse().ok().and_then(Geometry::from_size);
    size.ok_or_else(|| "expected 4, 6, 9, 12, 16 or 25".to_owned())
}

/// `24`, `22..26`, `22..` or `..26`; both ends count.
fn parse_clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let expected = || "expected a number of clues such as 24, or a range such as 22..26".to_owned();
    let number = |text: &str, open: usize| {
        if text.is_empty() { Ok(open) } else { text.parse::<usize>().map_err(|_| expected()) }
    };
    let range = match text.split_once("..") {
        None => {
            let clues = text.parse().map_err(|_| expected())?;
            clues..=clues
        }
        Some((from, to)) => number(from, 0)?..=number(to.strip_prefix('=').unwrap_or(to), 625)?,
    };
    if range.is_empty() {
        Err(format!("{text} is empty: the first number is the smaller one"))
    } else {
        Ok(range)
    }
}

pub(crate) fn run(args: GenerateArgs) -> anyhow::Result<Exit> {
    let wish = wish(&args)?;
    let interrupt = interrupt_on_ctrl_c()?;
    let mut plan =
        Plan { threads: args.threads, interrupt: Some(&interrupt), ..Plan::new(args.size, args.seed) };
    let default_tries = if wish.needs_islands() { ISLANDS_IN_VAIN } else { plan.most_in_vain };
    plan.most_in_vain = args.tries.unwrap_or(default_tries);
    let mut output = Output::new(args.out.as_deref())?;
    let bar = (io::stderr().is_terminal() && !args.quiet).then(|| progress_bar(args.count));
    let ended = generate::generate(&wish, args.count, &plan, |puzzle, progress| {
        if let Some(bar) = &bar {
            bar.set_position(progress.made as u64);
            let noun = if wish.needs_islands() { "islands" } else { "tries" };
            bar.set_message(format!("{} {noun}", units::short(progress.tries)));
        }
        puzzle.map_or(Ok(()), |cells| {
            let line = Grid::new(args.size, Symbols::default(), cells).to_line();
            match &bar {
                Some(bar) => bar.suspend(|| output.line(&line)),
                None => output.line(&line),
            }
        })
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    let ended = ended?;
    let note = output.finish(ended == Ended::Complete)?;
    Ok(match ended {
        Ended::Complete => Exit::Success,
        Ended::Exhausted(progress) => {
            eprintln!("dlxbench: {}{note}", gave_up(&args, &progress));
            Exit::Finding
        }
        Ended::Interrupted(progress) => {
            let made = units::count(progress.made as u64);
            eprintln!(
                "dlxbench: interrupted after {made} of {} puzzles{note}",
                units::count(args.count as u64)
            );
            Exit::Interrupted
        }
    })
}

fn wish(args: &GenerateArgs) -> anyhow::Result<Wish> {
    let cells = args.size.cell_count();
    let clues = args.clues.clone().unwrap_or(0..=cells);
    if *clues.start() > cells {
        bail!("a {} puzzle has {cells} cells, so it cannot have {} clues", args.size, clues.start());
    }
    if args.size == Geometry::NINE && *clues.end() < 17 {
        bail!("no 9×9 puzzle with fewer than 17 clues has exactly one solution");
    }
    let minimal = args.minimal || !args.no_minimal;
    if minimal && args.size.size() > 16 {
        bail!(
            "whether every clue of a {} puzzle is needed takes too long to find out; ask for --clues 320..360 --no-minimal",
            args.size
        );
    }
    Ok(Wish {
        geometry: args.size,
        class: args.class.map(Difficulty::from),
        symmetry: args.symmetry.into(),
        clues: *clues.start()..=(*clues.end()).min(cells),
        minimal,
    })
}

/// Why not all puzzles are there.
fn gave_up(args: &GenerateArgs, progress: &Progress) -> String {
    let class = args.class.map_or("", |class| Difficulty::from(class).name());
    let mut wish = format!("{class} {}", args.size).trim().to_owned();
    if args.symmetry != SymmetryName::None {
        wish.push_str(&format!(", symmetry {}", Symmetry::from(args.symmetry).name()));
    }
    if let Some(clues) = &args.clues {
        wish.push_str(&format!(", {} to {} clues", clues.start(), clues.end()));
    }
    if !args.no_minimal {
        wish.push_str(", minimal");
    }
    format!(
        "made {} of {} puzzles ({wish}); the last {} tries brought none, so there may be none, or hardly any. Ask for less, \
         or for more --tries",
        units::count(progress.made as u64),
        units::count(args.count as u64),
        units::count(progress.in_vain),
    )
}

fn progress_bar(count: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(count as u64), ProgressDrawTarget::stderr_with_hz(10));
    let template = "{bar:30} {pos}/{len} puzzles  {msg}  {elapsed}";
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(std::time::Duration::from_millis(500));
    bar
}

/// Standard output, or a file that gets its name when it is complete.
enum Output {
    Standard(BufWriter<io::Stdout>),
    File(WholeFile),
}

impl Output {
    fn new(path: Option<&Path>) -> anyhow::Result<Output> {
        Ok(match path {
            None => Output::Standard(BufWriter::new(io::stdout())),
            Some(path) => Output::File(WholeFile::create(path, Existing::Stays)?),
        })
    }

    /// Writes a puzzle, at once: the next may take minutes.
    fn line(&mut self, line: &str) -> anyhow::Result<()> {
        match self {
            Output::Standard(writer) => {
                writeln!(writer, "{line}")?;
                writer.flush()?;
            }
            Output::File(file) => {
                file.write(format!("{line}\n").as_bytes())?;
                file.flush()?;
            }
        }
        Ok(())
    }

    /// Gives the file its name if it is complete; otherwise says where the puzzles are.
    fn finish(self, is_complete: bool) -> anyhow::Result<String> {
        let Output::File(file) = self else { return Ok(String::new()) };
        let file = file.close()?;
        if is_complete {
            file.name()?;
            return Ok(String::new());
        }
        Ok(format!("; what there is, is in {}", file.name_partial()?.display()))
    }
}
