//! The linked matrix: which node is where, and the steps that take nodes out of their rings and put them back.
//!
//! Everything here is checked by types or by assertions; what is not is in [`unchecked`](super::unchecked). These hold,
//! in whatever order the functions are called:
//!
//! 1. **A ring** holds one header and nodes of options, all at the same position, that of the item's family: an option
//!    is linked by [`Links::link`] where its items are, and comes back where it was.
//! 2. **The trail** holds an option at most once, and there are 729 for its 1,024 places. An option gets onto it when
//!    it leaves its rings: [`Links::take`] and [`Links::remove`] assert that the option is in all its rings, and a walk
//!    along a ring meets only such options, because [`Links::go_back`] restores an earlier moment of the same puzzle or
//!    panics.
//! 3. **The queue** holds an item at most twice, and there are 324 for its 1,024 places. Lengths only fall until
//!    [`Links::go_back`] or [`Links::link`] empties the queue, so an item comes down to one option at most once, and to
//!    none at most once.

use super::bits::{SPREAD, ones, small};
use super::unchecked::{
    COVERED, Choice, FAMILY, Header, ITEMS, Item, LENGTHS, Lengths, LinkOfEach, Node, Queue, TopOfEach, Trail,
};
use crate::sudoku::Geometry;

const NO_ITEM: Item = ITEMS;

/// All rings, the options that have left them, and the items that are forced.
#[derive(Clone, Debug)]
pub(super) struct Links {
    /// Knuth's ULINK.
    up: LinkOfEach,
    /// Knuth's DLINK.
    down: LinkOfEach,
    /// Knuth's TOP; that of a header is itself. Never changes.
    top: TopOfEach,
    /// Knuth's LEN: how many options are left for an item, 0 … 9, or [`COVERED`]. Elements from [`ITEMS`] on stay so.
    length: Lengths,
    /// The options that have left their rings, in this order.
    trail: Trail,
    /// A queue of the items that came down to one option. Some may be covered by now.
    forced: Queue,
    state: State,
    /// The options of the solution so far, givens first, as many as `depth`.
    taken: [Choice; 128],
    depth: usize,
    /// The moments to go back to, as many as `level`: one for each guess that is not decided.
    moments: [Moment; FAMILY + 1],
    level: usize,
    /// How many nodes were taken out of a ring since the matrix was linked.
    pub(super) updates: u64,
    /// For each cell its box, its row and its column, 0 … 26: the digits of a unit are nine items in a row.
    units: [[u8; 3]; FAMILY],
}

/// What every removal of an option changes besides links and lengths; small enough to stay in registers meanwhile.
#[derive(Clone, Copy, Debug)]
struct State {
    removed: usize,
    queued: usize,
    /// An item that has run empty though it is not covered, or [`NO_ITEM`].
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

    /// Links the options that the givens leave; false if the givens clash. The items of the givens count as covered
    /// from the start, and the options that they rule out are never linked. Panics if there are not 81 cells, or one is
    /// larger than 9; nothing has been linked then.
    pub(super) fn link(&mut self, givens: &[u8]) -> bool {
        let givens: &[u8; FAMILY] = givens.try_into().expect("81 cells");
        (self.state, self.depth, self.level, self.updates) = (State::START, 0, 0, 0);
        // For each box, row and column the digits that are given in it, as bits.
        let mut used = [0_u16; 32];
        for (cell, &given) in givens.iter().enumerate().filter(|(_, given)| **given != 0) {
            let digit = usize::from(given) - 1;
            let units = self.units_of(cell);
            if units.iter().any(|&unit| used[unit] >> digit & 1 == 1) {
                return false;
            }
            for unit in units {
                used[unit] |= 1 << digit;
            }
            self.taken[self.depth] = Choice::new(cell, digit);
            self.depth += 1;
        }
        // Every ring is empty, and every node of an option is the last of its ring, should it be linked.
        self.down.set_all(&self.top);
        self.up.set_headers(&self.top);
        // For each box, row and column and each digit, how many cells it may go to. The last few are never used.
        let mut counts = [[0_u8; 16]; 32];
        for (cell, &given) in givens.iter().enumerate() {
            if given != 0 {
                self.length[cell] = COVERED;
                continue;
            }
            let units = self.units_of(cell);
            let free = !(used[units[0]] | used[units[1]] | used[units[2]]) & 0x1ff;
            let spread = &SPREAD[usize::from(free)];
            for unit in units {
                for (count, one) in counts[unit].iter_mut().zip(spread) {
                    *count += one;
                }
            }
            self.length[cell] = spread[15];
            self.link_cell(cell, free);
        }
        for unit in 0..27 {
            let first = FAMILY + 9 * unit;
            let given = &SPREAD[usize::from(used[unit])];
            // Sixteen at once, of which nine count: the others are overwritten by what comes next.
            for (index, length) in self.length[first..first + 16].iter_mut().enumerate() {
                *length = counts[unit][index] | given[index] << 7;
            }
        }
        self.length[ITEMS..].fill(COVERED);
        self.look_at_lengths();
        true
    }

    /// A cell's box, row and column. The masking tells the compiler that a unit is small.
    #[inline(always)]
    fn units_of(&self, cell: usize) -> [usize; 3] {
        let [in_box, row, column] = self.units[cell];
        [usize::from(in_box % 32), usize::from(row % 32), usize::from(column % 32)]
    }

    /// Links the options that put one of these digits into a cell. Each is the last of its rings so far.
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

    /// Takes an option into the solution: covers its four items.
    /// Panics if the option is not in its rings.
    pub(super) fn take(&mut self, option: Choice) {
        let headers = [0, 1, 2, 3].map(|position| self.top.of(option.node(position)));
        let lengths = headers.map(|header| header.length(&self.length));
        let covered = lengths.iter().fold(0, |all, length| all | length) >= COVERED;
        assert!(!covered && self.is_in_ring(option), "an option that is gone");
        self.taken[self.depth % 128] = option;
        self.depth += 1;
        // All four are marked before any ring is walked, so that none of them counts as forced or empty on the way.
        for (header, length) in headers.into_iter().zip(lengths) {
            header.set_length(&mut self.length, length | COVERED);
        }
        // The option leaves its own four rings: its rivals are then all that the rings hold.
        let mut state = self.state;
        self.unlink(option, [0, 1, 2, 3], &mut state);
        self.cover::<0>(option, &mut state);
        self.cover::<1>(option, &mut state);
        self.cover::<2>(option, &mut state);
        self.cover::<3>(option, &mut state);
        self.updates += 3 * (state.removed - self.state.removed) as u64 + 1;
        self.state = state;
    }

    /// Covers the item of an option's node at `POSITION`: hides every option that is left in its ring.
    /// The ring itself stays as it is. It is not walked until the item is uncovered, so an option that is
    /// hidden need not leave it.
    #[inline(always)]
    fn cover<const POSITION: usize>(&mut self, option: Choice, state: &mut State) {
        let header = self.top.of(option.node(POSITION)).node();
        let mut node = self.down.of(header);
        while node != header {
            let option = node.option();
            // Read before the links of other rings are written, for the processor's sake, as in `unlink`.
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

    /// Takes an option out of all its rings: it is not in the solution.
    /// Panics if the option is not in its rings.
    pub(super) fn remove(&mut self, option: Choice) {
        let covered =
            (0..4).any(|position| self.top.of(option.node(position)).length(&self.length) >= COVERED);
        assert!(!covered && self.is_in_ring(option), "an option that is gone");
        let mut state = self.state;
        self.unlink(option, [0, 1, 2, 3], &mut state);
        self.shorten(option, [0, 1, 2, 3], &mut state);
        self.state = state;
        self.updates += 4;
    }

    /// Whether an option, none of whose items is covered, is in its rings: then it is in all of them or in none.
    #[inline(always)]
    fn is_in_ring(&self, option: Choice) -> bool {
        option.is_option() && self.down.of(self.up.of(option.node(0))) == option.node(0)
    }

    /// The dance: the neighbors of these nodes of an option forget them, and the nodes keep their own links.
    /// All links are read before the first is written. The nodes are in different rings, so the order does not matter
    /// to them, but it matters to the processor, which need not wait for one write to know what the next read gives.
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

    /// The items of these nodes have one option less: notes those that are forced or empty now.
    #[inline(always)]
    fn shorten<const COUNT: usize>(&mut self, option: Choice, positions: [usize; COUNT], state: &mut State) {
        for position in positions {
            let header = self.top.of(option.node(position));
            let length = header.length(&self.length) - 1;
            header.set_length(&mut self.length, length);
            // Written always, and kept if the item is forced: that is cheaper than an unpredictable branch. An empty
            // item is kept, too, which saves an instruction and does no harm, since it ends the branch.
            self.forced.put(state.queued, header);
            state.queued += usize::from(length <= 1);
            state.empty = if length == 0 { header.item() } else { state.empty };
        }
    }

    /// Remembers this moment, to go back to; returns its level.
    pub(super) fn remember(&mut self) -> usize {
        let level = self.level;
        self.moments[level] = Moment { length: self.length, removed: self.state.removed, depth: self.depth };
        self.level += 1;
        level
    }

    /// Undoes all that happened since the moment of this level: the options come back into their rings in reverse
    /// order. The moment is forgotten, and so are all after it. Panics if no moment of this level is remembered.
    pub(super) fn go_back(&mut self, level: usize) {
        assert!(level < self.level, "a moment that is forgotten");
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

    /// Puts all four nodes of an option back between their neighbors.
    /// A node that never left, since its own item was the one being covered, is between them already.
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

    /// Takes the options of all forced items, first come first served, until no item is forced; the item that ran
    /// empty on the way, if one did.
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

    /// The first option that is left for an item; it must have one.
    pub(super) fn first_option(&self, item: Item) -> Choice {
        self.down.of(Header::of(item).node()).option()
    }

    /// The last option that is left for an item; it must have one.
    pub(super) fn last_option(&self, item: Item) -> Choice {
        self.up.of(Header::of(item).node()).option()
    }

    /// The options that are left for an item, from top to bottom.
    pub(super) fn options_of(&self, item: Item) -> impl Iterator<Item = Choice> {
        let header = Header::of(item).node();
        std::iter::successors(Some(self.down.of(header)), |&node| Some(self.down.of(node)))
            .take_while(move |&node| node != header)
            .map(Node::option)
    }

    #[inline(always)]
    pub(super) fn item_of(&self, option: Choice, position: usize) -> Item {
        self.top.of(option.node(position)).item()
    }

    /// The cell and the digit, from 1, that an option stands for.
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
