//! The uncertainty of measurements: bootstrap intervals, noise floors, verdicts.
//!
//! Two things make a ratio of times uncertain. First, the puzzles are a sample: other puzzles of the same kind would
//! give a slightly different ratio. Resampling the puzzles in pairs measures this ([`bootstrap`]). Second, the machine
//! is never quiet: two runs of the same program differ, and because the difference affects all puzzles of a run
//! together, adding puzzles does not reveal it. The halves of a run, which compare an engine with itself, do:
//! [`Deviations`]. An interval covers both: each resample shifts the ratio by the deviation of a random half of each
//! run.
//!
//! A whole run is taken to be as uncertain as half of it. This is deliberately cautious: disturbances last, so the
//! halves are not independent measurements.
//!
//! A [`Verdict`] follows from the interval and the noise together. If it is inconclusive, a [`Remedy`] says what would
//! settle it.
//!
//! Everything is seeded: the same data give the same interval.

pub mod bootstrap;
mod deviations;
mod figures;
mod remedy;
mod verdict;

pub use deviations::Deviations;
pub use figures::{Estimate, Figures, QUANTILES, rank};
pub use remedy::Remedy;
pub use verdict::{FAR, LEAST_FLOOR, SAME_WITHIN, Verdict};
