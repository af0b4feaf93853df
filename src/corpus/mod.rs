//! Files of puzzles.
//!
//! [`Reader`] streams the puzzles of a file, one at a time, whatever their size and however they are written. A
//! line that is no puzzle never ends the stream: it comes out as [`Malformed`], with the reason.

mod block;
mod line;
mod reader;

pub use reader::{Entry, MAX_LINE, Malformed, Reader};
