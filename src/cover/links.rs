//! The vertical rings of the linked matrix, and the innermost loops that make them dance.
//!
//! This is the only file of `cover` with unsafe code: the walks below read links without checking their range.
//! Measured on pentominoes 6×10 (1.24 billion updates), that is 6.1 ns an update instead of 6.7. Tried and no
//! better: 16-bit links (5.6 ns, but a second copy of everything), walks that avoid the branch at the spacer
//! (6.3 ns), separate arrays for up and down.
//!
//! # Why it is sound
//!
//! All fields are private to this file, and these invariants hold from [`Links::new`] on:
//!
//! 1. every `up` and `down` is the index of a node; every `top` is at most the number of items;
//! 2. the first node after the headers and the last node of all are spacers, so a walk from a node of an option
//!    to its neighbours meets a spacer before it leaves the array;
//! 3. the ring of a header holds nodes of options only, besides the header itself.
//!
//! The walks write nothing into a link but indices that they have read from links or walked over, and they never
//! write `top`, so the invariants stay true.
#![allow(unsafe_code)]

/// One node: a header (`1 ≤ index ≤ N`), an item of an option, or a spacer.
///
/// Sixteen bytes, so that a node never straddles two cache lines: all four fields are wanted together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node {
    /// Knuth's ULINK: the node above in the ring; for a spacer the first node of the option before it.
    up: u32,
    /// Knuth's DLINK: the node below in the ring; for a spacer the last node of the option after it.
    down: u32,
    /// Knuth's TOP: the header, > 0; for a spacer minus the number of the option after it, ≤ 0.
    top: i32,
    /// Knuth's COLOR: 0 none, > 0 a colour, [`AGREED`] while the item is purified to this node's colour.
    colour: i32,
}

/// The mark of a node whose colour is the one its item has been given.
pub(super) const AGREED: i32 = -1;

/// All nodes, and how many options are left in each header's ring.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Links {
    nodes: Vec<Node>,
    /// Knuth's LEN, by header; `lengths[0]` is the root's and stays 0.
    lengths: Vec<u32>,
}

impl Links {
    /// The headers of `items` items and the first spacer; no options yet.
    pub(super) fn new(items: u32, capacity: usize) -> Links {
        let mut nodes = Vec::with_capacity(capacity);
        nodes.extend((0..=items).map(|header| Node {
            up: header,
            down: header,
            top: header as i32,
            colour: 0,
        }));
        nodes.push(Node { up: 0, down: 0, top: 0, colour: 0 });
        Links { nodes, lengths: vec![0; items as usize + 1] }
    }

    /// Links an option of items given by header and colour; returns its first node.
    pub(super) fn push_option(&mut self, number: u32, items: impl Iterator<Item = (u32, i32)>) -> u32 {
        let spacer = self.nodes.len() - 1;
        let first = self.nodes.len() as u32;
        for (header, colour) in items {
            assert!(header > 0 && (header as usize) < self.lengths.len(), "an item of the problem");
            let node = self.nodes.len() as u32;
            let above = std::mem::replace(&mut self.nodes[header as usize].up, node);
            self.nodes[above as usize].down = node;
            self.lengths[header as usize] += 1;
            self.nodes.push(Node { up: above, down: header, top: header as i32, colour });
        }
        self.nodes[spacer].down = self.nodes.len() as u32 - 1;
        self.nodes[spacer].top = -(number as i32);
        self.nodes.push(Node { up: first, down: 0, top: 0, colour: 0 });
        first
    }

    #[inline]
    pub(super) fn below(&self, node: u32) -> u32 {
        self.nodes[node as usize].down
    }

    #[inline]
    pub(super) fn length(&self, header: u32) -> u32 {
        self.lengths[header as usize]
    }

    /// The header of a node's item and the colour that the node gives to it.
    #[inline]
    pub(super) fn item_and_colour(&self, node: u32) -> (u32, i32) {
        let Node { top, colour, .. } = self.nodes[node as usize];
        (top as u32, colour)
    }

    /// The node to the right in the same option, from the last one back to the first.
    #[inline]
    pub(super) fn right_in_option(&self, node: u32) -> u32 {
        let right = self.nodes[node as usize + 1];
        if right.top > 0 { node + 1 } else { right.up }
    }

    /// The node to the left in the same option, from the first one back to the last.
    #[inline]
    pub(super) fn left_in_option(&self, node: u32) -> u32 {
        let left = self.nodes[node as usize - 1];
        if left.top > 0 { node - 1 } else { left.down }
    }

    /// The number of the option that a node belongs to.
    pub(super) fn option_number(&self, node: u32) -> u32 {
        let before = self.nodes[..node as usize].iter().rev();
        before.map(|node| node.top).find(|&top| top <= 0).map_or(0, i32::unsigned_abs)
    }

    /// The vertical half of covering: hides all options in the ring of a header; returns the updates.
    #[inline]
    pub(super) fn hide_ring<const COLOURED: bool>(&mut self, header: u32) -> u64 {
        assert!((header as usize) < self.lengths.len());
        let mut updates = 0;
        let mut node = self.node(header).down;
        while node != header {
            updates += self.hide::<COLOURED>(node);
            node = self.node(node).down;
        }
        updates
    }

    /// Undoes [`hide_ring`](Self::hide_ring), in reverse order.
    #[inline]
    pub(super) fn unhide_ring<const COLOURED: bool>(&mut self, header: u32) {
        assert!((header as usize) < self.lengths.len());
        let mut node = self.node(header).up;
        while node != header {
            self.unhide::<COLOURED>(node);
            node = self.node(node).up;
        }
    }

    /// Gives the item of `node` the node's colour: hides the options in its ring that disagree, marks those that
    /// agree; returns the updates.
    pub(super) fn purify_ring(&mut self, node: u32) -> u64 {
        let Node { top, colour, .. } = self.nodes[node as usize];
        assert!(top > 0, "not a spacer");
        let mut updates = 0;
        let mut other = self.node(top as u32).down;
        while other != top as u32 {
            if self.node(other).colour != colour {
                updates += self.hide::<true>(other);
            } else if other != node {
                self.node_mut(other).colour = AGREED;
            }
            other = self.node(other).down;
        }
        updates
    }

    /// Undoes [`purify_ring`](Self::purify_ring), in reverse order.
    pub(super) fn unpurify_ring(&mut self, node: u32) {
        let Node { top, colour, .. } = self.nodes[node as usize];
        assert!(top > 0, "not a spacer");
        let mut other = self.node(top as u32).up;
        while other != top as u32 {
            if self.node(other).colour == AGREED {
                self.node_mut(other).colour = colour;
            } else if other != node {
                self.unhide::<true>(other);
            }
            other = self.node(other).up;
        }
    }

    /// Takes the other nodes of a node's option out of their rings, from left to right; returns how many.
    ///
    /// Only for nodes of options, never for a header or a spacer.
    #[inline]
    fn hide<const COLOURED: bool>(&mut self, node: u32) -> u64 {
        let mut updates = 0;
        let mut other = node + 1;
        while other != node {
            let Node { up, down, top, colour } = *self.node(other);
            if top <= 0 {
                other = up;
                continue;
            }
            other += 1;
            if COLOURED && colour == AGREED {
                continue;
            }
            self.node_mut(up).down = down;
            self.node_mut(down).up = up;
            *self.length_mut(top) -= 1;
            updates += 1;
        }
        updates
    }

    /// Undoes [`hide`](Self::hide): the same nodes from right to left.
    #[inline]
    fn unhide<const COLOURED: bool>(&mut self, node: u32) {
        let mut other = node - 1;
        while other != node {
            let Node { up, down, top, colour } = *self.node(other);
            if top <= 0 {
                other = down;
                continue;
            }
            if !(COLOURED && colour == AGREED) {
                self.node_mut(up).down = other;
                self.node_mut(down).up = other;
                *self.length_mut(top) += 1;
            }
            other -= 1;
        }
    }

    #[inline(always)]
    fn node(&self, index: u32) -> &Node {
        debug_assert!((index as usize) < self.nodes.len());
        // SAFETY: the callers pass an index read from a link (invariant 1), a neighbour of a node of an option
        // (invariant 2), or a header that was compared with the number of items.
        unsafe { self.nodes.get_unchecked(index as usize) }
    }

    #[inline(always)]
    fn node_mut(&mut self, index: u32) -> &mut Node {
        debug_assert!((index as usize) < self.nodes.len());
        // SAFETY: as for `node`.
        unsafe { self.nodes.get_unchecked_mut(index as usize) }
    }

    #[inline(always)]
    fn length_mut(&mut self, top: i32) -> &mut u32 {
        debug_assert!(top > 0 && (top as usize) < self.lengths.len());
        // SAFETY: the callers pass the positive `top` of a node, which is a header (invariant 1).
        unsafe { self.lengths.get_unchecked_mut(top as usize) }
    }
}

impl Links {
    /// Proves that the ring of a header is closed both ways, holds nodes of its own item only, and is as long as
    /// its length says.
    pub(super) fn check_ring(&self, header: u32) -> Result<(), String> {
        let counted = self.lengths[header as usize];
        let (mut node, mut length) = (header, 0);
        loop {
            let below = self.nodes[node as usize].down;
            if self.nodes[below as usize].up != node {
                return Err(format!("below node {node} is {below}, but not the other way"));
            }
            if below == header || length > counted {
                break;
            }
            if self.nodes[below as usize].top != header as i32 {
                return Err(format!("node {below} is in the ring of header {header}, not its own"));
            }
            (node, length) = (below, length + 1);
        }
        if length != counted {
            return Err(format!("header {header} counts {counted} options, its ring differs"));
        }
        Ok(())
    }

    /// Proves that the spacers around an option point at its ends.
    pub(super) fn check_spacers(&self, number: u32, first: u32) -> Result<(), String> {
        let before = self.nodes[first as usize - 1];
        let after = self.nodes.get(before.down as usize + 1);
        if before.top != -(number as i32) || !after.is_some_and(|node| node.top <= 0 && node.up == first) {
            return Err(format!("the spacers around option {number} do not match"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Items 1, 2, 3; options {1, 2}, {2, 3}, {1, 3}: the first nodes are 5, 8 and 11.
    fn links() -> Links {
        let mut links = Links::new(3, 0);
        for (number, items) in [[1, 2], [2, 3], [1, 3]].into_iter().enumerate() {
            links.push_option(number as u32, items.into_iter().map(|item| (item, 0)));
        }
        links
    }

    #[test]
    fn hidden_options_come_back_to_their_places() {
        let mut links = links();
        let before = links.clone();
        assert_eq!(links.hide_ring::<false>(1), 2);
        assert_eq!((links.length(1), links.length(2), links.length(3)), (2, 1, 1));
        links.unhide_ring::<false>(1);
        assert_eq!(links, before);
    }

    #[test]
    fn checks_find_each_kind_of_damage() {
        let broken = |damage: &dyn Fn(&mut Links)| {
            let mut links = links();
            damage(&mut links);
            let rings = (1..=3).try_for_each(|header| links.check_ring(header));
            rings.and_then(|()| links.check_spacers(0, 5)).unwrap_err()
        };
        assert!(broken(&|links| links.nodes[5].up = 5).contains("not the other way"));
        assert!(broken(&|links| links.lengths[3] += 1).contains("counts 3 options"));
        assert!(broken(&|links| links.lengths[3] -= 1).contains("counts 1 options"));
        assert!(broken(&|links| links.nodes[5].top = 3).contains("not its own"));
        assert!(broken(&|links| links.nodes[4].top = -3).contains("spacers"));
        assert!(broken(&|links| links.nodes[7].up = 4).contains("spacers"));
        assert!((1..=3).all(|header| links().check_ring(header).is_ok()));
    }
}
