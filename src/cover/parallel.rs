//! The same search on many threads.
//!
//! The top of the tree is expanded breadth first, in order, until there are many more subtrees than threads
//! ([`split`]); then each thread takes the next subtree, on its own copy of the matrix. Counts and counters are
//! sums, so they equal those of one thread to the digit (unless a limit stops the search). Solutions go through
//! one bounded channel a subtree and are drained in the order of the subtrees: the same solutions in the same
//! order as with one thread, in bounded memory. The subtree that is being drained is always one that a thread is
//! working on or has finished, since threads take them in order too; so a thread that waits for room in its channel
//! cannot block the others for ever.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::matrix::Matrix;
use super::monitor::Monitor;
use super::problem::OptionId;
use super::search::{Counters, Ended, Limits, Outcome, Search};

/// Subtrees per thread: enough that the last ones end at nearly the same time. Pentominoes 6×10 are skewed (at
/// depth 3 one of 2,192 subtrees is 1.6 % of all work), so there must be many.
const SUBTREES_PER_THREAD: usize = 256;

/// How many solutions travel together, and how many such chunks a subtree may be ahead of the reader.
const CHUNK: usize = 64;
const CHUNKS_AHEAD: usize = 4;

/// A part of the search tree.
#[derive(Clone, Debug)]
struct Subtree {
    /// The options chosen on the way to its root.
    prefix: Vec<OptionId>,
    /// What part of the whole tree it is, by Knuth's estimate.
    weight: f64,
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
        let (subtrees, top) = split(self.matrix, self.pool.current_num_threads() * SUBTREES_PER_THREAD);
        self.monitor.add(top.nodes, 0, 1.0 - subtrees.iter().map(|subtree| subtree.weight).sum::<f64>());
        let (senders, receivers) = channels(if want_solutions { subtrees.len() } else { 0 });
        let job = Job {
            search: self,
            subtrees: &subtrees,
            senders,
            next: AtomicUsize::new(0),
            team: Team::new(self.limits, want_solutions),
            total: Mutex::new(Total { solutions: 0, counters: top, stopped: None }),
        };
        job.team.add(top.nodes, 0);
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
            if let Some(reason) = self.team.reason_to_stop() {
                lock(&self.total).stopped.get_or_insert(reason);
                continue;
            }
            let search = matrix.search_after(&subtree.prefix, limits).on_team(&self.team);
            let search = search.monitored(self.search.monitor).weighted(subtree.weight);
            let outcome = run_subtree(search, sender);
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
            deadline: limits.time.map(|time| Instant::now() + time),
            cancelled: AtomicBool::new(false),
        }
    }

    fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
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

/// Expands the top of the tree, breadth first and in order, until there are at least `wanted` subtrees or
/// nothing is left to expand; also returns what the expansion itself cost in one search on one thread.
fn split(matrix: &Matrix, wanted: usize) -> (Vec<Subtree>, Counters) {
    let mut matrix = matrix.clone();
    let mut counters = Counters::default();
    let mut level = vec![Subtree { prefix: Vec::new(), weight: 1.0 }];
    while level.len() < wanted {
        let mut next = Vec::with_capacity(level.len() * 4);
        let mut expanded = false;
        for subtree in level {
            expanded |= matrix.expand(subtree, &mut next, &mut counters);
        }
        level = next;
        if !expanded {
            break;
        }
    }
    (level, counters)
}

impl Matrix {
    /// Replaces a subtree by its children, in order; a solution stays what it is. Returns whether it had children.
    fn expand(&mut self, subtree: Subtree, children: &mut Vec<Subtree>, counters: &mut Counters) -> bool {
        let prefix: Vec<u32> =
            subtree.prefix.iter().map(|&option| self.first_node(option).expect("it was chosen")).collect();
        for &node in &prefix {
            self.commit_option(node);
        }
        let expanded = match self.choose() {
            None => {
                children.push(subtree);
                false
            }
            Some(header) => {
                if self.is_coloured() {
                    self.expand_item::<true>(header, &subtree, children, counters);
                } else {
                    self.expand_item::<false>(header, &subtree, children, counters);
                }
                true
            }
        };
        for &node in prefix.iter().rev() {
            self.uncommit_option(node);
        }
        expanded
    }

    fn expand_item<const COLOURED: bool>(
        &mut self,
        header: u32,
        subtree: &Subtree,
        children: &mut Vec<Subtree>,
        counters: &mut Counters,
    ) {
        let degree = self.length_of_header(header);
        counters.nodes += 1;
        counters.guesses += u64::from(degree > 1);
        counters.updates += self.cover::<COLOURED>(header);
        let mut node = self.below(header);
        while node != header {
            counters.updates += self.commit_others::<COLOURED>(node);
            self.uncommit_others::<COLOURED>(node);
            let mut prefix = subtree.prefix.clone();
            prefix.push(self.option_of(node));
            children.push(Subtree { prefix, weight: subtree.weight / f64::from(degree) });
            node = self.below(node);
        }
        self.uncover::<COLOURED>(header);
    }
}
