//! Measures solvers: a pass that checks their answers, then timed rounds in which they take turns.
//!
//! The puzzles are first put into a seeded random order, so that the first n of them are a fair sample of the file. In
//! the checking pass each solver runs until its time is up. The puzzles that it finished are its sample, which for a fast
//! solver are all of them. The puzzles are then divided into chunks, with a boundary at the end of every sample. In each
//! round all solvers take one chunk before the next one, so a burst of noise affects all of them. (With chunks of 100
//! puzzles no solver was slower than with chunks of 5,000 or when run alone.) Within a chunk the clock is read after each
//! slice, which takes each solver about [`SLICE_NS`], and the fastest round of each slice counts. So other programs cost
//! a slow solver no more than a fast one.

use std::time::{Duration, Instant};

use dlxbench::random::Random;
use dlxbench::sudoku::Grid;

use crate::solver::{Facts, Reach, Solver};

/// The approximate time between two reads of the clock in nanoseconds, unless a single puzzle takes longer. It is a
/// thousand times the cost of a read, and short enough to be undisturbed in at least one round.
const SLICE_NS: f64 = 50_000.0;

/// A puzzle and its line.
pub(crate) struct Placed {
    pub(crate) line: u64,
    pub(crate) grid: Grid,
}

/// How to measure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// The number of timed rounds.
    pub(crate) rounds: usize,
    /// The time limit for each solver and round.
    pub(crate) budget: Duration,
    /// The number of puzzles that a solver gets before it is the next solver's turn.
    pub(crate) chunk: usize,
    /// The random seed for the order of the puzzles.
    pub(crate) seed: u64,
    /// The number of solutions to count up to; two prove that there is only one.
    pub(crate) limit: u64,
}

/// A puzzle on which two solvers disagree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Difference {
    pub(crate) line: u64,
    pub(crate) puzzle: String,
    /// The first solver and its number of solutions.
    pub(crate) one: (Facts, u64),
    /// The other solver and its number of solutions.
    pub(crate) other: (Facts, u64),
}

/// The times of a solver on a corpus.
#[derive(Clone, Debug)]
pub(crate) struct Times {
    pub(crate) facts: Facts,
    /// The number of puzzles in its sample.
    pub(crate) puzzles: usize,
    /// The sum over all slices of the fastest round of each, in nanoseconds.
    pub(crate) best_ns: f64,
    /// The median of the rounds, in nanoseconds.
    pub(crate) median_ns: f64,
    /// The guesses and nodes of the sample, if the solver counts them.
    pub(crate) work: Option<(u64, u64)>,
    /// Its time divided by that of the baseline, on the puzzles that both solved.
    pub(crate) ratio: Option<f64>,
}

impl Times {
    /// The best time per puzzle in microseconds.
    pub(crate) fn best_us(&self) -> f64 {
        self.best_ns / self.puzzles as f64 / 1e3
    }

    /// The median time per puzzle in microseconds.
    pub(crate) fn median_us(&self) -> f64 {
        self.median_ns / self.puzzles as f64 / 1e3
    }

    /// The noise: how much longer the median is than the best, as a share.
    pub(crate) fn spread(&self) -> f64 {
        self.median_ns / self.best_ns - 1.0
    }
}

/// A solver with its sample and its times.
struct Contender {
    facts: Facts,
    solver: Box<dyn Solver>,
    /// The numbers of solutions of the puzzles that it finished in the checking pass.
    counts: Vec<u64>,
    work: Option<(u64, u64)>,
    /// The number of puzzles in a slice.
    slice: usize,
    /// The fastest round of each slice of each chunk, in nanoseconds.
    best_ns: Vec<Vec<f64>>,
    /// The time of each round, in nanoseconds.
    rounds_ns: Vec<f64>,
}

/// Measures solvers on a corpus; if they disagree, returns the differences.
pub(crate) fn measure(
    solvers: Vec<(Facts, Box<dyn Solver>)>,
    puzzles: &mut [Placed],
    plan: Plan,
    baseline: &str,
) -> Result<Vec<Times>, Vec<Difference>> {
    Random::new(plan.seed).shuffle(puzzles);
    let fits = |solver: &dyn Solver| puzzles.iter().all(|puzzle| solver.supports(puzzle.grid.geometry()));
    let mut contenders: Vec<Contender> = solvers
        .into_iter()
        .filter(|(_, solver)| fits(solver.as_ref()))
        .map(|(facts, solver)| check(facts, solver, puzzles, plan))
        .collect();
    let differences = differences(&contenders, puzzles, plan.limit);
    if !differences.is_empty() {
        return Err(differences);
    }
    let bounds = bounds(puzzles.len(), plan.chunk, contenders.iter().map(|contender| contender.counts.len()));
    for round in 0..plan.rounds {
        time_round(&mut contenders, puzzles, &bounds, (round, plan.limit));
    }
    let best_ns = |contender: &Contender, sample: usize| -> f64 {
        let chunks = bounds.iter().take_while(|(_, end)| *end <= sample).count();
        contender.best_ns[..chunks].iter().flatten().sum()
    };
    let basis = contenders.iter().find(|contender| contender.facts.name == baseline);
    let times = contenders.iter().map(|contender| {
        let sample = contender.counts.len();
        let mut sums = contender.rounds_ns.clone();
        sums.sort_by(f64::total_cmp);
        Times {
            facts: contender.facts,
            puzzles: sample,
            best_ns: best_ns(contender, sample),
            median_ns: (sums[(sums.len() - 1) / 2] + sums[sums.len() / 2]) / 2.0,
            work: contender.work,
            ratio: basis.map(|basis| {
                let common = sample.min(basis.counts.len());
                best_ns(contender, common) / best_ns(basis, common)
            }),
        }
    });
    Ok(times.collect())
}

/// Runs a solver until its time is up, and keeps its answers.
fn check(facts: Facts, mut solver: Box<dyn Solver>, puzzles: &[Placed], plan: Plan) -> Contender {
    let mut counts = Vec::with_capacity(puzzles.len());
    let mut work: Option<(u64, u64)> = None;
    let start = Instant::now();
    for puzzle in puzzles {
        let answer = solver.count(&puzzle.grid, plan.limit);
        counts.push(answer.solutions);
        if let Some((guesses, nodes)) = answer.work {
            let (all_guesses, all_nodes) = work.unwrap_or_default();
            work = Some((all_guesses + guesses, all_nodes + nodes));
        }
        if start.elapsed() >= plan.budget {
            break;
        }
    }
    let each_ns = start.elapsed().as_secs_f64() * 1e9 / counts.len() as f64;
    let slice = (SLICE_NS / each_ns).ceil().max(1.0) as usize;
    Contender { facts, solver, counts, work, slice, best_ns: Vec::new(), rounds_ns: Vec::new() }
}

/// Returns the puzzles on which solvers disagree. The reference is the first solver that finished a puzzle and counts up
/// to the limit.
fn differences(contenders: &[Contender], puzzles: &[Placed], limit: u64) -> Vec<Difference> {
    let mut found = Vec::new();
    for (index, puzzle) in puzzles.iter().enumerate() {
        let said = |contender: &Contender| contender.counts.get(index).copied();
        let counts =
            |contender: &&Contender| contender.facts.reach == Reach::Counts && said(contender).is_some();
        let Some(reference) = contenders.iter().find(counts) else { continue };
        let expected = said(reference).expect("the reference finished this puzzle");
        for contender in contenders {
            let Some(solutions) = said(contender) else { continue };
            if solutions != expected.min(contender.facts.reach.up_to(limit)) {
                found.push(Difference {
                    line: puzzle.line,
                    puzzle: puzzle.grid.to_line(),
                    one: (reference.facts, expected),
                    other: (contender.facts, solutions),
                });
            }
        }
    }
    found
}

/// Returns the bounds of the chunks, which end every `chunk` puzzles and at the end of each sample.
fn bounds(puzzles: usize, chunk: usize, samples: impl Iterator<Item = usize>) -> Vec<(usize, usize)> {
    let mut ends: Vec<usize> = (1..puzzles.div_ceil(chunk)).map(|count| count * chunk).collect();
    ends.extend(samples.filter(|sample| *sample > 0));
    ends.push(puzzles);
    ends.sort_unstable();
    ends.dedup();
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(ends.iter().copied()).collect()
}

/// Times one round, chunk by chunk and with all solvers in turn. Another solver is first in each round.
fn time_round(
    contenders: &mut [Contender],
    puzzles: &[Placed],
    bounds: &[(usize, usize)],
    (round, limit): (usize, u64),
) {
    let count = contenders.len();
    contenders.iter_mut().for_each(|contender| contender.rounds_ns.push(0.0));
    for (chunk, &(from, to)) in bounds.iter().enumerate() {
        for turn in 0..count {
            let contender = &mut contenders[(turn + round) % count];
            if contender.counts.len() >= to {
                contender.take(chunk, &puzzles[from..to], from, limit);
            }
        }
    }
}

impl Contender {
    /// Solves a chunk, which begins with puzzle `from`, and records the times.
    fn take(&mut self, chunk: usize, puzzles: &[Placed], from: usize, limit: u64) {
        if self.best_ns.len() == chunk {
            self.best_ns.push(vec![f64::INFINITY; puzzles.len().div_ceil(self.slice)]);
        }
        let mut solutions = 0;
        for (slice, best_ns) in puzzles.chunks(self.slice).zip(&mut self.best_ns[chunk]) {
            let start = Instant::now();
            solutions +=
                slice.iter().map(|puzzle| self.solver.count(&puzzle.grid, limit).solutions).sum::<u64>();
            let ns = start.elapsed().as_secs_f64() * 1e9;
            *best_ns = best_ns.min(ns);
            *self.rounds_ns.last_mut().expect("a round has begun") += ns;
        }
        let expected: u64 = self.counts[from..from + puzzles.len()].iter().sum();
        assert_eq!(solutions, expected, "{} gives different answers in different rounds", self.facts.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Answer, Origin};
    use dlxbench::sudoku::Geometry;

    /// Gives the same answer to every puzzle.
    struct Stubborn(u64);

    impl Solver for Stubborn {
        fn supports(&self, _: Geometry) -> bool {
            true
        }

        fn count(&mut self, _: &Grid, _: u64) -> Answer {
            Answer { solutions: self.0, work: Some((1, 2)) }
        }
    }

    fn run(solvers: &[(&'static str, Reach, u64)]) -> Result<Vec<Times>, Vec<Difference>> {
        let build = |&(name, reach, count): &(&'static str, Reach, u64)| {
            (Facts { name, origin: Origin::Peer, reach }, Box::new(Stubborn(count)) as Box<dyn Solver>)
        };
        let grid: Grid = "1..2......34....".parse().unwrap();
        let mut puzzles: Vec<Placed> = (1..=7).map(|line| Placed { line, grid: grid.clone() }).collect();
        let plan = Plan { rounds: 3, budget: Duration::from_secs(9), chunk: 3, seed: 1, limit: 2 };
        measure(solvers.iter().map(build).collect(), &mut puzzles, plan, "one")
    }

    #[test]
    fn a_difference_is_found_with_its_line() {
        let differences = run(&[("one", Reach::Counts, 1), ("two", Reach::Counts, 2)]).unwrap_err();
        let mut lines: Vec<u64> = differences.iter().map(|difference| difference.line).collect();
        lines.sort_unstable();
        assert_eq!(lines, [1, 2, 3, 4, 5, 6, 7]);
        let said = |(facts, count): (Facts, u64)| (facts.name, count);
        assert_eq!([differences[0].one, differences[0].other].map(said), [("one", 1), ("two", 2)]);
        assert_eq!(differences[0].puzzle, "1..2......34....");
    }

    #[test]
    fn a_solver_that_finds_only_the_first_solution_may_count_one_of_two() {
        let times = run(&[("one", Reach::Counts, 2), ("first", Reach::FirstOnly, 1)]).unwrap();
        assert_eq!(times.len(), 2);
        assert_eq!((times[0].puzzles, times[0].work), (7, Some((7, 14))));
        assert!((times[0].ratio.unwrap() - 1.0).abs() < 1e-9);
        assert!(times.iter().all(|times| times.best_ns <= times.median_ns));
        assert!(run(&[("one", Reach::Counts, 2), ("first", Reach::FirstOnly, 0)]).is_err());
    }

    #[test]
    fn chunks_end_where_samples_end() {
        assert_eq!(bounds(7, 3, [7, 4].into_iter()), [(0, 3), (3, 4), (4, 6), (6, 7)]);
        assert_eq!(bounds(2, 100, [2].into_iter()), [(0, 2)]);
    }
}
