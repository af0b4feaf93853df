//! Sudoku: sizes, grids, isomorphs and the encoding as exact cover. Knows nothing about engines.

mod clash;
pub mod encode;
mod geometry;
mod grid;
pub mod isomorph;
pub mod minlex;
mod per_size;
mod rows;
mod symbols;
mod text;
mod verify;

pub use clash::{Clash, clash};
pub use geometry::{Geometry, Unit, UnknownSize};
pub use grid::{CellsError, Grid};
pub use per_size::PerSize;
pub(crate) use rows::{RowShape, row_characters, shape};
pub use symbols::{Symbols, is_cell};
pub use text::{GridError, GridMistake};
pub use verify::Verifier;
