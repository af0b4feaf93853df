//! Measures engines over corpora.
//!
//! [`run`] streams puzzles from [sources](crate::corpus::Source): a reader thread fills batches of bounded size,
//! workers solve them, each with its own engines and its own histograms, and finished batches are put back into the order
//! of the input. The only product is a [`Run`](crate::record::Run). An [`Observer`] hears of bad lines and single times on
//! the way.
//!
//! Only the solve is timed, between two reads of a [`Clock`]; reading, verifying and recording are outside.

mod clock;
mod collector;
pub mod environment;
mod error;
mod feeder;
mod job;
mod layout;
mod measured;
mod measurement;
mod observer;
mod paired;
mod parcel;
mod passes;
pub mod published;
mod recorder;
mod rows;
mod run;
mod runner;
mod sampling;
mod threads;
mod warnings;
mod worker;

pub use clock::Clock;
pub use error::RunError;
pub use job::{EngineBuilder, Job, Provenance};
pub use observer::{Observer, Progress};
pub use run::run;
pub use warnings::Warning;
