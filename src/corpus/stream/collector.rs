//! Puts finished portions back into input order.
//!
//! Workers hand in their portions themselves, one at a time: a thread of its own for this would wake up for every
//! portion and push a worker off its core.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::Sender;

use super::portion::Portion;

pub(super) struct Collector<'a, R, E, T> {
    take: T,
    /// Set on a failure: all threads then stop.
    stop: &'a AtomicBool,
    /// Returns emptied portions to the feeder, several at a time.
    empty: Sender<Vec<Portion>>,
    free: Vec<Portion>,
    /// The total number of portions.
    portions: usize,
    /// Portions that finished before their turn, and the number of the portion whose turn it is.
    waiting: BTreeMap<u64, (Portion, Option<R>)>,
    next: u64,
    /// Whether a portion was given up or has failed, so that nothing after it is taken.
    is_cut: bool,
    /// The first failure.
    pub(super) outcome: Result<(), E>,
}

impl<'a, R, E, T: FnMut(&Portion, R) -> Result<(), E>> Collector<'a, R, E, T> {
    pub(super) fn new(take: T, stop: &'a AtomicBool, empty: Sender<Vec<Portion>>, portions: usize) -> Self {
        let mut collector = Collector {
            take,
            stop,
            empty,
            free: std::iter::repeat_with(Portion::default).take(portions).collect(),
            portions,
            waiting: BTreeMap::new(),
            next: 0,
            is_cut: false,
            outcome: Ok(()),
        };
        collector.send_free();
        collector
    }

    /// Takes a finished portion, and all portions that have waited for it.
    pub(super) fn hand_in(&mut self, portion: Portion, result: Result<Option<R>, E>) {
        let result = match result {
            Ok(result) => result,
            Err(error) => return self.fail(error),
        };
        self.waiting.insert(portion.number, (portion, result));
        while let Some((portion, result)) = self.waiting.remove(&self.next) {
            self.next += 1;
            match result {
                Some(result) if !self.is_cut => {
                    if let Err(error) = (self.take)(&portion, result) {
                        self.fail(error);
                    }
                }
                _ => self.cut(),
            }
            self.free.push(portion);
        }
        // Returns half of all portions at a time: waking the feeder for each would push a worker off its core each
        // time. The other half is in use, so no thread waits forever.
        if self.free.len() >= self.portions / 2 {
            self.send_free();
        }
    }

    /// Ends the run with this error, unless it has failed before.
    pub(super) fn fail(&mut self, error: E) {
        if self.outcome.is_ok() {
            self.outcome = Err(error);
        }
        self.cut();
    }

    fn cut(&mut self) {
        self.is_cut = true;
        self.stop.store(true, Ordering::Relaxed);
    }

    fn send_free(&mut self) {
        let free = std::mem::replace(&mut self.free, Vec::with_capacity(self.portions));
        // A feeder that has ended needs no more portions.
        let _ = self.empty.send(free);
    }
}
