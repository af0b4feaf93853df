//! The same search on many threads, with any engine.
//!
//! A scout walks the top of the tree up to a horizon, and moves the horizon until there are many more subtrees beyond it
//! than threads. Then each thread walks the same top on its own copy of the engine, and enters those subtrees that it has
//! claimed: always the first unclaimed one. Counts and counters are sums, so they equal those of one thread to the
//! digit (unless a limit stops the search).
//!
//! Solutions go through one bounded channel a subtree and are drained in the order of the subtrees: the same solutions in
//! the same order as with one thread, in bounded memory. The subtree that is being drained is always one that a thread is
//! working on or has finished, since threads claim them in order too; so a thread that waits for room in its channel cannot
//! block the others forever.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};

use super::explore::{Explorer, Terms, Turn, Visitor, outcome_without_search};
use super::monitor::Monitor;
use super::outcome::{Counters, Ended, Limits, Outcome};
use super::problem::OptionId;
use super::team::Team;

/// Subtrees per thread: enough that the last ones end at nearly the same time. Pentominoes 6×10 are skewed (at
/// depth 3 one of 2,192 subtrees is 1.6 % of all work), so there must be many.
const SUBTREES_PER_THREAD: usize = 256;

/// However many threads there are.
const MOST_SUBTREES: usize = 1 << 16;

/// How many solutions travel together, and how many such chunks a subtree may be ahead of the reader.
const CHUNK: usize = 64;
const CHUNKS_AHEAD: usize = 4;

/// Subtrees are no longer told apart when there are this many times more than wanted. What is left then comes out in large
/// pieces, for which the threads wait in the end: so this is to happen seldom.
const MORE_THAN_ENOUGH: usize = 16;

/// What the top of a tree is: the same for the scout and for all threads.
#[derive(Clone, Copy, Debug)]
struct Top {
    horizon: usize,
    /// From this many subtrees on, what is left comes in one piece per option, as near to the root as possible.
    more_than_enough: usize,
}

impl Top {
    /// The horizon after `subtrees` subtrees.
    fn horizon_after(self, subtrees: usize) -> usize {
        if subtrees >= self.more_than_enough { 0 } else { self.horizon }
    }
}

/// Solutions of one subtree, one after the other.
#[derive(Debug, Default)]
struct Chunk {
    options: Vec<OptionId>,
    /// Where each solution ends in `options`.
    ends: Vec<usize>,
}

impl Chunk {
    fn push(&mut self, solution: &[OptionId]) {
        self.options.extend_from_slice(solution);
        self.ends.push(self.options.len());
    }
}

/// A search to be run on several threads.
#[derive(Debug)]
pub struct ParallelSearch<'m, E> {
    engine: &'m E,
    limits: Limits,
    pool: rayon::ThreadPool,
    monitor: &'m Monitor,
}

impl<'m, E: Explorer> ParallelSearch<'m, E> {
    /// Prepares `threads` threads (0: one for each core) for a search with `engine`.
    ///
    /// # Errors
    /// If the operating system refuses to start the threads.
    pub fn new(
        engine: &'m E,
        limits: Limits,
        threads: usize,
        monitor: &'m Monitor,
    ) -> Result<ParallelSearch<'m, E>, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok(ParallelSearch { engine, limits, pool, monitor })
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
        if let Some(outcome) = outcome_without_search(self.engine, self.limits) {
            return outcome;
        }
        let team = Team::new(self.limits, want_solutions);
        let (top, scout, found_on_top) = self.scout(&team, want_solutions);
        if !found_on_top.ended.is_complete() {
            return Outcome { solutions: 0, ..found_on_top };
        }
        self.monitor.begin_subtrees(scout.weight);
        let (outlets, receivers) = channels(if want_solutions { scout.subtrees } else { 0 });
        let job = Job {
            search: self,
            top,
            subtrees: scout.subtrees,
            outlets,
            next: AtomicUsize::new(0),
            team,
            total: Mutex::new(found_on_top),
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
                Outcome { solutions: limit, ended: Ended::SolutionLimit, ..total }
            }
            _ => Outcome { solutions: found, ..total },
        }
    }

    /// Finds a horizon with enough subtrees beyond it: the top of the tree, what the scout saw last, and what the top costs
    /// in a search on one thread.
    ///
    /// The horizon moves one guess further until there are enough subtrees. Forced moves do not count, so a long chain of
    /// them is walked once, and most of the search may be over before anything is split.
    fn scout(&self, team: &Team, want_solutions: bool) -> (Top, Scout, Outcome) {
        let wanted = (self.pool.current_num_threads() * SUBTREES_PER_THREAD).min(MOST_SUBTREES);
        let mut engine = self.engine.clone();
        for horizon in 0.. {
            let top = Top { horizon, more_than_enough: MORE_THAN_ENOUGH * wanted };
            let mut scout = Scout { top, subtrees: 0, weight: 0.0, is_cut: false };
            let outcome = engine.explore(self.terms(want_solutions, team), &mut scout);
            if !outcome.ended.is_complete() || !scout.is_cut || scout.subtrees >= wanted {
                return (top, scout, outcome);
            }
            team.forget();
            self.monitor.forget();
        }
        unreachable!("a horizon beyond the deepest guess cuts nothing")
    }

    fn terms<'t>(&'t self, want_solutions: bool, team: &'t Team) -> Terms<'t> {
        let terms = Terms::new(Limits::default()).monitored(self.monitor).on_team(team);
        if want_solutions { terms } else { terms.counting() }
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

/// Walks the top of the tree and enters nothing.
#[derive(Debug)]
struct Scout {
    top: Top,
    /// How many subtrees there are; if solutions are wanted, those found on the way count too.
    subtrees: usize,
    /// What part of the tree lies beyond the horizon.
    weight: f64,
    /// Whether anything does.
    is_cut: bool,
}

impl Visitor for Scout {
    fn solution(&mut self, _: &[OptionId]) -> ControlFlow<()> {
        self.subtrees += 1;
        ControlFlow::Continue(())
    }

    fn horizon(&self) -> usize {
        self.top.horizon_after(self.subtrees)
    }

    fn subtree(&mut self, weight: f64) -> Turn {
        self.skips(1, weight);
        Turn::Skip
    }

    fn skips(&mut self, subtrees: u32, weight: f64) -> bool {
        self.subtrees += subtrees as usize;
        self.weight += f64::from(subtrees) * weight;
        self.is_cut = true;
        true
    }
}

/// What the threads share.
struct Job<'a, 'm, E> {
    search: &'a ParallelSearch<'m, E>,
    top: Top,
    subtrees: usize,
    /// One for each subtree when solutions are wanted, none when they are only counted.
    outlets: Vec<Outlet>,
    /// The first unclaimed subtree.
    next: AtomicUsize,
    team: Team,
    /// What was found so far, and the first reason to stop before the end.
    total: Mutex<Outcome>,
}

impl<E: Explorer> Job<'_, '_, E> {
    /// What one thread does: enters subtrees until there are none left or there is a reason to stop.
    fn work(&self) {
        let want_solutions = !self.outlets.is_empty();
        let mut worker = Worker { job: self, claimed: 0, seen: 0, outlet: None, chunk: Chunk::default() };
        worker.claim();
        let mut engine = self.search.engine.clone();
        let outcome = engine.explore(self.search.terms(want_solutions, &self.team).muted(), &mut worker);
        if worker.claimed >= self.subtrees {
            return;
        }
        self.stop(outcome.ended);
        // The rest will not be searched: the reader must not wait for their solutions.
        while worker.claimed < self.subtrees {
            worker.claim();
        }
    }

    /// Notes why the search stops before the end, if that is not known yet.
    fn stop(&self, reason: Ended) {
        let mut total = lock(&self.total);
        if total.ended == Ended::Complete {
            total.ended = reason;
        }
    }

    fn reason_to_stop(&self) -> Option<Ended> {
        match self.search.monitor.is_stopped() {
            true => Some(Ended::Interrupted),
            false => self.team.reason_to_stop(),
        }
    }
}

/// Walks the top of the tree and enters the subtrees that are its own.
struct Worker<'j, 'a, 'm, E> {
    job: &'j Job<'a, 'm, E>,
    /// The subtree to be entered next, or the one that the search is in; the number of subtrees if there are no more.
    claimed: usize,
    /// How many subtrees, or solutions on the way, have been met.
    seen: usize,
    /// Where the solutions of the claimed subtree go, if they are wanted.
    outlet: Option<SyncSender<Chunk>>,
    chunk: Chunk,
}

impl<E: Explorer> Worker<'_, '_, '_, E> {
    fn claim(&mut self) {
        self.claimed = self.job.next.fetch_add(1, Ordering::Relaxed).min(self.job.subtrees);
        self.outlet = self.job.outlets.get(self.claimed).and_then(|outlet| lock(outlet).take());
    }

    /// Whether the search is in the claimed subtree: the last one seen.
    fn is_inside(&self) -> bool {
        self.seen == self.claimed + 1
    }

    /// Sends the chunk; breaks if the reader has left.
    fn send(&mut self) -> ControlFlow<()> {
        let chunk = std::mem::take(&mut self.chunk);
        match self.outlet.as_ref().map(|outlet| outlet.send(chunk)) {
            Some(Err(_)) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

impl<E: Explorer> Visitor for Worker<'_, '_, '_, E> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        if !self.is_inside() {
            self.seen += 1;
            if !self.is_inside() {
                return ControlFlow::Continue(());
            }
            // A solution on the way is a subtree of its own; the scout has counted it.
            self.chunk.push(options);
            let sent = self.send();
            self.claim();
            return sent;
        }
        self.chunk.push(options);
        if self.chunk.ends.len() == CHUNK { self.send() } else { ControlFlow::Continue(()) }
    }

    fn horizon(&self) -> usize {
        self.job.top.horizon_after(self.seen)
    }

    fn subtree(&mut self, _: f64) -> Turn {
        self.seen += 1;
        if self.claimed >= self.job.subtrees {
            return Turn::Stop;
        }
        if !self.is_inside() {
            return Turn::Skip;
        }
        if let Some(reason) = self.job.reason_to_stop() {
            self.job.stop(reason);
            return Turn::Stop;
        }
        Turn::Enter
    }

    fn skips(&mut self, subtrees: u32, _: f64) -> bool {
        let after = self.seen + subtrees as usize;
        let is_skipped = self.claimed >= after && self.claimed < self.job.subtrees;
        if is_skipped {
            self.seen = after;
        }
        is_skipped
    }

    fn subtree_done(&mut self, solutions: u64, counters: Counters) {
        // The reader may have left: then the rest is not wanted.
        let _ = self.send();
        let mut total = lock(&self.job.total);
        total.solutions += solutions;
        total.counters += counters;
        drop(total);
        self.claim();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
