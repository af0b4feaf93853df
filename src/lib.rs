//! A parallel batch benchmark and puzzle-corpus tool on Knuth's dancing links.
//!
//! **Exact cover** asks for a set of *options* that covers every *item* exactly once. Sudoku is a special case: a
//! cell, and each digit of each row, column and box, is an item; putting a digit into a cell is an option with four
//! items. Knuth's Algorithm X tries the options of one item after the other, and *dancing links* make that fast:
//! the options of an item form a doubly linked ring, and a node that is taken out of its ring keeps its own two
//! links, so it can be put back at no cost.
//!
//! # The modules
//!
//! Each module imports only modules above it in this list:
//!
//! - [`named`]: enums whose values have names.
//! - [`counts`]: counts as a person reads them.
//! - [`random`]: seeded randomness, the same on every machine.
//! - [`clock`]: the clock that times a solve.
//! - [`stats`]: how sure one can be of a figure: intervals, noise floors, verdicts.
//! - [`cover`]: exact cover in general, with secondary items and colors.
//! - [`sudoku`]: grids from 4×4 to 25×25, isomorphs, canonical form, the encoding to exact cover.
//! - [`engine`]: Sudoku solvers behind one trait; [`engine::sweep`] is the fastest.
//! - [`solver`]: solving a puzzle in one call.
//! - [`logic`]: solving as a person would; grades and ratings.
//! - [`generate`]: making puzzles of a class.
//! - [`corpus`]: puzzle files, in and out.
//! - [`check`]: is a puzzle sound, is it a duplicate; the evidence.
//! - [`record`]: what a run is, as data, and its folder on disk.
//! - [`bench`](mod@bench): measures engines over corpora.
//! - [`compare`]: two runs, side by side.
//! - [`report`]: runs and comparisons as tables, CSV, JSON, Markdown and HTML.
//!
//! # What can be relied on
//!
//! - Counters (nodes, guesses, updates) are the same on every machine and with any number of threads.
//! - After any search of a [`cover::Matrix`], complete or stopped, its links are exactly what they were before.
//! - Everything random has a seed, and the same seed gives the same bytes.
//!
//! # An example
//!
//! ```
//! let puzzle = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";
//! assert!(dlxbench::is_unique(puzzle)?);
//! assert_eq!(
//!     dlxbench::solve(puzzle)?.to_line(),
//!     "261375894537894162948216357694751238825943671713628945356482719489167523172539486"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(clippy::print_stderr, clippy::print_stdout)]

pub mod named;
pub mod counts;
pub mod random;
#[cfg(feature = "cli")]
pub mod clock;
#[cfg(feature = "cli")]
pub mod stats;
pub mod cover;
pub mod sudoku;
pub mod engine;
pub mod solver;
pub mod logic;
pub mod generate;
pub mod corpus;
pub mod check;
#[cfg(feature = "cli")]
pub mod record;
#[cfg(feature = "cli")]
pub mod bench;
#[cfg(feature = "cli")]
pub mod compare;
#[cfg(feature = "cli")]
pub mod report;

pub use cover::ExactCover;
pub use solver::{SolveError, Solver, count_solutions, is_unique, solve};
