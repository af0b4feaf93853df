//! Compiles the rest of a problem to bitsets: one bit per option, one byte per item.

use super::super::problem::OptionId;
use super::lanes::{Flavor, LANES, Lanes, Task};
use super::source::Source;

/// Limits of a compiled problem: words of a bitset, options, items, and options of an item.
pub(super) const MOST_WORDS: usize = 16;
pub(super) const MOST_OPTIONS: usize = 64 * MOST_WORDS;
pub(super) const MOST_GROUPS: usize = 4;
pub(super) const MOST_ITEMS: usize = MOST_GROUPS * LANES;
pub(super) const MOST_OPTIONS_OF_ITEM: u32 = 254;

/// The number of vectors that hold the sizes of `items` items if bitsets have `words` words: 1, 2 or 4.
///
/// The longest bitsets always use 4: few nodes are that large, and each additional form compiles another copy of the
/// search.
pub(super) fn groups_for(words: usize, items: usize) -> usize {
    if words == MOST_WORDS { MOST_GROUPS } else { items.div_ceil(LANES).next_power_of_two() }
}

/// The rest of a problem: its remaining items and options, by their numbers in the problem, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Rest {
    pub(super) items: Vec<u32>,
    pub(super) options: Vec<OptionId>,
}

impl Rest {
    /// Replaces the lists with these items and with the options that `option` returns for the bits of `live`.
    pub(super) fn list(
        &mut self,
        items: impl Iterator<Item = u32>,
        live: &[u64],
        option: impl Fn(usize) -> OptionId,
    ) {
        self.items.clear();
        self.items.extend(items);
        self.options.clear();
        for (word, &bits) in live.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                self.options.push(option(word * 64 + bits.trailing_zeros() as usize));
                bits &= bits - 1;
            }
        }
    }
}

/// The rows of [`Compiled::masks`] that say which options an option conflicts with: the options of an item, except
/// those that give it the same shade.
#[derive(Clone, Copy, Debug)]
struct Rows {
    item: u32,
    /// [`NO_ROW`] if the option gives the item no color.
    shade: u32,
}

const NO_ROW: u32 = u32::MAX;

/// A compiled problem. Bitsets of options have `W` words, and sizes of items have [`groups_for`] groups of bytes. Both
/// are compile-time constants where a problem is compiled and searched. Here they are only row lengths, so that one
/// allocation can be reused for many problems.
#[derive(Clone, Debug, Default)]
pub(super) struct Compiled {
    pub(super) rest: Rest,
    /// The options of each item. Rows of secondary items and shades follow.
    masks: Vec<u64>,
    /// For each option, where its conflicts begin in `rows`.
    starts: Vec<u32>,
    rows: Vec<Rows>,
    /// For each option, its conflicts, if `W` is 1.
    table: Vec<u64>,
    /// For each option, its primary items, one bit each.
    items_of_options: Vec<u128>,
    /// The same with one byte per item, 0 or 1, in blocks of [`BLOCK`] rows.
    incidence: Vec<Lanes>,
}

/// One row for each of 64 options and a row of zeros: for a word without bits, `trailing_zeros` returns 64, an option
/// without items.
pub(super) const BLOCK: usize = 65;

impl Compiled {
    #[inline(always)]
    pub(super) fn masks<const W: usize>(&self) -> &[[u64; W]] {
        self.masks.as_chunks().0
    }

    /// For each word of a bitset, the rows of its options.
    #[inline(always)]
    pub(super) fn incidence<const G: usize>(&self) -> &[[[Lanes; G]; BLOCK]] {
        self.incidence.as_chunks().0.as_chunks().0
    }

    /// The options that cannot be chosen together with this one, including itself.
    #[inline(always)]
    pub(super) fn conflicts<const W: usize>(&self, option: usize) -> [u64; W] {
        if W == 1 {
            return self.table.as_chunks().0[option];
        }
        let rows = &self.rows[self.starts[option] as usize..self.starts[option + 1] as usize];
        conflicts_by(self.masks(), rows.iter().copied())
    }
}

/// The conflicting options that these rows describe.
#[inline(always)]
fn conflicts_by<const W: usize>(masks: &[[u64; W]], rows: impl Iterator<Item = Rows>) -> [u64; W] {
    let mut conflicts = [0; W];
    for rows in rows {
        let of_item = &masks[rows.item as usize];
        if rows.shade == NO_ROW {
            for word in 0..W {
                conflicts[word] |= of_item[word];
            }
        } else {
            let agreeing = &masks[rows.shade as usize];
            for word in 0..W {
                conflicts[word] |= of_item[word] & !agreeing[word];
            }
        }
    }
    conflicts
}

/// Writes the items of each option as bytes.
#[inline(always)]
fn list_incidence(incidence: &mut Vec<Lanes>, items_of_options: &[u128], groups: usize) {
    incidence.clear();
    incidence.reserve(groups * BLOCK * items_of_options.len().div_ceil(64));
    for block in items_of_options.chunks(64) {
        for &items in block {
            incidence.push(Lanes::from_bits(items as u32));
            for group in 1..groups {
                incidence.push(Lanes::from_bits((items >> (group * LANES)) as u32));
            }
        }
        incidence.resize(incidence.len().next_multiple_of(groups * BLOCK), Lanes::default());
    }
}

/// A [`Task`] that compiles the rest of a compiled problem to bitsets of one word.
///
/// It packs the bits of each row, which is four times faster than starting from the lists.
pub(super) struct Shrink<'c, F, const W: usize> {
    pub(super) flavor: F,
    pub(super) from: &'c Compiled,
    /// The remaining options, at most 64, and the remaining items.
    pub(super) live: [u64; W],
    pub(super) items: u128,
    pub(super) into: &'c mut Compiled,
}

impl<F: Flavor, const W: usize> Task for Shrink<'_, F, W> {
    type Answer = ();

    #[inline(always)]
    fn run(self) {
        let Shrink { flavor, from, live, items, into } = self;
        let Compiled { rest, masks, table, items_of_options, incidence, .. } = into;
        rest.items.clear();
        masks.clear();
        for (item, (&id, mask)) in from.rest.items.iter().zip(from.masks::<W>()).enumerate() {
            if items >> item & 1 != 0 {
                rest.items.push(id);
                masks.push(pull_options(flavor, mask, &live));
            }
        }
        rest.options.clear();
        table.clear();
        items_of_options.clear();
        for (word, mut bits) in live.into_iter().enumerate() {
            while bits != 0 {
                let option = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                rest.options.push(from.rest.options[option]);
                table.push(pull_options(flavor, &from.conflicts(option), &live));
                items_of_options.push(pull_items(flavor, from.items_of_options[option], items));
            }
        }
        list_incidence(incidence, items_of_options, groups_for(1, rest.items.len()));
    }
}

/// Packs the live options of a set into the low bits.
#[inline(always)]
fn pull_options<F: Flavor, const W: usize>(flavor: F, set: &[u64; W], live: &[u64; W]) -> u64 {
    let (mut pulled, mut length) = (0, 0);
    for word in 0..W {
        if live[word] != 0 {
            pulled |= flavor.pull(set[word], live[word]) << length;
            length += live[word].count_ones();
        }
    }
    pulled
}

/// Packs the remaining items of a set into the low bits.
#[inline(always)]
fn pull_items<F: Flavor>(flavor: F, set: u128, left: u128) -> u128 {
    let low = flavor.pull(set as u64, left as u64);
    let high = flavor.pull((set >> 64) as u64, (left >> 64) as u64);
    u128::from(low) | u128::from(high) << (left as u64).count_ones()
}

/// Compiles problems from lists, numbering the rows of their masks.
#[derive(Clone, Debug)]
pub(super) struct Compiler {
    /// For each item and then each shade: the round in which it last got a row, and that row.
    rows: Vec<(u64, u32)>,
    round: u64,
}

impl Compiler {
    pub(super) fn new(source: &Source) -> Compiler {
        Compiler { rows: vec![(0, 0); source.item_count + source.shade_count + 1], round: 0 }
    }

    /// Compiles `compiled.rest` to bitsets of `words` words.
    pub(super) fn compile(&mut self, words: usize, source: &Source, compiled: &mut Compiled) {
        let Compiled { rest, masks, starts, rows, table, items_of_options, incidence } = compiled;
        let groups = groups_for(words, rest.items.len());
        debug_assert!(rest.options.len() <= 64 * words && rest.items.len() <= LANES * groups);
        // The primary items get the first rows of the new round.
        self.round += 1;
        for (row, &item) in (0..).zip(&rest.items) {
            self.rows[item as usize] = (self.round, row);
        }
        masks.clear();
        masks.resize(words * rest.items.len(), 0);
        items_of_options.clear();
        rows.clear();
        starts.clear();
        table.clear();
        for (position, &option) in rest.options.iter().enumerate() {
            let (block, bit) = (position / 64, position % 64);
            let primary = source.primary_items_of(option);
            let mut items = 0_u128;
            for link in primary {
                let (_, row) = self.rows[link.to as usize];
                masks[words * row as usize + block] |= 1 << bit;
                items |= 1 << row;
            }
            items_of_options.push(items);
            for link in &source.items_of(option)[primary.len()..] {
                let item = self.row(link.to as usize, words, masks);
                masks[words * item + block] |= 1 << bit;
                if link.shade != 0 {
                    let shade = self.row(source.item_count + link.shade as usize, words, masks);
                    masks[words * shade + block] |= 1 << bit;
                }
            }
        }
        list_incidence(incidence, items_of_options, groups);
        for &option in &rest.options {
            let all = source.items_of(option).iter().map(|link| {
                let (_, item) = self.rows[link.to as usize];
                let shade = match link.shade {
                    0 => NO_ROW,
                    shade => self.rows[source.item_count + shade as usize].1,
                };
                Rows { item, shade }
            });
            if words == 1 {
                table.extend_from_slice(&conflicts_by::<1>(masks.as_chunks().0, all));
            } else {
                starts.push(rows.len() as u32);
                rows.extend(all);
            }
        }
        starts.push(rows.len() as u32);
    }

    /// Returns the row of an item or shade, adding a row if it has none.
    #[inline]
    fn row(&mut self, key: usize, words: usize, masks: &mut Vec<u64>) -> usize {
        let (round, row) = &mut self.rows[key];
        if *round != self.round {
            (*round, *row) = (self.round, (masks.len() / words) as u32);
            masks.resize(masks.len() + words, 0);
        }
        *row as usize
    }
}
