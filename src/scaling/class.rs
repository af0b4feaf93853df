//! A class by itself: its puzzles, repeated until a run is long enough, and the wall times of its runs.

use std::io;
use std::sync::atomic::AtomicBool;

use super::{Plan, Row, ScalingError};
use crate::bench::{self, Job, Observer, Progress};
use crate::corpus::{ClassBy, Source};
use crate::engine::EngineKind;

/// The puzzles of a class, and what was measured.
pub(super) struct Class {
    pub(super) source: Source,
    name: String,
    puzzles: u64,
    /// The wall time of each round, by threads.
    pub(super) walls_ns: Vec<Vec<u64>>,
}

/// How often a class is repeated anew, until its runs are long enough.
const MOST_TRIALS: usize = 6;
/// Runs are made longer than they need be by this share, for the next one may be quicker.
const MARGIN: f64 = 1.1;

impl Class {
    /// The puzzles of a class, as often as it takes to fill the time of a run.
    pub(super) fn calibrated(
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
    pub(super) fn complete_rounds(&self) -> usize {
        self.walls_ns.iter().map(Vec::len).min().unwrap_or(0)
    }

    /// Forgets a round that was interrupted; false if nothing remains.
    pub(super) fn keep_complete_rounds(&mut self) -> bool {
        let rounds = self.complete_rounds();
        self.walls_ns.iter_mut().for_each(|walls| walls.truncate(rounds));
        rounds > 0
    }

    pub(super) fn rows(&self) -> Vec<Row> {
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

/// The wall time of a run on so many threads, and how many puzzles were solved.
pub(super) fn wall(
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
}
