//! What people and programs read: a run or a comparison as text, Markdown, CSV, JSON or a page.
//!
//! Everything here only reads, so any report can be made again from a record. [`Table`], [`RowSink`] and [`units`]
//! serve other commands too.

mod comparison;
mod finding;
mod html;
mod markdown;
mod palette;
mod reproduction;
mod run_tables;
mod screen;
mod sink;
mod span;
mod table;
pub mod terminal;
pub mod units;
mod visible;
mod write;

pub use html::page;
pub use palette::Role;
pub use screen::{Look, Screen};
pub use sink::{Outlet, OutputFormat, RowSink};
pub use span::Span;
pub use table::{Cell, Table};
pub use visible::{visible, visible_lines};
pub use write::{Report, write};
