//! The linked matrix: the layout of the nodes, and the steps that remove nodes from their rings and restore them.
//!
//! Everything here is checked by types or assertions; the unchecked operations are in [`unchecked`](super::unchecked).
//! These invariants hold for any order of calls:
//!
//! 1. **A ring** contains one header and nodes of options, all at the position of the item's family: [`Links::link`]
//!    links an option to its items, and an option that left returns to where it was.
//! 2. **The trail** contains an option at most once, and has 1,024 slots for 729 options. An option is added when it
//!    leaves its rings: [`Links::take`] and [`Links::remove`] assert that the option is in all its rings, and a walk
//!    along a ring only reaches such options, because [`Links::go_back`] restores an earlier moment of the same puzzle
//!    or panics.
//! 3. **The queue** contains an item at most twice, and has 1,024 slots for 324 items. Lengths only decrease until
//!    [`Links::go_back`] or [`Links::link`] empties the queue, so an item drops to one option at most once, and to none
//!    at most once.

use super::bits::{SPREAD, ones, small};
use super::rest::Rest;
use super::unchecked::{
    COVERED, Choice, FAMILY, Header, ITEMS, Item, LENGTHS, Lengths, LinkOfEach, Queue, TopOfEach, Trail,
};
use crate::sudoku::Geometry;

const NO_ITEM: Item = ITEMS;

/// All rings, the options that have left them, and the forced items. Aligned, because hard puzzles take up to 4 % more
/// time at other addresses.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Links {
    /// Knuth's ULINK.
    up: LinkOfEach,
    /// Knuth's DLINK.
    down: LinkOfEach,
    /// Knuth's TOP; a header's is itself. Never changes.
    top: TopOfEach,
    /// Knuth's LEN: the number of options left for an item, 0 … 9, or [`COVERED`]. Elements from [`ITEMS`] on are
    /// always covered.
    length: Lengths,
    /// The options that have left their rings, in order.
    trail: Trail,
    /// A queue of the items that dropped to one option, some of which may be covered by now.
    forced: Queue,
    state: State,
    /// The options taken since the matrix was linked; `depth` of them.
    taken: [Choice; 128],
    depth: usize,
    /// The moments to go back to, `level` of them: one for each undecided guess.
    moments: [Moment; FAMILY + 1],
    level: usize,
    /// The number of nodes removed from rings since the matrix was linked.
    pub(super) updates: u64,
    /// For each cell its box, row and column, 0 … 26; the digits of a unit are nine consecutive items.
    units: [[u8; 3]; FAMILY],
}

/// What every removal of an option changes besides links and lengths; small enough to stay in registers.
#[derive(Clone, Copy, Debug)]
struct State {
    removed: usize,
    queued: usize,
    /// An uncovered item that has run out of options, or [`NO_ITEM`].
    empty: Item,
}

impl State {
    const START: State = State { removed: 0, queued: 0, empty: NO_ITEM };
}

#[derive(Clone, Copy, Debug)]
struct Moment {
    length: Lengths,
    removed: usize,
    depth: usize,
}

impl Links {
    pub(super) fn new() -> Box<Links> {
        let mut links = Box::new(Links {
            up: LinkOfEach::NONE,
            down: LinkOfEach::NONE,
            top: TopOfEach::new(),
            length: [COVERED; LENGTHS],
            trail: Trail::EMPTY,
            forced: Queue::EMPTY,
            state: State::START,
            taken: [Choice::FIRST; 128],
            depth: 0,
            moments: [Moment { length: [COVERED; LENGTHS], removed: 0, depth: 0 }; FAMILY + 1],
            level: 0,
            updates: 0,
            units: [[0; 3]; FAMILY],
        });
        for cell in 0..FAMILY {
            let geometry = Geometry::NINE;
            let units = [geometry.box_of(cell), 9 + geometry.row(cell), 18 + geometry.column(cell)];
            links.units[cell] = units.map(|unit| unit as u8);
            for digit in 0..9 {
                let option = Choice::new(cell, digit);
                links.top.set(option.node(0), Header::of(cell));
                for (position, unit) in (1..).zip(units) {
                    links.top.set(option.node(position), Header::of(FAMILY + 9 * unit + digit));
                }
            }
        }
        links
    }

    /// Links the options that are left. The items of the options taken so far are covered from the start.
    pub(super) fn link(&mut self, rest: &Rest) {
        (self.state, self.depth, self.level, self.updates) = (State::START, 0, 0, 0);
        // Makes every ring empty, and lets every node of an option point down to its header, since a newly linked node
        // is the last of its ring.
        self.down.set_all(&self.top);
        self.up.set_headers(&self.top);
        // The number of cells open to each digit in each box, row and column. Units from 27 on are unused.
        let mut counts = [[0_u8; 16]; 32];
        let left = rest.columns();
        for (cell, &digit) in rest.digits().iter().enumerate() {
            if digit != 0 {
                self.length[cell] = COVERED;
                continue;
            }
            let left = left[cell / 9][cell % 9];
            let spread = &SPREAD[usize::from(left)];
            for unit in self.units_of(cell) {
                for (count, one) in counts[unit].iter_mut().zip(spread) {
                    *count += one;
                }
            }
            self.length[cell] = spread[15];
            self.link_cell(cell, left);
        }
        for unit in 0..27 {
            let first = FAMILY + 9 * unit;
            let missing = &SPREAD[usize::from(rest.missing()[unit / 9][unit % 9])];
            // Writes sixteen at once, of which nine count; the next unit overwrites the others.
            for (index, length) in self.length[first..first + 16].iter_mut().enumerate() {
                *length = counts[unit][index] | (missing[index] ^ 1) << 7;
            }
        }
        self.length[ITEMS..].fill(COVERED);
        self.look_at_lengths();
    }

    /// Returns a cell's box, row and column. The masks let the compiler omit range checks.
    #[inline(always)]
    fn units_of(&self, cell: usize) -> [usize; 3] {
        let [in_box, row, column] = self.units[cell];
        [usize::from(in_box % 32), usize::from(row % 32), usize::from(column % 32)]
    }

    /// Links the options that put one of these digits into a cell. Each becomes the last node of its rings.
    #[inline(always)]
    fn link_cell(&mut self, cell: usize, digits: u16) {
        let header = Header::of(cell).node();
        let mut above = header;
        for digit in ones(digits.into()) {
            let option = Choice::new(cell, digit);
            self.up.set(option.node(0), above);
            self.down.set(above, option.node(0));
            above = option.node(0);
            for position in 1..4 {
                let (node, header) = (option.node(position), self.top.of(option.node(position)).node());
                let above = self.up.of(header);
                self.up.set(node, above);
                self.down.set(above, node);
                self.up.set(header, node);
            }
        }
        self.up.set(header, above);
    }

    /// Finds the items that are forced or empty right after linking.
    fn look_at_lengths(&mut self) {
        for first in (0..LENGTHS).step_by(16) {
            for index in ones(small(&self.length, first)) {
                let item = first + index;
                if self.length[item] == 0 {
                    self.state.empty = item;
                } else {
                    self.forced.put(self.state.queued, Header::of(item));
                    self.state.queued += 1;
                }
            }
        }
    }

    /// Adds an option to the solution and covers its four items. Panics if the option is not in its rings.
    pub(super) fn take(&mut self, option: Choice) {
        let headers = [0, 1, 2, 3].map(|position| self.top.of(option.node(position)));
        let lengths = headers.map(|header| header.length(&self.length));
        let covered = lengths.iter().fold(0, |all, length| all | length) >= COVERED;
        assert!(!covered && self.is_in_ring(option), "the option has left its rings");
        self.taken[self.depth % 128] = option;
        self.depth += 1;
        // Marks all four before walking any ring, so that none of them counts as forced or empty along the way.
        for (header, length) in headers.into_iter().zip(lengths) {
            header.set_length(&mut self.length, length | COVERED);
        }
        // The option leaves its own four rings, so that they contain only its rivals.
        let mut state = self.state;
        self.unlink(option, [0, 1, 2, 3], &mut state);
        self.cover::<0>(option, &mut state);
        self.cover::<1>(option, &mut state);
        self.cover::<2>(option, &mut state);
        self.cover::<3>(option, &mut state);
        self.updates += 3 * (state.removed - self.state.removed) as u64 + 1;
        self.state = state;
    }

    /// Covers the item of an option's node at `POSITION`: hides every option left in its ring. The ring itself stays
    /// intact: it is not walked until the item is uncovered, so a hidden option need not leave it.
    #[inline(always)]
    fn cover<const POSITION: usize>(&mut self, option: Choice, state: &mut State) {
        let header = self.top.of(option.node(POSITION)).node();
        let mut node = self.down.of(header);
        while node != header {
            let option = node.option();
            // Reads before writing links of other rings, which is faster, as explained at `unlink`.
            node = self.down.of(node);
            self.hide::<POSITION>(option, state);
        }
    }

    #[inline(always)]
    fn hide<const POSITION: usize>(&mut self, option: Choice, state: &mut State) {
        let others = const {
            match POSITION {
                0 => [1, 2, 3],
                1 => [0, 2, 3],
                2 => [0, 1, 3],
                _ => [0, 1, 2],
            }
        };
        self.unlink(option, others, state);
        self.shorten(option, others, state);
    }

    /// Removes an option from all its rings because it is not in the solution. Panics if the option is not in its
    /// rings.
    pub(super) fn remove(&mut self, option: Choice) {
        let covered =
            (0..4).any(|position| self.top.of(option.node(position)).length(&self.length) >= COVERED);
        assert!(!covered && self.is_in_ring(option), "the option has left its rings");
        let mut state = self.state;
        self.unlink(option, [0, 1, 2, 3], &mut state);
        self.shorten(option, [0, 1, 2, 3], &mut state);
        self.state = state;
        self.updates += 4;
    }

    /// Whether an option without covered items is in its rings; it is then in all of them or in none.
    #[inline(always)]
    fn is_in_ring(&self, option: Choice) -> bool {
        option.is_option() && self.down.of(self.up.of(option.node(0))) == option.node(0)
    }

    /// The dance: the neighbors of these nodes of an option drop them, and the nodes keep their own links. All links
    /// are read before the first is written. The nodes are in different rings, so the order does not affect the result,
    /// but the processor need not wait for a write before the next read.
    #[inline(always)]
    fn unlink<const COUNT: usize>(&mut self, option: Choice, positions: [usize; COUNT], state: &mut State) {
        self.trail.put(state.removed, option);
        state.removed += 1;
        let up = positions.map(|position| self.up.of(option.node(position)));
        let down = positions.map(|position| self.down.of(option.node(position)));
        for (up, down) in up.into_iter().zip(down) {
            self.down.set(up, down);
            self.up.set(down, up);
        }
    }

    /// Subtracts an option from the items of these nodes and notes those that are now forced or empty.
    #[inline(always)]
    fn shorten<const COUNT: usize>(&mut self, option: Choice, positions: [usize; COUNT], state: &mut State) {
        for position in positions {
            let header = self.top.of(option.node(position));
            let length = header.length(&self.length) - 1;
            header.set_length(&mut self.length, length);
            // Always written, but only kept if the item is forced, which is cheaper than an unpredictable branch. An
            // empty item is kept, too; this saves an instruction and is harmless, since it ends the branch of the
            // search.
            self.forced.put(state.queued, header);
            state.queued += usize::from(length <= 1);
            state.empty = if length == 0 { header.item() } else { state.empty };
        }
    }

    /// Remembers the current moment and returns its level.
    pub(super) fn remember(&mut self) -> usize {
        let level = self.level;
        self.moments[level] = Moment { length: self.length, removed: self.state.removed, depth: self.depth };
        self.level += 1;
        level
    }

    /// Undoes everything since the moment of this level: the options return to their rings in reverse order. This
    /// moment and all later ones are forgotten. Panics if no moment of this level is remembered.
    pub(super) fn go_back(&mut self, level: usize) {
        assert!(level < self.level, "this moment is forgotten");
        self.level = level;
        let moment = &self.moments[level];
        let (removed, depth) = (moment.removed, moment.depth);
        self.length = moment.length;
        for index in (removed..self.state.removed).rev() {
            self.unhide(self.trail.at(index));
        }
        self.depth = depth;
        self.state = State { removed, ..State::START };
    }

    /// Puts all four nodes of an option back between their neighbors. A node that never left, because its own item was
    /// the one being covered, is already there.
    #[inline(always)]
    fn unhide(&mut self, option: Choice) {
        let nodes = [0, 1, 2, 3].map(|position| option.node(position));
        let up = nodes.map(|node| self.up.of(node));
        let down = nodes.map(|node| self.down.of(node));
        for position in 0..4 {
            self.down.set(up[position], nodes[position]);
            self.up.set(down[position], nodes[position]);
        }
    }

    /// Takes the options of all forced items, in queue order, until no item is forced. Returns the item that ran out of
    /// options, if any.
    #[inline]
    pub(super) fn take_forced(&mut self) -> Option<Item> {
        let mut next = 0;
        while self.state.empty == NO_ITEM {
            if next == self.state.queued {
                self.state.queued = 0;
                return None;
            }
            let header = self.forced.at(next);
            next += 1;
            if header.length(&self.length) < COVERED {
                self.take(self.down.of(header.node()).option());
            }
        }
        Some(self.state.empty)
    }

    /// Returns the first remaining option of an item, which must have one.
    pub(super) fn first_option(&self, item: Item) -> Choice {
        self.down.of(Header::of(item).node()).option()
    }

    #[inline(always)]
    pub(super) fn item_of(&self, option: Choice, position: usize) -> Item {
        self.top.of(option.node(position)).item()
    }

    /// Returns the cell and the digit, from 1, that an option represents.
    #[inline(always)]
    pub(super) fn placement(&self, option: Choice) -> (usize, u8) {
        let cell = self.item_of(option, 0);
        (cell, (option.index() - 9 * cell) as u8 + 1)
    }

    #[inline(always)]
    pub(super) fn lengths(&self) -> &Lengths {
        &self.length
    }

    pub(super) fn taken(&self) -> &[Choice] {
        &self.taken[..self.depth]
    }
}

#[cfg(test)]
mod tests;
