//! General exact cover: items, options, colors, dancing links and bitsets. Knows nothing about Sudoku.
//!
//! A [`Problem`] is data, built with [`ExactCover`] or read from [`text`]. There are two engines, each an [`Explorer`]:
//! [`Matrix`] stores the problem as dancing links and is written to be read; [`Dense`] stores it as bitsets and is
//! written to be fast. Both walk the same tree, on one thread or, in a [`ParallelSearch`], on several. A [`Search`]
//! iterates over the solutions of a matrix, and a [`Stepper`] goes through a search one step at a time, forward and
//! backward. [`problems`] contains classic problems.
//!
//! ```
//! use dlxbench::cover::{Limits, Matrix, text};
//!
//! // The example of Knuth's paper "Dancing Links".
//! let document = text::read("A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n".as_bytes())?;
//! let mut matrix = Matrix::new(&document.problem);
//! let mut search = matrix.search(Limits::default());
//! let solution = search.next().unwrap();
//! let lines: Vec<String> = solution.iter().map(|&option| document.problem.option_line(option)).collect();
//! assert_eq!(lines, ["A D", "C E F", "B G"]);
//! # Ok::<(), dlxbench::cover::text::TextError>(())
//! ```

mod dense;
mod exact_cover;
mod explore;
mod levels;
mod links;
mod matrix;
mod monitor;
mod outcome;
mod parallel;
mod problem;
pub mod problems;
mod search;
mod stepper;
pub mod text;
mod walk;

pub use dense::Dense;
pub use exact_cover::ExactCover;
pub use explore::{Explorer, Terms, Turn, Visitor};
pub use matrix::{BrokenLinks, Matrix};
pub use monitor::{Monitor, Progress};
pub use outcome::{Counters, Ended, Limits, Outcome};
pub use parallel::{Division, ParallelSearch, Subtree};
pub use problem::{Color, Entry, ItemId, MAX_SIZE, OptionId, Problem, ProblemError};
pub use search::Search;
pub use stepper::{Step, Stepper, StepperLevel};
