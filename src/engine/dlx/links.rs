//! The linked matrix: which node is where, and the steps that take nodes out of their rings and put them back.
//!
//! This is the only file of the engine with unsafe code: [`read`] and [`write`] do not check an index. Instructions for a
//! puzzle of 17_clue, top1465, 1905_11plus, 1106 and two_or_more, checked by masks → unchecked: 53 → 46, 173 → 146,
//! 797 → 663, 1399 → 1163, 44 → 40 thousand.
//!
//! # Why it is sound
//!
//! All fields are private to this file, all arrays have fixed sizes, and these invariants hold from [`Links::new`] on:
//!
//! 1. every element of `up` and `down` is a node, below [`NODES`]: they start as 0, and nothing is written into them but
//!    headers, nodes of options, and links that were read from them;
//! 2. every element of `top` is an item, below [`ITEMS`], and is never written after [`Links::new`];
//! 3. a ring holds one header and nodes of options, so that what a walk meets before the header is a node of an option;
//! 4. an option leaves its rings once before it is put back, so the trail holds each of 729 options at most once and has
//!    room for 1,024: [`Links::take`] and [`Links::remove`] are called with options that are in their rings (debug builds
//!    look), and a walk meets only such options;
//! 5. lengths only fall until [`Links::go_back`] or [`Links::link`] empties the queue, so each of 324 items comes down to
//!    one option at most once, and the queue has room for 512.
#![allow(unsafe_code)]

use crate::sudoku::Geometry;

/// An index of an item, 0 … 323.
pub(super) type Item = usize;
/// An option, named by its first node, a multiple of 4.
pub(super) type Choice = usize;

/// The items come in four families: cells, digits of boxes, digits of rows, digits of columns.
pub(super) const FAMILY: usize = 81;
pub(super) const ITEMS: usize = 4 * FAMILY;
/// [`ITEMS`], rounded up so that a pass over the lengths is made of whole vectors.
pub(super) const LENGTHS: usize = 336;
/// The header of item 0: the first node after those of the 729 options.
const FIRST_HEADER: usize = 4 * 729;
const NODES: usize = FIRST_HEADER + ITEMS;

/// The top bit of a length: the item is covered. The lower bits then mean nothing.
pub(super) const COVERED: u8 = 0x80;
/// No item.
const NOBODY: Item = ITEMS;

/// An element, its index not checked.
#[inline(always)]
fn read<T: Copy, const SIZE: usize>(array: &[T; SIZE], index: usize) -> T {
    debug_assert!(index < SIZE);
    // SAFETY: the index is a node, an item, or a place on the trail or in the queue, as the head of this file says.
    unsafe { *array.get_unchecked(index) }
}

/// Changes an element, its index not checked.
#[inline(always)]
fn write<T, const SIZE: usize>(array: &mut [T; SIZE], index: usize, value: T) {
    debug_assert!(index < SIZE);
    // SAFETY: as in `read`.
    unsafe { *array.get_unchecked_mut(index) = value }
}

/// The lengths of all items at some time, to go back to.
pub(super) type Lengths = [u8; LENGTHS];

/// All rings, the options that have left them, and the items that are forced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Links {
    /// Knuth's ULINK.
    up: [u16; NODES],
    /// Knuth's DLINK.
    down: [u16; NODES],
    /// Knuth's TOP, but of options only, and an item instead of its header. Never changes.
    top: [u16; NODES],
    /// Knuth's LEN: how many options are left for an item, 0 … 9, or [`COVERED`]. Elements from [`ITEMS`] on stay so.
    length: Lengths,
    /// The options that have left their rings, in this order.
    trail: [u16; 1024],
    /// A queue of the items that came down to one option. Some may be covered by now.
    forced: [u16; 512],
    state: State,
    /// The options of the solution so far, givens first, as many as `depth`.
    taken: [Choice; 128],
    depth: usize,
    /// How many nodes were taken out of a ring since the matrix was linked.
    pub(super) updates: u64,
    /// For each cell its box, its row and its column, 0 … 26: the digits of a unit are nine items in a row.
    units: [[u8; 3]; FAMILY],
}

/// What every removal of an option changes besides links and lengths; small enough to stay in registers meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct State {
    /// How many options are on the trail.
    removed: usize,
    /// How many items are in the queue of forced items.
    queued: usize,
    /// An item that has run empty though it is not covered, or [`NOBODY`].
    empty: Item,
}

impl State {
    const START: State = State { removed: 0, queued: 0, empty: NOBODY };
}

/// A moment of the search to go back to.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    length: Lengths,
    removed: usize,
    depth: usize,
}

/// The header of an item.
const fn header(item: Item) -> usize {
    FIRST_HEADER + item
}

/// The option that puts a digit, from 0, into a cell.
const fn choice(cell: usize, digit: usize) -> Choice {
    4 * (9 * cell + digit)
}

/// The cell and the digit, from 1, that an option stands for.
pub(super) const fn placement(option: Choice) -> (usize, u8) {
    let index = option / 4;
    (index / 9, (index % 9) as u8 + 1)
}

impl Links {
    /// The matrix without any option linked.
    pub(super) fn new() -> Box<Links> {
        let mut links = Box::new(Links {
            up: [0; NODES],
            down: [0; NODES],
            top: [0; NODES],
            length: [COVERED; LENGTHS],
            trail: [0; 1024],
            forced: [0; 512],
            state: State::START,
            taken: [0; 128],
            depth: 0,
            updates: 0,
            units: [[0; 3]; FAMILY],
        });
        for cell in 0..FAMILY {
            let geometry = Geometry::NINE;
            let units = [geometry.box_of(cell), 9 + geometry.row(cell), 18 + geometry.column(cell)];
            links.units[cell] = units.map(|unit| unit as u8);
            for digit in 0..9 {
                let option = choice(cell, digit);
                links.top[option] = cell as u16;
                for (position, unit) in (1..).zip(units) {
                    links.top[option + position] = (FAMILY + 9 * unit + digit) as u16;
                }
            }
        }
        links
    }

    /// Links the options that the givens leave; false if the givens clash.
    ///
    /// The items of the givens count as covered from the start, and the options that they rule out are never linked.
    pub(super) fn link(&mut self, givens: &[u8]) -> bool {
        self.length[..ITEMS].fill(0);
        (self.state, self.depth, self.updates) = (State::START, 0, 0);
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
                self.length[FAMILY + 9 * unit + digit] = COVERED;
            }
            self.length[cell] = COVERED;
            self.taken[self.depth] = choice(cell, digit);
            self.depth += 1;
        }
        for header in FIRST_HEADER..NODES {
            (self.up[header], self.down[header]) = (header as u16, header as u16);
        }
        for cell in (0..FAMILY).filter(|&cell| givens[cell] == 0) {
            let units = self.units_of(cell);
            let mut free = u32::from(!(used[units[0]] | used[units[1]] | used[units[2]]) & 0x1ff);
            while free != 0 {
                let digit = free.trailing_zeros() as usize;
                free &= free - 1;
                let option = choice(cell, digit);
                self.append(option, cell);
                self.append(option + 1, FAMILY + 9 * units[0] + digit);
                self.append(option + 2, FAMILY + 9 * units[1] + digit);
                self.append(option + 3, FAMILY + 9 * units[2] + digit);
            }
        }
        self.look_at_lengths();
        true
    }

    /// A cell's box, row and column. The masking tells the compiler that a unit is small.
    fn units_of(&self, cell: usize) -> [usize; 3] {
        let [in_box, row, column] = self.units[cell];
        [usize::from(in_box % 32), usize::from(row % 32), usize::from(column % 32)]
    }

    /// Finds the items that are forced or empty right after linking; whole chunks without such an item are skipped.
    fn look_at_lengths(&mut self) {
        for first in (0..LENGTHS).step_by(16) {
            if self.length[first..first + 16].iter().fold(false, |any, &length| any | (length <= 1)) {
                for item in first..first + 16 {
                    match self.length[item] {
                        0 => self.state.empty = item,
                        1 => self.force(item),
                        _ => {}
                    }
                }
            }
        }
    }

    /// Appends a node to the ring of an item.
    #[inline(always)]
    fn append(&mut self, node: usize, item: Item) {
        let last = read(&self.up, header(item));
        write(&mut self.up, node, last);
        write(&mut self.down, node, header(item) as u16);
        write(&mut self.down, last.into(), node as u16);
        write(&mut self.up, header(item), node as u16);
        let length = read(&self.length, item) + 1;
        write(&mut self.length, item, length);
    }

    fn force(&mut self, item: Item) {
        self.forced[self.state.queued] = item as u16;
        self.state.queued += 1;
    }

    /// Takes an option into the solution: covers its four items. The option must be in its rings.
    pub(super) fn take(&mut self, option: Choice) {
        debug_assert!(self.is_linked(option));
        self.taken[self.depth % 128] = option;
        self.depth += 1;
        // All four are marked before any ring is walked, so that none of them counts as forced or empty on the way.
        for position in 0..4 {
            let item = self.top_of(option, position);
            let covered = read(&self.length, item) | COVERED;
            write(&mut self.length, item, covered);
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
    ///
    /// The ring itself stays as it is. Nobody walks it until the item is uncovered, which is why an option that is
    /// hidden need not leave it.
    #[inline(always)]
    fn cover<const POSITION: usize>(&mut self, option: Choice, state: &mut State) {
        let header = header(self.top_of(option, POSITION));
        let mut node = usize::from(read(&self.down, header));
        while node != header {
            self.hide::<POSITION>(node - POSITION, state);
            node = usize::from(read(&self.down, node));
        }
    }

    /// Takes an option out of the rings of its three other items.
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

    /// Takes an option out of all its rings: it is not in the solution. It must be in its rings.
    pub(super) fn remove(&mut self, option: Choice) {
        debug_assert!(self.is_linked(option));
        let mut state = self.state;
        self.unlink(option, [0, 1, 2, 3], &mut state);
        self.shorten(option, [0, 1, 2, 3], &mut state);
        self.state = state;
        self.updates += 4;
    }

    /// The dance: the neighbours of these nodes of an option forget them, and the nodes keep their own links.
    ///
    /// All links are read before the first is written. The nodes are in different rings, so the order does not matter
    /// to them, but it matters to the processor, which need not wait for one write to know what the next read gives.
    #[inline(always)]
    fn unlink<const COUNT: usize>(&mut self, option: Choice, positions: [usize; COUNT], state: &mut State) {
        write(&mut self.trail, state.removed, option as u16);
        state.removed += 1;
        let up = positions.map(|position| read(&self.up, option + position));
        let down = positions.map(|position| read(&self.down, option + position));
        for (up, down) in up.into_iter().zip(down) {
            write(&mut self.down, up.into(), down);
            write(&mut self.up, down.into(), up);
        }
    }

    /// The items of these nodes have one option less: notes those that are forced or empty now.
    #[inline(always)]
    fn shorten<const COUNT: usize>(&mut self, option: Choice, positions: [usize; COUNT], state: &mut State) {
        for position in positions {
            let item = self.top_of(option, position);
            let length = read(&self.length, item) - 1;
            write(&mut self.length, item, length);
            // Written always, and kept if the item is forced: that is cheaper than a branch nobody can predict.
            write(&mut self.forced, state.queued, item as u16);
            state.queued += usize::from(length == 1);
            state.empty = if length == 0 { item } else { state.empty };
        }
    }

    /// Now, to go back to.
    pub(super) fn now(&self) -> Moment {
        Moment { length: self.length, removed: self.state.removed, depth: self.depth }
    }

    /// Undoes all that happened since: the options come back into their rings in reverse order.
    pub(super) fn go_back(&mut self, moment: &Moment) {
        for index in (moment.removed..self.state.removed).rev() {
            self.unhide(usize::from(read(&self.trail, index)));
        }
        self.length = moment.length;
        self.depth = moment.depth;
        self.state = State { removed: moment.removed, ..State::START };
    }

    /// Puts all four nodes of an option back between their neighbours.
    ///
    /// A node that never left, since its own item was the one being covered, is between them already.
    #[inline(always)]
    fn unhide(&mut self, option: Choice) {
        let up = [0, 1, 2, 3].map(|position| read(&self.up, option + position));
        let down = [0, 1, 2, 3].map(|position| read(&self.down, option + position));
        for position in 0..4 {
            let node = (option + position) as u16;
            write(&mut self.down, up[position].into(), node);
            write(&mut self.up, down[position].into(), node);
        }
    }

    /// Takes the options of all forced items, first come first served, until no item is forced; the item that ran
    /// empty on the way, if one did.
    #[inline]
    pub(super) fn take_forced(&mut self) -> Option<Item> {
        let mut next = 0;
        while self.state.empty == NOBODY {
            if next == self.state.queued {
                self.state.queued = 0;
                return None;
            }
            let item = usize::from(self.forced[next]);
            next += 1;
            if self.length[item] < COVERED {
                self.take(self.first_option(item));
            }
        }
        Some(self.state.empty)
    }

    /// The first option that is left for an item; it must have one.
    pub(super) fn first_option(&self, item: Item) -> Choice {
        usize::from(self.down[header(item)]) & !3
    }

    /// The last option that is left for an item; it must have one.
    pub(super) fn last_option(&self, item: Item) -> Choice {
        usize::from(self.up[header(item)]) & !3
    }

    /// The options that are left for an item, from top to bottom.
    pub(super) fn options_of(&self, item: Item) -> impl Iterator<Item = Choice> {
        let below = |node: usize| usize::from(self.down[node]);
        std::iter::successors(Some(below(header(item))), move |&node| Some(below(node)))
            .take_while(move |&node| node != header(item))
            .map(|node| node & !3)
    }

    /// The item of an option at a position.
    pub(super) fn item_of(&self, option: Choice, position: usize) -> Item {
        usize::from(self.top[option + position])
    }

    /// The same in the innermost loops.
    #[inline(always)]
    fn top_of(&self, option: Choice, position: usize) -> Item {
        usize::from(read(&self.top, option + position))
    }

    /// Whether an option is in the rings of its four items.
    fn is_linked(&self, option: Choice) -> bool {
        option < FIRST_HEADER
            && option.is_multiple_of(4)
            && (option..option + 4).all(|node| {
                usize::from(self.down[usize::from(self.up[node])]) == node
                    && usize::from(self.up[usize::from(self.down[node])]) == node
            })
    }

    /// How many options each item has left.
    pub(super) fn lengths(&self) -> &Lengths {
        &self.length
    }

    /// The options of the solution so far.
    pub(super) fn taken(&self) -> &[Choice] {
        &self.taken[..self.depth]
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::super::search::Search;
    use super::*;
    use crate::engine::Limits;

    fn cells(text: &str) -> Vec<u8> {
        text.parse::<crate::sudoku::Grid>().unwrap().cells().to_vec()
    }

    /// Every ring of an item that is not covered holds as many options as its length says, each linked both ways.
    fn assert_consistent(links: &Links) {
        for item in (0..ITEMS).filter(|&item| links.length[item] < COVERED) {
            let options: Vec<Choice> = links.options_of(item).collect();
            assert_eq!(options.len(), usize::from(links.length[item]), "item {item}");
            for option in options {
                assert!(links.is_linked(option));
                assert!((0..4).any(|position| links.item_of(option, position) == item));
            }
        }
    }

    #[test]
    fn the_links_after_going_back_are_those_before_however_the_search_ended() {
        let puzzle =
            cells("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
        let hard = cells("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
        let (empty, nodes) = (vec![0; 81], if cfg!(miri) { 5 } else { 50 });
        let stopped = Limits { solutions: 2, nodes, interrupt: None };
        let unlimited = if cfg!(miri) { stopped } else { Limits::UNIQUENESS };
        let mut links = Links::new();
        for (givens, limits) in [
            (&puzzle, Limits::UNIQUENESS),
            (&hard, unlimited),
            (&hard, stopped),
            (&empty, Limits::solutions(3)),
        ] {
            assert!(links.link(givens));
            assert_consistent(&links);
            let (before, start) = (links.clone(), links.now());
            Search::new(&mut links, &limits, &mut |_| ControlFlow::Continue(())).run();
            assert_consistent(&links);
            links.go_back(&start);
            assert_consistent(&links);
            assert_eq!((links.up, links.down, links.length), (before.up, before.down, before.length));
        }
    }

    #[test]
    fn clashing_givens_are_not_linked_and_do_no_harm() {
        let mut links = Links::new();
        for clashing in ["11", "1........1", "1.........1"] {
            assert!(!links.link(&cells(&format!("{clashing:.<81}"))));
        }
        assert!(links.link(&[0; 81]));
        assert_consistent(&links);
        assert!(links.lengths()[..ITEMS].iter().all(|&length| length == 9));
    }

    #[test]
    fn taking_an_option_covers_its_items_and_removes_its_rivals() {
        let mut links = Links::new();
        assert!(links.link(&[0; 81]));
        let before = (links.up, links.down);
        let start = links.now();
        links.take(choice(40, 4));
        // Eight other digits in the cell, and the digit in twenty other cells.
        assert_eq!(links.updates, 4 + 3 * 28);
        assert_eq!(links.lengths()[..ITEMS].iter().filter(|&&length| length >= COVERED).count(), 4);
        assert_consistent(&links);
        links.go_back(&start);
        assert_eq!((links.up, links.down), before);
    }
}
