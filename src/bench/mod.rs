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
mod checkpoints;
mod cut;
mod error;
mod estimate;
mod externals;
mod job;
mod layout;
mod merge;
mod measured;
mod measurement;
mod observer;
mod paired;
mod passes;
mod pieces;
pub mod published;
mod receipts;
mod recorder;
mod rows;
mod run;
mod runner;
mod shards;
mod stored;
mod survey;
mod threads;
mod warnings;
mod worker;

pub use checkpoints::State;
pub use error::RunError;
pub use estimate::{EngineTime, Estimate, estimate};
pub use job::{EngineBuilder, Job, MOST_ENGINES, Provenance};
pub use merge::{RowsOf, Shards};
pub use observer::{Observer, Progress};
pub use pieces::MergeError;
pub use recorder::MOST_HARDEST;
pub use run::{run, run_from};
pub use shards::{SHARD_FILE, ShardError, ShardState};
pub use warnings::Warning;
