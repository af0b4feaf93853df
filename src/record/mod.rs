//! A run as data, and its record, a folder on disk.
//!
//! A [`Run`] holds everything that was measured: the [`Settings`], the machine ([`Environment`]), a [`ResultRow`] with
//! its histogram for each engine and class, and what is derived from them. Measuring fills it, and every report is made
//! from it.
//!
//! A [`RecordWriter`] writes it to disk and a [`SavedRun`] reads it back. The folder holds `run.json` (the run),
//! `summary.csv` (a row per engine and class), an `.hgrm` file per row and `run.hlog` (the histograms), the reports
//! (`report.html`, `report.md`), on request `puzzles.csv` (a [`PuzzleTime`] per row), and `malformed.csv`,
//! `faulty.csv` and `threads.csv` if they have rows. Fields are only ever added, so that records of older versions can be read.

mod as_text;
mod class_scope;
mod copier;
mod environment;
mod external;
mod hgrm;
mod hlog;
mod merged;
mod partial;
mod puzzle_time;
mod reader;
mod reproduction;
mod results;
mod run;
mod settings;
mod sound;
mod summary;
mod workspace;
mod writer;

pub use class_scope::ClassScope;
pub use copier::RowCopier;
pub(crate) use copier::shifted;
pub use environment::{Build, Environment};
pub use external::{FaultyAnswer, FileReceipt, Receipt, RoundTrip, SolvedByRow};
pub use merged::{Machine, MachineTimes, Merged};
pub use partial::{PARTIAL, Partials};
pub use puzzle_time::PuzzleTime;
pub use reader::{ReadError, SavedRun};
pub(crate) use reproduction::{BoundRow, CallRow, EngineCalls, PublishedSource, Reproduction, TimeRow};
pub(crate) use results::LONGEST_NS;
pub use results::{CorpusResult, Latency, NoiseRow, ResultRow, SlowPuzzle, SpeedupRow, ThreadsRow};
pub use run::{FORMAT, Faults, Run};
pub use settings::{Keep, Options, Settings, USUAL_TIMEOUT};
pub(crate) use summary::SummaryRow;
pub use workspace::{Begin, Workspace, WorkspaceError, host};
pub use writer::{Document, RecordWriter, Table, TableLengths, WriteError, Written};
