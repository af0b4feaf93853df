//! Assigns a kind to each case, and runs cases on all cores until the time is up.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Parser;
use dlxbench::random::Random;

use super::trial::{Fault, Trial};
use super::{arguments, files, kills, meaning, outputs, records, terminal};

/// Attacks the program: damaged files and records, signals, closed and full outputs, hostile names, absurd options
#[derive(Debug, Parser)]
#[command(name = "scripts/attack")]
struct Options {
    /// Random seed [default: a new one, which is printed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Start no new case after this many seconds
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,
    /// Run only cases of this kind
    #[arg(long, value_name = "KIND", value_parser = clap::builder::PossibleValuesParser::new(names()))]
    only: Option<String>,
    /// Run only this case, keep its files and print its commands
    #[arg(long, value_name = "N", requires = "seed")]
    case: Option<u64>,
    /// Keep the files of failed cases in this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Program to attack
    #[arg(long, value_name = "FILE", default_value = "target/release/dlxbench")]
    program: PathBuf,
    /// Set by cargo bench
    #[arg(long, hide = true)]
    bench: bool,
}

/// A kind of case: its name, its number of cases per round, and the function that runs a case.
type Kind = (&'static str, u64, fn(&mut Trial));

const KINDS: [Kind; 11] = [
    ("puzzles", 16, files::puzzles),
    ("covers", 5, files::covers),
    ("records", 10, records::damaged),
    ("meaning", 6, meaning::carried),
    ("engines", 2, meaning::engines),
    ("flood", 1, files::flood),
    ("sources", 1, arguments::sources),
    ("numbers", 3, arguments::numbers),
    ("outputs", 4, outputs::outputs),
    ("kills", 4, kills::kills),
    ("terminal", 4, terminal::hostile),
];

fn names() -> Vec<&'static str> {
    KINDS.iter().map(|kind| kind.0).collect()
}

/// Returns the kind of a case. Kinds take turns, so that a short attack includes all of them.
fn kind_of(case: u64) -> &'static Kind {
    let most = KINDS.iter().map(|kind| kind.1).max().unwrap_or(1);
    let turns = (0..most)
        .flat_map(|turn| KINDS.iter().filter(move |kind| turn * kind.1 / most != (turn + 1) * kind.1 / most));
    let turns: Vec<&Kind> = turns.collect();
    turns[(case % turns.len() as u64) as usize]
}

/// The numbers of cases that ran and that failed.
#[derive(Default)]
struct Tally {
    /// Cases, runs and total time by kind.
    tried: BTreeMap<&'static str, (u64, usize, Duration)>,
    broken: u64,
}

pub(crate) fn main() -> ExitCode {
    let options = Options::parse();
    if !options.bench {
        return ExitCode::SUCCESS;
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seed = options.seed.unwrap_or(now.as_nanos() as u64 % 1_000_000_000);
    let program = match options.program.canonicalize() {
        Ok(program) => program,
        Err(error) => {
            eprintln!(
                "{}: {error}; build it, or name another program with --program",
                options.program.display()
            );
            return ExitCode::from(2);
        }
    };
    println!("seed {seed}, program {}", program.display());
    let tally = Mutex::new(Tally::default());
    let started = Instant::now();
    match options.case {
        Some(case) => attack(&options, &program, seed, case, &tally),
        None => {
            let next = AtomicU64::new(0);
            let workers = std::thread::available_parallelism().map_or(1, usize::from);
            std::thread::scope(|scope| {
                for _ in 0..workers {
                    scope.spawn(|| {
                        while started.elapsed() < Duration::from_secs(options.seconds) {
                            let case = next.fetch_add(1, Ordering::Relaxed);
                            if options.only.as_deref().is_none_or(|only| only == kind_of(case).0) {
                                attack(&options, &program, seed, case, &tally);
                            }
                        }
                    });
                }
            });
        }
    }
    let tally = tally.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    println!("\n{:10} {:>7} {:>7} {:>7}", "kind", "cases", "runs", "seconds");
    for (kind, (cases, runs, took)) in &tally.tried {
        println!("{kind:10} {cases:>7} {runs:>7} {:>7}", took.as_secs());
    }
    let cases: u64 = tally.tried.values().map(|tried| tried.0).sum();
    println!("{} cases in {} s, seed {seed}", cases, started.elapsed().as_secs());
    println!("{} passed, {} failed", cases - tally.broken, tally.broken);
    if tally.broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs a case in its own folder, prints what broke, and removes the folder unless it should be kept.
fn attack(options: &Options, program: &Path, seed: u64, case: u64, tally: &Mutex<Tally>) {
    let (name, _, run) = kind_of(case);
    let parent = options.keep.clone().unwrap_or_else(std::env::temp_dir);
    let started = Instant::now();
    let root = parent.join(format!("attack-{}-{seed}-{case}", std::process::id()));
    let mut trial = Trial::new(program, root.clone(), Random::of_member(seed, case));
    run(&mut trial);
    let Trial { faults, commands, .. } = trial;
    let is_kept = options.case.is_some() || (options.keep.is_some() && !faults.is_empty());
    if !is_kept {
        // This may fail, because a killed run may still be writing.
        let _ = std::fs::remove_dir_all(&root);
    }
    let mut tally = tally.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let tried = tally.tried.entry(name).or_default();
    *tried = (tried.0 + 1, tried.1 + commands.len(), tried.2 + started.elapsed());
    if options.case.is_some() {
        println!("case {case} ({name}), in {}:", root.display());
        commands.iter().for_each(|command| println!("  {command}"));
    }
    if !faults.is_empty() {
        tally.broken += 1;
        println!("\nfailed: case {case} ({name})");
        for Fault { what, command } in &faults {
            println!("  {what}\n    {command}");
        }
        println!("  to repeat it: scripts/attack --seed {seed} --case {case}");
    }
}
