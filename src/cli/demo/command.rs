//! What the model wants to be done: it neither works nor reads nor writes itself.

use std::path::PathBuf;

use dlxbench::sudoku::Grid;

use super::work::{Job, Ticket};

/// Something that only the program around the model can do.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Command {
    /// Work in the background.
    Work(Ticket, Job),
    /// Cancel all work in the background.
    Cancel,
    /// Read the next puzzle of the input.
    ReadNext,
    /// Write a puzzle with its label to a new file.
    Write(PathBuf, Grid, String),
    /// Stop the process until the shell continues it.
    Suspend,
    Quit,
}
