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
pub mod reproduction;
pub mod scaling;
mod solves;
mod sparkline;
pub mod table;
pub mod units;
mod visible;

pub use columns::{Align, aligned};
pub use visible::visible;
