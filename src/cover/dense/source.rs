//! The problem as lists in both directions: the items of each option, and the options of each item.

use std::collections::HashMap;

use super::super::problem::{Entry, OptionId, Problem};

/// An entry of a list: an item of an option, or an option of an item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The item, or the option.
    pub(super) to: u32,
    /// 0 without a color, otherwise a number that identifies this color of this item.
    ///
    /// Two options that share an item are compatible if they give it the same nonzero shade.
    pub(super) shade: u32,
}

impl Link {
    /// Whether two options with these links to a shared item can both be chosen, as far as that item is concerned.
    #[inline]
    pub(super) fn agrees_with(self, other: Link) -> bool {
        self.shade != 0 && self.shade == other.shade
    }
}

/// Lists of links, stored back to back.
#[derive(Clone, Debug)]
struct Lists {
    links: Vec<Link>,
    /// `starts[i]..starts[i + 1]` is list `i`.
    starts: Vec<u32>,
}

impl FromIterator<Vec<Link>> for Lists {
    fn from_iter<I: IntoIterator<Item = Vec<Link>>>(lists: I) -> Lists {
        let mut all = Lists { links: Vec::new(), starts: vec![0] };
        for list in lists {
            all.links.extend(list);
            all.starts.push(all.links.len() as u32);
        }
        all
    }
}

impl Lists {
    #[inline]
    fn list(&self, index: usize) -> &[Link] {
        &self.links[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

/// A problem ready to be compiled, without the options that have no primary item, since these can never be chosen.
#[derive(Clone, Debug)]
pub(super) struct Source {
    items: Lists,
    options: Lists,
    /// The number of primary items of each option; these come first.
    primary_items: Vec<u32>,
    pub(super) option_count: usize,
    pub(super) primary_count: usize,
    pub(super) item_count: usize,
    /// Shades are numbered from 1 to this count.
    pub(super) shade_count: usize,
}

impl Source {
    pub(super) fn new(problem: &Problem) -> Source {
        let mut shades = HashMap::new();
        let mut primary_items = Vec::with_capacity(problem.option_count());
        let mut options_of = vec![Vec::new(); problem.item_count()];
        let mut items_of = |option: OptionId| -> Vec<Link> {
            let mut entries = problem.entries(option).to_vec();
            entries.sort_by_key(|entry| !problem.is_primary(entry.item));
            let primary = entries.partition_point(|entry| problem.is_primary(entry.item));
            primary_items.push(primary as u32);
            if primary == 0 {
                entries.clear();
            }
            let mut link = |entry: Entry| {
                let next = shades.len() as u32 + 1;
                let shade = entry.color.map_or(0, |color| *shades.entry((entry.item, color)).or_insert(next));
                options_of[entry.item.index()].push(Link { to: option.0, shade });
                Link { to: entry.item.0, shade }
            };
            entries.into_iter().map(&mut link).collect()
        };
        Source {
            items: problem.options().map(&mut items_of).collect(),
            options: options_of.into_iter().collect(),
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
