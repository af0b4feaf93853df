//! The clock that times a solve: the processor's time-stamp counter where it is reliable, read through `quanta`.

use serde::{Deserialize, Serialize};

/// The precision of the clock, as measured on this machine.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ClockFigures {
    /// The smallest step that was observed, in nanoseconds.
    pub resolution_ns: f64,
    /// The time of two reads in a row, in nanoseconds; every measured time includes this overhead of the clock.
    pub overhead_ns: f64,
}

/// A calibrated monotonic clock that is cheap to read.
#[derive(Clone, Debug, Default)]
pub struct Clock(quanta::Clock);

impl Clock {
    /// Returns a calibrated clock. The first call in a process takes a few milliseconds to calibrate.
    pub fn new() -> Clock {
        Clock(quanta::Clock::new())
    }

    /// Reads the counter, in its own units.
    #[inline]
    pub fn read(&self) -> u64 {
        self.0.raw()
    }

    /// Returns the time between two reads in nanoseconds.
    #[inline]
    pub fn nanoseconds(&self, start: u64, end: u64) -> u64 {
        self.0.delta_as_nanos(start, end)
    }

    /// Measures the resolution and the overhead of the clock.
    pub fn figures(&self) -> ClockFigures {
        const READS: u64 = 20_000;
        let mut smallest = u64::MAX;
        let first = self.read();
        let mut last = first;
        for _ in 0..READS {
            let now = self.read();
            if now > last {
                smallest = smallest.min(now - last);
            }
            last = now;
        }
        // A step may be shorter than a nanosecond, so convert a million steps.
        const MANY: u64 = 1_000_000;
        let scale = self.nanoseconds(0, MANY) as f64 / MANY as f64;
        // The best of many short rounds: a preempted round says nothing about the clock.
        let round = || {
            let start = self.read();
            for _ in 0..100 {
                std::hint::black_box(self.read());
            }
            (self.read() - start) as f64 / 101.0 * scale
        };
        let overhead_ns = (0..100).map(|_| round()).fold(f64::INFINITY, f64::min);
        // No step shorter than a read can be seen, so a step of about that length says nothing about the resolution.
        // The counter's own unit, `scale`, is reported instead.
        let step = if smallest == u64::MAX { 0.0 } else { smallest as f64 * scale };
        ClockFigures { resolution_ns: if step < 2.0 * overhead_ns { scale } else { step }, overhead_ns }
    }
}
