//! An exact-cover problem in a few lines: items and options by name, then all solutions.

use std::ops::ControlFlow;

use crate::cover::{Dense, Explorer, Limits, OptionId, Problem, ProblemBuilder, ProblemError, Terms};

/// Builds an exact-cover problem by names, and solves it with the [dense engine](Dense).
///
/// A solution is a set of options that covers every primary item exactly once, and every secondary item at most once unless
/// all options of the solution give it the same color. For counters, limits in time or many threads, take the
/// [`problem`](ExactCover::problem) to [`cover`](crate::cover).
///
/// ```
/// use dlxbench::ExactCover;
///
/// // The example of Knuth's paper "Dancing Links".
/// let mut cover = ExactCover::new(["A", "B", "C", "D", "E", "F", "G"], [])?;
/// for option in ["C E F", "A D G", "B C F", "A D", "B G", "D E G"] {
///     cover.option(option.split(' '))?;
/// }
/// assert_eq!(cover.solutions(10)?, [["A D", "C E F", "B G"]]);
///
/// // With a secondary item: both options may use x, since they agree on its color.
/// let mut colored = ExactCover::new(["p", "q"], ["x"])?;
/// for option in [["p", "x:red"], ["q", "x:red"], ["q", "x:blue"]] {
///     colored.option(option)?;
/// }
/// assert_eq!(colored.count_solutions(u64::MAX)?, 1);
/// # Ok::<(), dlxbench::cover::ProblemError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ExactCover(ProblemBuilder);

impl ExactCover {
    /// A problem with these primary and secondary items, and no options yet.
    pub fn new<'n>(
        primary: impl IntoIterator<Item = &'n str>,
        secondary: impl IntoIterator<Item = &'n str>,
    ) -> Result<ExactCover, ProblemError> {
        Ok(ExactCover(ProblemBuilder::new(primary, secondary)?))
    }

    /// Adds an option by the names of its items; `item:color` gives a secondary item a color.
    pub fn option(
        &mut self,
        items: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<OptionId, ProblemError> {
        self.0.option(items)
    }

    /// The problem as data.
    pub fn problem(&self) -> Result<Problem, ProblemError> {
        self.0.clone().build()
    }

    /// Solutions, up to `limit`, each as the texts of its options.
    pub fn solutions(&self, limit: u64) -> Result<Vec<Vec<String>>, ProblemError> {
        let problem = self.problem()?;
        let mut solutions = Vec::new();
        let mut take = |options: &[OptionId]| {
            solutions.push(options.iter().map(|&option| problem.option_line(option)).collect());
            ControlFlow::Continue(())
        };
        Dense::new(&problem).explore(Terms::new(Limits::solutions(limit)), &mut take);
        Ok(solutions)
    }

    /// How many solutions there are, counted up to `limit`.
    pub fn count_solutions(&self, limit: u64) -> Result<u64, ProblemError> {
        let mut dense = Dense::new(&self.problem()?);
        Ok(dense.count(Terms::new(Limits::solutions(limit))).solutions)
    }
}
