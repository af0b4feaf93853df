//! An exact-cover problem as data: items, options, colors.
//!
//! *Items* are what must be covered, *options* are sets of items, and a solution is a set of options that covers every
//! primary item exactly once. A *secondary* item may be covered at most once, unless every option that contains it in
//! the solution gives it the same *color* (Knuth's XCC). This module only stores and validates a problem;
//! [`Matrix`](super::Matrix) turns it into dancing links.

use std::num::NonZeroU32;

use thiserror::Error;

/// An item, numbered from 0 in the order of declaration; primary items come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ItemId(pub(super) u32);

/// An option, numbered from 0 in the order in which options were added.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OptionId(pub(super) u32);

/// A color of a secondary item, numbered from 1 in order of first use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Color(pub(super) NonZeroU32);

impl ItemId {
    /// Returns the item at this position, counted from 0 in the order of declaration.
    pub fn from_index(index: usize) -> ItemId {
        ItemId(u32::try_from(index).expect("a problem has fewer than 2^32 items"))
    }

    /// Returns the position of the item among all items, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl OptionId {
    /// Returns the option at this position, counted from 0 in the order in which options were added.
    pub fn from_index(index: usize) -> OptionId {
        OptionId(u32::try_from(index).expect("a problem has fewer than 2^32 options"))
    }

    /// Returns the position of the option among all options, from 0.
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

/// Why [`ExactCover`](super::ExactCover) rejects an item, an option or a problem.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// An option names an item that was never declared.
    #[error("unknown item {}: it is not on the items line", quoted(.0))]
    UnknownItem(String),
    /// An option names the same item twice.
    #[error("item {} appears twice in this option", quoted(.0))]
    ItemTwice(String),
    /// An option has no items.
    #[error("an option needs at least one item")]
    EmptyOption,
    /// A color was given to a primary item.
    #[error("primary item {} cannot have a color ({}); only secondary items can", quoted(.item), quoted(.color))]
    ColorOnPrimary {
        /// The item.
        item: String,
        /// The color that it was given.
        color: String,
    },
    /// Two items have the same name.
    #[error("item {} is declared twice: names must differ", quoted(.0))]
    DuplicateItem(String),
    /// A name that the text format cannot represent.
    #[error("invalid name {}: a name must not be empty or contain blanks, control characters, ':' or '|'", quoted(.0))]
    BadName(String),
    /// A problem without primary items.
    #[error("a problem needs at least one primary item")]
    NoPrimaryItem,
    /// The problem has more items, options and entries than links can number.
    #[error("the problem is too large: at most {} items, options and entries in total", MAX_SIZE)]
    TooLarge,
}

/// The maximum total of items, options and entries: links are signed 32-bit indices.
pub const MAX_SIZE: usize = 1 << 30;

/// Quotes a name for a message, shortened if it is too long to read.
fn quoted(name: &str) -> String {
    const SHOWN: usize = 60;
    if name.chars().count() <= SHOWN {
        return format!("{name:?}");
    }
    let start: String = name.chars().take(SHOWN).collect();
    format!("{start:?}… ({} characters)", name.chars().count())
}

/// An exact-cover problem, built with [`ExactCover`](super::ExactCover) or read with [`text::read`](super::text::read).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub(super) item_names: Vec<Box<str>>,
    pub(super) primary_count: usize,
    pub(super) color_names: Vec<Box<str>>,
    pub(super) entries: Vec<Entry>,
    /// `starts[o]..starts[o + 1]` are the entries of option `o`.
    pub(super) starts: Vec<u32>,
    /// The number of options that contain each item.
    pub(super) option_counts: Vec<u32>,
}

impl Problem {
    /// Returns the number of items, primary and secondary.
    pub fn item_count(&self) -> usize {
        self.item_names.len()
    }

    /// Returns the number of primary items, which come first.
    pub fn primary_count(&self) -> usize {
        self.primary_count
    }

    /// Returns the number of options.
    pub fn option_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the number of entries of all options in total.
    pub fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether any option gives a color to an item.
    pub fn has_colors(&self) -> bool {
        self.entries.iter().any(|entry| entry.color.is_some())
    }

    /// Returns all items in order.
    pub fn items(&self) -> impl Iterator<Item = ItemId> + use<> {
        (0..self.item_count() as u32).map(ItemId)
    }

    /// Returns all options in order.
    pub fn options(&self) -> impl Iterator<Item = OptionId> + use<> {
        (0..self.option_count() as u32).map(OptionId)
    }

    /// Returns whether an item is primary and so must be covered.
    pub fn is_primary(&self, item: ItemId) -> bool {
        item.index() < self.primary_count
    }

    /// Returns the name of an item.
    pub fn item_name(&self, item: ItemId) -> &str {
        &self.item_names[item.index()]
    }

    /// Returns the name of a color.
    pub fn color_name(&self, color: Color) -> &str {
        &self.color_names[color.number() as usize - 1]
    }

    /// Returns the entries of an option in the order in which they were given.
    pub fn entries(&self, option: OptionId) -> &[Entry] {
        &self.entries[self.starts[option.index()] as usize..self.starts[option.index() + 1] as usize]
    }

    /// Returns the number of options that contain an item.
    pub fn option_count_of(&self, item: ItemId) -> usize {
        self.option_counts[item.index()] as usize
    }

    /// Returns whether an option has a primary item. An option without one can never be chosen.
    pub fn has_primary_item(&self, option: OptionId) -> bool {
        self.entries(option).iter().any(|entry| self.is_primary(entry.item))
    }

    /// Formats an option as a line of the text format: its items with their colors, separated by blanks.
    pub fn option_line(&self, option: OptionId) -> String {
        let word = |entry: &Entry| match entry.color {
            Some(color) => format!("{}:{}", self.item_name(entry.item), self.color_name(color)),
            None => self.item_name(entry.item).to_owned(),
        };
        self.entries(option).iter().map(word).collect::<Vec<_>>().join(" ")
    }
}
