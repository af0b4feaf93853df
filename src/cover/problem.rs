//! An exact-cover problem as data: items, options, colours.
//!
//! *Items* are what must be covered, *options* are sets of items, and a solution is a set of options that covers
//! every primary item exactly once. A *secondary* item may be covered at most once, unless every option that
//! contains it in the solution gives it the same *colour* (Knuth's XCC). This module only stores a problem and
//! refuses what makes no sense; [`Matrix`](super::Matrix) turns it into links that dance.

use std::collections::HashMap;

use thiserror::Error;

/// An item, numbered from 0 in the order of declaration; primary items come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ItemId(pub(super) u32);

/// An option, numbered from 0 in the order in which options were added.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OptionId(pub(super) u32);

/// A colour of a secondary item, numbered from 1 in the order of first use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Colour(std::num::NonZeroU32);

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

impl Colour {
    fn from_index(index: usize) -> Colour {
        let number = u32::try_from(index + 1).ok().and_then(std::num::NonZeroU32::new);
        Colour(number.expect("a problem has fewer than 2^32 colours"))
    }

    pub(super) fn number(self) -> u32 {
        self.0.get()
    }
}

/// One item of an option, with its colour if it has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The item.
    pub item: ItemId,
    /// The colour; only secondary items have one.
    pub colour: Option<Colour>,
}

/// What a builder refuses.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
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
    /// A colour was given to a primary item.
    #[error("primary item {} cannot have a colour ({}): only secondary items can", quoted(.item), quoted(.colour))]
    ColourOnPrimary {
        /// The item.
        item: String,
        /// The colour that it was given.
        colour: String,
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
    colour_names: Vec<Box<str>>,
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

    /// Whether any option gives a colour to an item.
    pub fn has_colours(&self) -> bool {
        self.entries.iter().any(|entry| entry.colour.is_some())
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

    /// The name of a colour.
    pub fn colour_name(&self, colour: Colour) -> &str {
        &self.colour_names[colour.number() as usize - 1]
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

    /// An option as a line of the text format: its items with their colours, separated by blanks.
    pub fn option_line(&self, option: OptionId) -> String {
        let mut line = String::new();
        for entry in self.entries(option) {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(self.item_name(entry.item));
            if let Some(colour) = entry.colour {
                line.push(':');
                line.push_str(self.colour_name(colour));
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
    colour_names: Vec<Box<str>>,
    colours: HashMap<Box<str>, Colour>,
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

    /// Adds an item that a solution covers at most once, or more often in one colour.
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
    /// which may have millions of columns that nobody calls by name.
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

    /// Adds an option by the names of its items, each with a colour or without.
    pub fn option(&mut self, entries: &[(&str, Option<&str>)]) -> Result<OptionId, ProblemError> {
        let mut resolved = Vec::with_capacity(entries.len());
        for &(name, colour) in entries {
            let item = self.item(name).ok_or_else(|| ProblemError::UnknownItem(name.to_owned()))?;
            let colour = colour.map(|colour| self.colour(item, colour)).transpose()?;
            resolved.push(Entry { item, colour });
        }
        self.option_of_entries(&resolved)
    }

    /// Adds an option of uncoloured items.
    pub fn option_of(&mut self, items: &[ItemId]) -> Result<OptionId, ProblemError> {
        let entries: Vec<Entry> = items.iter().map(|&item| Entry { item, colour: None }).collect();
        self.option_of_entries(&entries)
    }

    /// Adds an option of entries made with [`item`](Self::item) and [`colour`](Self::colour).
    ///
    /// A refused option is not added; colours that were named for it stay known.
    pub fn option_of_entries(&mut self, entries: &[Entry]) -> Result<OptionId, ProblemError> {
        if entries.is_empty() {
            return Err(ProblemError::EmptyOption);
        }
        if let Some(entry) =
            entries.iter().find(|entry| entry.colour.is_some() && self.is_primary(entry.item))
        {
            let colour = entry.colour.map_or("", |colour| &self.colour_names[colour.number() as usize - 1]);
            return Err(self.colour_on_primary(entry.item, colour));
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

    /// The colour of this name, for use on `item`, which must be secondary.
    pub fn colour(&mut self, item: ItemId, name: &str) -> Result<Colour, ProblemError> {
        if self.is_primary(item) {
            return Err(self.colour_on_primary(item, name));
        }
        if !is_name(name) {
            return Err(ProblemError::BadName(name.to_owned()));
        }
        if let Some(&colour) = self.colours.get(name) {
            return Ok(colour);
        }
        let colour = Colour::from_index(self.colour_names.len());
        self.colour_names.push(name.into());
        self.colours.insert(name.into(), colour);
        Ok(colour)
    }

    /// The problem, if it has a primary item at all.
    pub fn build(self) -> Result<Problem, ProblemError> {
        if self.primary_count == 0 {
            return Err(ProblemError::NoPrimaryItem);
        }
        Ok(Problem {
            item_names: self.item_names,
            primary_count: self.primary_count,
            colour_names: self.colour_names,
            entries: self.entries,
            starts: self.starts,
            option_counts: self.option_counts,
        })
    }

    fn is_primary(&self, item: ItemId) -> bool {
        item.index() < self.primary_count
    }

    fn colour_on_primary(&self, item: ItemId, colour: &str) -> ProblemError {
        let item = self.item_names[item.index()].to_string();
        ProblemError::ColourOnPrimary { item, colour: colour.to_owned() }
    }

    fn reserve(&self, more: usize) -> Result<(), ProblemError> {
        let size = self.item_names.len() + self.entries.len() + self.starts.len() + more;
        if size > MAX_SIZE { Err(ProblemError::TooLarge) } else { Ok(()) }
    }
}

/// Whether a text can be the name of an item or a colour.
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
        let colour = ProblemError::ColourOnPrimary { item: "a".into(), colour: "red".into() };
        assert_eq!(b.option(&[("a", Some("red"))]), Err(colour));
        assert_eq!(b.secondary("a"), Err(ProblemError::DuplicateItem("a".into())));
        assert_eq!(b.primary("c"), Err(ProblemError::PrimaryAfterSecondary("c".into())));
        for name in ["", "a b", "a:b", "|", "a\tb"] {
            assert_eq!(b.secondary(name), Err(ProblemError::BadName(name.into())));
        }
        assert_eq!(ProblemBuilder::new().build(), Err(ProblemError::NoPrimaryItem));
    }

    #[test]
    fn a_colour_made_for_another_item_is_refused_on_a_primary_one() {
        let mut b = builder();
        let (a, x) = (b.item("a").unwrap(), b.item("x").unwrap());
        let red = Some(b.colour(x, "red").unwrap());
        let refused = b.option_of_entries(&[Entry { item: a, colour: red }]);
        assert_eq!(refused, Err(ProblemError::ColourOnPrimary { item: "a".into(), colour: "red".into() }));
        assert!(!b.build().unwrap().has_colours());
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
