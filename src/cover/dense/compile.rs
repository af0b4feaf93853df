//! Compiles what is left of a problem to bitsets: one bit an option, one byte an item.

use super::super::problem::OptionId;
use super::lanes::{Flavour, LANES, Lanes, Sizes};
use super::source::Source;
use super::stages::MOST_GROUPS;

/// What is left of a problem: items by their numbers in the problem, options too, both in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Rest {
    pub(super) items: Vec<u32>,
    pub(super) options: Vec<OptionId>,
}

/// The rows of [`Compiled::masks`] that say with which options an option conflicts: those of an item, without those that
/// give it the same shade.
#[derive(Clone, Copy, Debug)]
struct Rows {
    item: u32,
    /// [`NO_ROW`] if the option gives the item no colour.
    shade: u32,
}

const NO_ROW: u32 = u32::MAX;

/// A compiled problem. Bitsets of options have `W` words, sizes of items so many groups of bytes as a [`Sizes`] has; both
/// are known where it was made and where it is searched. Here they are only the lengths of rows, so that one allocation
/// serves for many problems.
#[derive(Clone, Debug, Default)]
pub(super) struct Compiled {
    pub(super) rest: Rest,
    /// For each item its options. Rows of secondary items and of shades follow.
    masks: Vec<u64>,
    /// For each option where its conflicts begin in `rows`.
    starts: Vec<u32>,
    rows: Vec<Rows>,
    /// For each option its conflicts, if `W` is 1.
    table: Vec<u64>,
    /// For each option its items, each byte 0 or 1. In blocks, see [`BLOCK`].
    incidence: Vec<Lanes>,
}

/// Rows for 64 options and one more, of zeros: what `trailing_zeros` finds in a word without bits is an option without items.
pub(super) const BLOCK: usize = 65;

impl Compiled {
    #[inline(always)]
    pub(super) fn masks<const W: usize>(&self) -> &[[u64; W]] {
        self.masks.as_chunks().0
    }

    /// For each word of a bitset the rows of its options.
    #[inline(always)]
    pub(super) fn incidence<F: Flavour, S: Sizes<F>>(&self) -> &[[S::Row; BLOCK]] {
        S::rows(&self.incidence).as_chunks().0
    }

    /// [`conflicts`](Self::conflicts), looked up.
    #[inline(always)]
    pub(super) fn table<const W: usize>(&self, option: usize) -> &[u64; W] {
        &self.table.as_chunks().0[option]
    }

    /// The options that cannot be chosen together with this one, itself among them.
    #[inline(always)]
    pub(super) fn conflicts<const W: usize>(&self, option: usize) -> [u64; W] {
        let masks = self.masks();
        let mut conflicts = [0; W];
        for rows in &self.rows[self.starts[option] as usize..self.starts[option + 1] as usize] {
            let of_item: &[u64; W] = &masks[rows.item as usize];
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
}

/// Numbers the rows of a compiled problem.
#[derive(Clone, Debug)]
pub(super) struct Compiler {
    /// The row of each item and (after them) each shade, and the round in which it was given.
    rows: Vec<(u32, u32)>,
    round: u32,
}

impl Compiler {
    pub(super) fn new(source: &Source) -> Compiler {
        Compiler { rows: vec![(0, 0); source.item_count() + source.shade_count() + 1], round: 0 }
    }

    /// Compiles `compiled.rest` to bitsets of `W` words and this many groups of items.
    #[inline(always)]
    pub(super) fn compile<const W: usize>(
        &mut self,
        groups: usize,
        source: &Source,
        compiled: &mut Compiled,
    ) {
        let Compiled { rest, masks, starts, rows, incidence, table } = compiled;
        debug_assert!(rest.options.len() <= 64 * W && rest.items.len() <= LANES * groups);
        self.begin(&rest.items);
        let mut next_row = rest.items.len() as u32;
        masks.clear();
        masks.resize(W * rest.items.len(), 0);
        incidence.clear();
        incidence.reserve(groups * BLOCK * rest.options.len().div_ceil(64));
        rows.clear();
        starts.clear();
        for (bit, &option) in rest.options.iter().enumerate() {
            starts.push(rows.len() as u32);
            let (word, bit) = (bit / 64, bit % 64);
            if bit == 0 && word > 0 {
                incidence.resize(incidence.len() + groups, Lanes::default());
            }
            let mut row_of_option = [Lanes::default(); MOST_GROUPS];
            let primary = source.primary_items_of(option).len();
            let (items, secondary) = source.items_of(option).split_at(primary);
            for link in items {
                let (_, row) = self.rows[link.to as usize];
                masks[W * row as usize + word] |= 1 << bit;
                row_of_option[row as usize / LANES].increment(row as usize % LANES);
                rows.push(Rows { item: row, shade: NO_ROW });
            }
            incidence.extend_from_slice(&row_of_option[..groups]);
            for link in secondary {
                let item = self.row(link.to as usize, &mut next_row);
                let shade = match link.shade {
                    0 => NO_ROW,
                    shade => self.row(source.item_count() + shade as usize, &mut next_row),
                };
                if masks.len() < W * next_row as usize {
                    masks.resize(W * next_row as usize, 0);
                }
                masks[W * item as usize + word] |= 1 << bit;
                if shade != NO_ROW {
                    masks[W * shade as usize + word] |= 1 << bit;
                }
                rows.push(Rows { item, shade });
            }
        }
        starts.push(rows.len() as u32);
        incidence.resize(groups * BLOCK * rest.options.len().div_ceil(64), Lanes::default());
        if W == 1 {
            table.clear();
            for bounds in starts.windows(2) {
                let conflicts =
                    rows[bounds[0] as usize..bounds[1] as usize].iter().fold(0, |conflicts, rows| {
                        let agreeing = if rows.shade == NO_ROW { 0 } else { masks[rows.shade as usize] };
                        conflicts | masks[rows.item as usize] & !agreeing
                    });
                table.push(conflicts);
            }
        }
    }

    /// Begins a round: the items get the first rows.
    fn begin(&mut self, items: &[u32]) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.rows.fill((0, 0));
            self.round = 1;
        }
        for (row, &item) in items.iter().enumerate() {
            self.rows[item as usize] = (self.round, row as u32);
        }
    }

    /// The row of an item or shade, the next free one if it has none.
    #[inline]
    fn row(&mut self, key: usize, next_row: &mut u32) -> u32 {
        let (round, row) = &mut self.rows[key];
        if *round != self.round {
            (*round, *row) = (self.round, *next_row);
            *next_row += 1;
        }
        *row
    }
}
