//! The problem as lists both ways: the items of each option, and the options of each item.

use std::collections::HashMap;

use super::super::problem::{Entry, OptionId, Problem};

/// An item of an option, or an option of an item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The item, or the option.
    pub(super) to: u32,
    /// 0 without a color; otherwise a number for this color of this item.
    ///
    /// Two options that share an item get along if they give it the same shade other than 0.
    pub(super) shade: u32,
}

impl Link {
    /// Whether two options can both be chosen as far as an item is concerned, which they link like this.
    #[inline]
    pub(super) fn agrees_with(self, other: Link) -> bool {
        self.shade != 0 && self.shade == other.shade
    }
}

/// Lists of links one after the other.
#[derive(Clone, Debug, Default)]
struct Lists {
    links: Vec<Link>,
    /// `starts[i]..starts[i + 1]` is list `i`.
    starts: Vec<u32>,
}

impl Lists {
    #[inline]
    fn list(&self, index: usize) -> &[Link] {
        &self.links[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

/// A problem, ready to be compiled; options without a primary item are left out, for they can never be chosen.
#[derive(Clone, Debug)]
pub(super) struct Source {
    items: Lists,
    options: Lists,
    /// How many items of each option are primary; these come first.
    primary_items: Vec<u32>,
    pub(super) option_count: usize,
    pub(super) primary_count: usize,
    pub(super) item_count: usize,
    /// Shades are numbered from 1 to this.
    pub(super) shade_count: usize,
}

impl Source {
    pub(super) fn new(problem: &Problem) -> Source {
        let mut shades = HashMap::new();
        let mut items = Lists { links: Vec::with_capacity(problem.entry_count()), starts: vec![0] };
        let mut primary_items = Vec::with_capacity(problem.option_count());
        let mut of_item: Vec<Vec<Link>> = vec![Vec::new(); problem.item_count()];
        for option in problem.options() {
            let mut primary = 0;
            if problem.has_primary_item(option) {
                let entries = problem.entries(option);
                let is_primary = |entry: &&Entry| problem.is_primary(entry.item);
                let first = entries.iter().filter(is_primary);
                primary = first.clone().count() as u32;
                for entry in first.chain(entries.iter().filter(|entry| !is_primary(entry))) {
                    let next = shades.len() as u32 + 1;
                    let shade = entry.color.map_or(0, |c| *shades.entry((entry.item, c)).or_insert(next));
                    items.links.push(Link { to: entry.item.0, shade });
                    of_item[entry.item.index()].push(Link { to: option.0, shade });
                }
            }
            primary_items.push(primary);
            items.starts.push(items.links.len() as u32);
        }
        let mut options = Lists { links: Vec::with_capacity(items.links.len()), starts: vec![0] };
        for list in of_item {
            options.links.extend(list);
            options.starts.push(options.links.len() as u32);
        }
        Source {
            items,
            options,
            primary_items,
            option_count: problem.option_count(),
            primary_count: problem.primary_count(),
            item_count: problem.item_count(),
            shade_count: shades.len(),
        }
    }

    /// The items of an option, the primary ones first.
    #[inline]
    pub(super) fn items_of(&self, option: OptionId) -> &[Link] {
        self.items.list(option.index())
    }

    /// The primary items of an option.
    #[inline]
    pub(super) fn primary_items_of(&self, option: OptionId) -> &[Link] {
        &self.items_of(option)[..self.primary_items[option.index()] as usize]
    }

    /// The options of an item, in order.
    #[inline]
    pub(super) fn options_of(&self, item: usize) -> &[Link] {
        self.options.list(item)
    }
}
