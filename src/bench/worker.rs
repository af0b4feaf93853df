//! A worker: solves batches of puzzles on one thread, with its own engines and its own recorder.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

use super::cut::Cut;
use super::environment;
use super::error::RunError;
use super::externals::Externals;
use super::job::{EngineIndex, Job};
use super::layout::Layout;
use super::measurement::{Answer, Engines};
use super::passes::{Pass, Timed};
use super::recorder::Recorder;
use crate::corpus::stream::Portion;
use crate::corpus::{Batch, ClassBy, Digest, Puzzle, Source, class_of_guesses};
use crate::engine::{Fault, Limits, Status};
use crate::random::Random;
use crate::record::{Keep, SlowPuzzle};
use crate::sudoku::isomorph::Isomorphism;
use crate::sudoku::{Geometry, PerSize};

/// How many puzzles are solved before they are verified and recorded, so that neither comes between two solves. On easy
/// puzzles with `sweep`, this takes 6 ns of a puzzle's wall time compared with groups of 1, and 9 ns with `idle`; the
/// mean time of a solve is the same. Groups of 128 are no better.
const GROUP: usize = 32;

pub(super) struct Worker<'a> {
    job: &'a Job,
    pass: Pass<'a>,
    sources: &'a [Source],
    layout: Layout,
    engines: PerSize<Engines>,
    externals: Externals,
    /// The puzzles that have been solved and not recorded yet, and empty places for more.
    solved: Vec<Solved>,
    is_warm: bool,
    index: usize,
    /// Where the current checkpoint is, and the last one before which everything was handed in.
    cut: &'a Cut,
    handed_in: u64,
    recorder: Recorder,
    preemptions_before: Option<u64>,
}

/// A puzzle between its solve and its record.
#[derive(Debug, Default)]
struct Solved {
    /// Its place in the batch.
    index: usize,
    /// The cells of the isomorph that was solved in its stead; empty if it was solved itself.
    cells: Vec<u8>,
    /// The answer of each engine.
    answers: Vec<Answer>,
}

/// The result of a batch, except for what is in the recorder.
#[derive(Debug, Default)]
pub(super) struct BatchResult {
    /// How many were solved and recorded.
    pub(super) solved: u64,
    /// How many have a size that no engine of the run supports.
    pub(super) unsolved: u64,
    pub(super) digest: Digest,
    /// For `puzzles.csv`.
    pub(super) puzzles: Vec<SolvedPuzzle>,
    /// The times of the puzzles, with one place for each engine; empty if there is only one pass.
    pub(super) times: Vec<Option<Timed>>,
    /// Lines that give a wrong solution, and what is wrong.
    pub(super) wrong_solutions: Vec<(u64, String)>,
    pub(super) faulty: Vec<Faulty>,
    /// The worker, and what it recorded before the last cut, if it has not handed that in before.
    pub(super) worker: usize,
    pub(super) handed_in: Option<Recorder>,
}

/// An answer of an external solver that is none, or wrong. The names of file and class are added later.
#[derive(Clone, Debug)]
pub(super) struct Faulty {
    pub(super) engine: EngineIndex,
    pub(super) class: u16,
    pub(super) line: u64,
    pub(super) puzzle: String,
    pub(super) fault: Fault,
}

/// The answer of one engine to one puzzle. The names of file and class are added later, in input order.
#[derive(Clone, Debug)]
pub(super) struct SolvedPuzzle {
    pub(super) line: u64,
    pub(super) class: u16,
    pub(super) clues: usize,
    pub(super) puzzle: String,
    pub(super) solution: String,
    pub(super) answer: Answer,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        job: &'a Job,
        pass: Pass<'a>,
        sources: &'a [Source],
        externals: Externals,
        index: usize,
        cut: &'a Cut,
    ) -> Worker<'a> {
        let member = pass.number * job.settings.threads + index;
        let layout = match job.settings.passes {
            1 => Layout::default(),
            _ => Layout::random(&mut Random::of_member(job.settings.seed, member as u64)),
        };
        Worker {
            job,
            pass,
            sources,
            layout,
            engines: PerSize::default(),
            externals,
            solved: Vec::new(),
            is_warm: job.settings.warmup == 0,
            index,
            cut,
            handed_in: 0,
            recorder: Recorder::default(),
            preemptions_before: environment::preemptions_of_thread(),
        }
    }

    /// Returns what was recorded, and how often the thread was preempted if the system reports it.
    pub(super) fn end(self) -> (Recorder, Option<u64>) {
        let counts = environment::preemptions_of_thread().zip(self.preemptions_before);
        (self.recorder, counts.map(|(after, before)| after.saturating_sub(before)))
    }

    /// Solves the puzzles of a portion, until the run is stopped.
    pub(super) fn process(&mut self, portion: &Portion, stop: &AtomicBool) -> Result<BatchResult, RunError> {
        let frames = self.layout.frames;
        Layout::within(frames, || self.process_here(portion, stop))
    }

    fn process_here(&mut self, portion: &Portion, stop: &AtomicBool) -> Result<BatchResult, RunError> {
        let batch = &portion.batch;
        if !batch.is_empty() && !std::mem::replace(&mut self.is_warm, true) {
            self.warm_up(batch, stop);
            self.preemptions_before = environment::preemptions_of_thread();
        }
        let mut result = BatchResult { worker: self.index, ..BatchResult::default() };
        if let Some(cut) = self.cut.before(portion.number()).filter(|&cut| cut != self.handed_in) {
            self.handed_in = cut;
            result.handed_in = Some(std::mem::take(&mut self.recorder));
        }
        if self.externals.take_many() {
            self.solve_ahead(portion, stop);
        }
        let mut next = 0;
        while next < batch.len() {
            let first = next;
            let count = self.solve_group(portion, &mut next, stop)?;
            let is_stopped = next < batch.len().min(first + GROUP);
            result.unsolved += (next - first - count) as u64;
            self.record_group(portion, count, &mut result)?;
            result.times.resize(next * self.places(), None);
            if is_stopped {
                break;
            }
        }
        Ok(result)
    }

    /// How many times are remembered for each puzzle.
    fn places(&self) -> usize {
        if self.job.settings.passes > 1 { self.job.most_engines() } else { 0 }
    }

    /// Solves the next puzzles of a portion, and moves `next` past them, or to the first that was not solved because the
    /// run is being stopped. Returns how many were solved; the others have sizes that no engine supports.
    fn solve_group(
        &mut self,
        portion: &Portion,
        next: &mut usize,
        stop: &AtomicBool,
    ) -> Result<usize, RunError> {
        let (job, source, batch) = (self.job, &self.sources[portion.source], &portion.batch);
        let mut count = 0;
        self.solved.resize_with(GROUP, Solved::default);
        for index in *next..batch.len().min(*next + GROUP) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let solved = &mut self.solved[count];
            let number = portion.first + index as u64;
            let puzzle = measured_puzzle(job, batch.puzzle(index), number, &mut solved.cells);
            let engines = self.engines.of(puzzle.geometry, || Engines::new(job, puzzle.geometry));
            if engines.is_supported {
                let (externals, answers) = (&mut self.externals, &mut solved.answers);
                if !engines.solve(&job.settings, (&puzzle, number), source, externals, stop, answers)? {
                    break;
                }
                solved.index = index;
                count += 1;
            }
            *next = index + 1;
        }
        Ok(count)
    }

    /// Verifies and records the puzzles that have been solved.
    fn record_group(
        &mut self,
        portion: &Portion,
        count: usize,
        result: &mut BatchResult,
    ) -> Result<(), RunError> {
        let source = &self.sources[portion.source];
        let mut group = std::mem::take(&mut self.solved);
        for solved in &mut group[..count] {
            let original = portion.batch.puzzle(solved.index);
            let puzzle = match self.job.settings.isomorphs {
                true => isomorph(original, &solved.cells),
                false => original,
            };
            let engines = self.engines.of(puzzle.geometry, || unreachable!("they solved it"));
            engines.verify(&puzzle, source, &mut solved.answers)?;
            result.solved += 1;
            result.digest.add(original.cells);
            result.times.resize(solved.index * self.places(), None);
            let number = portion.first + solved.index as u64;
            self.record(&puzzle, source, number, &mut solved.answers, result);
        }
        self.solved = group;
        Ok(())
    }

    /// Has external solvers that take many puzzles at a time solve those of a portion.
    fn solve_ahead(&mut self, portion: &Portion, stop: &AtomicBool) {
        let job = self.job;
        let mut all = Vec::new();
        let mut cells = Vec::new();
        for (index, original) in portion.batch.puzzles().enumerate() {
            let number = portion.first + index as u64;
            if original.geometry == Geometry::NINE {
                let puzzle = measured_puzzle(job, original, number, &mut cells);
                all.extend_from_slice(puzzle.cells);
            }
        }
        let puzzles: Vec<&[u8]> = all.chunks_exact(Geometry::NINE.cell_count()).collect();
        self.externals.solve_ahead(&puzzles, job.settings.repeat, stop);
    }

    /// Solves puzzles without measuring, so that caches, branch predictors and the processor frequency settle.
    fn warm_up(&mut self, batch: &Batch, stop: &AtomicBool) {
        let job = self.job;
        // The bound on nodes keeps a very hard puzzle from delaying the start.
        let nodes = job.settings.max_nodes.unwrap_or(u64::MAX).min(10_000);
        let limits = Limits { solutions: job.settings.limit.min(2), nodes, interrupt: Some(stop) };
        for turn in 0..job.settings.warmup {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let puzzle = batch.puzzle(turn % batch.len());
            let engines = self.engines.of(puzzle.geometry, || Engines::new(job, puzzle.geometry));
            engines.warm_up(puzzle.cells, &limits);
        }
        self.externals.warm_up(batch, job.settings.warmup, stop);
    }

    fn record(
        &mut self,
        puzzle: &Puzzle<'_>,
        source: &Source,
        number: u64,
        answers: &mut [Answer],
        result: &mut BatchResult,
    ) {
        // An engine that solves whole classes may be the only one.
        if answers.is_empty() {
            return;
        }
        let settings = &self.job.settings;
        let unique = answers.iter().find(|answer| answer.status == Status::Unique);
        if let Some(wrong) = unique.and_then(|answer| puzzle.wrong_solution(Some(&answer.solution))) {
            result.wrong_solutions.push((puzzle.line, format!("line {}: {wrong}", puzzle.line)));
        }
        let class = match settings.class_by {
            ClassBy::Guesses => {
                let last = settings.bins.map_or(u16::MAX, |bins| bins.saturating_sub(1) as u16);
                class_of_guesses(answers[0].outcome.counters.guesses).min(last)
            }
            _ => puzzle.class,
        };
        self.settle(number, class, answers, result);
        // Statuses and counters are the same in every pass, so they count once. With `Keep::Best` the recorder of the
        // last pass replaces those of the others, so every pass records them.
        let is_new = settings.keep == Keep::Best || self.pass.number == 0;
        let base = &answers[0];
        // Pairs need the engine that was named first. It may not support this size; then another engine is first here.
        let has_pairs = base.engine == 0;
        if is_new && self.job.engines.len() > 1 {
            let solved = answers.iter().filter(|answer| answer.status.is_answer());
            let engines = solved.fold(0, |engines, answer| engines | 1 << answer.engine);
            *self.recorder.solved_by.entry((class, engines)).or_default() += 1;
        }
        if self.pass.number == 0 {
            result.faulty.extend(answers.iter().filter_map(|answer| faulty(answer, puzzle, class)));
        }
        for (slot, answer) in answers.iter().enumerate() {
            let tally = self.recorder.tally(answer.engine, class);
            answer.times_ns.iter().for_each(|&ns| tally.time(ns));
            if is_new {
                tally.puzzle(answer.status, answer.outcome.counters);
                answer.claimed_ns.iter().for_each(|&ns| tally.claim(ns));
            }
            let nodes = answer.outcome.counters.nodes;
            let time_ns = answer.times_ns.iter().copied().min().unwrap_or(0);
            // Nobody knows the nodes of an external solver, but its times. Givens that clash are not searched at all.
            let effort = match answer.status {
                Status::Invalid => 0,
                _ if nodes == 0 => time_ns,
                _ => nodes,
            };
            if effort > 0 {
                tally.hard((Reverse(effort), number), || SlowPuzzle {
                    time_ns,
                    file: source.name.clone(),
                    line: puzzle.line,
                    nodes,
                    puzzle: puzzle.grid().to_line(),
                    ..SlowPuzzle::default()
                });
            }
            if slot > 0 && has_pairs && answer.is_same_work(base) {
                let [base_ns, other_ns] = [base, answer].map(|answer| answer.times_ns.iter().sum());
                tally.paired.add(number, is_new, base_ns, other_ns);
            }
        }
        if self.job.per_puzzle && (settings.keep == Keep::All || self.pass.is_last) {
            keep_puzzle(puzzle, class, answers, result);
        }
    }

    /// Stores the time of each engine for later passes, and reduces the answers to the times that count: those of all
    /// repetitions, or the shortest of this and all previous passes.
    fn settle(&self, number: u64, class: u16, answers: &mut [Answer], result: &mut BatchResult) {
        let first = number as usize * self.job.most_engines();
        let has_passes = self.job.settings.passes > 1;
        if !has_passes && self.job.settings.keep == Keep::All {
            return;
        }
        for (slot, answer) in answers.iter_mut().enumerate() {
            let times = &mut answer.times_ns;
            if times.is_empty() {
                result.times.push(None);
                continue;
            }
            let ns = match self.job.settings.keep {
                Keep::All => times.iter().sum::<u64>() as f64 / times.len() as f64,
                Keep::Best => {
                    let best = times.iter().copied().min().unwrap_or(0);
                    let earlier_ns = self.pass.earlier_ns.get(first + slot);
                    times.clear();
                    times.push(earlier_ns.map_or(best, |&ns| best.min(ns as u64)));
                    best as f64
                }
            };
            result.times.push(Some(Timed { engine: answer.engine, class, ns }).filter(|_| has_passes));
        }
    }
}

fn keep_puzzle(puzzle: &Puzzle<'_>, class: u16, answers: &[Answer], result: &mut BatchResult) {
    let grid = puzzle.grid();
    result.puzzles.extend(answers.iter().map(|answer| SolvedPuzzle {
        line: puzzle.line,
        class,
        clues: grid.clues(),
        puzzle: grid.to_line(),
        solution: match answer.solution.as_slice() {
            [] => String::new(),
            cells => grid.with_cells(cells).to_line(),
        },
        answer: answer.clone(),
    }));
}

/// Returns the puzzle that is measured, the `number`th of the run: the one that was read, or a random isomorph with its
/// cells in `cells`.
#[inline]
pub(super) fn measured_puzzle<'c>(
    job: &Job,
    original: Puzzle<'c>,
    number: u64,
    cells: &'c mut Vec<u8>,
) -> Puzzle<'c> {
    if !job.settings.isomorphs {
        return original;
    }
    write_isomorph(job.settings.seed, &original, number, cells);
    isomorph(original, cells)
}

fn write_isomorph(seed: u64, original: &Puzzle<'_>, number: u64, cells: &mut Vec<u8>) {
    cells.resize(original.cells.len(), 0);
    let random = &mut Random::of_member(seed, number);
    Isomorphism::random(original.geometry, random).apply(original.cells, cells);
}

/// An isomorph of a puzzle: its label and its solution are not its own.
fn isomorph<'c>(original: Puzzle<'c>, cells: &'c [u8]) -> Puzzle<'c> {
    Puzzle { cells, label: "", parts: None, solution: None, ..original }
}

/// What is wrong with an answer, if anything is.
fn faulty(answer: &Answer, puzzle: &Puzzle<'_>, class: u16) -> Option<Faulty> {
    let fault = answer.fault.clone()?;
    let (engine, line) = (answer.engine, puzzle.line);
    Some(Faulty { engine, class, line, puzzle: puzzle.grid().to_line(), fault })
}
