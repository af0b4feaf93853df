//! The vertical rings of the linked matrix, and the innermost loops that make them dance.
//!
//! Besides the vector code of `dense`, this is the only file of `cover` with unsafe code: the walks below read links
//! without checking their range. Measured on pentominoes 6×10 (1.24 billion updates), one run each: 6.1 ns per update
//! unchecked, 6.7 checked; 6.0 ns with the links in separate arrays, 6.4 in structs of four fields. Tried and not worth
//! it: 16-bit links (5.8 ns, but slower on small problems, and a second copy of everything) and walks that avoid the
//! branch at the spacer (6.3 ns).
//!
//! # Why it is sound
//!
//! All fields are private to this file, and these invariants hold from [`Links::new`] on:
//!
//! 1. the four node fields have the same length; every `up` and `down` is the index of a node, and every `top` is at
//!    most the number of items;
//! 2. the first node after the headers and the very last node are spacers, so a walk from a node of an option to its
//!    neighbors reaches a spacer before it leaves the array;
//! 3. apart from the header itself, the ring of a header contains only nodes of options.
//!
//! The walks only write indices that they have read from links or visited, and they never write `top`, so the
//! invariants hold.
#![allow(unsafe_code)]

/// The mark of a node whose color is the one that its item was purified to.
pub(super) const AGREED: i32 = -1;

/// All nodes, field by field, and the number of remaining options in each header's ring.
///
/// A node is a header (`1 ≤ index ≤ N`), an item of an option, or a spacer between options. Each field is a separate
/// array: a walk through a ring reads little more than one of them, so more of it fits into the cache.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Links {
    /// Knuth's ULINK: the node above in the ring; for a spacer, the first node of the option before it.
    up: Vec<u32>,
    /// Knuth's DLINK: the node below in the ring; for a spacer, the last node of the option after it.
    down: Vec<u32>,
    /// Knuth's TOP: the header, > 0; for a spacer, minus the number of the option after it, ≤ 0.
    top: Vec<i32>,
    /// Knuth's COLOR: 0 none, > 0 a color, [`AGREED`] while the item is purified to this node's color.
    color: Vec<i32>,
    /// Knuth's LEN, by header; `lengths[0]` belongs to the root and stays 0.
    lengths: Vec<u32>,
}

impl Links {
    /// Creates the headers of `items` items and the first spacer, without options.
    pub(super) fn new(items: u32, capacity: usize) -> Links {
        let mut links = Links {
            up: Vec::with_capacity(capacity),
            down: Vec::with_capacity(capacity),
            top: Vec::with_capacity(capacity),
            color: Vec::with_capacity(capacity),
            lengths: vec![0; items as usize + 1],
        };
        for header in 0..=items {
            links.push(header, header, header as i32, 0);
        }
        links.push(0, 0, 0, 0);
        links
    }

    fn push(&mut self, up: u32, down: u32, top: i32, color: i32) {
        self.up.push(up);
        self.down.push(down);
        self.top.push(top);
        self.color.push(color);
    }

    /// Links an option, given the headers and colors of its items, and returns its first node.
    pub(super) fn push_option(&mut self, number: u32, items: impl Iterator<Item = (u32, i32)>) -> u32 {
        let spacer = self.top.len() - 1;
        let first = self.top.len() as u32;
        for (header, color) in items {
            assert!(header > 0 && (header as usize) < self.lengths.len(), "an item of the problem");
            let node = self.top.len() as u32;
            let above = std::mem::replace(&mut self.up[header as usize], node);
            self.down[above as usize] = node;
            self.lengths[header as usize] += 1;
            self.push(above, header, header as i32, color);
        }
        self.down[spacer] = self.top.len() as u32 - 1;
        self.top[spacer] = -(number as i32);
        self.push(first, 0, 0, 0);
        first
    }

    #[inline]
    pub(super) fn below(&self, node: u32) -> u32 {
        self.down[node as usize]
    }

    pub(super) fn above(&self, node: u32) -> u32 {
        self.up[node as usize]
    }

    #[inline]
    pub(super) fn length(&self, header: u32) -> u32 {
        self.lengths[header as usize]
    }

    /// The header of a node's item and the color that the node gives to it.
    #[inline]
    pub(super) fn item_and_color(&self, node: u32) -> (u32, i32) {
        (self.top[node as usize] as u32, self.color[node as usize])
    }

    /// The next node to the right in the same option, wrapping from the last to the first.
    #[inline]
    pub(super) fn right_in_option(&self, node: u32) -> u32 {
        let right = node as usize + 1;
        if self.top[right] > 0 { node + 1 } else { self.up[right] }
    }

    /// The next node to the left in the same option, wrapping from the first to the last.
    #[inline]
    pub(super) fn left_in_option(&self, node: u32) -> u32 {
        let left = node as usize - 1;
        if self.top[left] > 0 { node - 1 } else { self.down[left] }
    }

    /// The nodes of the option with this first node, from left to right.
    pub(super) fn nodes_of_option(&self, first: u32) -> impl Iterator<Item = u32> {
        let tops = self.top[first as usize..].iter();
        (first..).zip(tops.take_while(|top| **top > 0)).map(|(node, _)| node)
    }

    /// Whether a node of an option is in the ring of its item.
    pub(super) fn is_in_ring(&self, node: u32) -> bool {
        self.below(self.above(node)) == node
    }

    /// The number of the option that a node belongs to.
    pub(super) fn option_number(&self, node: u32) -> u32 {
        let before = self.top[..node as usize].iter().rev();
        before.copied().find(|&top| top <= 0).map_or(0, i32::unsigned_abs)
    }

    /// The vertical half of covering: hides all options in the ring of a header and returns the number of updates.
    #[inline]
    pub(super) fn hide_ring<const COLORED: bool>(&mut self, header: u32) -> u64 {
        assert!((header as usize) < self.lengths.len());
        let mut updates = 0;
        let mut node = self.down_of(header);
        while node != header {
            updates += self.hide::<COLORED>(node);
            node = self.down_of(node);
        }
        updates
    }

    /// Undoes [`hide_ring`](Self::hide_ring), in reverse order.
    #[inline]
    pub(super) fn unhide_ring<const COLORED: bool>(&mut self, header: u32) {
        assert!((header as usize) < self.lengths.len());
        let mut node = self.up_of(header);
        while node != header {
            self.unhide::<COLORED>(node);
            node = self.up_of(node);
        }
    }

    /// Gives the item of `node` the node's color: hides the options in its ring that disagree, marks those that agree,
    /// and returns the number of updates.
    pub(super) fn purify_ring(&mut self, node: u32) -> u64 {
        let (header, color) = self.item_and_color(node);
        let mut updates = 0;
        let mut other = self.down[header as usize];
        while other != header {
            if self.color[other as usize] != color {
                updates += self.hide::<true>(other);
            } else if other != node {
                self.color[other as usize] = AGREED;
            }
            other = self.down[other as usize];
        }
        updates
    }

    /// Undoes [`purify_ring`](Self::purify_ring), in reverse order.
    pub(super) fn unpurify_ring(&mut self, node: u32) {
        let (header, color) = self.item_and_color(node);
        let mut other = self.up[header as usize];
        while other != header {
            if self.color[other as usize] == AGREED {
                self.color[other as usize] = color;
            } else if other != node {
                self.unhide::<true>(other);
            }
            other = self.up[other as usize];
        }
    }

    /// Removes the other nodes of a node's option from their rings, from left to right, and returns how many.
    ///
    /// Only for nodes of options, never for a header or a spacer.
    #[inline]
    fn hide<const COLORED: bool>(&mut self, node: u32) -> u64 {
        let mut updates = 0;
        let mut other = node + 1;
        while other != node {
            let (top, up) = (self.top_of(other), self.up_of(other));
            if top <= 0 {
                other = up;
                continue;
            }
            let (this, down) = (other, self.down_of(other));
            other += 1;
            if COLORED && self.color[this as usize] == AGREED {
                continue;
            }
            self.set_down(up, down);
            self.set_up(down, up);
            *self.length_mut(top) -= 1;
            updates += 1;
        }
        updates
    }

    /// Undoes [`hide`](Self::hide), from right to left.
    #[inline]
    fn unhide<const COLORED: bool>(&mut self, node: u32) {
        let mut other = node - 1;
        while other != node {
            let (top, down) = (self.top_of(other), self.down_of(other));
            if top <= 0 {
                other = down;
                continue;
            }
            if !(COLORED && self.color[other as usize] == AGREED) {
                self.set_down(self.up_of(other), other);
                self.set_up(down, other);
                *self.length_mut(top) += 1;
            }
            other -= 1;
        }
    }
}

// The unchecked reads and writes. For all of them, the callers pass an index read from a link (invariant 1), a neighbor
// of a node of an option (invariant 2), or a header that was compared with the number of items; and all four node
// fields have the same length.
impl Links {
    #[inline(always)]
    fn up_of(&self, node: u32) -> u32 {
        debug_assert!((node as usize) < self.up.len());
        // SAFETY: the index is that of a node, as explained above.
        unsafe { *self.up.get_unchecked(node as usize) }
    }

    #[inline(always)]
    fn down_of(&self, node: u32) -> u32 {
        debug_assert!((node as usize) < self.down.len());
        // SAFETY: the index is that of a node, as explained above.
        unsafe { *self.down.get_unchecked(node as usize) }
    }

    #[inline(always)]
    fn top_of(&self, node: u32) -> i32 {
        debug_assert!((node as usize) < self.top.len());
        // SAFETY: the index is that of a node, as explained above.
        unsafe { *self.top.get_unchecked(node as usize) }
    }

    #[inline(always)]
    fn set_up(&mut self, node: u32, up: u32) {
        debug_assert!((node as usize) < self.up.len());
        // SAFETY: the index is that of a node, as explained above.
        unsafe { *self.up.get_unchecked_mut(node as usize) = up }
    }

    #[inline(always)]
    fn set_down(&mut self, node: u32, down: u32) {
        debug_assert!((node as usize) < self.down.len());
        // SAFETY: the index is that of a node, as explained above.
        unsafe { *self.down.get_unchecked_mut(node as usize) = down }
    }

    #[inline(always)]
    fn length_mut(&mut self, top: i32) -> &mut u32 {
        debug_assert!(top > 0 && (top as usize) < self.lengths.len());
        // SAFETY: the callers pass the positive `top` of a node, which is a header (invariant 1).
        unsafe { self.lengths.get_unchecked_mut(top as usize) }
    }
}

impl Links {
    /// Checks that the ring of a header is closed in both directions, contains only nodes of its own item, and has the
    /// recorded length.
    pub(super) fn check_ring(&self, header: u32) -> Result<(), String> {
        let counted = self.lengths[header as usize];
        let (mut node, mut length) = (header, 0);
        loop {
            let below = self.down[node as usize];
            if self.up[below as usize] != node {
                return Err(format!("node {below} is below node {node}, but not the other way around"));
            }
            if below == header || length > counted {
                break;
            }
            if self.top[below as usize] != header as i32 {
                return Err(format!("node {below} is in the ring of header {header}, which is not its own"));
            }
            (node, length) = (below, length + 1);
        }
        if length != counted {
            return Err(format!(
                "header {header} counts {counted} options, but its ring has a different length"
            ));
        }
        Ok(())
    }

    /// Checks that the spacers around an option point to its ends.
    pub(super) fn check_spacers(&self, number: u32, first: u32) -> Result<(), String> {
        let before = first as usize - 1;
        let after = self.down[before] as usize + 1;
        let after_is_sound = after < self.top.len() && self.top[after] <= 0 && self.up[after] == first;
        if self.top[before] != -(number as i32) || !after_is_sound {
            return Err(format!("the spacers around option {number} do not match it"));
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
        assert!(broken(&|links| links.up[5] = 5).contains("not the other way"));
        assert!(broken(&|links| links.lengths[3] += 1).contains("counts 3 options"));
        assert!(broken(&|links| links.lengths[3] -= 1).contains("counts 1 options"));
        assert!(broken(&|links| links.top[5] = 3).contains("not its own"));
        assert!(broken(&|links| links.top[4] = -3).contains("spacers"));
        assert!(broken(&|links| links.up[7] = 4).contains("spacers"));
        assert!((1..=3).all(|header| links().check_ring(header).is_ok()));
    }
}
