//! How much faster several threads are than one, class by class.
//!
//! A class by itself is solved on one thread, on two and so on, as any [run](bench::run) does it, and the wall times are
//! compared: reading, batching and waiting are in them, for they are what threads have to share. The puzzles of a class
//! are repeated until a run on one thread takes long enough to be measured. All numbers of threads take turns, round
//! after round, so that a machine that gets slower gets slower for all of them; the best round of each counts, and how
//! far single rounds are from that is shown.

use std::io;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use thiserror::Error;

use crate::bench::environment::{self, Environment};
use crate::bench::{self, Clock, Job, Malformed, Observer, Options, Progress, RunError, Warning};
use crate::corpus::{Batch, ClassBy, Classes, Column, Reader, Source, SourceError};
use crate::engine::EngineKind;
use crate::random::Random;

/// What to measure.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The engine; none for the best one for each size.
    pub engine: Option<EngineKind>,
    /// 1, 2, … up to so many threads.
    pub threads: usize,
    /// How often each number of threads has its turn.
    pub rounds: usize,
    /// How long a run on one thread should take, in nanoseconds: the shorter of two trials takes at least that.
    pub run_ns: u64,
    /// At most so many puzzles of each class, chosen at random.
    pub sample: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// What decides the class of a puzzle.
    pub class_by: ClassBy,
    /// The column of the puzzles, if the corpora are tables and this is not to be found out.
    pub column: Option<Column>,
    /// The command line, for the record.
    pub command: Vec<String>,
    /// When it was begun, in UTC.
    pub started: String,
}

/// Why nothing was measured.
#[derive(Debug, Error)]
pub enum ScalingError {
    /// A corpus cannot be opened.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The same, in the middle of it.
    #[error("cannot read {name}: {error}")]
    Read {
        /// The corpus.
        name: String,
        /// The reason.
        error: io::Error,
    },
    /// Corpora without puzzles.
    #[error("there is no puzzle in {0}")]
    Empty(String),
    /// No engine for a class.
    #[error(
        "engine {engine} solves {solved} of the {puzzles} puzzles of class {class}; --engine cover does all"
    )]
    Unsolved {
        /// The engine.
        engine: String,
        /// The class.
        class: String,
        /// Puzzles that it solves.
        solved: u64,
        /// Puzzles that there are.
        puzzles: u64,
    },
    /// A run failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Somebody did not want to wait.
    #[error("interrupted before the table was complete")]
    Interrupted,
}

/// A class on a number of threads.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The class.
    pub class: String,
    /// Threads that solved.
    pub threads: usize,
    /// Puzzles of a run, repetitions included.
    pub puzzles: u64,
    /// The wall time of the best round.
    pub wall_ns: u64,
    /// Puzzles by that time.
    pub puzzles_per_second: f64,
    /// The best wall time on one thread divided by this one.
    pub speedup: f64,
    /// The speed-up within one round, where it was least.
    pub least: f64,
    /// The same where it was most.
    pub most: f64,
    /// The speed-up divided by the threads: 1 would be perfect.
    pub efficiency: f64,
}

/// Speed-ups by class and threads.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scaling {
    /// The program's version.
    pub version: String,
    /// What the program was built from.
    pub commit: Option<String>,
    /// The command line.
    pub command: Vec<String>,
    /// When it began, in UTC.
    pub started: String,
    /// The engine; none if it was the best one for each size.
    pub engine: Option<String>,
    /// How often each number of threads had its turn.
    pub rounds: usize,
    /// The machine and the build.
    pub environment: Environment,
    /// Class by class, and within by threads.
    pub rows: Vec<Row>,
    /// Whether it was ended by Ctrl-C: the rows are of the rounds that were complete.
    pub interrupted: bool,
    /// Lines that are no puzzles.
    pub malformed: Malformed,
    /// What a reader should know.
    pub warnings: Vec<String>,
}

/// The puzzles of a class, and what was measured.
struct Class {
    source: Source,
    name: String,
    puzzles: u64,
    /// The wall time of each round, by threads.
    walls_ns: Vec<Vec<u64>>,
}

/// Measures all classes of the sources. `watch` is told how many runs are done, and of how many.
///
/// After an interruption, what is complete is returned: of each class the rounds in which all numbers of threads had
/// their turn. If there are none, that is an error.
pub fn measure(
    plan: &Plan,
    sources: &[Source],
    interrupt: &AtomicBool,
    watch: &mut dyn FnMut(u64, u64),
) -> Result<Scaling, ScalingError> {
    let mut environment = Environment::observe(Clock::new().figures());
    let mut classes = Vec::new();
    let (lines_of_classes, malformed) = lines_by_class(plan, sources)?;
    // Calibration counts as one run of each class.
    let runs = (lines_of_classes.len() * (1 + plan.rounds * plan.threads)) as u64;
    for (name, lines) in lines_of_classes {
        classes.push(Class::calibrated(plan, name, &lines, interrupt)?);
        watch(classes.len() as u64, runs);
    }
    let interrupted = match take_turns(plan, &mut classes, interrupt, &mut |done| watch(done, runs)) {
        Ok(()) => false,
        Err(ScalingError::Interrupted) if classes.iter().any(|class| class.complete_rounds() > 0) => true,
        Err(error) => return Err(error),
    };
    classes.retain_mut(Class::keep_complete_rounds);
    environment.load_after = environment::load();
    let warnings =
        Warning::of_run(&environment, &[], &Options::from(&Job { threads: plan.threads, ..Job::default() }));
    Ok(Scaling {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: environment::commit(),
        command: plan.command.clone(),
        started: plan.started.clone(),
        engine: plan.engine.map(|engine| engine.name().to_owned()),
        rounds: plan.rounds,
        environment,
        rows: classes.iter().flat_map(Class::rows).collect(),
        interrupted,
        malformed,
        warnings: warnings.iter().map(Warning::to_string).collect(),
    })
}

/// All rounds of all classes; `done` is told how many runs there have been, calibrations included.
fn take_turns(
    plan: &Plan,
    classes: &mut [Class],
    interrupt: &AtomicBool,
    done: &mut dyn FnMut(u64),
) -> Result<(), ScalingError> {
    let mut runs = classes.len() as u64;
    for round in 0..plan.rounds {
        for class in &mut *classes {
            for turn in 0..plan.threads {
                // The order rotates: what comes first is not always the same.
                let threads = (turn + round) % plan.threads + 1;
                let (wall_ns, _) = wall(plan, &class.source, threads, interrupt)?;
                class.walls_ns[threads - 1].push(wall_ns);
                runs += 1;
                done(runs);
            }
        }
    }
    Ok(())
}

/// How often a class is repeated anew, until its runs are long enough.
const MOST_TRIALS: usize = 6;
/// Runs are made longer than they need be by this share, for the next one may be quicker.
const MARGIN: f64 = 1.1;

impl Class {
    /// The puzzles of a class, as often as it takes to fill the time of a run.
    fn calibrated(
        plan: &Plan,
        name: String,
        lines: &[String],
        interrupt: &AtomicBool,
    ) -> Result<Class, ScalingError> {
        let once = lines.concat();
        let mut copies = 1;
        let mut source = Source::of_text(&name, &once);
        let most = (MOST_BYTES / once.len()).max(1);
        for _ in 0..MOST_TRIALS {
            // The shorter of two: other programs make a run longer, and then the others would come out too short.
            let (one_ns, solved) = wall(plan, &source, 1, interrupt)?;
            let puzzles = (lines.len() * copies) as u64;
            if solved < puzzles {
                let engine = plan.engine.map_or("auto", EngineKind::name).to_owned();
                return Err(ScalingError::Unsolved { engine, class: name, solved, puzzles });
            }
            let wall_ns = one_ns.min(wall(plan, &source, 1, interrupt)?.0).max(1);
            if wall_ns >= plan.run_ns || copies == most {
                break;
            }
            let wanted = (plan.run_ns as f64 / wall_ns as f64 * MARGIN * copies as f64).ceil() as usize;
            copies = wanted.clamp(1, most);
            source = Source::of_text(&name, &once.repeat(copies));
        }
        let puzzles = (lines.len() * copies) as u64;
        Ok(Class { source, name, puzzles, walls_ns: vec![Vec::new(); plan.threads] })
    }

    /// The rounds in which every number of threads had its turn.
    fn complete_rounds(&self) -> usize {
        self.walls_ns.iter().map(Vec::len).min().unwrap_or(0)
    }

    /// Forgets a round that was interrupted; false if nothing remains.
    fn keep_complete_rounds(&mut self) -> bool {
        let rounds = self.complete_rounds();
        self.walls_ns.iter_mut().for_each(|walls| walls.truncate(rounds));
        rounds > 0
    }

    fn rows(&self) -> Vec<Row> {
        let best = |threads: usize| self.walls_ns[threads - 1].iter().copied().min().unwrap_or(0).max(1);
        let row = |threads: usize| {
            let rounds = self.walls_ns[0].iter().zip(&self.walls_ns[threads - 1]);
            let ratios: Vec<f64> = rounds.map(|(&one, &many)| one as f64 / many.max(1) as f64).collect();
            let (wall_ns, speedup) = (best(threads), best(1) as f64 / best(threads) as f64);
            Row {
                class: self.name.clone(),
                threads,
                puzzles: self.puzzles,
                wall_ns,
                puzzles_per_second: self.puzzles as f64 / (wall_ns as f64 / 1e9),
                speedup,
                least: ratios.iter().copied().fold(f64::INFINITY, f64::min),
                most: ratios.iter().copied().fold(0.0, f64::max),
                efficiency: speedup / threads as f64,
            }
        };
        (1..=self.walls_ns.len()).map(row).collect()
    }
}

/// A class is not repeated beyond this.
const MOST_BYTES: usize = 256 << 20;
/// Puzzles that are read at a time.
const BATCH: usize = 1024;

/// A class and its puzzles, as lines.
type Lines = (String, Vec<String>);

/// The puzzles of each class, of large classes a sample; and the lines that are none.
fn lines_by_class(plan: &Plan, sources: &[Source]) -> Result<(Vec<Lines>, Malformed), ScalingError> {
    let mut malformed = Malformed::default();
    let mut classes = Classes::new(plan.class_by);
    // By the number of the class: puzzles seen, and those that were chosen.
    let mut chosen: Vec<(usize, Vec<String>)> = Vec::new();
    let mut random = Random::new(plan.seed);
    for source in sources {
        let by_file = classes.number(&source.class);
        let mut reader = Reader::new(source.open()?).with_column(plan.column.clone());
        let mut batch = Batch::default();
        let mut more = true;
        while more {
            batch.clear();
            let read = reader.read_batch(BATCH, plan.class_by, by_file, &mut classes, &mut batch);
            more = read.map_err(|error| ScalingError::Read { name: source.name.clone(), error })?;
            for bad in &batch.bad_lines {
                malformed.add(|| format!("{}, {}", source.name, bad.reason));
            }
            for index in 0..batch.len() {
                let puzzle = batch.puzzle(index);
                let class = usize::from(puzzle.class);
                if chosen.len() <= class {
                    chosen.resize_with(class + 1, Default::default);
                }
                let (seen, lines) = &mut chosen[class];
                *seen += 1;
                // Vitter's Algorithm R.
                if lines.len() < plan.sample {
                    lines.push(format!("{}\n", puzzle.grid().to_line()));
                } else if let place = random.below(*seen)
                    && place < plan.sample
                {
                    lines[place] = format!("{}\n", puzzle.grid().to_line());
                }
            }
        }
    }
    let order = classes.in_order().into_iter().map(usize::from);
    let order =
        order.filter(|&class| chosen.get(class).is_some_and(|(seen, _)| *seen > 0)).collect::<Vec<_>>();
    if order.is_empty() {
        let names: Vec<&str> = sources.iter().map(|source| source.name.as_str()).collect();
        return Err(ScalingError::Empty(names.join(", ")));
    }
    let class = |class: usize| (classes.names()[class].clone(), std::mem::take(&mut chosen[class].1));
    Ok((order.into_iter().map(class).collect(), malformed))
}

/// The wall time of a run on so many threads, and how many puzzles were solved.
fn wall(
    plan: &Plan,
    source: &Source,
    threads: usize,
    interrupt: &AtomicBool,
) -> Result<(u64, u64), ScalingError> {
    let engines = plan.engine.into_iter().collect();
    let job = Job { engines, threads, warmup: 0, class_by: ClassBy::File, ..Job::default() };
    let measured = bench::run(&job, std::slice::from_ref(source), interrupt, &mut Silent)?;
    if measured.interrupted {
        return Err(ScalingError::Interrupted);
    }
    Ok((measured.wall_ns, measured.sources.iter().map(|tally| tally.puzzles).sum()))
}

/// Looks away: the puzzles have been read before.
struct Silent;

impl Observer for Silent {
    fn progress(&mut self, _: Progress) {}

    fn bad_line(&mut self, _: &Source, _: u64, _: &str, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn row(&mut self, _: &[&str]) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        Plan {
            engine: None,
            threads: 3,
            rounds: 2,
            run_ns: 1_000_000,
            sample: 50,
            seed: 1,
            class_by: ClassBy::Auto,
            column: None,
            command: Vec::new(),
            started: String::new(),
        }
    }

    #[test]
    fn speed_ups_are_of_the_best_rounds_and_the_range_is_of_single_ones() {
        let walls_ns = vec![vec![1000, 900], vec![500, 600]];
        let class = Class { source: Source::of_text("a", ""), name: "a".into(), puzzles: 90, walls_ns };
        let rows = class.rows();
        let two = &rows[1];
        assert_eq!((two.threads, two.wall_ns, two.speedup, two.efficiency), (2, 500, 1.8, 0.9));
        assert_eq!((two.least, two.most), (1.5, 2.0));
        assert_eq!((rows[0].speedup, rows[0].puzzles_per_second), (1.0, 1e8));
    }

    #[test]
    fn every_class_has_a_row_for_every_number_of_threads() {
        let scaling =
            measure(&plan(), &Source::shipped()[..2], &AtomicBool::new(false), &mut |_, _| ()).unwrap();
        let rows: Vec<(&str, usize)> =
            scaling.rows.iter().map(|row| (row.class.as_str(), row.threads)).collect();
        assert_eq!(
            rows,
            [("easy", 1), ("easy", 2), ("easy", 3), ("medium", 1), ("medium", 2), ("medium", 3)]
        );
        assert!(scaling.rows.iter().all(|row| row.puzzles >= 50 && row.wall_ns > 0));
    }

    #[test]
    fn after_an_interruption_the_complete_rounds_remain() {
        // The bar is told of every run: after two classes and one round of the first, somebody presses Ctrl-C.
        let stop = AtomicBool::new(false);
        let mut told = Vec::new();
        let scaling = measure(&plan(), &Source::shipped()[..2], &stop, &mut |done, of| {
            told.push((done, of));
            stop.store(done >= 2 + 4, std::sync::atomic::Ordering::Relaxed);
        });
        let scaling = scaling.unwrap();
        assert_eq!(told, (1..=6).map(|done| (done, 14)).collect::<Vec<_>>());
        assert!(scaling.interrupted && scaling.rows.iter().all(|row| row.class == "easy"));
        assert_eq!(scaling.rows.len(), 3);
    }

    #[test]
    fn classes_are_sampled_and_what_cannot_be_measured_is_said() {
        let (lines, _) = lines_by_class(&plan(), &Source::shipped()).unwrap();
        assert_eq!(lines.iter().map(|(_, lines)| lines.len()).collect::<Vec<_>>(), [50; 5]);
        let stop = AtomicBool::new(false);
        let of = |text: &str, engine| {
            let plan = Plan { engine, ..plan() };
            measure(&plan, &[Source::of_text("t", text)], &stop, &mut |_, _| ()).unwrap_err().to_string()
        };
        assert_eq!(of("", None), "there is no puzzle in t");
        assert!(
            of("1..2......34....\n", Some(EngineKind::Dlx))
                .contains("engine dlx solves 0 of the 1 puzzles of class t")
        );
        let stopped =
            measure(&plan(), &Source::shipped(), &AtomicBool::new(true), &mut |_, _| ()).unwrap_err();
        assert!(matches!(stopped, ScalingError::Interrupted));
    }
}
