//! Files of puzzles.
//!
//! A [`Source`] says where puzzles come from. [`Reader`] streams the puzzles of one, in order, whatever their size
//! and however they are written and compressed: one by one, or in a [`Batch`] without allocating for each. A line that is no
//! puzzle never ends the stream: it comes out as [`Malformed`], with the reason. [`ClassBy`] says what decides the
//! class of difficulty that a puzzle counts for. The other way round, a [`PuzzleWriter`] writes a [`Record`] in one of the formats
//! that are read.

mod batch;
mod block;
mod class;
mod compression;
mod detected;
mod digest;
mod entry;
pub mod external_sort;
mod file_names;
mod label;
mod line;
mod malformed;
mod nine;
mod pencilmarks;
mod reader;
mod sample;
mod sdk;
mod sixteen;
mod source;
pub mod stream;
mod table;
mod word;
mod write;

pub use batch::Batch;
pub use class::{ClassBy, Classes, DIFFICULTIES, MAX_CLASSES, OTHER, class_of_file, class_of_guesses};
pub use compression::{Compression, Decompressor};
pub use detected::Detected;
pub use digest::Digest;
pub use entry::{BadLine, Entry, Puzzle, Solution, WrongSolution};
pub use file_names::{FileNames, file_name};
pub use label::{Parts, solution_in};
pub use malformed::Malformed;
pub use reader::{MAX_LINE, Reader};
pub use sample::Reservoir;
pub use source::{Source, SourceError};
pub use table::Column;
pub use write::{BlankSign, Compressor, LeftOut, PuzzleFormat, PuzzleWriter, Unwritable};
