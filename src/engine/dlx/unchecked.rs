//! The operations of the linked matrix that skip index checks; the only file of the engine with unsafe code.
//!
//! Links are read and written more often than anything else, and a compiler cannot know that a link read from an array
//! is a valid index. So nodes, headers and options have their own types, which only hold numbers in range. No safe
//! function of this file can create a value out of range, whatever its arguments, so no array is accessed beyond its
//! end. Instructions per puzzle of 17_clue, top1465, 1905_11plus, 1106 and two_or_more, checked by masks → unchecked,
//! when this was introduced: 53 → 46, 173 → 146, 797 → 663, 1399 → 1163, 44 → 40 thousand. The trail and the queue,
//! which are written once or a few times per removed option, keep their masks, which cost 5 % more instructions and
//! about 1 % more time.
#![allow(unsafe_code)]

/// The index of an item, 0 … 323.
pub(super) type Item = usize;

/// The items come in four families: cells, digits of boxes, digits of rows, digits of columns.
pub(super) const FAMILY: usize = 81;
pub(super) const ITEMS: usize = 4 * FAMILY;
/// [`ITEMS`], rounded up so that a pass over the lengths consists of whole vectors.
pub(super) const LENGTHS: usize = 336;
/// The headers come first, then four nodes for each of the 729 options.
pub(super) const NODES: usize = ITEMS + 4 * 729;

/// The top bit of a length: the item is covered, and the lower bits have no meaning.
pub(super) const COVERED: u8 = 0x80;

/// The lengths of all items.
pub(super) type Lengths = [u8; LENGTHS];

/// A node: a header or a node of an option. Always below [`NODES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node(usize);

/// The header of an item: the node with the number of the item. Always below [`ITEMS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Header(usize);

/// An option, identified by its first node; a header represents the option of an empty ring. Always a multiple of four
/// below [`NODES`], which is a multiple of four as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice(usize);

const _: () =
    assert!(ITEMS.is_multiple_of(4) && NODES.is_multiple_of(4) && ITEMS <= LENGTHS && NODES < 1 << 16);

impl Node {
    /// Returns the option that a node belongs to; for a header, the result is not an option.
    #[inline(always)]
    pub(super) fn option(self) -> Choice {
        Choice(self.0 & !3)
    }
}

impl Header {
    #[inline(always)]
    pub(super) fn of(item: usize) -> Header {
        assert!(item < ITEMS);
        Header(item)
    }

    #[inline(always)]
    pub(super) fn node(self) -> Node {
        Node(self.0)
    }

    #[inline(always)]
    pub(super) fn item(self) -> usize {
        self.0
    }

    #[inline(always)]
    pub(super) fn length(self, lengths: &Lengths) -> u8 {
        // SAFETY: a header is below `ITEMS`, and there are at least `ITEMS` lengths.
        unsafe { *lengths.get_unchecked(self.0) }
    }

    #[inline(always)]
    pub(super) fn set_length(self, lengths: &mut Lengths, length: u8) {
        // SAFETY: as above.
        unsafe { *lengths.get_unchecked_mut(self.0) = length }
    }
}

impl Choice {
    pub(super) const FIRST: Choice = Choice(ITEMS);

    /// Returns the option that puts a digit, from 0, into a cell.
    #[inline(always)]
    pub(super) fn new(cell: usize, digit: usize) -> Choice {
        assert!(cell < FAMILY && digit < 9);
        Choice(ITEMS + 4 * (9 * cell + digit))
    }

    #[inline(always)]
    pub(super) fn index(self) -> usize {
        self.0.wrapping_sub(ITEMS) / 4
    }

    #[inline(always)]
    pub(super) fn is_option(self) -> bool {
        self.0 >= ITEMS
    }

    /// Returns the node at a position: 0 for the cell, 1 for the box, 2 for the row, 3 for the column.
    #[inline(always)]
    pub(super) fn node(self, position: usize) -> Node {
        Node(self.0 + position % 4)
    }
}

/// One link per node, stored in 16 bits. Every element is a [`Node`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LinkOfEach([u16; NODES]);

impl LinkOfEach {
    /// Links every node to the header of item 0.
    pub(super) const NONE: LinkOfEach = LinkOfEach([0; NODES]);

    #[inline(always)]
    pub(super) fn of(&self, node: Node) -> Node {
        // SAFETY: a node is below `NODES`.
        Node(unsafe { *self.0.get_unchecked(node.0) }.into())
    }

    #[inline(always)]
    pub(super) fn set(&mut self, node: Node, to: Node) {
        // SAFETY: as above.
        unsafe { *self.0.get_unchecked_mut(node.0) = to.0 as u16 }
    }

    /// Links every node to the header of its item.
    pub(super) fn set_all(&mut self, tops: &TopOfEach) {
        self.0 = tops.0;
    }

    pub(super) fn set_headers(&mut self, tops: &TopOfEach) {
        self.0[..ITEMS].copy_from_slice(&tops.0[..ITEMS]);
    }
}

/// The header of each node, stored in 16 bits; a header's is itself. Every element is a [`Header`].
#[derive(Clone, Debug)]
pub(super) struct TopOfEach([u16; NODES]);

impl TopOfEach {
    pub(super) fn new() -> TopOfEach {
        TopOfEach(std::array::from_fn(|node| if node < ITEMS { node as u16 } else { 0 }))
    }

    #[inline(always)]
    pub(super) fn of(&self, node: Node) -> Header {
        // SAFETY: a node is below `NODES`.
        Header(unsafe { *self.0.get_unchecked(node.0) }.into())
    }

    pub(super) fn set(&mut self, node: Node, header: Header) {
        self.0[node.0] = header.0 as u16;
    }
}

/// Options, stored in 16 bits. Every element is a [`Choice`].
#[derive(Clone, Debug)]
pub(super) struct Trail([u16; 1024]);

impl Trail {
    pub(super) const EMPTY: Trail = Trail([Choice::FIRST.0 as u16; 1024]);

    #[inline(always)]
    pub(super) fn at(&self, index: usize) -> Choice {
        Choice(self.0[index].into())
    }

    #[inline(always)]
    pub(super) fn put(&mut self, index: usize, option: Choice) {
        debug_assert!(index < 1024);
        self.0[index % 1024] = option.0 as u16;
    }
}

/// Headers, stored in 16 bits. Every element is a [`Header`].
#[derive(Clone, Debug)]
pub(super) struct Queue([u16; 1024]);

impl Queue {
    pub(super) const EMPTY: Queue = Queue([0; 1024]);

    #[inline(always)]
    pub(super) fn at(&self, index: usize) -> Header {
        Header(self.0[index].into())
    }

    #[inline(always)]
    pub(super) fn put(&mut self, index: usize, header: Header) {
        debug_assert!(index < 1024);
        self.0[index % 1024] = header.0 as u16;
    }
}

/// Returns which of sixteen bytes are equal, as bits. Compilers vectorize a plain loop except its last step, from bytes
/// to bits; without the instruction for that step, a puzzle takes 5 % more instructions.
#[inline(always)]
pub(super) fn equal(one: &[u8; 16], other: &[u8; 16]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has SSE2, and each load reads the sixteen bytes of an array, which need not be
    // aligned.
    unsafe {
        use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8};
        let (one, other) = (_mm_loadu_si128(one.as_ptr().cast()), _mm_loadu_si128(other.as_ptr().cast()));
        _mm_movemask_epi8(_mm_cmpeq_epi8(one, other)) as u32
    }
    #[cfg(not(target_arch = "x86_64"))]
    (0..16).map(|index| u32::from(one[index] == other[index]) << index).sum()
}
