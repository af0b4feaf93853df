//! The figures of engines: for a puzzle, for a group of puzzles, by size, and by difficulty.

use std::iter::Sum;
use std::ops::ControlFlow;
use std::time::Instant;

use dlxbench::engine::{Engine, Limits, Outcome};
use dlxbench::sudoku::Geometry;

/// One puzzle: the time of its fastest round, and its outcome.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Single {
    pub(crate) best_ns: f64,
    pub(crate) outcome: Outcome,
}

/// Solves all puzzles in turn, round after round, and keeps the fastest time of each.
pub(crate) fn measure(
    engine: &mut dyn Engine,
    puzzles: &[Vec<u8>],
    max_nodes: u64,
    rounds: u32,
) -> Vec<Single> {
    let limits = Limits { nodes: max_nodes, ..Limits::UNIQUENESS };
    let mut singles: Vec<Single> = Vec::with_capacity(puzzles.len());
    for round in 0..rounds {
        for (index, puzzle) in puzzles.iter().enumerate() {
            let start = Instant::now();
            let outcome = engine.solve(puzzle, &limits, &mut |_| ControlFlow::Continue(()));
            let ns = start.elapsed().as_secs_f64() * 1e9;
            if round == 0 {
                singles.push(Single { best_ns: ns, outcome });
            } else {
                let single = &mut singles[index];
                assert_eq!(single.outcome, outcome, "the work is the same in every round");
                single.best_ns = single.best_ns.min(ns);
            }
        }
    }
    singles
}

/// Sums over a group of puzzles. A stopped search adds only to `stopped`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Figures {
    pub(crate) solved: u64,
    pub(crate) stopped: u64,
    pub(crate) best_ns: f64,
    pub(crate) nodes: u64,
    pub(crate) guesses: u64,
}

impl<'a> Sum<&'a Single> for Figures {
    fn sum<I: Iterator<Item = &'a Single>>(singles: I) -> Figures {
        let mut figures = Figures::default();
        for single in singles {
            if single.outcome.ended.is_stopped() {
                figures.stopped += 1;
                continue;
            }
            figures.solved += 1;
            figures.best_ns += single.best_ns;
            figures.nodes += single.outcome.counters.nodes;
            figures.guesses += single.outcome.counters.guesses;
        }
        figures
    }
}

/// An engine on the puzzles of one size with one share of blank cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BySize {
    pub(crate) geometry: Geometry,
    pub(crate) blank_percent: f64,
    pub(crate) engine: &'static str,
    pub(crate) figures: Figures,
}

/// An engine on the puzzles that take it from `from` to `to` guesses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByDifficulty {
    pub(crate) engine: &'static str,
    pub(crate) from: u64,
    pub(crate) to: u64,
    pub(crate) figures: Figures,
}

/// Returns the puzzles of an engine by its guesses: none, one, two and three, four to seven, and so on by powers of two.
/// The puzzles that it did not finish are in a last row of their own.
pub(crate) fn buckets(engine: &'static str, singles: &[Single]) -> Vec<ByDifficulty> {
    let guesses = |single: &Single| single.outcome.counters.guesses;
    let mut rows = Vec::new();
    let mut from: u64 = 0;
    while from < 1 << 40 {
        let to = (2 * from).saturating_sub(1).max(from);
        let inside =
            |single: &&Single| !single.outcome.ended.is_stopped() && (from..=to).contains(&guesses(single));
        let figures: Figures = singles.iter().filter(inside).sum();
        if figures.solved > 0 {
            rows.push(ByDifficulty { engine, from, to, figures });
        }
        from = to + 1;
    }
    let stopped: Figures = singles.iter().filter(|single| single.outcome.ended.is_stopped()).sum();
    if stopped.stopped > 0 {
        rows.push(ByDifficulty { engine, from, to: u64::MAX, figures: stopped });
    }
    rows
}
