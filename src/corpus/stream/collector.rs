//! Puts finished portions back into the order of the input.
//!
//! Workers hand in their portions themselves, one at a time: a thread of its own for this would wake up for every
//! portion and push a worker off its core.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::Sender;

use super::portion::Portion;

pub(super) struct Collector<'a, R, E, T> {
    take: T,
    /// Set when something went wrong: all threads are to stop.
    stop: &'a AtomicBool,
    /// Leads back to the reader, with the portions to be sent there together.
    empty: Sender<Vec<Portion>>,
    free: Vec<Portion>,
    /// How many portions there are in all.
    portions: usize,
    /// Portions that came before their turn, and whose turn it is.
    waiting: BTreeMap<u64, (Portion, Option<R>)>,
    next: u64,
    /// Whether a portion was given up or has failed, so that nothing behind it is taken.
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

    /// Takes a finished portion, and all that have waited for it.
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
        // Half of all portions at a time: waking the reader for each would push a worker off its core each time. The
        // other half is on its way, so no thread waits forever.
        if self.free.len() >= self.portions / 2 {
            self.send_free();
        }
    }

    /// Ends the run, unless it has failed before.
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
        // If the reader has ended, it needs no more.
        let _ = self.empty.send(free);
    }
}
