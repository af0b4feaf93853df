//! Running engines over corpora and measuring them.
//!
//! [`run`] streams puzzles from [sources](crate::corpus::Source): a reader thread fills batches of bounded size,
//! workers on rayon's threads solve them, each with its own engines and its own [`Recorder`], and finished
//! batches are put back into the order of the input. What was measured becomes a [`Run`], which
//! holds everything that reports need, and which a [`RecordWriter`](record::RecordWriter) puts on disk.
//!
//! Only the solve is timed, between two reads of a [`Clock`]; reading, verifying and recording are outside.

mod clock;
mod collector;
pub mod environment;
mod feeder;
mod job;
mod layout;
mod paired;
mod parcel;
mod passes;
mod puzzle_row;
pub mod record;
mod recorder;
mod results;
mod runner;
mod sampling;
pub mod saved;
mod speedups;
mod warnings;
mod worker;

pub use clock::{Clock, ClockFigures};
pub use job::{Job, Keep};
pub use paired::Paired;
pub use passes::Noise;
pub use puzzle_row::{PuzzleColumns, PuzzleRow};
pub use recorder::{Recorder, SLOWEST_KEPT, Slow, Tally};
pub use results::{
    Circumstances, CorpusResult, FORMAT, Latency, Malformed, NoiseRow, Options, ResultRow, Run, SlowPuzzle,
    SpeedupRow,
};
pub use runner::{Measured, Observer, Progress, RunError, SourceTally, run};
pub(crate) use warnings::FEW_PASSES;
pub use warnings::Warning;
