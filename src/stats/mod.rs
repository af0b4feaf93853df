//! How sure one can be of a figure: intervals by the bootstrap, noise floors, verdicts.
//!
//! Two things make a ratio of times uncertain. The puzzles are a sample: on others of their kind it would be a little
//! different. That is what resampling the puzzles, in pairs, tells ([`bootstrap`]). And the machine is never quiet: two
//! runs of the same program differ, and all puzzles of a run together, so that no number of puzzles tells how much. The
//! halves of a run, the same engine against itself, tell it: [`Deviations`]. An interval holds both: in each resample
//! the ratio is moved by the deviation of a random half of either run.
//!
//! A run is taken to be as uncertain as a half of it. That is cautious on purpose: what disturbs a machine lasts, and
//! the halves are not independent measurements.
//!
//! A [`Verdict`] is on the interval and the noise together; where it is inconclusive, a [`Remedy`] says what would settle it.
//!
//! All of it is seeded: the same data give the same interval.

pub mod bootstrap;
mod deviations;
mod figures;
mod remedy;
mod verdict;

pub use deviations::Deviations;
pub use figures::{Estimate, Figures, QUANTILES, rank};
pub use remedy::Remedy;
pub use verdict::{FAR, LEAST_FLOOR, SAME_WITHIN, Verdict};
