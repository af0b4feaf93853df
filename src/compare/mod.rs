//! Two runs against each other: ratios with intervals, exact changes of counters, verdicts.
//!
//! Runs are compared engine by engine and class by class. A run is judged by its mean times; percentiles are shown
//! beside them. What makes an interval, and when a change counts, is told in [`stats`](crate::stats).
//!
//! Engines that are in both runs are compared with themselves, and the others are named. If no engine is in both, the
//! runs are refused; by force, an engine is compared with another if each run has only one.

mod comparable;
mod comparison;
mod timed_run;

pub use comparable::option_refusals;
pub(crate) use comparison::Side;
pub use comparison::{CompareError, Comparison, ComparisonRow, Counter};
pub use timed_run::{PuzzleTimes, TimedRun};
