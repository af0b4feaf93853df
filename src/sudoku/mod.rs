//! Sudoku: sizes, grids, and the encoding to exact cover. Knows nothing of engines.

pub mod canonical;
pub mod encode;
mod geometry;
mod grid;
pub mod isomorph;
pub mod minlex;
mod per_size;
mod rows;
mod symbols;
mod verify;

pub use geometry::{Geometry, Unit};
pub use grid::{Clash, Grid, GridError, GridMistake, clash};
pub use per_size::PerSize;
pub(crate) use rows::{RowShape, row_characters, shape};
pub use symbols::{Symbols, is_cell};
pub use verify::Verifier;
