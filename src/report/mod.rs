//! What people and programs read. One file for each output; all but the histogram files, [`html`], [`comparison`],
//! [`scaling`] and [`reproduction`] are made from a [`Run`](crate::bench::Run) alone, and [`html`] from what a record has
//! besides, so any of them can be made again from a record on disk.

mod columns;
pub mod comparison;
pub mod csv;
pub mod hgrm;
pub mod hlog;
pub mod html;
pub mod markdown;
mod paint;
pub mod reproduction;
pub mod scaling;
mod sink;
mod solves;
mod sparkline;
mod table;
pub mod terminal;
pub mod units;
mod visible;

pub use columns::{Align, aligned};
pub use paint::Paint;
pub use sink::{OutputFormat, RowSink};
pub use table::{Cell, Table};
pub use visible::{markdown_escaped, shell, visible};
