//! Runs one search on several threads, with any engine.
//!
//! A scout walks the top of the tree down to a horizon, a depth in guesses, and moves the horizon until there are many
//! more subtrees beyond it than threads. Then each thread walks the same top on its own copy of the engine, as far as
//! needed to reach the subtrees that it claims; a thread always claims the first unclaimed subtree. Counts and counters
//! are sums, so they are identical to those of a single thread (unless a limit stops the search).
//!
//! Solutions go through one bounded channel per subtree and are drained in the order of the subtrees, so the output has
//! the same order as with one thread, in bounded memory. Threads also claim subtrees in order, so the subtree being
//! drained is always finished or in progress; a thread that waits for room in its channel therefore cannot block the
//! others forever.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::explore::{Explorer, Role, Terms, Turn, Visitor, outcome_without_search};
use super::monitor::Monitor;
use super::outcome::{Counters, Ended, Limits, Outcome};
use super::problem::OptionId;
use crate::shard::Shard;

/// Subtrees per thread: enough that all threads finish at nearly the same time, but no more, since the scout walks the
/// top alone. With 1,660 subtrees of pentominoes 6×10 instead of 288, two threads took 402 ms instead of 380.
const SUBTREES_PER_THREAD: usize = 32;

/// The limit on subtrees for any number of threads.
const MOST_SUBTREES: usize = 1 << 16;

/// Solutions per chunk, and the number of chunks that a subtree may be ahead of the reader.
const CHUNK: usize = 64;
const CHUNKS_AHEAD: usize = 4;

/// The top is no longer split once it has this many times the wanted number of subtrees. The rest then consists of
/// large pieces that leave threads idle at the end, so this limit should rarely apply.
const MORE_THAN_ENOUGH: usize = 16;

/// The extent of the top of a tree, identical for the scout and all threads.
#[derive(Clone, Copy, Debug, Default)]
struct Top {
    horizon: usize,
    /// From this many subtrees on, every further guess becomes a subtree.
    more_than_enough: usize,
}

impl Top {
    /// Whether a guess at this depth is the root of a subtree, given the number of subtrees seen so far.
    fn ends_at(self, depth: usize, seen: usize) -> bool {
        depth >= self.horizon || seen >= self.more_than_enough
    }
}

/// Solutions of one subtree.
type Chunk = Vec<Vec<OptionId>>;

/// The sending end of a subtree's channel; the thread that claims the subtree takes it.
type Outlet = Mutex<Option<SyncSender<Chunk>>>;

type Visit<'v> = &'v mut dyn FnMut(&[OptionId]) -> ControlFlow<()>;

/// A search that is divided among shards, and may have been interrupted. Its subtrees do not depend on the number of
/// threads.
pub struct Division<'d> {
    /// The part to search: every Nth subtree, because neighbors take similar times.
    pub shard: Shard,
    /// Whether a subtree was searched before; `None` for the top of the tree, which belongs to the first shard.
    pub is_done: &'d (dyn Fn(Option<usize>) -> bool + Sync),
    /// Is told when a subtree has been searched. If solutions are visited, all solutions of the subtree have been, and the
    /// subtrees come in order.
    pub done: &'d (dyn Fn(Subtree) + Sync),
}

impl std::fmt::Debug for Division<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Division").field("shard", &self.shard).finish_non_exhaustive()
    }
}

impl Division<'_> {
    /// The number of subtrees wanted: enough that shards take nearly the same time, and that an interruption costs little.
    fn wanted(&self) -> usize {
        (self.shard.count() as usize * 64).clamp(1024, MOST_SUBTREES)
    }

    fn owns(&self, subtree: usize) -> bool {
        subtree % self.shard.count() as usize == self.shard.index() as usize
    }
}

/// A subtree that has been searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subtree {
    /// Its place among all subtrees; `None` for the top of the tree.
    pub index: Option<usize>,
    /// The number of subtrees.
    pub of: usize,
    /// The number of solutions in it. In the top, it is 0 if solutions are visited: then each is a subtree.
    pub solutions: u64,
    /// What it cost.
    pub counters: Counters,
}

/// A search that runs on several threads.
#[derive(Debug)]
pub struct ParallelSearch<'m, E> {
    engine: &'m E,
    limits: Limits,
    pool: rayon::ThreadPool,
    monitor: &'m Monitor,
    division: Option<Division<'m>>,
}

impl<'m, E: Explorer> ParallelSearch<'m, E> {
    /// Prepares `threads` threads (0 means one per core) for a search with `engine`. No other search may use `monitor`.
    ///
    /// # Errors
    /// Returns an error if the operating system cannot start the threads.
    pub fn new(
        engine: &'m E,
        limits: Limits,
        threads: usize,
        monitor: &'m Monitor,
    ) -> io::Result<ParallelSearch<'m, E>> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(io::Error::other)?;
        Ok(ParallelSearch { engine, limits, pool, monitor, division: None })
    }

    /// Searches only a part of the tree. The outcome is that of the subtrees searched now.
    pub fn divided(self, division: Division<'m>) -> ParallelSearch<'m, E> {
        ParallelSearch { division: Some(division), ..self }
    }

    /// Counts the solutions.
    pub fn count(&self) -> Outcome {
        self.run(None)
    }

    /// Calls `visit` with every solution, in the order of a single-threaded search, until it breaks.
    pub fn for_each(&self, visit: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>) -> Outcome {
        self.run(Some(visit))
    }

    fn run(&self, visit: Option<Visit<'_>>) -> Outcome {
        if let Some(outcome) = outcome_without_search(self.engine, self.limits) {
            return outcome;
        }
        let mut limits = self.limits;
        if visit.is_some() {
            // The first solutions in order may be found last, so solutions are counted when they are delivered.
            limits.solutions = None;
        }
        let canceled = AtomicBool::new(false);
        let terms = Terms {
            is_counting: visit.is_none(),
            role: Role::Scout,
            ..Terms::new(limits).monitored(self.monitor).interrupted_by(&canceled)
        };
        let (scout, found_on_top) = self.scout(terms);
        if !found_on_top.ended.is_complete() {
            let counted = if terms.is_counting { found_on_top.solutions } else { 0 };
            return Outcome { solutions: counted, ..found_on_top };
        }
        self.monitor.begin_subtrees(scout.weight);
        let (mut outlets, receivers) = channels(if terms.is_counting { 0 } else { scout.subtrees });
        let mut todo = None;
        let mut on_top = found_on_top;
        if let Some(division) = &self.division {
            let is_left = |subtree: &usize| division.owns(*subtree) && !(division.is_done)(Some(*subtree));
            let left: Vec<usize> = (0..scout.subtrees).filter(is_left).collect();
            // Nobody sends solutions of other subtrees.
            for (index, outlet) in outlets.iter_mut().enumerate() {
                if left.binary_search(&index).is_err() {
                    *outlet = Mutex::new(None);
                }
            }
            todo = Some(left);
            if division.shard.index() == 0 && !(division.is_done)(None) {
                let solutions = if terms.is_counting { on_top.solutions } else { 0 };
                let Outcome { counters, .. } = on_top;
                (division.done)(Subtree { index: None, of: scout.subtrees, solutions, counters });
            } else {
                on_top = Outcome::default();
            }
        }
        let job = Job {
            terms: Terms { role: Role::Worker, ..terms },
            top: scout.top,
            opened: scout.opened,
            subtrees: scout.subtrees,
            outlets,
            todo,
            division: self.division.as_ref(),
            complete: Mutex::new(BTreeMap::new()),
            next: AtomicUsize::new(0),
            total: Mutex::new(on_top),
        };
        let delivered = self.pool.in_place_scope(|scope| {
            for _ in 0..self.pool.current_num_threads() {
                scope.spawn(|_| job.work(self.engine.clone()));
            }
            visit.map(|visit| self.deliver(receivers, visit, &canceled, &job))
        });
        let total = job.total.into_inner().unwrap_or_else(PoisonError::into_inner);
        let found = delivered.unwrap_or(total.solutions);
        match self.limits.solutions {
            Some(limit) if found >= limit => {
                Outcome { solutions: limit, ended: Ended::SolutionLimit, ..total }
            }
            _ => Outcome { solutions: found, ..total },
        }
    }

    /// Finds a horizon with enough subtrees beyond it. Returns what the scout saw last, and the cost of the top in a
    /// single-threaded search.
    ///
    /// The horizon moves one guess at a time until there are enough subtrees. Forced moves do not count toward the
    /// depth, so a long chain of them is walked once, and most of the search may be over before anything is split.
    fn scout(&self, terms: Terms<'_>) -> (Scout, Outcome) {
        let by_threads = (self.pool.current_num_threads() * SUBTREES_PER_THREAD).min(MOST_SUBTREES);
        let wanted = self.division.as_ref().map_or(by_threads, Division::wanted);
        let mut engine = self.engine.clone();
        for horizon in 0.. {
            self.monitor.forget();
            let top = Top { horizon, more_than_enough: MORE_THAN_ENOUGH * wanted };
            let mut scout = Scout { top, ..Scout::default() };
            let outcome = engine.explore(terms, &mut scout);
            if !outcome.ended.is_complete() || scout.weight == 0.0 || scout.subtrees >= wanted {
                return (scout, outcome);
            }
        }
        unreachable!("a horizon beyond the deepest guess leaves no subtrees")
    }

    /// Passes the solutions to `visit` in order, up to the limit, and returns how many.
    fn deliver(
        &self,
        receivers: Vec<Receiver<Chunk>>,
        visit: Visit<'_>,
        canceled: &AtomicBool,
        job: &Job<'_>,
    ) -> u64 {
        let limit = self.limits.solutions.unwrap_or(u64::MAX);
        let mut delivered = 0;
        for (index, receiver) in receivers.into_iter().enumerate() {
            for solution in receiver.into_iter().flatten() {
                delivered += 1;
                if visit(&solution).is_break() || delivered == limit {
                    // The receivers are dropped unread, which also ends threads that wait for room in their channels.
                    canceled.store(true, Ordering::Relaxed);
                    return delivered;
                }
            }
            if let (Some(division), Some(subtree)) = (&self.division, lock(&job.complete).remove(&index)) {
                (division.done)(subtree);
            }
        }
        delivered
    }
}

fn channels(count: usize) -> (Vec<Outlet>, Vec<Receiver<Chunk>>) {
    let pairs = (0..count).map(|_| sync_channel(CHUNKS_AHEAD));
    pairs.map(|(sender, receiver)| (Mutex::new(Some(sender)), receiver)).unzip()
}

/// A guess in the top of the tree: the number of subtrees below it, and of guesses including itself. A thread skips a
/// guess that has none of its subtrees below it.
#[derive(Debug)]
struct Opened {
    subtrees: usize,
    guesses: usize,
}

/// Walks the top of the tree without entering any subtree.
#[derive(Debug, Default)]
struct Scout {
    top: Top,
    /// The guesses of the top, in the order in which they are reached.
    opened: Vec<Opened>,
    /// Indices of the open guesses, whose entries still hold the counts from before them.
    open: Vec<usize>,
    /// The number of subtrees; if solutions are wanted, each solution found in the top counts as one.
    subtrees: usize,
    /// The share of the tree beyond the horizon.
    weight: f64,
}

impl Visitor for Scout {
    fn solution(&mut self, _: &[OptionId]) -> ControlFlow<()> {
        self.subtrees += 1;
        ControlFlow::Continue(())
    }

    fn guess(&mut self, depth: usize, weight: f64) -> Turn {
        if !self.top.ends_at(depth, self.subtrees) {
            if self.open.len() == depth {
                self.open.push(self.opened.len());
                self.opened.push(Opened { subtrees: self.subtrees, guesses: self.opened.len() });
            }
            return Turn::Open;
        }
        self.subtrees += 1;
        self.weight += weight;
        Turn::Skip
    }

    fn guess_done(&mut self) {
        let guesses = self.opened.len();
        if let Some(done) = self.open.pop() {
            let Opened { subtrees: before, guesses: first } = self.opened[done];
            self.opened[done] = Opened { subtrees: self.subtrees - before, guesses: guesses - first };
        }
    }
}

/// The state shared by the threads.
struct Job<'a> {
    terms: Terms<'a>,
    top: Top,
    opened: Vec<Opened>,
    subtrees: usize,
    /// One for each subtree if solutions are wanted; empty if they are only counted.
    outlets: Vec<Outlet>,
    /// The subtrees to search, in order, if not all.
    todo: Option<Vec<usize>>,
    division: Option<&'a Division<'a>>,
    /// Subtrees that were searched to their end, but whose solutions may not have been visited.
    complete: Mutex<BTreeMap<usize, Subtree>>,
    /// The first unclaimed subtree, or its place in `todo`.
    next: AtomicUsize,
    /// The totals so far, and the first reason to stop early.
    total: Mutex<Outcome>,
}

impl Job<'_> {
    /// The work of one thread: searches subtrees until none are left or there is a reason to stop.
    fn work(&self, mut engine: impl Explorer) {
        let mut worker =
            Worker { job: self, claimed: 0, seen: 0, met: 0, open: 0, outlet: None, chunk: Chunk::new() };
        worker.claim();
        let outcome = engine.explore(self.terms, &mut worker);
        if outcome.ended == Ended::Complete {
            return;
        }
        let mut total = lock(&self.total);
        if total.ended == Ended::Complete {
            total.ended = outcome.ended;
        }
        drop(total);
        // The remaining subtrees will not be searched, so the reader must not wait for their solutions.
        while worker.claimed < self.subtrees {
            worker.claim();
        }
    }
}

/// Walks the top of the tree and enters the subtrees that it has claimed.
struct Worker<'j> {
    job: &'j Job<'j>,
    /// The subtree to enter next, or the one being searched; the number of subtrees if there are no more.
    claimed: usize,
    /// The number of subtrees seen, including solutions in the top.
    seen: usize,
    /// The number of guesses of the top that were reached or skipped, and of those that are open.
    met: usize,
    open: usize,
    /// The channel for the solutions of the claimed subtree, if they are wanted.
    outlet: Option<SyncSender<Chunk>>,
    chunk: Chunk,
}

impl Worker<'_> {
    fn claim(&mut self) {
        let next = self.job.next.fetch_add(1, Ordering::Relaxed);
        let next = self.job.todo.as_ref().map_or(next, |todo| todo.get(next).copied().unwrap_or(usize::MAX));
        self.claimed = next.min(self.job.subtrees);
        self.outlet = self.job.outlets.get(self.claimed).and_then(|outlet| lock(outlet).take());
    }

    /// Notes that the claimed subtree was searched to its end.
    fn complete(&self, solutions: u64, counters: Counters) {
        let Some(division) = self.job.division else { return };
        let subtree = Subtree { index: Some(self.claimed), of: self.job.subtrees, solutions, counters };
        if self.job.terms.is_counting {
            (division.done)(subtree);
        } else {
            lock(&self.job.complete).insert(self.claimed, subtree);
        }
    }

    /// Whether the search is in the claimed subtree, which is then the last one seen.
    fn is_inside(&self) -> bool {
        self.seen == self.claimed + 1
    }

    /// Sends the chunk; breaks if the reader is gone.
    fn send(&mut self) -> ControlFlow<()> {
        let chunk = std::mem::take(&mut self.chunk);
        match self.outlet.as_ref().map(|outlet| outlet.send(chunk)) {
            Some(Err(_)) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

impl Visitor for Worker<'_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        // A solution in the top counts as a subtree, which the scout has already counted.
        let is_in_top = !self.is_inside();
        self.seen += usize::from(is_in_top);
        if !self.is_inside() {
            return ControlFlow::Continue(());
        }
        self.chunk.push(options.to_vec());
        if self.chunk.len() == CHUNK || is_in_top {
            self.send()?;
        }
        if is_in_top {
            self.complete(1, Counters::default());
            self.claim();
        }
        ControlFlow::Continue(())
    }

    fn guess(&mut self, depth: usize, _: f64) -> Turn {
        if self.claimed >= self.job.subtrees {
            return Turn::Stop;
        }
        if self.job.top.ends_at(depth, self.seen) {
            self.seen += 1;
            return if self.is_inside() { Turn::Enter } else { Turn::Skip };
        }
        if self.open > depth {
            // This guess was already opened.
            return Turn::Open;
        }
        let Opened { subtrees, guesses } = self.job.opened[self.met];
        if self.claimed >= self.seen + subtrees {
            self.seen += subtrees;
            self.met += guesses;
            return Turn::Skip;
        }
        self.met += 1;
        self.open += 1;
        Turn::Open
    }

    fn guess_done(&mut self) {
        self.open -= 1;
    }

    fn subtree_done(&mut self, solutions: u64, counters: Counters, is_complete: bool) {
        // An error means that the reader is gone and needs no more solutions.
        let _ = self.send();
        let mut total = lock(&self.job.total);
        total.solutions += solutions;
        total.counters += counters;
        drop(total);
        if is_complete {
            self.complete(solutions, counters);
        }
        self.claim();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
