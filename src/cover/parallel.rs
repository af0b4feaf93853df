//! The same search on many threads.
//!
//! The top of the tree is searched up to a horizon, in order, which gives many more subtrees than threads ([`split`]);
//! then each thread takes the next subtree, on its own copy of the matrix. Counts and counters are sums, so they equal
//! those of one thread to the digit (unless a limit stops the search). Solutions go through one bounded channel a
//! subtree and are drained in the order of the subtrees: the same solutions in the same order as with one thread, in
//! bounded memory. The subtree that is being drained is always one that a thread is working on or has finished, since
//! threads take them in order too; so a thread that waits for room in its channel cannot block the others for ever.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::matrix::Matrix;
use super::monitor::Monitor;
use super::outcome::{Counters, Ended, Limits, Outcome};
use super::problem::OptionId;
use super::search::{Pause, Search, deadline_of};

/// Subtrees per thread: enough that the last ones end at nearly the same time. Pentominoes 6×10 are skewed (at
/// depth 3 one of 2,192 subtrees is 1.6 % of all work), so there must be many.
const SUBTREES_PER_THREAD: usize = 256;

/// However many threads there are.
const MOST_SUBTREES: usize = 1 << 16;

/// How many solutions travel together, and how many such chunks a subtree may be ahead of the reader.
const CHUNK: usize = 64;
const CHUNKS_AHEAD: usize = 4;

/// Subtrees are no longer told apart when there are this many times more than wanted.
const MORE_THAN_ENOUGH: usize = 4;

/// A part of the search tree.
#[derive(Clone, Debug)]
struct Subtree {
    /// The nodes chosen on the way to its root, its own last.
    path: Vec<u32>,
    /// What part of the whole tree it is, by Knuth's estimate.
    weight: f64,
    /// Whether it is no tree at all, but a solution that was found on the way.
    is_solution: bool,
}

/// Solutions of one subtree, one after the other.
#[derive(Debug, Default)]
struct Chunk {
    options: Vec<OptionId>,
    /// Where each solution ends in `options`.
    ends: Vec<usize>,
}

/// A search to be run on several threads.
#[derive(Debug)]
pub struct ParallelSearch<'m> {
    matrix: &'m Matrix,
    limits: Limits,
    pool: rayon::ThreadPool,
    monitor: &'m Monitor,
}

impl<'m> ParallelSearch<'m> {
    /// Prepares `threads` threads (0: one for each core) for a search of `matrix`.
    ///
    /// # Errors
    /// If the operating system does not give us so many threads.
    pub fn new(
        matrix: &'m Matrix,
        limits: Limits,
        threads: usize,
        monitor: &'m Monitor,
    ) -> Result<ParallelSearch<'m>, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok(ParallelSearch { matrix, limits, pool, monitor })
    }

    /// Counts the solutions.
    pub fn count(&self) -> Outcome {
        self.run(&mut |_| ControlFlow::Continue(()), false)
    }

    /// Calls `visit` for every solution, in the order of a search on one thread, until it breaks.
    pub fn for_each(&self, visit: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>) -> Outcome {
        self.run(visit, true)
    }

    fn run(&self, visit: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>, want_solutions: bool) -> Outcome {
        if let Some(item) = self.matrix.item_without_option() {
            let ended = Ended::ItemWithoutOption(item);
            return Outcome { solutions: 0, ended, counters: Counters::default() };
        }
        if self.limits.solutions == Some(0) {
            return Outcome { solutions: 0, ended: Ended::SolutionLimit, counters: Counters::default() };
        }
        let team = Team::new(self.limits, want_solutions);
        let wanted = (self.pool.current_num_threads() * SUBTREES_PER_THREAD).min(MOST_SUBTREES);
        let (subtrees, top, stopped) = split(self.matrix, wanted, &team, self.monitor);
        if let Some(ended) = stopped {
            return Outcome { solutions: 0, ended, counters: top };
        }
        // The solutions found on the way are counted when they are handed out.
        team.forget_solutions();
        self.monitor.begin_parts(&subtrees.iter().map(|subtree| subtree.weight).collect::<Vec<_>>());
        let (senders, receivers) = channels(if want_solutions { subtrees.len() } else { 0 });
        let job = Job {
            search: self,
            subtrees: &subtrees,
            senders,
            next: AtomicUsize::new(0),
            team,
            total: Mutex::new(Total { solutions: 0, counters: top, stopped: None }),
        };
        let mut delivered = 0;
        self.pool.in_place_scope(|scope| {
            for _ in 0..self.pool.current_num_threads() {
                scope.spawn(|_| job.work());
            }
            if want_solutions {
                delivered = self.deliver(receivers, visit, &job.team);
            }
        });
        let total = job.total.into_inner().unwrap_or_else(PoisonError::into_inner);
        let found = if want_solutions { delivered } else { total.solutions };
        match self.limits.solutions {
            Some(limit) if found >= limit => {
                Outcome { solutions: limit, ended: Ended::SolutionLimit, counters: total.counters }
            }
            _ => {
                let ended = total.stopped.unwrap_or(Ended::Complete);
                Outcome { solutions: found, ended, counters: total.counters }
            }
        }
    }

    /// Hands the solutions to `visit` in order, up to the limit; returns how many.
    fn deliver(
        &self,
        receivers: Vec<Receiver<Chunk>>,
        visit: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>,
        team: &Team,
    ) -> u64 {
        let limit = self.limits.solutions.unwrap_or(u64::MAX);
        let mut delivered = 0;
        for chunk in receivers.into_iter().flatten() {
            let mut start = 0;
            for end in chunk.ends {
                let stop = delivered == limit || {
                    delivered += 1;
                    visit(&chunk.options[start..end]).is_break() || delivered == limit
                };
                if stop {
                    // The receivers are dropped unread, so a thread that waits for room in its channel ends too.
                    team.cancel();
                    return delivered;
                }
                start = end;
            }
        }
        delivered
    }
}

/// The end of a channel that a thread takes when it begins the channel's subtree.
type Outlet = Mutex<Option<SyncSender<Chunk>>>;

fn channels(count: usize) -> (Vec<Outlet>, Vec<Receiver<Chunk>>) {
    let pairs = (0..count).map(|_| sync_channel(CHUNKS_AHEAD));
    pairs.map(|(sender, receiver)| (Mutex::new(Some(sender)), receiver)).unzip()
}

/// What the threads share.
struct Job<'a, 'm> {
    search: &'a ParallelSearch<'m>,
    subtrees: &'a [Subtree],
    /// One for each subtree when solutions are wanted, none when they are only counted.
    senders: Vec<Outlet>,
    next: AtomicUsize,
    team: Team,
    total: Mutex<Total>,
}

struct Total {
    solutions: u64,
    counters: Counters,
    /// The first reason to stop before the end.
    stopped: Option<Ended>,
}

impl Job<'_, '_> {
    /// What one thread does: takes subtrees until there are none, or somebody has a reason to stop.
    fn work(&self) {
        let mut matrix = self.search.matrix.clone();
        // Each subtree alone needs no more solutions than all together may have; the rest is the team's.
        let limits = Limits { solutions: self.search.limits.solutions, ..Limits::default() };
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(subtree) = self.subtrees.get(index) else { return };
            let sender = self.senders.get(index).and_then(|sender| lock(sender).take());
            let reason = match self.search.monitor.is_stopped() {
                true => Some(Ended::Interrupted),
                false => self.team.reason_to_stop(),
            };
            if let Some(reason) = reason {
                lock(&self.total).stopped.get_or_insert(reason);
                continue;
            }
            let outcome = if subtree.is_solution {
                self.team.add(0, 1);
                self.search.monitor.add(0, 1, subtree.weight);
                deliver_solution(&matrix, subtree, sender)
            } else {
                let search = matrix.search_subtree(&subtree.path, limits).on_team(&self.team);
                run_subtree(search.monitored(self.search.monitor).weighted(subtree.weight), sender)
            };
            let mut total = lock(&self.total);
            total.solutions += outcome.solutions;
            total.counters += outcome.counters;
            if !matches!(outcome.ended, Ended::Complete | Ended::SolutionLimit) {
                total.stopped.get_or_insert(outcome.ended);
            }
        }
    }
}

/// What searches on several threads share: the limits, and what has been used of them.
#[derive(Debug)]
pub(super) struct Team {
    nodes: AtomicU64,
    solutions: AtomicU64,
    node_limit: Option<u64>,
    solution_limit: Option<u64>,
    deadline: Option<Instant>,
    cancelled: AtomicBool,
}

impl Team {
    /// With `in_order`, the limit on solutions is not the team's: solutions are counted where they are handed
    /// out, for the first ones in order may be found last.
    fn new(limits: Limits, in_order: bool) -> Team {
        Team {
            nodes: AtomicU64::new(0),
            solutions: AtomicU64::new(0),
            node_limit: limits.nodes,
            solution_limit: limits.solutions.filter(|_| !in_order),
            deadline: deadline_of(limits.time),
            cancelled: AtomicBool::new(false),
        }
    }

    fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Forgets what has been used: the work begins anew.
    fn forget(&self) {
        self.nodes.store(0, Ordering::Relaxed);
        self.forget_solutions();
    }

    fn forget_solutions(&self) {
        self.solutions.store(0, Ordering::Relaxed);
    }

    pub(super) fn add(&self, nodes: u64, solutions: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.solutions.fetch_add(solutions, Ordering::Relaxed);
    }

    pub(super) fn reason_to_stop(&self) -> Option<Ended> {
        let reached =
            |limit: Option<u64>, used: &AtomicU64| limit.is_some_and(|l| used.load(Ordering::Relaxed) >= l);
        if self.cancelled.load(Ordering::Relaxed) {
            Some(Ended::Interrupted)
        } else if reached(self.solution_limit, &self.solutions) {
            Some(Ended::SolutionLimit)
        } else if reached(self.node_limit, &self.nodes) {
            Some(Ended::NodeLimit)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Ended::TimeLimit)
        } else {
            None
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sends a solution that was found when the tree was split.
fn deliver_solution(matrix: &Matrix, subtree: &Subtree, sender: Option<SyncSender<Chunk>>) -> Outcome {
    if let Some(sender) = sender {
        let options: Vec<OptionId> = subtree.path.iter().map(|&node| matrix.option_of(node)).collect();
        let ends = vec![options.len()];
        // The reader may have left: then nobody wants it.
        let _ = sender.send(Chunk { options, ends });
    }
    Outcome { solutions: 1, ended: Ended::Complete, counters: Counters::default() }
}

/// Searches one subtree and sends its solutions, if somebody wants them.
fn run_subtree(mut search: Search<'_>, sender: Option<SyncSender<Chunk>>) -> Outcome {
    let Some(sender) = sender else { return search.finish() };
    let mut chunk = Chunk::default();
    while let Some(solution) = search.next_solution() {
        chunk.options.extend_from_slice(solution);
        chunk.ends.push(chunk.options.len());
        if chunk.ends.len() == CHUNK && sender.send(std::mem::take(&mut chunk)).is_err() {
            return search.outcome();
        }
    }
    // The reader may have left: then nobody wants the rest.
    let _ = sender.send(chunk);
    search.outcome()
}

/// The subtrees below the top of the tree, in order, at least `wanted` if there are so many; and what finding them
/// cost, which is also what the top costs in a search on one thread. Or the reason why it was stopped.
///
/// The horizon moves one guess further until there are enough subtrees. Forced moves do not count, so a long chain of
/// them is walked once, and most of the search may be over before anything is split.
fn split(
    matrix: &Matrix,
    wanted: usize,
    team: &Team,
    monitor: &Monitor,
) -> (Vec<Subtree>, Counters, Option<Ended>) {
    let mut matrix = matrix.clone();
    for horizon in 0.. {
        let mut search = matrix.search(Limits::default()).on_team(team).monitored(monitor).up_to(horizon);
        let mut subtrees = Vec::new();
        let mut is_cut = false;
        loop {
            let pause = search.advance();
            if pause == Pause::End {
                break;
            }
            let (path, weight) = search.path();
            is_cut |= pause == Pause::Horizon;
            subtrees.push(Subtree { path, weight, is_solution: pause == Pause::Solution });
            if subtrees.len() >= MORE_THAN_ENOUGH * wanted {
                // What is left comes out in one piece for each option, as near to the root as may be.
                search.set_horizon(0);
            }
        }
        let Outcome { ended, counters, .. } = search.outcome();
        drop(search);
        let stopped = Some(ended).filter(|ended| !ended.is_complete());
        if stopped.is_some() || !is_cut || subtrees.len() >= wanted {
            return (subtrees, counters, stopped);
        }
        team.forget();
        monitor.forget();
    }
    unreachable!("a horizon beyond the deepest guess cuts nothing")
}
