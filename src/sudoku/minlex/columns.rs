//! Orders of columns that are decided only as far as the rows so far tell columns apart.
//!
//! Stacks come in *slots*, and the columns of a stack in *places*. Slots with the same stacks still to choose from form
//! a block, and so do places of a stack. Any order of the stacks in a block, and of the columns in a block, is
//! possible, and makes no difference to the rows so far. Stacks that share a block have blocks of the same sizes
//! inside.

use std::ops::Range;

use super::super::geometry::Geometry;

/// Stacks of any size, at most, and columns of a stack.
pub(super) const MAX_STACK: usize = 5;

/// What is decided of the order of stacks and columns.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    width: usize,
    pub(super) slots: Sequence,
    /// The columns of each stack, counted within the stack; by stack, not by slot.
    places: [Sequence; MAX_STACK],
}

/// Some things in an order that is decided in part.
#[derive(Clone, Copy)]
pub(super) struct Sequence {
    members: [u8; MAX_STACK],
    /// Bit `i` says that a block begins at `i`; the end counts as a beginning.
    begins: u8,
}

impl Sequence {
    fn new(length: usize) -> Sequence {
        Sequence { members: std::array::from_fn(|index| index as u8), begins: 1 | 1 << length }
    }

    /// The places that share a block with this one.
    pub(super) fn block(&self, index: usize) -> Range<usize> {
        let start = index - (self.begins << (7 - index)).leading_zeros() as usize;
        let end = index + 1 + (self.begins >> (index + 1)).trailing_zeros() as usize;
        start..end
    }

    fn index_of(&self, member: usize) -> usize {
        let is_it = |&other: &u8| usize::from(other) == member;
        self.members.iter().position(is_it).expect("every member is somewhere")
    }

    /// Splits a block: those of the lowest key first, and so on; equal ones stay undecided.
    pub(super) fn sort<K: Ord>(&mut self, block: Range<usize>, key: impl Fn(usize) -> K) {
        let members = &mut self.members[block.clone()];
        // A few members: each sinks to its place.
        for end in 1..members.len() {
            let mut index = end;
            while index > 0 && key(usize::from(members[index])) < key(usize::from(members[index - 1])) {
                members.swap(index - 1, index);
                index -= 1;
            }
        }
        for (index, pair) in (block.start + 1..).zip(self.members[block].windows(2)) {
            self.begins |= u8::from(key(usize::from(pair[0])) != key(usize::from(pair[1]))) << index;
        }
    }

    /// Makes one member the first of its block.
    pub(super) fn put_first(&mut self, member: usize) {
        let index = self.index_of(member);
        let start = self.block(index).start;
        self.members[start..=index].rotate_right(1);
        self.begins |= 1 << (start + 1);
    }
}

impl Columns {
    /// Nothing decided.
    pub(super) fn new(geometry: Geometry) -> Columns {
        let width = geometry.box_width();
        Columns {
            width,
            slots: Sequence::new(geometry.size() / width),
            places: [Sequence::new(width); MAX_STACK],
        }
    }

    /// A stack that may come to a slot: the one there is, if the slot is a block of its own.
    pub(super) fn stack(&self, slot: usize) -> usize {
        usize::from(self.slots.members[slot])
    }

    /// The places of a stack that share a block with this one.
    pub(super) fn places(&self, stack: usize, place: usize) -> Range<usize> {
        self.places[stack].block(place)
    }

    /// A column that may come to a place of a stack.
    pub(super) fn column(&self, stack: usize, place: usize) -> usize {
        stack * self.width + usize::from(self.places[stack].members[place])
    }

    /// Decides that columns of a block of places come in the order of their keys; equal ones stay undecided.
    pub(super) fn sort_columns<K: Ord>(
        &mut self,
        stack: usize,
        places: Range<usize>,
        key: impl Fn(usize) -> K,
    ) {
        let first = stack * self.width;
        self.places[stack].sort(places, |column| key(first + column));
    }

    /// Decides that a column comes as early as it still can.
    pub(super) fn put_first(&mut self, column: usize) {
        let stack = column / self.width;
        self.slots.put_first(stack);
        self.places[stack].put_first(column % self.width);
    }

    /// The first and the last position in a row to which a column can still come.
    pub(super) fn positions(&self, column: usize) -> (usize, usize) {
        let stack = column / self.width;
        let slots = self.slots.block(self.slots.index_of(stack));
        let places = &self.places[stack];
        let places = places.block(places.index_of(column % self.width));
        (slots.start * self.width + places.start, (slots.end - 1) * self.width + places.end - 1)
    }

    /// Whether there is just one order left.
    pub(super) fn is_decided(&self, geometry: Geometry) -> bool {
        let stacks = geometry.size() / self.width;
        let all = |length: usize| (2 << length) - 1;
        self.slots.begins == all(stacks)
            && self.places[..stacks].iter().all(|places| places.begins == all(self.width))
    }
}
