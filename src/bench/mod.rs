//! Measures engines over corpora.
//!
//! [`run`] streams puzzles from [sources](crate::corpus::Source) through a [`stream`](crate::corpus::stream): workers
//! solve them in batches, each with its own engines and histograms. The only product is a
//! [`Run`](crate::record::Run). An [`Observer`] is told about bad lines and individual times during the run.
//!
//! Only the solve is timed, between two reads of a [`Clock`](crate::clock::Clock); reading, verifying and recording are
//! not.

pub mod environment;
mod batches;
mod error;
mod estimate;
mod externals;
mod job;
mod layout;
mod measurement;
mod observer;
mod paired;
mod passes;
pub mod published;
mod receipts;
mod recorder;
mod rows;
mod run;
mod runner;
mod survey;
mod threads;
mod warnings;
mod worker;

pub use error::RunError;
pub use estimate::{EngineTime, Estimate, estimate};
pub use job::{EngineBuilder, Job, MOST_ENGINES, Provenance};
pub use observer::{Observer, Progress};
pub use recorder::MOST_HARDEST;
pub use run::run;
pub use warnings::Warning;
