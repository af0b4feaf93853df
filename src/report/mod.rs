//! What people and programs read: a run or a comparison as text, Markdown, CSV, JSON or a page.
//!
//! Everything here only reads, so any report can be made again from a record. [`Table`], [`RowSink`] and [`units`]
//! serve other commands too.

mod comparison;
mod html;
mod markdown;
mod paint;
mod reproduction;
mod run_tables;
mod sink;
mod table;
pub mod terminal;
mod visible;
mod write;

pub use html::page;
pub use paint::{Paint, Screen};
pub use sink::{OutputFormat, RowSink};
pub use table::{Cell, Table};
pub use visible::{visible, visible_lines};
pub use write::{Report, write};

pub use crate::units;
