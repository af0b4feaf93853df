//! Measures the speed-up by the number of threads, class by class.
//!
//! Each class is solved by itself with each number of threads, as in any run, and the wall times are compared. Wall
//! times include reading, batching and waiting, because that is what threads share. The puzzles of a class are repeated
//! until a round is long enough to measure. In every round all numbers of threads take turns, so that a slowdown of the
//! machine affects all of them. The best round of each number counts, and the spread of the rounds is recorded.

use std::sync::atomic::{AtomicBool, Ordering};

use super::error::RunError;
use super::externals::ExternalSolvers;
use super::job::Job;
use super::observer::Observer;
use super::runner::{measure, stream_options};
use crate::corpus::stream;
use crate::corpus::{Bins, ClassBy, Classes, Puzzle, Reservoir, Source};
use crate::record::{Keep, Settings, ThreadsRow};

/// The minimum number of rounds; a run with more passes has as many rounds as passes.
const FEWEST_ROUNDS: usize = 5;
/// A round with the first number of threads should take at least this long.
const ROUND_NS: u64 = 200_000_000;
/// Rounds are planned longer than necessary by this factor, because later ones may be faster.
const MARGIN: f64 = 1.1;
/// The maximum number of trials to find how many copies of a class fill a round.
const MOST_TRIALS: usize = 6;
/// The copies of a class may not exceed this size.
const MOST_BYTES: usize = 256 << 20;
/// The maximum number of puzzles of a class; larger classes are sampled at random.
const MOST_PUZZLES: usize = 10_000;

/// Measures every class with each of the job's numbers of threads. After an interruption, returns the complete rounds.
pub(super) fn measure_threads(
    job: &Job,
    externals: &ExternalSolvers,
    bins: Option<&Bins>,
    sources: &[Source],
    interrupt: &AtomicBool,
    observer: &mut (dyn Observer + Send),
) -> Result<Vec<ThreadsRow>, RunError> {
    let counts = &job.settings.thread_counts;
    if counts.is_empty() {
        return Ok(Vec::new());
    }
    let rounds = job.settings.passes.max(FEWEST_ROUNDS);
    let classes = lines_by_class(job, bins, sources, interrupt)?;
    let of = (classes.len() * rounds * counts.len()) as u64;
    let mut done = 0;
    let classes: Result<Vec<ClassRounds>, RunError> =
        classes.iter().map(|class| ClassRounds::calibrated(job, externals, class, interrupt)).collect();
    let mut classes = classes?;
    'rounds: for round in 0..rounds {
        for class in &mut classes {
            for turn in 0..counts.len() {
                // The order rotates so that no number is always first.
                let place = (turn + round) % counts.len();
                let wall_ns = wall_ns(job, externals, &class.source, counts[place], interrupt)?;
                if interrupt.load(Ordering::Relaxed) {
                    break 'rounds;
                }
                class.walls_ns[place].push(wall_ns);
                done += 1;
                observer.round(done, of);
            }
        }
    }
    Ok(classes.iter().flat_map(|class| class.rows(counts)).collect())
}

/// The puzzles of a class, and the wall times of its rounds.
struct ClassRounds {
    /// As many copies of the class as fill a round.
    source: Source,
    puzzles: u64,
    /// The wall time of each round, for each number of threads.
    walls_ns: Vec<Vec<u64>>,
}

impl ClassRounds {
    /// Repeats the puzzles of a class until a round is long enough.
    fn calibrated(
        job: &Job,
        externals: &ExternalSolvers,
        (name, lines): &(String, Vec<String>),
        interrupt: &AtomicBool,
    ) -> Result<ClassRounds, RunError> {
        let counts = &job.settings.thread_counts;
        let once = lines.concat();
        let most = (MOST_BYTES / once.len()).max(1);
        let mut copies = 1;
        let mut source = Source::of_text(name, &once);
        for _ in 0..MOST_TRIALS {
            // The shorter of two trials: if other programs slowed down a trial, later rounds would be too short.
            let trial = || wall_ns(job, externals, &source, counts[0], interrupt);
            let wall_ns = trial()?.min(trial()?).max(1);
            if wall_ns >= ROUND_NS || copies == most || interrupt.load(Ordering::Relaxed) {
                break;
            }
            let wanted = (ROUND_NS as f64 / wall_ns as f64 * MARGIN * copies as f64).ceil() as usize;
            copies = wanted.clamp(1, most);
            source = Source::of_text(name, &once.repeat(copies));
        }
        let puzzles = (lines.len() * copies) as u64;
        Ok(ClassRounds { source, puzzles, walls_ns: vec![Vec::new(); counts.len()] })
    }

    /// Returns a row for each number of threads, from the rounds in which every number had its turn.
    fn rows(&self, counts: &[usize]) -> Vec<ThreadsRow> {
        let rounds = self.walls_ns.iter().map(Vec::len).min().unwrap_or(0);
        let walls = |place: usize| self.walls_ns[place][..rounds].iter().map(|&ns| ns.max(1));
        let Some(first_ns) = walls(0).min() else { return Vec::new() };
        let mut rows = Vec::new();
        for (place, &threads) in counts.iter().enumerate() {
            let Some(wall_ns) = walls(place).min() else { continue };
            let ratios = walls(0).zip(walls(place)).map(|(first, this)| first as f64 / this as f64);
            let speedup = first_ns as f64 / wall_ns as f64;
            rows.push(ThreadsRow {
                class: self.source.class.clone(),
                threads,
                puzzles: self.puzzles,
                rounds,
                wall_ns,
                puzzles_per_second: self.puzzles as f64 / (wall_ns as f64 / 1e9),
                speedup,
                least: ratios.clone().fold(f64::INFINITY, f64::min),
                most: ratios.fold(0.0, f64::max),
                efficiency: speedup * counts[0] as f64 / threads as f64,
            });
        }
        rows
    }
}

/// Measures the wall time of one pass over a class.
fn wall_ns(
    job: &Job,
    externals: &ExternalSolvers,
    source: &Source,
    threads: usize,
    interrupt: &AtomicBool,
) -> Result<u64, RunError> {
    let settings = Settings {
        threads,
        warmup: 0,
        repeat: 1,
        keep: Keep::All,
        passes: 1,
        sample: None,
        class_by: ClassBy::File,
        bins: None,
        column: None,
        ..job.settings.clone()
    };
    let job = Job { settings, per_puzzle: false, ..job.clone() };
    Ok(measure(&job, externals, None, std::slice::from_ref(source), None, interrupt, &mut ())?.wall_ns)
}

/// Reads the puzzles of each class that an engine of the job can solve, as lines.
fn lines_by_class(
    job: &Job,
    bins: Option<&Bins>,
    sources: &[Source],
    interrupt: &AtomicBool,
) -> Result<Vec<(String, Vec<String>)>, RunError> {
    let mut classes = Vec::new();
    let mut chosen: Vec<Reservoir<String>> = Vec::new();
    let options = stream::Options { threads: 1, ..stream_options(&job.settings, bins) };
    let line = |puzzle: Puzzle<'_>| {
        let is_supported = job.supports(puzzle.geometry);
        is_supported.then(|| (usize::from(puzzle.class), puzzle.grid().to_line() + "\n"))
    };
    stream::run(
        &options,
        sources,
        interrupt,
        |_| (),
        |(), portion, _| Ok(Some(portion.batch.puzzles().filter_map(line).collect::<Vec<_>>())),
        |portion, lines| {
            classes.extend_from_slice(&portion.new_classes);
            chosen.resize_with(classes.len(), || Reservoir::new(MOST_PUZZLES, job.settings.seed));
            lines.into_iter().for_each(|(class, line)| chosen[class].offer(|| line));
            Ok::<(), RunError>(())
        },
    )?;
    let order = Classes::from_names(classes.clone()).in_order();
    let mut lines: Vec<Vec<String>> =
        chosen.into_iter().map(|reservoir| reservoir.into_chosen().collect()).collect();
    let class =
        |class: u16| (classes[usize::from(class)].clone(), std::mem::take(&mut lines[usize::from(class)]));
    Ok(order.into_iter().map(class).filter(|(_, lines)| !lines.is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_ups_come_from_the_best_rounds_and_ranges_from_single_rounds() {
        // The third round was interrupted.
        let walls_ns = vec![vec![1000, 900, 100], vec![500, 600]];
        let class = ClassRounds { source: Source::of_text("a", ""), puzzles: 90, walls_ns };
        let rows = class.rows(&[1, 2]);
        let two = &rows[1];
        assert_eq!((two.threads, two.rounds, two.wall_ns), (2, 2, 500));
        assert_eq!((two.speedup, two.efficiency), (1.8, 0.9));
        assert_eq!((two.least, two.most), (1.5, 2.0));
        assert_eq!((rows[0].speedup, rows[0].puzzles_per_second), (1.0, 1e8));
        // Efficiency is relative to the first number of threads: twice the threads at 1.8 times the speed is 0.9.
        let rows = class.rows(&[2, 4]);
        assert_eq!((rows[0].efficiency, rows[1].efficiency), (1.0, 0.9));
        let nothing = ClassRounds { walls_ns: vec![vec![1], vec![]], ..class };
        assert!(nothing.rows(&[1, 2]).is_empty());
    }
}
