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
//! Data flows one way, and no module imports one below it in this list:
//!
//! - [`cover`] is exact cover in general, with secondary items and colours: problems as data and as text, the
//!   linked matrix, the dense engine of bitsets, the search on one thread and on many.
//! - [`sudoku`] is about grids from 4×4 to 25×25: reading, drawing, checking, and the encoding to exact cover.
//! - [`engine`] holds Sudoku solvers behind one trait. They count solutions up to a limit; two prove uniqueness.
//!   [`engine::sweep`] is the fastest, and its page an account of how that is done.
//! - [`logic`] solves puzzles as a person would, and grades them by the hardest step.
//! - [`rating`] puts the two together: class by logic, effort by search.
//! - [`generate`] makes puzzles of a class.
//! - [`check`] says whether a puzzle is sound, with evidence, and finds puzzles that come again.
//! - [`corpus`] streams puzzles from files, and writes them in all formats that it reads.
//! - [`transform`] is what the corpus tools do to a puzzle: canonical form, minimal puzzle, its place in an order.
//! - [`census`] counts what a corpus is made of.
//! - [`report`] writes figures for people and for programs.
//!
//! [`bench`](mod@bench) runs engines over corpora and measures them, [`compare`] sets two runs against each other,
//! [`scaling`] one thread against several, and [`reproduce`] sets published figures beside ours.
//! [`random`] is beside them all: seeded randomness that is the same on every machine; and [`stats`], which knows how sure
//! one can be of a figure; and [`external_sort`], which sorts more than memory holds.
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
//! use std::ops::ControlFlow;
//!
//! use dlxbench::engine::{Dlx, Engine, Limits, Status};
//! use dlxbench::sudoku::Grid;
//!
//! let puzzle: Grid =
//!     ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.".parse()?;
//! let mut engine = Dlx::new();
//! let mut solution = None;
//! let outcome = engine.solve(puzzle.cells(), &Limits::UNIQUENESS, &mut |cells| {
//!     solution = Some(puzzle.with_cells(cells));
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(Status::of(&outcome, puzzle.cells()), Status::Unique);
//! assert_eq!(
//!     solution.unwrap().to_line(),
//!     "261375894537894162948216357694751238825943671713628945356482719489167523172539486"
//! );
//! # Ok::<(), dlxbench::sudoku::GridError>(())
//! ```

pub mod bench;
pub mod census;
pub mod check;
pub mod compare;
pub mod corpus;
pub mod cover;
pub mod engine;
pub mod external_sort;
pub mod generate;
pub mod logic;
pub mod random;
pub mod rating;
pub mod report;
pub mod reproduce;
pub mod scaling;
pub mod stats;
pub mod sudoku;
pub mod transform;
