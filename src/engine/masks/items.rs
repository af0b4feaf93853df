//! The items as masks: the remaining options of each item, and the steps that remove options.

use super::layout::Layout;
use super::word::Word;

/// The four families of items, in the order of the masks.
const CELL: usize = 0;
const BOX: usize = 1;
const ROW: usize = 2;
const COLUMN: usize = 3;

/// A digit, from 0, in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) digit: usize,
}

/// An item by its index in the masks.
pub(super) type Item = usize;

const NO_ITEM: u16 = u16::MAX;

/// The rest of a puzzle. Copied at each guess.
#[derive(Clone, Copy, Debug)]
pub(super) struct Items<W, const N: usize> {
    /// The remaining options of each item. By family: the digits of `[row][column]`, the places of `[digit][box]`, the
    /// columns of `[digit][row]`, the rows of `[digit][column]`. Covered items have none. Uncovered ones always have
    /// some, since the branch ends otherwise.
    masks: [[[W; N]; N]; 4],
    /// The digits placed so far, from 1; 0 for a blank cell.
    digits: [[u8; N]; N],
    /// The number of blank cells.
    blank: usize,
}

/// The consequences of removing options.
#[derive(Clone, Debug)]
pub(super) struct Events {
    /// The items that dropped to one option, in order, some of which may be covered by now: those from `next` to `end`.
    /// Each of at most 2,500 items is here at most once, because an item only loses options until this is cleared.
    forced: Box<[u16; 4096]>,
    next: usize,
    end: usize,
    /// The first item that ran out of options, or [`NO_ITEM`].
    empty: u16,
    /// The number of options removed from items.
    pub(super) updates: u64,
}

impl Events {
    pub(super) fn new() -> Events {
        Events { forced: Box::new([0; 4096]), next: 0, end: 0, empty: NO_ITEM, updates: 0 }
    }

    pub(super) fn clear(&mut self) {
        (self.next, self.end, self.empty) = (0, 0, NO_ITEM);
    }

    /// Adds an item if it is forced. Writing it anyway is cheaper than a branch, and the remainder lets the compiler
    /// omit a range check.
    #[inline(always)]
    fn add_if(&mut self, is_forced: bool, item: Item) {
        self.forced[self.end % 4096] = item as u16;
        self.end += usize::from(is_forced);
    }

    /// Notes that an item lost an option and has these left. Without branches, hard puzzles take 10 % less time.
    #[inline(always)]
    fn note<W: Word>(&mut self, item: Item, mask: W) {
        self.add_if(mask.is_single(), item);
        let is_first = (mask == W::EMPTY) & (self.empty == NO_ITEM);
        self.empty = if is_first { item as u16 } else { self.empty };
    }

    #[inline(always)]
    fn result(&self) -> Result<(), Empty> {
        if self.empty == NO_ITEM { Ok(()) } else { Err(Empty(self.empty.into())) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Empty(pub(super) Item);

impl<W: Word, const N: usize> Items<W, N> {
    pub(super) const NONE: Items<W, N> =
        Items { masks: [[[W::EMPTY; N]; N]; 4], digits: [[0; N]; N], blank: 0 };

    /// Sets the masks to what the givens leave, and adds the items with one option to `events`; returns `None` if the
    /// givens clash.
    pub(super) fn set_up(&mut self, givens: &[u8], events: &mut Events) -> Option<Result<(), Empty>> {
        let layout = Layout::<N>::TABLE;
        let (cells, _) = givens.as_chunks::<N>();
        let mut used = [[0_u32; N]; 4];
        let mut clashing = 0;
        self.blank = 0;
        for (row, cells) in cells.iter().enumerate() {
            self.digits[row] = *cells;
            for (column, &given) in cells.iter().enumerate() {
                if given == 0 {
                    self.blank += 1;
                    continue;
                }
                let bit = 1 << (given - 1);
                for (family, unit) in [(BOX, layout.box_of[row][column]), (ROW, row), (COLUMN, column)] {
                    clashing |= used[family][unit] & bit;
                    used[family][unit] |= bit;
                }
            }
        }
        if clashing != 0 {
            return None;
        }
        self.masks[BOX..].fill([[W::EMPTY; N]; N]);
        for row in 0..N {
            for column in 0..N {
                if self.digits[row][column] != 0 {
                    self.masks[CELL][row][column] = W::EMPTY;
                    continue;
                }
                let (of_box, place) = (layout.box_of[row][column], layout.place_of[row][column]);
                let mut left = ((1 << N) - 1) & !(used[BOX][of_box] | used[ROW][row] | used[COLUMN][column]);
                self.masks[CELL][row][column] = W::from_bits(left);
                while let Some(digit) = next(&mut left) {
                    let [_, boxes, rows, columns] = &mut self.masks;
                    add(&mut boxes[digit][of_box], place);
                    add(&mut rows[digit][row], column);
                    add(&mut columns[digit][column], row);
                }
            }
        }
        events.clear();
        for (item, &mask) in self.masks().iter().enumerate() {
            events.add_if(mask.is_single(), item);
        }
        let without_options: u16 = self.masks().iter().map(|&mask| u16::from(mask == W::EMPTY)).sum();
        // A given covers four items. If other items have no options, there is nothing to search, so it does not matter
        // which they are.
        Some(if 4 * (N * N - self.blank) == usize::from(without_options) { Ok(()) } else { Err(Empty(0)) })
    }

    pub(super) fn masks(&self) -> &[W] {
        self.masks.as_flattened().as_flattened()
    }

    pub(super) fn is_solved(&self) -> bool {
        self.blank == 0
    }

    pub(super) fn digits(&self) -> &[u8] {
        self.digits.as_flattened()
    }

    /// Returns the first option of an item, which must have one.
    pub(super) fn first_option(&self, item: Item) -> Choice {
        let (family, first, second) = (item / (N * N), item / N % N, item % N);
        let bit = self.masks[family][first][second].bits().trailing_zeros() as usize;
        match family {
            CELL => Choice { row: first, column: second, digit: bit },
            BOX => {
                let (row, column) = Layout::<N>::TABLE.cell_of[second][bit];
                Choice { row, column, digit: first }
            }
            ROW => Choice { row: second, column: bit, digit: first },
            _ => Choice { row: bit, column: second, digit: first },
        }
    }

    /// Removes an option from an uncovered item.
    #[inline(always)]
    fn clear<const FAMILY: usize>(&mut self, first: usize, second: usize, bit: usize, events: &mut Events) {
        let mask = &mut self.masks[FAMILY][first][second];
        *mask = *mask & !W::from_bits(1 << bit);
        events.note((FAMILY * N + first) * N + second, *mask);
    }

    pub(super) fn remove(&mut self, choice: Choice, events: &mut Events) -> Result<(), Empty> {
        let (Choice { row, column, digit }, layout) = (choice, Layout::<N>::TABLE);
        events.updates += 4;
        self.clear::<CELL>(row, column, digit, events);
        self.clear::<BOX>(digit, layout.box_of[row][column], layout.place_of[row][column], events);
        self.clear::<ROW>(digit, row, column, events);
        self.clear::<COLUMN>(digit, column, row, events);
        events.result()
    }

    /// Takes an option: covers its items and removes their other options. Without inlining, a puzzle takes 3 % more
    /// instructions and up to 15 % more time.
    #[inline(always)]
    pub(super) fn take(&mut self, choice: Choice, events: &mut Events) -> Result<(), Empty> {
        let (Choice { row, column, digit }, layout) = (choice, Layout::<N>::TABLE);
        let (of_box, place) = (layout.box_of[row][column], layout.place_of[row][column]);
        self.digits[row][column] = digit as u8 + 1;
        self.blank -= 1;
        let mut rest = self.cover::<CELL>(row, column, digit, events);
        while let Some(other) = next(&mut rest) {
            self.clear::<BOX>(other, of_box, place, events);
            self.clear::<ROW>(other, row, column, events);
            self.clear::<COLUMN>(other, column, row, events);
        }
        events.result()?;
        let mut rest = self.cover::<BOX>(digit, of_box, place, events);
        while let Some(other) = next(&mut rest) {
            let (row, column) = layout.cell_of[of_box][other];
            self.clear::<CELL>(row, column, digit, events);
            self.clear::<ROW>(digit, row, column, events);
            self.clear::<COLUMN>(digit, column, row, events);
        }
        events.result()?;
        let mut rest = self.cover::<ROW>(digit, row, column, events);
        while let Some(other) = next(&mut rest) {
            self.clear::<CELL>(row, other, digit, events);
            self.clear::<BOX>(digit, layout.box_of[row][other], layout.place_of[row][other], events);
            self.clear::<COLUMN>(digit, other, row, events);
        }
        events.result()?;
        let mut rest = self.cover::<COLUMN>(digit, column, row, events);
        while let Some(other) = next(&mut rest) {
            self.clear::<CELL>(other, column, digit, events);
            self.clear::<BOX>(digit, layout.box_of[other][column], layout.place_of[other][column], events);
            self.clear::<ROW>(digit, other, column, events);
        }
        events.result()
    }

    /// Covers an item and returns all of its options except one.
    #[inline(always)]
    fn cover<const FAMILY: usize>(
        &mut self,
        first: usize,
        second: usize,
        bit: usize,
        events: &mut Events,
    ) -> u32 {
        let mask = std::mem::replace(&mut self.masks[FAMILY][first][second], W::EMPTY);
        let rest = mask.bits() & !(1 << bit);
        events.updates += 3 * u64::from(rest.count_ones());
        rest
    }

    pub(super) fn take_forced(&mut self, events: &mut Events) -> Result<(), Empty> {
        while events.next < events.end {
            let item = usize::from(events.forced[events.next % 4096]);
            events.next += 1;
            if self.masks()[item] != W::EMPTY {
                self.take(self.first_option(item), events)?;
            }
        }
        events.clear();
        Ok(())
    }

    /// If all options of an item also belong to another item, removes the other options of that item. For a digit, this
    /// happens between boxes and lines. Returns whether any options were removed.
    pub(super) fn remove_beyond_subsets(&mut self, events: &mut Events) -> Result<bool, Empty> {
        let (layout, before) = (Layout::<N>::TABLE, events.updates);
        for digit in 0..N {
            for unit in 0..N {
                let mask = self.masks[ROW][digit][unit].bits();
                let column = mask.trailing_zeros() as usize;
                if column < N && mask & !layout.columns_with[column] == 0 {
                    let of_box = layout.box_of[unit][column];
                    let beyond = self.masks[BOX][digit][of_box].bits() & !layout.places_in_row[unit];
                    self.remove_all(digit, beyond, |place| layout.cell_of[of_box][place], events)?;
                }
                let mask = self.masks[COLUMN][digit][unit].bits();
                let row = mask.trailing_zeros() as usize;
                if row < N && mask & !layout.rows_with[row] == 0 {
                    let of_box = layout.box_of[row][unit];
                    let beyond = self.masks[BOX][digit][of_box].bits() & !layout.places_in_column[unit];
                    self.remove_all(digit, beyond, |place| layout.cell_of[of_box][place], events)?;
                }
                let mask = self.masks[BOX][digit][unit].bits();
                let place = mask.trailing_zeros() as usize;
                if place >= N {
                    continue;
                }
                let (row, column) = layout.cell_of[unit][place];
                if mask & !layout.places_in_row[row] == 0 {
                    let beyond = self.masks[ROW][digit][row].bits() & !layout.columns_with[column];
                    self.remove_all(digit, beyond, |column| (row, column), events)?;
                }
                if mask & !layout.places_in_column[column] == 0 {
                    let beyond = self.masks[COLUMN][digit][column].bits() & !layout.rows_with[row];
                    self.remove_all(digit, beyond, |row| (row, column), events)?;
                }
            }
        }
        Ok(events.updates != before)
    }

    fn remove_all(
        &mut self,
        digit: usize,
        mut bits: u32,
        cell_of: impl Fn(usize) -> (usize, usize),
        events: &mut Events,
    ) -> Result<(), Empty> {
        while let Some(bit) = next(&mut bits) {
            let (row, column) = cell_of(bit);
            self.remove(Choice { row, column, digit }, events)?;
        }
        Ok(())
    }
}

#[inline(always)]
fn add<W: Word>(mask: &mut W, bit: usize) {
    *mask = *mask | W::from_bits(1 << bit);
}

/// Removes the lowest bit from a set and returns its number.
#[inline(always)]
fn next(bits: &mut u32) -> Option<usize> {
    let first = bits.trailing_zeros() as usize;
    let rest = *bits & bits.wrapping_sub(1);
    (std::mem::replace(bits, rest) != 0).then_some(first)
}
