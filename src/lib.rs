//! A parallel batch benchmark and puzzle-corpus tool on Knuth's dancing links.
//!
//! **Exact cover** asks for a set of *options* that covers every *item* exactly once. Sudoku is a special case: a cell,
//! and each digit of each row, column and box, is an item; putting a digit into a cell is an option with four items.
//! Knuth's Algorithm X tries the options of one item after the other, and *dancing links* make that fast: the options
//! of an item form a doubly linked ring. A node that is removed from its ring keeps its own two links, so it can be put
//! back without a search.
//!
//! # The modules
//!
//! Each module imports only modules above it in this list:
//!
//! - [`named`]: enums whose variants have names.
//! - [`counts`]: counts formatted for people.
//! - [`shard`]: part I of N of a job.
//! - [`journal`]: how far interrupted work had come.
//! - [`random`]: seeded randomness, the same on every machine.
//! - [`clock`]: the clock that times a solve.
//! - [`stats`]: the uncertainty of measurements: confidence intervals, noise floors, verdicts.
//! - [`cover`]: exact cover in general, with secondary items and colors.
//! - [`sudoku`]: grids from 4×4 to 25×25, isomorphs, canonical form, the encoding to exact cover.
//! - [`engine`]: Sudoku solvers behind one trait; [`engine::sweep`] is the fastest.
//! - [`solver`]: solves a puzzle in one call.
//! - [`logic`]: solves a puzzle as a person would; grades and ratings.
//! - [`generate`]: generates puzzles of a given class.
//! - [`corpus`]: reads and writes puzzle files.
//! - [`check`]: finds unsound and duplicate puzzles, and says why.
//! - [`record`]: the data of a run, and its folder on disk.
//! - [`bench`](mod@bench): measures engines over corpora.
//! - [`compare`]: compares two runs.
//! - [`report`]: runs and comparisons as tables, CSV, JSON, Markdown and HTML.
//!
//! # Guarantees
//!
//! - Counters (nodes, guesses, updates) are the same on every machine and for any number of threads.
//! - Every search of a [`cover::Matrix`], complete or stopped, leaves its links exactly as they were.
//! - Everything random is seeded, and the same seed produces the same bytes.
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
pub mod shard;
#[cfg(feature = "cli")]
pub mod journal;
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
