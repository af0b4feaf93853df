//! Reports: a run or a comparison as text, Markdown, CSV, JSON or an HTML page.
//!
//! Nothing here measures, so any report can be made again from a record. Other commands also use [`Table`],
//! [`RowSink`] and [`units`].

mod comparison;
mod external;
mod finding;
mod headline;
mod html;
mod markdown;
mod metrics;
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

pub use external::faulty_lines;
pub use html::page;
pub use metrics::{MetricFormat, metrics};
pub use palette::Role;
pub use screen::{Look, Screen};
pub use sink::{Outlet, OutputFormat, RowSink};
pub use span::{Span, broken};
pub use table::{Cell, Table};
pub use visible::{shell, shortened, visible, visible_lines};
pub use write::{Report, write};
