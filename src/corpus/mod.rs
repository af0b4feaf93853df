//! Reads and writes files of puzzles.
//!
//! A [`Source`] says where puzzles come from. [`Reader`] reads the puzzles of one source in order, whatever their size
//! and compression; their format, an [`InputFormat`], is decided once from the head of the source. It returns them one
//! by one ([`Entry`]), or many in a [`Batch`] without allocating for each. A line that is not a puzzle does not end the
//! input: it is a [`BadLine`] with the reason. [`stream`] reads many sources, works on their puzzles in parallel and
//! delivers the results in order. [`ClassBy`] decides the class of difficulty of a puzzle. In the other direction, a
//! [`PuzzleWriter`] writes an [`Entry`] in one of the formats that are read.

mod archive;
mod batch;
mod bins;
mod block;
mod blocks;
mod class;
mod class_by;
mod columns;
mod compression;
mod detected;
mod digest;
mod entry;
#[cfg(feature = "cli")]
pub mod external_sort;
mod fields;
mod file_names;
mod folder;
mod format;
mod found;
mod input;
mod json;
mod jsonl;
mod label;
mod lines;
mod malformed;
mod parser;
mod part;
mod pencilmarks;
mod reader;
mod sample;
mod sdk;
mod share;
mod sniff;
mod source;
mod stamp;
pub mod stream;
mod table;
mod within;
mod word;
mod write;

pub use batch::Batch;
pub use bins::{Bins, Values, class_of_guesses};
pub use class::{Classes, DIFFICULTIES, MAX_CLASSES, OTHER, class_of_file, classes_of_files, value_of};
pub use class_by::ClassBy;
pub use columns::{BadColumn, Column};
pub use compression::{Compression, Decompressor};
pub use detected::Detected;
pub use digest::{BadDigest, Digest};
pub use entry::{BadLine, Entry, Puzzle, WrongSolution};
pub use file_names::{FileNames, file_name};
pub use folder::PUZZLE_ENDINGS;
pub use format::InputFormat;
pub use label::{Parts, solution_in};
pub use malformed::{Fault, MAX_LINE, Malformed};
pub use part::{Mark, Part, Passed, Seam};
pub use reader::Reader;
pub use sample::Reservoir;
pub use share::{ShareError, share};
pub use source::{FoundSources, Source, SourceError};
pub use stamp::Stamp;
pub use write::{BlankSign, Compressor, LeftOut, PuzzleFormat, PuzzleWriter, Unwritable};
