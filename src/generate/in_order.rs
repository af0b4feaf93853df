//! Runs work on several threads and takes the results in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

/// The interval at which `take` is called while there is nothing to take.
const PATIENCE: Duration = Duration::from_millis(100);

/// Works on the numbers 0, 1, 2, …, each thread with its own worker. `take` receives the results on the calling thread,
/// in the order of the numbers, until it breaks; while the next result is pending, it is called with `None`. At the
/// end, `stop` is set; work in progress should check it and end early. If the system cannot start some of the threads,
/// the others do the work, or the calling thread if there are none.
pub(super) fn in_order<T: Send, W: FnMut(u64) -> T, B>(
    threads: usize,
    stop: &AtomicBool,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(Option<T>) -> ControlFlow<B>,
) -> B {
    let next = AtomicU64::new(0);
    let ended = thread::scope(|scope| {
        let (sender, results) = channel();
        let work = || {
            let (sender, worker, next) = (sender.clone(), &worker, &next);
            thread::Builder::new().spawn_scoped(scope, move || {
                let mut work = worker();
                let mut numbered = || {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    (number, work(number))
                };
                // Sending fails once the receiver is gone.
                while sender.send(numbered()).is_ok() {}
            })
        };
        let workers: Vec<ScopedJoinHandle<'_, ()>> = (0..threads).map_while(|_| work().ok()).collect();
        if workers.is_empty() {
            return (0..).map(worker()).find_map(|result| take(Some(result)).break_value());
        }
        let (mut waiting, mut wanted) = (BTreeMap::new(), 0);
        // A worker only finishes in this loop if it panics, which the scope propagates.
        let mut ended = None;
        while ended.is_none() && !workers.iter().any(ScopedJoinHandle::is_finished) {
            match results.recv_timeout(PATIENCE) {
                Ok((number, result)) => _ = waiting.insert(number, result),
                Err(_) => ended = take(None).break_value(),
            }
            while ended.is_none()
                && let Some(result) = waiting.remove(&wanted)
            {
                wanted += 1;
                ended = take(Some(result)).break_value();
            }
        }
        stop.store(true, Ordering::Relaxed);
        ended
    });
    ended.expect("the panic of a worker was propagated")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_whichever_finishes_first() {
        let stop = AtomicBool::new(false);
        let worker = || {
            |number: u64| {
                thread::sleep(Duration::from_micros((number * 7) % 5 * 300));
                number * number
            }
        };
        // 0 threads behave as if none could be started.
        for threads in [4, 0] {
            let mut taken = Vec::new();
            let ended = in_order(threads, &stop, worker, |result| {
                taken.extend(result);
                if taken.len() == 50 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
            });
            assert_eq!(ended, "enough");
            assert_eq!(taken, (0..50).map(|number| number * number).collect::<Vec<u64>>());
        }
        assert!(stop.load(Ordering::Relaxed));
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_of_one_worker_ends_the_work() {
        let stop = AtomicBool::new(false);
        let worker = || |number: u64| assert!(number != 7, "broken");
        in_order(4, &stop, worker, |_: Option<()>| ControlFlow::<()>::Continue(()));
    }
}
