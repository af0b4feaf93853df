//! The linked matrix: a problem as dancing links.
//!
//! # Layout
//!
//! All links are indices into flat arrays; nothing is allocated after [`Matrix::new`]. Node 0 is the root. Node `i` for
//! `1 ≤ i ≤ N` is the header of item `i - 1` and closes the vertical ring of the options that contain that item:
//!
//! ```text
//!          headers 1…N          spacer   option 0   spacer   option 1   spacer
//!  nodes: [ root | a | b | c ]  [ 0 ]    [ a | c ]  [ -1 ]   [ b | c ]  [ -2 ]
//!                  ↕ up/down rings run through the options ↕
//! ```
//!
//! The nodes of one option are adjacent, so there are no horizontal links inside an option: the next node is the next
//! index, and the spacer between two options sends the walk back to the start of the option. Headers have horizontal
//! links (`left`, `right`): the primary items still to be covered form a ring through the root, and the secondary items
//! form a separate ring that is never walked.
//!
//! Covering an item hides every option that contains it from all *other* vertical rings. A removed node keeps its own
//! two links, so uncovering in reverse order puts it back exactly where it was: the links dance.
//!
//! Colors (XCC): choosing an option that gives a secondary item a color *purifies* the item instead of covering it:
//! options that give it another color are hidden; those that agree stay and are marked, so that they are not purified
//! again.
//!
//! [`Matrix::check`] verifies the invariants; [`Search`](super::Search) walks the tree.

use std::iter;

use super::links::{AGREED, Links};
use super::problem::{ItemId, OptionId, Problem};

/// A header's links among the items still to be covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Header {
    /// Knuth's LLINK.
    left: u32,
    /// Knuth's RLINK.
    right: u32,
}

/// An exact-cover problem in linked form, built once and searched any number of times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matrix {
    links: Links,
    /// `headers[0]` is the root of the primary ring; the last one is the root of the secondary ring.
    headers: Vec<Header>,
    /// The first node of each option; 0 for an option without primary items, which is not linked at all.
    first_nodes: Vec<u32>,
    item_count: u32,
    primary_count: u32,
    colored: bool,
}

impl Matrix {
    /// Links a problem.
    pub fn new(problem: &Problem) -> Matrix {
        let items = problem.item_count() as u32;
        let primary = problem.primary_count() as u32;
        let capacity = problem.item_count() + problem.entry_count() + problem.option_count() + 2;
        let mut links = Links::new(items, capacity);
        let first_nodes = problem.options().map(|option| link_option(&mut links, problem, option)).collect();
        let headers = link_headers(items, primary);
        let colored = problem.has_colors();
        Matrix { links, headers, first_nodes, item_count: items, primary_count: primary, colored }
    }

    /// Whether any option has a color. The search is compiled for both cases.
    pub(super) fn is_colored(&self) -> bool {
        self.colored
    }

    /// The number of options that currently contain an item.
    pub fn length(&self, item: ItemId) -> usize {
        self.links.length(item.0 + 1) as usize
    }

    /// The first primary item that has no option.
    pub(super) fn item_without_option(&self) -> Option<ItemId> {
        (1..=self.primary_count)
            .find(|&header| self.links.length(header) == 0)
            .map(|header| ItemId(header - 1))
    }

    /// The node of an option's first primary item; `None` if it has none and is therefore not linked.
    pub(super) fn node_of(&self, option: OptionId) -> Option<u32> {
        let mut node = Some(self.first_nodes[option.index()]).filter(|&node| node != 0)?;
        while self.links.item_and_color(node).0 > self.primary_count {
            node = self.links.right_in_option(node);
        }
        Some(node)
    }

    /// The node below in its ring.
    #[inline]
    pub(super) fn below(&self, node: u32) -> u32 {
        self.links.below(node)
    }

    /// The node above in its ring.
    pub(super) fn above(&self, node: u32) -> u32 {
        self.links.above(node)
    }

    /// The item of a header.
    pub(super) fn item_of(&self, header: u32) -> ItemId {
        ItemId(header - 1)
    }

    /// The number of options left in the ring of a header.
    #[inline]
    pub(super) fn length_of_header(&self, header: u32) -> u32 {
        self.links.length(header)
    }

    /// The option that a node belongs to.
    pub(super) fn option_of(&self, node: u32) -> OptionId {
        OptionId(self.links.option_number(node))
    }

    /// Minimum remaining values: the first of the items to be covered that have the fewest options; `None` when
    /// every item is covered.
    #[inline]
    pub(super) fn choose(&self) -> Option<u32> {
        let mut header = self.headers[0].right;
        if header == 0 {
            return None;
        }
        let (mut best, mut fewest) = (header, self.links.length(header));
        while fewest > 0 {
            header = self.headers[header as usize].right;
            if header == 0 {
                break;
            }
            let length = self.links.length(header);
            if length < fewest {
                (best, fewest) = (header, length);
            }
        }
        Some(best)
    }

    /// Takes an item out of the ring of headers and hides its options; returns the number of updates.
    #[inline]
    pub(super) fn cover<const COLORED: bool>(&mut self, header: u32) -> u64 {
        let updates = self.links.hide_ring::<COLORED>(header);
        let Header { left, right } = self.headers[header as usize];
        self.headers[left as usize].right = right;
        self.headers[right as usize].left = left;
        updates + 1
    }

    /// Undoes [`cover`](Self::cover).
    #[inline]
    pub(super) fn uncover<const COLORED: bool>(&mut self, header: u32) {
        let Header { left, right } = self.headers[header as usize];
        self.headers[left as usize].right = header;
        self.headers[right as usize].left = header;
        self.links.unhide_ring::<COLORED>(header);
    }

    /// Applies the choice of `node` to its item: covers it, purifies it to the node's color, or does nothing if it
    /// already has that color. Returns the number of updates.
    #[inline]
    fn commit<const COLORED: bool>(&mut self, node: u32) -> u64 {
        match self.links.item_and_color(node) {
            (header, color) if !COLORED || color == 0 => self.cover::<COLORED>(header),
            (_, AGREED) => 0,
            _ => self.links.purify_ring(node) + 1,
        }
    }

    /// Undoes [`commit`](Self::commit).
    #[inline]
    fn uncommit<const COLORED: bool>(&mut self, node: u32) {
        match self.links.item_and_color(node) {
            (header, color) if !COLORED || color == 0 => self.uncover::<COLORED>(header),
            (_, AGREED) => {}
            _ => self.links.unpurify_ring(node),
        }
    }

    /// Commits all items of a chosen option except that of `node` itself, from left to right; returns the number of
    /// updates.
    #[inline]
    pub(super) fn commit_others<const COLORED: bool>(&mut self, node: u32) -> u64 {
        let mut updates = 0;
        let mut other = self.links.right_in_option(node);
        while other != node {
            updates += self.commit::<COLORED>(other);
            other = self.links.right_in_option(other);
        }
        updates
    }

    /// Undoes [`commit_others`](Self::commit_others), from right to left.
    #[inline]
    pub(super) fn uncommit_others<const COLORED: bool>(&mut self, node: u32) {
        let mut other = self.links.left_in_option(node);
        while other != node {
            self.uncommit::<COLORED>(other);
            other = self.links.left_in_option(other);
        }
    }

    /// Chooses the option of a node as the search does: covers the node's item and commits the others.
    pub(super) fn choose_node<const COLORED: bool>(&mut self, node: u32) {
        let (header, _) = self.links.item_and_color(node);
        self.cover::<COLORED>(header);
        self.commit_others::<COLORED>(node);
    }

    /// Undoes [`choose_node`](Self::choose_node).
    pub(super) fn unchoose_node<const COLORED: bool>(&mut self, node: u32) {
        let (header, _) = self.links.item_and_color(node);
        self.uncommit_others::<COLORED>(node);
        self.uncover::<COLORED>(header);
    }
}

/// What the links look like now, during a search or not.
impl Matrix {
    /// Returns the primary items that are still to be covered, in the order of their ring.
    pub fn items_left(&self) -> impl Iterator<Item = ItemId> {
        let right = |header: &u32| Some(self.headers[*header as usize].right);
        let headers = iter::successors(right(&0), right).take_while(|header| *header != 0);
        headers.map(|header| self.item_of(header))
    }

    /// Returns whether an item is covered. A secondary item that has been given a color is not: its header stays in its
    /// ring.
    pub fn is_covered(&self, item: ItemId) -> bool {
        let header = item.0 + 1;
        let left = self.headers[header as usize].left;
        self.headers[left as usize].right != header
    }

    /// Returns the items to the left and to the right of an item's header; `None` is the root of the ring. A covered
    /// item keeps the two between which it was and will be again.
    pub fn neighbors(&self, item: ItemId) -> [Option<ItemId>; 2] {
        let Header { left, right } = self.headers[item.0 as usize + 1];
        let is_item = |header: &u32| (1..=self.item_count).contains(header);
        [left, right].map(|header| Some(header).filter(is_item).map(|header| self.item_of(header)))
    }

    /// Returns the options in the ring of an item, in the order in which a search tries them. A covered item keeps
    /// those that it had when it was covered.
    pub fn options_of(&self, item: ItemId) -> impl Iterator<Item = OptionId> {
        let header = item.0 + 1;
        let nodes = iter::successors(Some(self.below(header)), |node| Some(self.below(*node)));
        nodes.take_while(move |node| *node != header).map(|node| self.option_of(node))
    }

    /// Returns whether an option can still be chosen: none of its items is covered, and it disagrees with no color.
    pub fn is_available(&self, option: OptionId) -> bool {
        let first = self.first_nodes[option.index()];
        let mut nodes = self.links.nodes_of_option(first);
        let is_live = |node| self.links.is_in_ring(node) && !self.is_covered(self.item_of_node(node));
        first != 0 && nodes.all(is_live)
    }

    fn item_of_node(&self, node: u32) -> ItemId {
        self.item_of(self.links.item_and_color(node).0)
    }
}

/// Links the two rings of headers: the root with the primary items, and the secondary items with one more header.
fn link_headers(items: u32, primary: u32) -> Vec<Header> {
    let last = items + 1;
    let mut headers: Vec<Header> =
        (0..=last).map(|header| Header { left: header.wrapping_sub(1), right: header + 1 }).collect();
    for (first, last) in [(0, primary), (primary + 1, last)] {
        headers[first as usize].left = last;
        headers[last as usize].right = first;
    }
    headers
}

/// Links an option and returns its first node, or 0 if it has no primary item: such an option can never be chosen, and
/// Knuth omits it, too.
fn link_option(links: &mut Links, problem: &Problem, option: OptionId) -> u32 {
    if !problem.has_primary_item(option) {
        return 0;
    }
    let items = problem.entries(option).iter();
    let items = items.map(|entry| (entry.item.0 + 1, entry.color.map_or(0, |color| color.number() as i32)));
    links.push_option(option.0, items)
}

/// The broken invariant that [`Matrix::check`] found, as text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("broken links: {0}")]
pub struct BrokenLinks(String);

impl Matrix {
    /// Checks the invariants of the links: rings are closed in both directions, every ring contains only nodes of its
    /// own item, lengths equal the sizes of the rings, and spacers point to the ends of their options.
    ///
    /// The invariants hold before, during and after a search. Whether a search restored the *same* links is a question
    /// for `==`.
    pub fn check(&self) -> Result<(), BrokenLinks> {
        let options = (0..).zip(self.first_nodes.iter().copied()).filter(|(_, first)| *first != 0);
        let headers = [0, self.item_count + 1].into_iter().map(|root| self.check_headers(root));
        let rings = (1..=self.item_count).map(|header| self.links.check_ring(header));
        let spacers = options.map(|(number, first)| self.links.check_spacers(number, first));
        headers.chain(rings).chain(spacers).collect::<Result<(), String>>().map_err(BrokenLinks)
    }

    fn check_headers(&self, root: u32) -> Result<(), String> {
        let mut header = root;
        for _ in 0..self.headers.len() {
            let right = self.headers[header as usize].right;
            if self.headers[right as usize].left != header {
                return Err(format!(
                    "header {right} is to the right of header {header}, but not the other way around"
                ));
            }
            header = right;
            if header == root {
                return Ok(());
            }
        }
        Err(format!("the ring of headers from {root} never closes"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::text;
    use super::*;

    /// The 6×7 example of Knuth's paper "Dancing Links".
    fn example() -> Matrix {
        let text = "A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n";
        Matrix::new(&text::read(text.as_bytes()).unwrap().problem)
    }

    #[test]
    fn cover_then_uncover_gives_the_same_links() {
        let mut matrix = example();
        let before = matrix.clone();
        matrix.check().unwrap();
        // Covering A hides "A D G" and "A D": two nodes leave D and one leaves G. The header is the fourth update.
        assert_eq!(matrix.cover::<false>(1), 4);
        matrix.check().unwrap();
        assert_ne!(matrix, before);
        assert_eq!((matrix.length(ItemId(3)), matrix.length(ItemId(6))), (1, 2));
        assert_eq!(matrix.cover::<false>(4), 3);
        matrix.uncover::<false>(4);
        matrix.uncover::<false>(1);
        assert_eq!(matrix, before);
    }

    #[test]
    fn the_first_of_the_smallest_items_is_chosen() {
        assert_eq!(example().choose(), Some(1));
    }

    #[test]
    fn check_finds_a_broken_ring_of_headers() {
        let mut matrix = example();
        matrix.headers[2].left = 0;
        assert!(matrix.check().unwrap_err().to_string().contains("header 2 is to the right of header 1,"));
    }
}
