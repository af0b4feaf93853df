//! Background work, so that no key ever waits: proving how many solutions a puzzle has, grading, explaining, generating.
//!
//! Each kind of work has a thread of its own, which does one job at a time. A new job cancels the one before.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use dlxbench::engine::{Counters, Engine, EngineKind, Limits, Status};
use dlxbench::generate::{Ended, Plan, Wish, generate};
use dlxbench::logic::{Explanation, Grade, Logician};
use dlxbench::sudoku::{Geometry, Grid, PerSize, Symbols};

use crate::cli::evidence::no_solution;

/// Tells the state of the board that a job is about. A finding about an earlier state is of no use.
pub(super) type Ticket = u64;

/// Something to find out.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Job {
    /// How many solutions a puzzle has.
    Analyze(Grid),
    /// How hard a puzzle with one solution is.
    Grade(Grid),
    /// The logical steps on a puzzle.
    Explain(Grid),
    /// A new puzzle, from this random seed.
    Generate(Wish, u64),
}

/// What a job found out.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Finding {
    Analyzed(Analysis),
    /// `None` if logic shows that there is no solution.
    Graded(Option<Grade>),
    Explained(Explanation),
    /// The number of tries so far.
    Trying(u64),
    /// `None` if too many tries failed.
    Generated(Option<Grid>),
}

/// The solutions of a puzzle, and what it cost to find them.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Analysis {
    pub(super) status: Status,
    /// At most two.
    pub(super) solutions: Vec<Grid>,
    pub(super) engine: EngineKind,
    pub(super) counters: Counters,
    pub(super) time: Duration,
    /// Why there is no solution; empty if there is one.
    pub(super) evidence: String,
}

/// The threads.
pub(super) struct Workers {
    analysis: Lane<Grid>,
    grading: Lane<Grid>,
    explaining: Lane<Grid>,
    generating: Lane<(Wish, u64)>,
}

impl Workers {
    /// Starts the threads; `tell` receives what they find.
    pub(super) fn start(tell: impl Fn(Ticket, Finding) + Clone + Send + 'static) -> anyhow::Result<Workers> {
        let (mut analyst, mut logicians) = (Analyst::default(), Logicians::default());
        let mut graders = Logicians::default();
        Ok(Workers {
            analysis: Lane::start(tell.clone(), move |puzzle: Grid, stop, tell| {
                analyst.analyze(&puzzle, stop).map(Finding::Analyzed).into_iter().for_each(tell);
            })?,
            grading: Lane::start(tell.clone(), move |puzzle: Grid, _, tell| {
                tell(Finding::Graded(graders.of(&puzzle).grade(puzzle.cells())));
            })?,
            explaining: Lane::start(tell.clone(), move |puzzle: Grid, _, tell| {
                let explanation = logicians.of(&puzzle).explain(puzzle.cells(), puzzle.symbols());
                tell(Finding::Explained(explanation));
            })?,
            generating: Lane::start(tell, |(wish, seed), stop, tell| {
                generate_one(&wish, seed, stop, tell);
            })?,
        })
    }

    /// Starts a job, and cancels the one of its kind before.
    pub(super) fn give(&mut self, ticket: Ticket, job: Job) {
        match job {
            Job::Analyze(puzzle) => self.analysis.give(ticket, puzzle),
            Job::Grade(puzzle) => self.grading.give(ticket, puzzle),
            Job::Explain(puzzle) => self.explaining.give(ticket, puzzle),
            Job::Generate(wish, seed) => self.generating.give(ticket, (wish, seed)),
        }
    }

    /// Cancels all jobs. Logic has no way to stop early, but its findings are dropped.
    pub(super) fn cancel(&self) {
        self.analysis.cancel();
        self.grading.cancel();
        self.explaining.cancel();
        self.generating.cancel();
    }
}

/// A thread for one kind of work.
struct Lane<J> {
    jobs: Sender<(Ticket, J, Arc<AtomicBool>)>,
    /// Cancels the last job.
    stop: Arc<AtomicBool>,
}

impl<J: Send + 'static> Lane<J> {
    fn start(
        tell: impl Fn(Ticket, Finding) + Send + 'static,
        mut work: impl FnMut(J, &AtomicBool, &dyn Fn(Finding)) + Send + 'static,
    ) -> anyhow::Result<Lane<J>> {
        let (jobs, received) = channel::<(Ticket, J, Arc<AtomicBool>)>();
        let run = move || {
            for (ticket, job, stop) in received {
                if !stop.load(Ordering::Relaxed) {
                    work(job, &stop, &|finding| {
                        if !stop.load(Ordering::Relaxed) {
                            tell(ticket, finding);
                        }
                    });
                }
            }
        };
        thread::Builder::new().spawn(run).context("cannot start a thread")?;
        Ok(Lane { jobs, stop: Arc::default() })
    }

    fn give(&mut self, ticket: Ticket, job: J) {
        self.cancel();
        self.stop = Arc::default();
        // The thread ends only by a panic, which the main thread notices.
        _ = self.jobs.send((ticket, job, Arc::clone(&self.stop)));
    }

    fn cancel(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// A logician for each size.
#[derive(Default)]
struct Logicians(PerSize<Logician>);

impl Logicians {
    fn of(&mut self, puzzle: &Grid) -> &Logician {
        self.0.of(puzzle.geometry(), || Logician::new(puzzle.geometry()))
    }
}

/// Looks for two solutions of a puzzle, with the fastest engine.
#[derive(Default)]
pub(super) struct Analyst {
    engines: PerSize<Box<dyn Engine>>,
    logicians: Logicians,
}

impl Analyst {
    /// Returns `None` if it was interrupted.
    pub(super) fn analyze(&mut self, puzzle: &Grid, stop: &AtomicBool) -> Option<Analysis> {
        let geometry = puzzle.geometry();
        let kind = EngineKind::fastest_for(geometry);
        let engine = self.engines.of(geometry, || kind.build(geometry).expect("it solves this size"));
        let limits = Limits { interrupt: Some(stop), ..Limits::UNIQUENESS };
        let mut solutions = Vec::new();
        let begun = Instant::now();
        let outcome = engine.solve(puzzle.cells(), &limits, &mut |cells| {
            solutions.push(puzzle.with_cells(cells));
            ControlFlow::Continue(())
        });
        let time = begun.elapsed();
        let status = Status::of(&outcome, puzzle.cells());
        let evidence = match status {
            Status::Stopped => return None,
            Status::None => {
                let refutation = self.logicians.of(puzzle).refute(puzzle.cells());
                no_solution(puzzle, refutation.as_ref(), outcome.counters.nodes)
            }
            _ => String::new(),
        };
        Some(Analysis { status, solutions, engine: kind, counters: outcome.counters, time, evidence })
    }
}

/// Returns what to ask for so that a puzzle of this size can be made in reasonable time: a proof that every clue of a
/// 25×25 puzzle is required takes too long.
pub(super) fn makeable(wish: Wish) -> Wish {
    match wish.geometry.size() {
        25 => Wish { clues: 320..=360, minimal: false, ..wish },
        _ => wish,
    }
}

fn generate_one(wish: &Wish, seed: u64, stop: &AtomicBool, tell: &dyn Fn(Finding)) {
    const ISLANDS_IN_VAIN: u64 = 2_000;
    let mut plan = Plan { interrupt: Some(stop), ..Plan::new(wish.geometry, seed) };
    if wish.needs_islands() {
        plan.most_in_vain = ISLANDS_IN_VAIN;
    }
    let mut made = None;
    let ended = generate(wish, 1, &plan, |puzzle, progress| {
        tell(Finding::Trying(progress.tries));
        made = made.take().or(puzzle.map(|cells| grid_of(wish.geometry, cells)));
        Ok::<(), std::convert::Infallible>(())
    });
    match ended {
        Ok(Ended::Interrupted(_)) => {}
        Ok(_) => tell(Finding::Generated(made)),
        Err(never) => match never {},
    }
}

fn grid_of(geometry: Geometry, cells: &[u8]) -> Grid {
    Grid::new(geometry, Symbols::usual(geometry), cells)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::Receiver;

    use dlxbench::logic::Difficulty;

    use super::super::person::endless;
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn workers() -> (Workers, Receiver<(Ticket, Finding)>) {
        let (sender, findings) = channel();
        let tell = move |ticket, finding| _ = sender.send((ticket, finding));
        (Workers::start(tell).unwrap(), findings)
    }

    #[test]
    fn a_puzzle_is_analyzed_graded_and_explained() {
        let puzzle: Grid = PUZZLE.parse().unwrap();
        let (mut workers, findings) = workers();
        workers.give(1, Job::Analyze(puzzle.clone()));
        let (1, Finding::Analyzed(analysis)) = findings.recv().unwrap() else { panic!("an analysis") };
        assert_eq!((analysis.status, analysis.solutions.len()), (Status::Unique, 1));
        workers.give(2, Job::Grade(puzzle.clone()));
        let (2, Finding::Graded(Some(grade))) = findings.recv().unwrap() else { panic!("a grade") };
        assert_eq!(grade.hardest_step(), "hidden single");
        workers.give(3, Job::Explain(puzzle));
        let (3, Finding::Explained(explanation)) = findings.recv().unwrap() else { panic!("steps") };
        assert!(explanation.is_solved);
        let empty: Grid = "................".parse().unwrap();
        workers.give(4, Job::Analyze(empty));
        let (4, Finding::Analyzed(analysis)) = findings.recv().unwrap() else { panic!("an analysis") };
        assert_eq!((analysis.status, analysis.solutions.len()), (Status::Multiple, 2));
    }
    #[test]
    fn a_new_job_or_a_cancellation_ends_an_endless_search() {
        let (mut workers, findings) = workers();
        workers.give(1, Job::Analyze(endless()));
        thread::sleep(Duration::from_millis(50));
        workers.give(2, Job::Analyze(PUZZLE.parse().unwrap()));
        assert_eq!(findings.recv().unwrap().0, 2);
        workers.give(3, Job::Analyze(endless()));
        let extreme = Wish::new(Geometry::NINE, Some(Difficulty::Extreme));
        workers.give(4, Job::Generate(extreme, 1));
        assert!(matches!(findings.recv().unwrap(), (4, Finding::Trying(_))));
        workers.cancel();
        // Whatever comes first after the cancellation is an answer to the next job.
        let puzzle: Grid = PUZZLE.parse().unwrap();
        workers.give(5, Job::Analyze(puzzle));
        let mut tickets = findings.iter().map(|(ticket, _)| ticket).filter(|&ticket| ticket != 4);
        assert_eq!(tickets.next(), Some(5));
    }

    #[test]
    fn a_puzzle_is_made_for_every_size() {
        let (mut workers, findings) = workers();
        for geometry in Geometry::ALL.into_iter().filter(|geometry| geometry.size() <= 12) {
            workers.give(1, Job::Generate(makeable(Wish::new(geometry, None)), 1));
            let made = findings.iter().find_map(|(_, finding)| match finding {
                Finding::Generated(made) => made,
                _ => None,
            });
            assert_eq!(made.unwrap().geometry(), geometry);
        }
    }
}
