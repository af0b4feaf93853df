//! Work that runs on all threads and is taken in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often a wait for work looks whether it is still wanted.
const PATIENCE: Duration = Duration::from_millis(100);

/// Work on the numbers 0, 1, 2, …, each thread with a worker of its own. Whatever its time, the result of a number is handed
/// to `take` behind those of all smaller ones, on the calling thread, until `take` breaks. `take` is also called, with
/// nothing, while it waits. In the end `stop` is set, and work that looks at it should not go on.
pub(super) fn in_order<T, W, B>(
    pool: &rayon::ThreadPool,
    stop: &AtomicBool,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(Option<T>) -> ControlFlow<B>,
) -> B
where
    T: Send,
    W: FnMut(u64) -> T,
{
    let next = AtomicU64::new(0);
    let ended = pool.in_place_scope(|scope| {
        let (sender, results) = channel();
        for _ in 0..pool.current_num_threads() {
            let (sender, worker, next) = (sender.clone(), &worker, &next);
            scope.spawn(move |_| {
                let _stops_all = StopsOnPanic(stop);
                let mut work = worker();
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if sender.send((number, work(number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut wanted) = (BTreeMap::new(), 0);
        let ended = loop {
            match results.recv_timeout(PATIENCE) {
                Ok((number, result)) => waiting.insert(number, result),
                Err(RecvTimeoutError::Timeout) => match take(None) {
                    ControlFlow::Continue(()) => continue,
                    ControlFlow::Break(ended) => break Some(ended),
                },
                // Somebody panicked, and so does the scope in a moment.
                Err(RecvTimeoutError::Disconnected) => break None,
            };
            let mut broken = None;
            while let (None, Some(result)) = (&broken, waiting.remove(&wanted)) {
                wanted += 1;
                broken = take(Some(result)).break_value();
            }
            if broken.is_some() {
                break broken;
            }
        };
        stop.store(true, Ordering::Relaxed);
        ended
    });
    ended.expect("workers only end when they are told to")
}

struct StopsOnPanic<'s>(&'s AtomicBool);

impl Drop for StopsOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool() -> rayon::ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap()
    }

    #[test]
    fn results_come_in_order_whoever_is_first() {
        let stop = AtomicBool::new(false);
        let worker = || {
            |number: u64| {
                thread::sleep(Duration::from_micros((number * 7) % 5 * 300));
                number * number
            }
        };
        let mut taken = Vec::new();
        let ended = in_order(&pool(), &stop, worker, |result| {
            taken.extend(result);
            if taken.len() == 50 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
        });
        assert_eq!(ended, "enough");
        assert_eq!(taken, (0..50).map(|number| number * number).collect::<Vec<u64>>());
        assert!(stop.load(Ordering::Relaxed));
    }

    #[test]
    #[should_panic(expected = "broken")]
    fn a_panic_of_one_worker_ends_the_work() {
        let stop = AtomicBool::new(false);
        let worker = || |number: u64| assert!(number != 7, "broken");
        in_order(&pool(), &stop, worker, |_: Option<()>| ControlFlow::<()>::Continue(()));
    }
}
