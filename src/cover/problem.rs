//! An exact-cover problem as data: items, options, colors.
//!
//! *Items* are what must be covered, *options* are sets of items, and a solution is a set of options that covers
//! every primary item exactly once. A *secondary* item may be covered at most once, unless every option that
//! contains it in the solution gives it the same *color* (Knuth's XCC). This module only stores a problem and
//! refuses what makes no sense; [`Matrix`](super::Matrix) turns it into links that dance.

use std::collections::HashMap;

use thiserror::Error;

/// An item, numbered from 0 in the order of declaration; primary items come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ItemId(pub(super) u32);

/// An option, numbered from 0 in the order in which options were added.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OptionId(pub(super) u32);

/// A color of a secondary item, numbered from 1 in the order of first use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Color(std::num::NonZeroU32);

impl ItemId {
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
    fn from_index(index: usize) -> Color {
        let number = u32::try_from(index + 1).ok().and_then(std::num::NonZeroU32::new);
        Color(number.expect("a problem has fewer than 2^32 colors"))
    }

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
    /// Primary items come before secondary ones.
    #[error("primary item {} comes after a secondary one: primary items come first", quoted(.0))]
    PrimaryAfterSecondary(String),
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

    /// The first primary item that no option contains; such a problem has no solution, and no search is needed.
    pub fn item_without_option(&self) -> Option<ItemId> {
        self.items().take(self.primary_count).find(|item| self.option_count_of(*item) == 0)
    }

    /// Whether an option has a primary item. One that has none can never be chosen.
    pub fn has_primary_item(&self, option: OptionId) -> bool {
        self.entries(option).iter().any(|entry| self.is_primary(entry.item))
    }

    /// An option as a line of the text format: its items with their colors, separated by blanks.
    pub fn option_line(&self, option: OptionId) -> String {
        let mut line = String::new();
        for entry in self.entries(option) {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(self.item_name(entry.item));
            if let Some(color) = entry.color {
                line.push(':');
                line.push_str(self.color_name(color));
            }
        }
        line
    }
}

/// Makes a [`Problem`]: first the primary items, then the secondary ones, then the options.
///
/// ```
/// use dlxbench::cover::ProblemBuilder;
///
/// let mut builder = ProblemBuilder::new();
/// builder.primary("a")?;
/// builder.primary("b")?;
/// builder.secondary("x")?;
/// builder.option(&[("a", None), ("x", Some("red"))])?;
/// builder.option(&[("b", None), ("x", Some("red"))])?;
/// let problem = builder.build()?;
/// assert_eq!(problem.option_count(), 2);
/// # Ok::<(), dlxbench::cover::ProblemError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ProblemBuilder {
    item_names: Vec<Box<str>>,
    items: HashMap<Box<str>, ItemId>,
    primary_count: usize,
    color_names: Vec<Box<str>>,
    colors: HashMap<Box<str>, Color>,
    entries: Vec<Entry>,
    starts: Vec<u32>,
    option_counts: Vec<u32>,
    /// For each item one more than the last option that contains it: finds an item that stands twice.
    last_option: Vec<u32>,
}

impl ProblemBuilder {
    /// A problem without items and options.
    pub fn new() -> ProblemBuilder {
        ProblemBuilder { starts: vec![0], ..ProblemBuilder::default() }
    }

    /// Adds an item that every solution covers exactly once.
    pub fn primary(&mut self, name: &str) -> Result<ItemId, ProblemError> {
        if self.primary_count < self.item_names.len() {
            return Err(ProblemError::PrimaryAfterSecondary(name.to_owned()));
        }
        let item = self.declare(name)?;
        self.primary_count += 1;
        Ok(item)
    }

    /// Adds an item that a solution covers at most once, or more often in one color.
    pub fn secondary(&mut self, name: &str) -> Result<ItemId, ProblemError> {
        self.declare(name)
    }

    fn declare(&mut self, name: &str) -> Result<ItemId, ProblemError> {
        if !is_name(name) {
            return Err(ProblemError::BadName(name.to_owned()));
        }
        if self.items.contains_key(name) {
            return Err(ProblemError::DuplicateItem(name.to_owned()));
        }
        let item = self.push_item(name.into())?;
        self.items.insert(name.into(), item);
        Ok(item)
    }

    /// Adds a primary item that is named by its number, from 1, and cannot be found by that name: for matrices,
    /// which may have millions of columns that are never looked up by name.
    pub(super) fn numbered_primary(&mut self) -> Result<ItemId, ProblemError> {
        let item = self.push_item((self.item_names.len() + 1).to_string().into())?;
        self.primary_count += 1;
        Ok(item)
    }

    fn push_item(&mut self, name: Box<str>) -> Result<ItemId, ProblemError> {
        self.reserve(1)?;
        let item = ItemId(self.item_names.len() as u32);
        self.item_names.push(name);
        self.option_counts.push(0);
        self.last_option.push(0);
        Ok(item)
    }

    /// Adds an option by the names of its items, each with a color or without.
    pub fn option(&mut self, entries: &[(&str, Option<&str>)]) -> Result<OptionId, ProblemError> {
        let mut resolved = Vec::with_capacity(entries.len());
        for &(name, color) in entries {
            let item = self.item(name).ok_or_else(|| ProblemError::UnknownItem(name.to_owned()))?;
            let color = color.map(|color| self.color(item, color)).transpose()?;
            resolved.push(Entry { item, color });
        }
        self.option_of_entries(&resolved)
    }

    /// Adds an option of uncolored items.
    pub fn option_of(&mut self, items: &[ItemId]) -> Result<OptionId, ProblemError> {
        let entries: Vec<Entry> = items.iter().map(|&item| Entry { item, color: None }).collect();
        self.option_of_entries(&entries)
    }

    /// Adds an option of entries made with [`item`](Self::item) and [`color`](Self::color).
    ///
    /// A refused option is not added; colors that were named for it stay known.
    pub fn option_of_entries(&mut self, entries: &[Entry]) -> Result<OptionId, ProblemError> {
        if entries.is_empty() {
            return Err(ProblemError::EmptyOption);
        }
        if let Some(entry) = entries.iter().find(|entry| entry.color.is_some() && self.is_primary(entry.item))
        {
            let color = entry.color.map_or("", |color| &self.color_names[color.number() as usize - 1]);
            return Err(self.color_on_primary(entry.item, color));
        }
        self.reserve(entries.len() + 1)?;
        let option = OptionId(self.starts.len() as u32 - 1);
        for (position, entry) in entries.iter().enumerate() {
            if std::mem::replace(&mut self.last_option[entry.item.index()], option.0 + 1) == option.0 + 1 {
                for seen in &entries[..position] {
                    self.last_option[seen.item.index()] = 0;
                }
                return Err(ProblemError::ItemTwice(self.item_names[entry.item.index()].to_string()));
            }
        }
        for entry in entries {
            self.option_counts[entry.item.index()] += 1;
        }
        self.entries.extend_from_slice(entries);
        self.starts.push(self.entries.len() as u32);
        Ok(option)
    }

    /// The item of this name.
    pub fn item(&self, name: &str) -> Option<ItemId> {
        self.items.get(name).copied()
    }

    /// The color of this name, for use on `item`, which must be secondary.
    pub fn color(&mut self, item: ItemId, name: &str) -> Result<Color, ProblemError> {
        if self.is_primary(item) {
            return Err(self.color_on_primary(item, name));
        }
        if !is_name(name) {
            return Err(ProblemError::BadName(name.to_owned()));
        }
        if let Some(&color) = self.colors.get(name) {
            return Ok(color);
        }
        let color = Color::from_index(self.color_names.len());
        self.color_names.push(name.into());
        self.colors.insert(name.into(), color);
        Ok(color)
    }

    /// The problem, if it has a primary item at all.
    pub fn build(self) -> Result<Problem, ProblemError> {
        if self.primary_count == 0 {
            return Err(ProblemError::NoPrimaryItem);
        }
        Ok(Problem {
            item_names: self.item_names,
            primary_count: self.primary_count,
            color_names: self.color_names,
            entries: self.entries,
            starts: self.starts,
            option_counts: self.option_counts,
        })
    }

    fn is_primary(&self, item: ItemId) -> bool {
        item.index() < self.primary_count
    }

    fn color_on_primary(&self, item: ItemId, color: &str) -> ProblemError {
        let item = self.item_names[item.index()].to_string();
        ProblemError::ColorOnPrimary { item, color: color.to_owned() }
    }

    fn reserve(&self, more: usize) -> Result<(), ProblemError> {
        let size = self.item_names.len() + self.entries.len() + self.starts.len() + more;
        if size > MAX_SIZE { Err(ProblemError::TooLarge) } else { Ok(()) }
    }
}

/// Whether a text can be the name of an item or a color.
pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c.is_control() || c == ':' || c == '|')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn builder() -> ProblemBuilder {
        let mut builder = ProblemBuilder::new();
        builder.primary("a").unwrap();
        builder.primary("b").unwrap();
        builder.secondary("x").unwrap();
        builder
    }

    #[test]
    fn each_mistake_has_its_own_error() {
        let mut b = builder();
        assert_eq!(b.option(&[("q", None)]), Err(ProblemError::UnknownItem("q".into())));
        assert_eq!(b.option(&[("a", None), ("a", None)]), Err(ProblemError::ItemTwice("a".into())));
        assert_eq!(b.option(&[]), Err(ProblemError::EmptyOption));
        let color = ProblemError::ColorOnPrimary { item: "a".into(), color: "red".into() };
        assert_eq!(b.option(&[("a", Some("red"))]), Err(color));
        assert_eq!(b.secondary("a"), Err(ProblemError::DuplicateItem("a".into())));
        assert_eq!(b.primary("c"), Err(ProblemError::PrimaryAfterSecondary("c".into())));
        for name in ["", "a b", "a:b", "|", "a\tb"] {
            assert_eq!(b.secondary(name), Err(ProblemError::BadName(name.into())));
        }
        assert_eq!(ProblemBuilder::new().build(), Err(ProblemError::NoPrimaryItem));
    }

    #[test]
    fn a_color_made_for_another_item_is_refused_on_a_primary_one() {
        let mut b = builder();
        let (a, x) = (b.item("a").unwrap(), b.item("x").unwrap());
        let red = Some(b.color(x, "red").unwrap());
        let refused = b.option_of_entries(&[Entry { item: a, color: red }]);
        assert_eq!(refused, Err(ProblemError::ColorOnPrimary { item: "a".into(), color: "red".into() }));
        assert!(!b.build().unwrap().has_colors());
    }

    #[test]
    fn a_refused_option_leaves_no_trace() {
        let mut b = builder();
        b.option(&[("a", None), ("b", None), ("a", None)]).unwrap_err();
        b.option(&[("b", None), ("a", None)]).unwrap();
        let problem = b.build().unwrap();
        assert_eq!(problem.option_count(), 1);
        assert_eq!(problem.option_line(OptionId(0)), "b a");
        assert!(problem.items().take(2).all(|item| problem.option_count_of(item) == 1));
    }

    #[test]
    fn an_item_without_option_is_known_before_any_search() {
        let mut b = builder();
        b.option(&[("a", None), ("x", Some("red"))]).unwrap();
        let problem = b.build().unwrap();
        assert_eq!(problem.item_without_option().map(|item| problem.item_name(item)), Some("b"));
    }

    #[test]
    fn long_names_are_cut_in_messages() {
        let message = ProblemError::UnknownItem("n".repeat(1_000_000)).to_string();
        assert!(message.len() < 200 && message.contains("1000000 characters"), "{message}");
    }
}
