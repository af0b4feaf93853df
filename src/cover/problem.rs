//! An exact-cover problem as data: items, options, colors.
//!
//! *Items* are what must be covered, *options* are sets of items, and a solution is a set of options that covers
//! every primary item exactly once. A *secondary* item may be covered at most once, unless every option that
//! contains it in the solution gives it the same *color* (Knuth's XCC). This module only stores a problem and
//! refuses what makes no sense; [`Matrix`](super::Matrix) turns it into links that dance.

use std::collections::HashMap;
use std::num::NonZeroU32;

use thiserror::Error;

/// An item, numbered from 0 in the order of declaration; primary items come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ItemId(pub(super) u32);

/// An option, numbered from 0 in the order in which options were added.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OptionId(pub(super) u32);

/// A color of a secondary item, numbered from 1 in the order of first use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Color(NonZeroU32);

impl ItemId {
    /// The item at this position, counted from 0 in the order of declaration.
    pub fn from_index(index: usize) -> ItemId {
        ItemId(u32::try_from(index).expect("a problem has fewer than 2^32 items"))
    }

    /// The position of the item among all items, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl OptionId {
    /// The option at this position, counted from 0 in the order in which options were added.
    pub fn from_index(index: usize) -> OptionId {
        OptionId(u32::try_from(index).expect("a problem has fewer than 2^32 options"))
    }

    /// The position of the option among all options, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Color {
    pub(super) fn number(self) -> u32 {
        self.0.get()
    }
}

/// One item of an option, with its color if it has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The item.
    pub item: ItemId,
    /// The color; only secondary items have one.
    pub color: Option<Color>,
}

/// What a builder refuses.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// An option names an item that was never declared.
    #[error("unknown item {}: it is not on the items line", quoted(.0))]
    UnknownItem(String),
    /// An option names the same item twice.
    #[error("item {} stands twice in this option", quoted(.0))]
    ItemTwice(String),
    /// An option without items.
    #[error("an option needs at least one item")]
    EmptyOption,
    /// A color was given to a primary item.
    #[error("primary item {} cannot have a color ({}): only secondary items can", quoted(.item), quoted(.color))]
    ColorOnPrimary {
        /// The item.
        item: String,
        /// The color that it was given.
        color: String,
    },
    /// Two items have the same name.
    #[error("item {} is declared twice: names must differ", quoted(.0))]
    DuplicateItem(String),
    /// A name that the text format could not carry.
    #[error("{} is not a name: names are not empty and have no blank, ':' or '|'", quoted(.0))]
    BadName(String),
    /// A problem without primary items asks nothing.
    #[error("a problem needs at least one primary item")]
    NoPrimaryItem,
    /// More than the links can number.
    #[error("the problem is too large: at most {} items, options and entries together", MAX_SIZE)]
    TooLarge,
}

/// The most items, options and entries that a problem may have in all: links are 32-bit indices with a sign.
pub const MAX_SIZE: usize = 1 << 30;

/// A name in quotation marks, cut short when it is too long to read in a message.
fn quoted(name: &str) -> String {
    const SHOWN: usize = 60;
    if name.chars().count() <= SHOWN {
        return format!("{name:?}");
    }
    let start: String = name.chars().take(SHOWN).collect();
    format!("{start:?}… ({} characters)", name.chars().count())
}

/// An exact-cover problem; make one with [`ProblemBuilder`] or read one with [`text::read`](super::text::read).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    item_names: Vec<Box<str>>,
    primary_count: usize,
    color_names: Vec<Box<str>>,
    entries: Vec<Entry>,
    /// `starts[o]..starts[o + 1]` are the entries of option `o`.
    starts: Vec<u32>,
    /// In how many options each item stands.
    option_counts: Vec<u32>,
}

impl Problem {
    /// The number of items, primary and secondary.
    pub fn item_count(&self) -> usize {
        self.item_names.len()
    }

    /// The number of primary items; they are the first ones.
    pub fn primary_count(&self) -> usize {
        self.primary_count
    }

    /// The number of options.
    pub fn option_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of entries of all options together.
    pub fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// Whether any option gives a color to an item.
    pub fn has_colors(&self) -> bool {
        self.entries.iter().any(|entry| entry.color.is_some())
    }

    /// All items in order.
    pub fn items(&self) -> impl Iterator<Item = ItemId> + use<> {
        (0..self.item_count() as u32).map(ItemId)
    }

    /// All options in order.
    pub fn options(&self) -> impl Iterator<Item = OptionId> + use<> {
        (0..self.option_count() as u32).map(OptionId)
    }

    /// Whether an item must be covered.
    pub fn is_primary(&self, item: ItemId) -> bool {
        item.index() < self.primary_count
    }

    /// The name of an item.
    pub fn item_name(&self, item: ItemId) -> &str {
        &self.item_names[item.index()]
    }

    /// The name of a color.
    pub fn color_name(&self, color: Color) -> &str {
        &self.color_names[color.number() as usize - 1]
    }

    /// The entries of an option in the order in which they were given.
    pub fn entries(&self, option: OptionId) -> &[Entry] {
        &self.entries[self.starts[option.index()] as usize..self.starts[option.index() + 1] as usize]
    }

    /// In how many options an item stands.
    pub fn option_count_of(&self, item: ItemId) -> usize {
        self.option_counts[item.index()] as usize
    }

    /// Whether an option has a primary item. One that has none can never be chosen.
    pub fn has_primary_item(&self, option: OptionId) -> bool {
        self.entries(option).iter().any(|entry| self.is_primary(entry.item))
    }

    /// An option as a line of the text format: its items with their colors, separated by blanks.
    pub fn option_line(&self, option: OptionId) -> String {
        let word = |entry: &Entry| match entry.color {
            Some(color) => format!("{}:{}", self.item_name(entry.item), self.color_name(color)),
            None => self.item_name(entry.item).to_owned(),
        };
        self.entries(option).iter().map(word).collect::<Vec<_>>().join(" ")
    }
}

/// Makes a [`Problem`] from its items and its options.
///
/// ```
/// use dlxbench::cover::ProblemBuilder;
///
/// let mut builder = ProblemBuilder::new(["a", "b"], ["x"])?;
/// builder.option(["a", "x:red"])?;
/// builder.option(["b", "x:red"])?;
/// let problem = builder.build()?;
/// assert_eq!(problem.option_count(), 2);
/// # Ok::<(), dlxbench::cover::ProblemError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProblemBuilder {
    problem: Problem,
    items: HashMap<Box<str>, ItemId>,
    colors: HashMap<Box<str>, Color>,
}

impl ProblemBuilder {
    /// A problem without options. Every solution covers the primary items exactly once, and a secondary one at most once,
    /// or more often in one color.
    pub fn new<'n>(
        primary: impl IntoIterator<Item = &'n str>,
        secondary: impl IntoIterator<Item = &'n str>,
    ) -> Result<ProblemBuilder, ProblemError> {
        let mut builder = ProblemBuilder::empty();
        for name in primary {
            builder.declare(name, true)?;
        }
        for name in secondary {
            builder.declare(name, false)?;
        }
        Ok(builder)
    }

    pub(super) fn empty() -> ProblemBuilder {
        let problem = Problem {
            item_names: Vec::new(),
            primary_count: 0,
            color_names: Vec::new(),
            entries: Vec::new(),
            starts: vec![0],
            option_counts: Vec::new(),
        };
        ProblemBuilder { problem, items: HashMap::new(), colors: HashMap::new() }
    }

    /// Adds an item; the primary ones come first.
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
    /// A refused option is not added; colors that were named for it stay known.
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

    /// Adds an option of entries made with [`entry`](Self::entry), or without colors.
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

    /// The entry of an option that is written `item` or `item:color`.
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

    /// The problem, if it has a primary item at all.
    pub fn build(self) -> Result<Problem, ProblemError> {
        if self.problem.primary_count == 0 { Err(ProblemError::NoPrimaryItem) } else { Ok(self.problem) }
    }

    fn reserve(&self, more: usize) -> Result<(), ProblemError> {
        let Problem { item_names, entries, starts, .. } = &self.problem;
        let size = item_names.len() + entries.len() + starts.len() + more;
        if size > MAX_SIZE { Err(ProblemError::TooLarge) } else { Ok(()) }
    }
}

/// Whether a text can be the name of an item or a color.
fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c.is_control() || c == ':' || c == '|')
}
