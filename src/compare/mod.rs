//! Compares two runs: ratios with intervals, exact changes of counters, and verdicts.
//!
//! Runs are compared engine by engine and class by class. Verdicts are based on mean times; percentiles are shown beside
//! them. [`stats`](crate::stats) describes the intervals and when a change counts.
//!
//! An engine that is in both runs is compared with itself; warnings name the others. If no engine is in both, the
//! comparison is refused, but if it is forced and each run has a single engine, these two are compared.

mod comparable;
mod comparison;
mod timed_run;

pub use comparable::option_refusals;
pub(crate) use comparison::Side;
pub use comparison::{CompareError, Comparison, ComparisonRow, Counter};
pub use timed_run::{PuzzleTimes, TimedRun};
