//! How much faster several threads are than one, class by class.
//!
//! A class by itself is solved on one thread, on two and so on, as any [run](crate::bench::run) does it, and the wall times are
//! compared: reading, batching and waiting are in them, for they are what threads have to share. The puzzles of a class
//! are repeated until a run on one thread takes long enough to be measured. All numbers of threads take turns, round
//! after round, so that a machine that gets slower gets slower for all of them; the best round of each counts, and how
//! far single rounds are from that is shown.

mod class;
mod lines;

use std::io;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use thiserror::Error;

use self::class::{Class, wall};
use crate::bench::environment::{self, Environment};
use crate::bench::{Clock, Job, Malformed, Options, RunError, Warning};
use crate::corpus::{ClassBy, Column, Source, SourceError};
use crate::engine::EngineKind;

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
    let (lines_of_classes, malformed) = lines::by_class(plan, sources)?;
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
        let (lines, _) = lines::by_class(&plan(), &Source::shipped()).unwrap();
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
