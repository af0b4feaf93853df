//! What was measured, before it becomes the rows of a run.

use super::passes::Noise;
use super::recorder::Recorder;
use crate::corpus::{Classes, Digest};
use crate::record::Faults;

/// What happened to one source.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SourceTally {
    /// Puzzles solved.
    pub(super) puzzles: u64,
    /// Puzzles of a size that no engine of the run knows.
    pub(super) unsolved: u64,
    /// Lines that are not puzzles.
    pub(super) bad_lines: u64,
    /// Puzzles whose solution in the file is wrong.
    pub(super) wrong_solutions: u64,
    /// The fingerprint of its puzzles.
    pub(super) digest: Digest,
    /// Why it could not be read to its end.
    pub(super) failure: Option<String>,
}

/// What was measured.
#[derive(Debug)]
pub(super) struct Measured {
    /// Times and counters.
    pub(super) recorder: Recorder,
    /// The classes.
    pub(super) classes: Classes,
    /// By source.
    pub(super) sources: Vec<SourceTally>,
    /// Lines that are not puzzles.
    pub(super) malformed: Faults,
    /// Lines whose solution is wrong.
    pub(super) wrong_solutions: Faults,
    /// Puzzles solved, each pass counted.
    pub(super) visits: u64,
    /// From the first read to the last record.
    pub(super) wall_ns: u64,
    /// Whether the run was interrupted.
    pub(super) interrupted: bool,
    /// How often the working threads were preempted, where the system tells.
    pub(super) preemptions: Option<u64>,
    /// How much the same engine differed from itself; empty if there was only one pass.
    pub(super) noise: Vec<Noise>,
}
