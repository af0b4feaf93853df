//! The numbers of items and nodes, and the lengths that go with them.

/// An index of an item, 0 … 323.
pub(super) type Item = usize;

/// The items come in four families: cells, digits of boxes, digits of rows, digits of columns.
pub(super) const FAMILY: usize = 81;
pub(super) const ITEMS: usize = 4 * FAMILY;
/// [`ITEMS`], rounded up so that a pass over the lengths is made of whole vectors.
pub(super) const LENGTHS: usize = 336;
/// The headers come first, then four nodes for each of the 729 options.
pub(super) const NODES: usize = ITEMS + 4 * 729;

/// The top bit of a length: the item is covered. The lower bits then mean nothing.
pub(super) const COVERED: u8 = 0x80;

/// The lengths of all items at some time, to go back to.
pub(super) type Lengths = [u8; LENGTHS];
