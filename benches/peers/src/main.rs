//! Measures the engines of dlxbench and other published solvers side by side in one interleaved run.
//!
//! All solvers count solutions up to two, and the run fails if two of them disagree on a puzzle: a benchmark is also a
//! test. `scripts/compare-peers` builds and runs this, and saves the tables.

mod measure;
mod peers;
mod reduced;
mod report;
mod solver;

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Parser;
use dlxbench::bench::environment::{build_of_source_tree, observe};
use dlxbench::corpus::{Reader, Source};
use dlxbench::engine::EngineKind;

use crate::measure::{Difference, Placed, Plan, measure};
use crate::report::Measured;
use crate::solver::{Facts, Origin, Ours, Reach, Solver};

/// Measures dlxbench's engines and other published solvers side by side
#[derive(Debug, Parser)]
struct Arguments {
    /// Files, folders or patterns of puzzles, each a corpus [default: the shipped corpora]
    corpora: Vec<String>,
    /// Number of timed rounds
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Time limit for each solver and round in seconds; a slower solver gets a random sample that fits
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    seconds: f64,
    /// Sample at most this many puzzles of each corpus, the same for all solvers
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Number of puzzles that a solver gets before it is the next solver's turn
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    chunk: u32,
    /// Random seed for the order of the puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Numbers of solutions to count up to; a table for each
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "2")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    limit: Vec<u64>,
    /// Engines by name, `all` or `none` [default: all but naive]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    engines: Option<Vec<String>>,
    /// Peers by name, `all` or `none`
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "all")]
    peers: Vec<String>,
    /// Write a report to this file in Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write the figures to this file as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Replace the command and the table between the markers of this file
    #[arg(long, value_name = "FILE")]
    readme: Option<PathBuf>,
    /// Command to show in the report
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "cargo run --release --manifest-path benches/peers/Cargo.toml"
    )]
    command: String,
}

impl Arguments {
    /// Returns the plans, one for each limit.
    fn plans(&self) -> Result<Vec<Plan>> {
        let budget = Duration::try_from_secs_f64(self.seconds)
            .with_context(|| format!("--seconds {} is not a valid time", self.seconds))?;
        let (rounds, chunk, seed) = (self.rounds as usize, self.chunk as usize, self.seed);
        let plan = |&limit: &u64| Plan { rounds, budget, chunk, seed, limit };
        Ok(self.limit.iter().map(plan).collect())
    }

    /// Builds the requested solvers: engines first, then peers.
    fn solvers(&self) -> Result<Vec<(Facts, Box<dyn Solver>)>> {
        let engine_names: Vec<&str> = EngineKind::solvers().map(|kind| kind.name()).collect();
        let engines = match &self.engines {
            Some(names) => chosen("engine", names, &engine_names)?,
            // Plain backtracking is not competitive and may take minutes for a puzzle.
            None => engine_names.into_iter().filter(|name| *name != EngineKind::Naive.name()).collect(),
        };
        let peer_names: Vec<&str> = peers::ALL.iter().map(|(facts, _)| facts.name).collect();
        let peers = chosen("peer", &self.peers, &peer_names)?;
        let ours = EngineKind::solvers().filter(|kind| engines.contains(&kind.name())).map(|kind| {
            let facts = Facts { name: kind.name(), origin: Origin::Engine, reach: Reach::Counts };
            (facts, Box::new(Ours::new(kind)) as Box<dyn Solver>)
        });
        let theirs = peers::ALL.into_iter().filter(|(facts, _)| peers.contains(&facts.name));
        let solvers: Vec<_> = ours.chain(theirs.map(|(facts, build)| (facts, build()))).collect();
        if solvers.is_empty() {
            bail!("no solver to measure: name an engine with --engines or a peer with --peers");
        }
        Ok(solvers)
    }

    fn sources(&self) -> Result<Vec<Source>> {
        if self.corpora.is_empty() {
            return Ok(Source::shipped());
        }
        let mut sources = Vec::new();
        for argument in &self.corpora {
            sources.extend(Source::from_argument(argument)?);
        }
        Ok(sources)
    }
}

/// Returns the requested names, each of which must be known.
fn chosen<'a>(what: &str, asked: &[String], known: &[&'a str]) -> Result<Vec<&'a str>> {
    match asked {
        [word] if word == "all" => return Ok(known.to_vec()),
        [word] if word == "none" => return Ok(Vec::new()),
        _ => {}
    }
    let find = |name: &String| match known.iter().find(|known| *known == name) {
        Some(known) => Ok(*known),
        None => bail!("unknown {what} {name:?}; expected one of {}", known.join(", ")),
    };
    asked.iter().map(find).collect()
}

/// Reads the puzzles of a corpus, and warns of lines that are not puzzles.
fn puzzles_of(source: &Source) -> Result<Vec<Placed>> {
    let mut puzzles = Vec::new();
    let mut malformed = 0_u64;
    for entry in Reader::new(source.open()?) {
        match entry.with_context(|| format!("cannot read {}", source.name))? {
            Ok(entry) => puzzles.push(Placed { line: entry.line, grid: entry.puzzle }),
            Err(_) => malformed += 1,
        }
    }
    if malformed > 0 {
        eprintln!("{}: skipped {malformed} lines that are not puzzles", source.name);
    }
    Ok(puzzles)
}

fn show(differences: &[Difference], corpus: &str) {
    const SHOWN: usize = 20;
    for Difference { line, puzzle, one, other } in differences.iter().take(SHOWN) {
        let [one, other] =
            [one, other].map(|(facts, count)| format!("{} counts {count}", report::label(facts)));
        eprintln!("{corpus}, line {line}: {one}, {other}: {puzzle}");
    }
    if differences.len() > SHOWN {
        eprintln!("and {} more differences", differences.len() - SHOWN);
    }
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let plans = arguments.plans()?;
    let build = build_of_source_tree();
    let machine = observe(&build);
    let mut all = Vec::new();
    let mut agreed = true;
    for source in arguments.sources()? {
        let mut puzzles = puzzles_of(&source)?;
        if let Some(sample) = arguments.sample {
            dlxbench::random::Random::new(arguments.seed).shuffle(&mut puzzles);
            puzzles.truncate(usize::try_from(sample).unwrap_or(usize::MAX));
        }
        if puzzles.is_empty() {
            eprintln!("{}: no puzzles", source.name);
            continue;
        }
        for &plan in &plans {
            match measure(arguments.solvers()?, &mut puzzles, plan, peers::BASELINE) {
                Ok(times) => {
                    let (corpus, puzzles) = (source.class.clone(), puzzles.len());
                    let measured = Measured { corpus, puzzles, limit: plan.limit, times };
                    println!("{}", report::table(&measured));
                    all.push(measured);
                }
                Err(differences) => {
                    show(&differences, &source.name);
                    agreed = false;
                }
            }
        }
    }
    if !agreed {
        eprintln!("the solvers disagree; nothing was written");
        return Ok(ExitCode::from(1));
    }
    if let Some(path) = &arguments.markdown {
        let text = report::report(&all, &plans, &arguments.command, &build, &machine);
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(path) = &arguments.csv {
        let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        report::write_csv(&all, file)?;
    }
    if let Some(path) = &arguments.readme {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let table = format!("```sh\n{}\n```\n\n{}", arguments.command, report::matrices(&all));
        let text = report::between_markers(&text, &table)
            .with_context(|| format!("{} has no markers for the table of peers", path.display()))?;
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}
