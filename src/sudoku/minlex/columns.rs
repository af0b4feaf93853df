//! Partial orders of columns, decided only as far as the rows written so far distinguish the columns.
//!
//! Stacks go to *slots*, and the columns of a stack to *places*. Slots that can receive the same stacks form a block,
//! and likewise places that can receive the same columns of a stack. Every order of the stacks in a block, and of the
//! columns in a block, is still possible and makes no difference to the rows so far. Stacks that share a block contain
//! blocks of the same sizes.

use std::ops::Range;

use super::super::geometry::Geometry;

/// The maximum number of stacks of any size, and of columns of a stack.
pub(super) const MAX_STACK: usize = 5;

/// The partially decided order of stacks and columns.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    width: usize,
    pub(super) slots: Sequence,
    /// The order of the columns of each stack, counted within the stack; indexed by stack, not by slot.
    places: [Sequence; MAX_STACK],
}

/// Members in a partially decided order.
#[derive(Clone, Copy)]
pub(super) struct Sequence {
    members: [u8; MAX_STACK],
    /// Bit `i` is set if a block begins at `i`; the end counts as a beginning.
    begins: u8,
}

impl Sequence {
    fn new(length: usize) -> Sequence {
        Sequence { members: std::array::from_fn(|index| index as u8), begins: 1 | 1 << length }
    }

    /// Returns the range of the block that contains this index.
    pub(super) fn block(&self, index: usize) -> Range<usize> {
        let start = index - (self.begins << (7 - index)).leading_zeros() as usize;
        let end = index + 1 + (self.begins >> (index + 1)).trailing_zeros() as usize;
        start..end
    }

    fn index_of(&self, member: usize) -> usize {
        let is_it = |&other: &u8| usize::from(other) == member;
        self.members.iter().position(is_it).expect("every member is somewhere")
    }

    /// Sorts a block by key and splits it; members with equal keys stay undecided.
    pub(super) fn sort<K: Ord>(&mut self, block: Range<usize>, key: impl Fn(usize) -> K) {
        let members = &mut self.members[block.clone()];
        // Insertion sort, since there are only a few members.
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
    /// Creates an order in which nothing is decided.
    pub(super) fn new(geometry: Geometry) -> Columns {
        let width = geometry.box_width();
        Columns {
            width,
            slots: Sequence::new(geometry.size() / width),
            places: [Sequence::new(width); MAX_STACK],
        }
    }

    /// Returns a stack that may go to a slot; it is the only one if the slot is its own block.
    pub(super) fn stack(&self, slot: usize) -> usize {
        usize::from(self.slots.members[slot])
    }

    /// Returns the places of a stack that share a block with this one.
    pub(super) fn places(&self, stack: usize, place: usize) -> Range<usize> {
        self.places[stack].block(place)
    }

    /// Returns a column that may go to a place of a stack.
    pub(super) fn column(&self, stack: usize, place: usize) -> usize {
        stack * self.width + usize::from(self.places[stack].members[place])
    }

    /// Sorts the columns of a block of places by key; columns with equal keys stay undecided.
    pub(super) fn sort_columns<K: Ord>(
        &mut self,
        stack: usize,
        places: Range<usize>,
        key: impl Fn(usize) -> K,
    ) {
        let first = stack * self.width;
        self.places[stack].sort(places, |column| key(first + column));
    }

    /// Puts a column at the first position that is still possible.
    pub(super) fn put_first(&mut self, column: usize) {
        let stack = column / self.width;
        self.slots.put_first(stack);
        self.places[stack].put_first(column % self.width);
    }

    /// Returns the first and the last position in a row that are still possible for a column.
    pub(super) fn positions(&self, column: usize) -> (usize, usize) {
        let stack = column / self.width;
        let slots = self.slots.block(self.slots.index_of(stack));
        let places = &self.places[stack];
        let places = places.block(places.index_of(column % self.width));
        (slots.start * self.width + places.start, (slots.end - 1) * self.width + places.end - 1)
    }

    /// Returns whether only one order is left.
    pub(super) fn is_decided(&self, geometry: Geometry) -> bool {
        let stacks = geometry.size() / self.width;
        let all = |length: usize| (2 << length) - 1;
        self.slots.begins == all(stacks)
            && self.places[..stacks].iter().all(|places| places.begins == all(self.width))
    }
}
