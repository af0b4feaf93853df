//! Exact cover in a few lines: declare items and options by name, then list the solutions.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::ops::ControlFlow;

use super::dense::Dense;
use super::explore::{Explorer, Terms};
use super::outcome::Limits;
use super::problem::{Color, Entry, ItemId, MAX_SIZE, OptionId, Problem, ProblemError};

/// Builds an exact-cover problem from names and solves it with the [dense engine](Dense).
///
/// A solution is a set of options that covers every primary item exactly once, and every secondary item at most once
/// unless all options of the solution give it the same color. For counters, time limits or several threads, pass the
/// [`problem`](ExactCover::problem) to an engine of [`cover`](crate::cover).
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
pub struct ExactCover {
    problem: Problem,
    items: HashMap<Box<str>, ItemId>,
    colors: HashMap<Box<str>, Color>,
}

impl ExactCover {
    /// Creates a problem with these primary and secondary items and no options.
    pub fn new<'n>(
        primary: impl IntoIterator<Item = &'n str>,
        secondary: impl IntoIterator<Item = &'n str>,
    ) -> Result<ExactCover, ProblemError> {
        let mut cover = ExactCover::empty();
        for name in primary {
            cover.declare(name, true)?;
        }
        for name in secondary {
            cover.declare(name, false)?;
        }
        Ok(cover)
    }

    pub(super) fn empty() -> ExactCover {
        let problem = Problem {
            item_names: Vec::new(),
            primary_count: 0,
            color_names: Vec::new(),
            entries: Vec::new(),
            starts: vec![0],
            option_counts: Vec::new(),
        };
        ExactCover { problem, items: HashMap::new(), colors: HashMap::new() }
    }

    /// Adds an item. Primary items must be declared first.
    pub(super) fn declare(&mut self, name: &str, is_primary: bool) -> Result<(), ProblemError> {
        if !is_name(name) {
            return Err(ProblemError::BadName(name.to_owned()));
        }
        if self.items.contains_key(name) {
            return Err(ProblemError::DuplicateItem(name.to_owned()));
        }
        self.reserve(1)?;
        self.items.insert(name.into(), ItemId(self.problem.item_count() as u32));
        self.problem.item_names.push(name.into());
        self.problem.option_counts.push(0);
        self.problem.primary_count += usize::from(is_primary);
        Ok(())
    }

    /// Adds an option by the names of its items; `item:color` gives a secondary item a color.
    ///
    /// A rejected option is not added, but the colors it names remain known.
    pub fn option(
        &mut self,
        items: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<OptionId, ProblemError> {
        let entries =
            items.into_iter().map(|word| self.entry(word.as_ref())).collect::<Result<Vec<_>, _>>()?;
        self.option_of_entries(&entries)
    }

    /// Adds an option of uncolored items.
    pub fn option_of(&mut self, items: &[ItemId]) -> Result<OptionId, ProblemError> {
        let entries: Vec<Entry> = items.iter().map(|&item| Entry { item, color: None }).collect();
        self.option_of_entries(&entries)
    }

    /// Adds an option made of entries that come from [`entry`](Self::entry) or have no color.
    pub(super) fn option_of_entries(&mut self, entries: &[Entry]) -> Result<OptionId, ProblemError> {
        if entries.is_empty() {
            return Err(ProblemError::EmptyOption);
        }
        self.reserve(entries.len() + 1)?;
        let mut items: Vec<ItemId> = entries.iter().map(|entry| entry.item).collect();
        items.sort_unstable();
        if let Some(twice) = items.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(ProblemError::ItemTwice(self.problem.item_name(twice[0]).to_owned()));
        }
        for item in items {
            self.problem.option_counts[item.index()] += 1;
        }
        self.problem.entries.extend_from_slice(entries);
        self.problem.starts.push(self.problem.entries.len() as u32);
        Ok(OptionId(self.problem.option_count() as u32 - 1))
    }

    /// Parses an entry of an option, written `item` or `item:color`.
    pub(super) fn entry(&mut self, word: &str) -> Result<Entry, ProblemError> {
        let (name, color) = match word.split_once(':') {
            Some((name, color)) => (name, Some(color)),
            None => (word, None),
        };
        match self.items.get(name) {
            Some(&item) => {
                let color = color.map(|color| self.color(item, color)).transpose()?;
                Ok(Entry { item, color })
            }
            None if is_name(name) => Err(ProblemError::UnknownItem(name.to_owned())),
            None => Err(ProblemError::BadName(name.to_owned())),
        }
    }

    fn color(&mut self, item: ItemId, name: &str) -> Result<Color, ProblemError> {
        if self.problem.is_primary(item) {
            let item = self.problem.item_name(item).to_owned();
            return Err(ProblemError::ColorOnPrimary { item, color: name.to_owned() });
        }
        if !is_name(name) {
            return Err(ProblemError::BadName(name.to_owned()));
        }
        if let Some(&color) = self.colors.get(name) {
            return Ok(color);
        }
        let color = Color(NonZeroU32::MIN.saturating_add(self.colors.len() as u32));
        self.problem.color_names.push(name.into());
        self.colors.insert(name.into(), color);
        Ok(color)
    }

    pub(super) fn item_count(&self) -> usize {
        self.problem.item_count()
    }

    /// Returns the problem as data, or an error if it has no primary item.
    pub fn problem(&self) -> Result<&Problem, ProblemError> {
        if self.problem.primary_count == 0 { Err(ProblemError::NoPrimaryItem) } else { Ok(&self.problem) }
    }

    /// Returns the finished problem.
    pub fn build(self) -> Result<Problem, ProblemError> {
        self.problem()?;
        Ok(self.problem)
    }

    /// Returns the solutions, up to `limit`, each as the text of its options.
    pub fn solutions(&self, limit: u64) -> Result<Vec<Vec<String>>, ProblemError> {
        let problem = self.problem()?;
        let mut solutions = Vec::new();
        let mut take = |options: &[OptionId]| {
            solutions.push(options.iter().map(|&option| problem.option_line(option)).collect());
            ControlFlow::Continue(())
        };
        Dense::new(problem).explore(Terms::new(Limits::solutions(limit)), &mut take);
        Ok(solutions)
    }

    /// Counts the solutions, up to `limit`.
    pub fn count_solutions(&self, limit: u64) -> Result<u64, ProblemError> {
        let mut dense = Dense::new(self.problem()?);
        Ok(dense.count(Terms::new(Limits::solutions(limit))).solutions)
    }

    fn reserve(&self, more: usize) -> Result<(), ProblemError> {
        let Problem { item_names, entries, starts, .. } = &self.problem;
        let size = item_names.len() + entries.len() + starts.len() + more;
        if size > MAX_SIZE { Err(ProblemError::TooLarge) } else { Ok(()) }
    }
}

/// Whether a text is a valid name of an item or a color.
fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c.is_control() || c == ':' || c == '|')
}
