//! `dlxbench generate`: makes puzzles.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use dlxbench::generate::{self, Ended, Plan, Progress, Symmetry, Wish};
use dlxbench::logic::Difficulty;
use dlxbench::report::units;
use dlxbench::sudoku::{Geometry, Grid, Symbols};

use super::console::say;
use super::exit::Exit;
use super::interrupt::stop_on_signals;
use super::output::{IfExists, Output};
use super::{progress, value};

const EXAMPLES: &str = "\
Every puzzle has exactly one solution and the requested class (see dlxbench rate
--help), and no two are isomorphic. The same options give the same puzzles on
every machine, with any number of threads. A larger --count appends puzzles to
those of a smaller one.

Most classes take a moment. Extreme 9×9 puzzles come from separate searches,
called islands: thirty puzzles take some minutes on one core, and a thousand
more than an hour on two. At most thirty puzzles share an ancestor.

Examples:
  dlxbench generate --class hard --count 100 --seed 7 > hard.txt
  dlxbench generate --class easy --symmetry rotational --clues 26..32 --no-minimal
  dlxbench generate --size 16 --count 5
  dlxbench generate --size 25 --clues 320..360 --no-minimal
  dlxbench generate --class extreme --count 60 --out extreme.txt

Exit codes:
  0    all puzzles were made
  1    gave up after too many failed tries in a row
  2    wrong usage, or the output cannot be written
  130  interrupted by Ctrl-C (143: by SIGTERM, 129: by SIGHUP)";

/// Failed islands in a row before giving up on extreme puzzles; about one island in a hundred succeeds.
const ISLANDS_IN_VAIN: u64 = 2_000;

/// Make puzzles of a class, with exactly one solution each
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct GenerateArgs {
    /// Difficulty class [default: any]
    #[arg(long, value_name = "CLASS", value_parser = value::named::<Difficulty>(), help_heading = "What to make")]
    class: Option<Difficulty>,

    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "What to make")]
    #[arg(value_parser = value::number::<usize>(value::COUNT))]
    count: usize,

    /// Size of the grid: 4, 6, 9, 12, 16 or 25
    #[arg(long, value_name = "N", default_value = "9", help_heading = "What to make")]
    size: Geometry,

    /// Symmetry of the pattern of clues
    #[arg(long, value_name = "KIND", default_value_t, value_parser = value::named::<Symmetry>(), help_heading = "What to make")]
    symmetry: Symmetry,

    /// Number of clues, such as 24 or 22..26 (both ends included) [default: any]
    #[arg(long, value_name = "A..B", value_parser = parse_clues, help_heading = "What to make")]
    clues: Option<RangeInclusive<usize>>,

    /// Allow redundant clues, to reach the number given by --clues [default: every clue is required]
    #[arg(long, requires = "clues", help_heading = "What to make")]
    no_minimal: bool,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "How to make them")]
    seed: u64,

    /// Give up after N failed tries in a row [default: 200,000; above 9×9: 500; extreme 9×9: 2,000 islands]
    #[arg(long, value_name = "N", value_parser = value::number::<u64>(value::LIMIT), help_heading = "How to make them")]
    tries: Option<u64>,

    /// Number of threads (0: one per core)
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value::threads(), help_heading = "How to make them")]
    threads: usize,

    /// Write to a new file, compressed if its name ends in .gz, .zst or .xz [default: standard output]
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
}

/// Parses `24`, `22..26`, `22..` or `..26`; both ends are included.
fn parse_clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let to = to.strip_prefix('=').unwrap_or(to);
    let number = |part: &str, open: usize| {
        if part.is_empty() && part != text { Some(open) } else { part.parse().ok() }
    };
    match number(from, 0).zip(number(to, 625)) {
        None => Err("expected a number of clues such as 24, or a range such as 22..26".to_owned()),
        Some((from, to)) if from > to => Err(format!("{text} is empty; the smaller number comes first")),
        Some((from, to)) => Ok(from..=to),
    }
}

pub(crate) fn run(args: GenerateArgs) -> anyhow::Result<Exit> {
    let wish = wish(&args)?;
    let interrupt = stop_on_signals()?;
    let mut plan =
        Plan { threads: args.threads, interrupt: Some(&interrupt), ..Plan::new(args.size, args.seed) };
    let default_tries = if wish.needs_islands() { ISLANDS_IN_VAIN } else { plan.most_in_vain };
    plan.most_in_vain = args.tries.unwrap_or(default_tries);
    let mut output = Output::open(args.out.as_deref(), IfExists::Fail)?;
    let bar = progress::over_puzzles(args.count);
    let mut write = |cells: &[u8]| {
        writeln!(output, "{}", Grid::new(args.size, Symbols::default(), cells).to_line())?;
        // The next puzzle may take minutes.
        output.flush()
    };
    let ended = generate::generate(&wish, args.count, &plan, |puzzle, progress| {
        bar.set_position(progress.made as u64);
        let noun = if wish.needs_islands() { "islands" } else { "tries" };
        bar.set_message(format!("{} {noun}", units::short(progress.tries)));
        puzzle.map_or(Ok(()), |cells| bar.suspend(|| write(cells)))
    });
    bar.finish_and_clear();
    let (message, exit) = match ended? {
        Ended::Complete => {
            output.finish()?;
            return Ok(Exit::Success);
        }
        Ended::Exhausted(progress) => (gave_up(&args, &progress), Exit::Finding),
        Ended::Interrupted(progress) => {
            (format!("interrupted after {}", made_of(&args, &progress)), Exit::Interrupted)
        }
    };
    let partial = output.close()?.publish_partial()?;
    let note = partial.map(|path| format!("; the puzzles so far are in {}", path.display()));
    say(format!("dlxbench: {message}{}", note.unwrap_or_default()));
    Ok(exit)
}

fn wish(args: &GenerateArgs) -> anyhow::Result<Wish> {
    let cells = args.size.cell_count();
    let clues = args.clues.clone().unwrap_or(0..=cells);
    if *clues.start() > cells {
        let clues = units::counted(*clues.start() as u64, "clue");
        bail!("a {} puzzle has {cells} cells, so it cannot have {clues}", args.size);
    }
    if args.size == Geometry::NINE && *clues.end() < 17 {
        bail!("no 9×9 puzzle with fewer than 17 clues has exactly one solution");
    }
    if !args.no_minimal && args.size.size() > 16 {
        bail!(
            "proving that every clue of a {} puzzle is required takes too long; use --clues 320..360 --no-minimal",
            args.size
        );
    }
    Ok(Wish {
        geometry: args.size,
        class: args.class,
        symmetry: args.symmetry,
        clues: *clues.start()..=(*clues.end()).min(cells),
        minimal: !args.no_minimal,
    })
}

fn made_of(args: &GenerateArgs, progress: &Progress) -> String {
    let (made, wanted) = (progress.made as u64, args.count as u64);
    format!("{} of {}", units::count(made), units::counted(wanted, "puzzle"))
}

fn gave_up(args: &GenerateArgs, progress: &Progress) -> String {
    let class = args.class.map_or(String::new(), |class| format!("{class} "));
    let wish = [
        Some(format!("{class}{}", args.size)),
        (args.symmetry != Symmetry::None).then(|| format!("symmetry {}", args.symmetry)),
        args.clues.as_ref().map(|clues| format!("{} to {} clues", clues.start(), clues.end())),
        (!args.no_minimal).then(|| "minimal".to_owned()),
    ];
    let wish = wish.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let (made, in_vain) = (made_of(args, progress), units::counted(progress.in_vain, "try"));
    format!(
        "made {made} ({wish}); the last {in_vain} failed, so such puzzles may be rare or impossible. Relax the \
         options or raise --tries"
    )
}
