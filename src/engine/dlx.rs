//! Dancing links for 9×9 Sudoku: Knuth's Algorithm X on a matrix whose every option has exactly four nodes.
//!
//! What is special about it:
//! - 324 items and 729 options fit into 16-bit links; up and down are arrays of 4,096, so that an index masked
//!   with 4,095 needs no check of its range, and there is no unsafe code.
//! - The four nodes of option `o` are `FIRST + 4·o` and the three after it, so there are no links inside an option
//!   and no spacers: the others are found by counting modulo 4.
//! - The matrix is linked once. A puzzle covers the items of its givens, searches, and uncovers everything in
//!   reverse; the links are then as they were, and nothing is allocated.

use std::ops::ControlFlow;

use super::{Engine, EngineKind, Limits, Outcome, Sink, assert_fits};
use crate::sudoku::{Geometry, encode};

/// Items, and so headers 1 … 324; header 0 is the root.
const ITEMS: usize = 324;
/// The first node of the first option, a multiple of 4.
const FIRST: u16 = 328;
/// Room for all nodes, and a power of two.
const NODES: usize = 4096;
const _: () = assert!(FIRST as usize + 4 * 729 <= NODES && FIRST as usize > ITEMS && FIRST.is_multiple_of(4));

/// Dancing links, specialised for 9×9.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dlx {
    /// Knuth's ULINK and DLINK.
    up: Box<[u16; NODES]>,
    down: Box<[u16; NODES]>,
    /// Knuth's TOP: the header of each node.
    top: Box<[u16; NODES]>,
    /// Knuth's LLINK and RLINK among the headers of items that are not covered.
    left: [u16; ITEMS + 1],
    right: [u16; ITEMS + 1],
    /// Knuth's LEN: how many options are left for each item; at most 9.
    length: [u8; ITEMS + 1],
    covered: [bool; ITEMS + 1],
    cells: [u8; 81],
}

impl Default for Dlx {
    fn default() -> Dlx {
        Dlx::new()
    }
}

/// The search that is under way.
struct Job<'a> {
    limits: &'a Limits<'a>,
    outcome: Outcome,
    sink: Sink<'a>,
}

fn at(node: u16) -> usize {
    usize::from(node) % NODES
}

/// The other three nodes of a node's option, from left to right, cyclically.
fn others(node: u16) -> [u16; 3] {
    [1, 2, 3].map(|step| (node & !3) | ((node + step) & 3))
}

impl Dlx {
    /// An engine with all 729 options linked.
    pub fn new() -> Dlx {
        let mut dlx = Dlx {
            up: Box::new([0; NODES]),
            down: Box::new([0; NODES]),
            top: Box::new([0; NODES]),
            left: std::array::from_fn(|header| if header == 0 { ITEMS as u16 } else { header as u16 - 1 }),
            right: std::array::from_fn(|header| ((header + 1) % (ITEMS + 1)) as u16),
            length: [0; ITEMS + 1],
            covered: [false; ITEMS + 1],
            cells: [0; 81],
        };
        for header in 0..=ITEMS {
            (dlx.up[header], dlx.down[header], dlx.top[header]) =
                (header as u16, header as u16, header as u16);
        }
        for option in 0..729 {
            let items = encode::items_of(Geometry::NINE, option / 9, (option % 9) as u8 + 1);
            for (position, item) in items.into_iter().enumerate() {
                dlx.link(FIRST + (4 * option + position) as u16, item as u16 + 1);
            }
        }
        dlx
    }

    /// Appends a node to the ring of a header.
    fn link(&mut self, node: u16, header: u16) {
        let above = self.up[at(header)];
        (self.up[at(node)], self.down[at(node)], self.top[at(node)]) = (above, header, header);
        self.down[at(above)] = node;
        self.up[at(header)] = node;
        self.length[usize::from(header)] += 1;
    }

    /// Takes an item out of the ring of headers, and its options out of all other rings; returns the updates.
    fn cover(&mut self, header: u16) -> u64 {
        let (left, right) = (self.left[usize::from(header)], self.right[usize::from(header)]);
        self.right[usize::from(left)] = right;
        self.left[usize::from(right)] = left;
        let mut updates = 1;
        let mut node = self.down[at(header)];
        while node != header {
            self.hide(node);
            updates += 3;
            node = self.down[at(node)];
        }
        updates
    }

    /// Undoes [`cover`](Self::cover), in reverse order.
    fn uncover(&mut self, header: u16) {
        let mut node = self.up[at(header)];
        while node != header {
            self.unhide(node);
            node = self.up[at(node)];
        }
        let (left, right) = (self.left[usize::from(header)], self.right[usize::from(header)]);
        self.right[usize::from(left)] = header;
        self.left[usize::from(right)] = header;
    }

    fn hide(&mut self, node: u16) {
        for other in others(node) {
            let (up, down) = (self.up[at(other)], self.down[at(other)]);
            self.down[at(up)] = down;
            self.up[at(down)] = up;
            self.length[usize::from(self.top[at(other)])] -= 1;
        }
    }

    fn unhide(&mut self, node: u16) {
        for other in others(node).into_iter().rev() {
            let (up, down) = (self.up[at(other)], self.down[at(other)]);
            self.down[at(up)] = other;
            self.up[at(down)] = other;
            self.length[usize::from(self.top[at(other)])] += 1;
        }
    }

    /// Minimum remaining values: an item with the fewest options. One with none or one is taken at once.
    fn choose(&self) -> Option<u16> {
        let mut header = self.right[0];
        if header == 0 {
            return None;
        }
        let (mut best, mut fewest) = (header, self.length[usize::from(header)]);
        while fewest > 1 {
            header = self.right[usize::from(header)];
            if header == 0 {
                break;
            }
            let length = self.length[usize::from(header)];
            if length < fewest {
                (best, fewest) = (header, length);
            }
        }
        Some(best)
    }

    fn place(&mut self, node: u16) {
        let option = usize::from(node - FIRST) / 4;
        self.cells[option / 9] = (option % 9) as u8 + 1;
    }

    /// One recursive call: covers one more item in every way. Breaks when a limit is reached.
    fn search(&mut self, job: &mut Job<'_>) -> ControlFlow<()> {
        if job.limits.forbid(job.outcome.counters.nodes) {
            job.outcome.stopped = true;
            return ControlFlow::Break(());
        }
        job.outcome.counters.nodes += 1;
        let Some(header) = self.choose() else { return job.found(&self.cells) };
        match self.length[usize::from(header)] {
            0 => return ControlFlow::Continue(()),
            length => job.outcome.counters.guesses += u64::from(length > 1),
        }
        job.outcome.counters.updates += self.cover(header);
        let mut flow = ControlFlow::Continue(());
        let mut node = self.down[at(header)];
        while node != header && flow.is_continue() {
            self.place(node);
            for other in others(node) {
                job.outcome.counters.updates += self.cover(self.top[at(other)]);
            }
            flow = self.search(job);
            for other in others(node).into_iter().rev() {
                self.uncover(self.top[at(other)]);
            }
            node = self.down[at(node)];
        }
        self.uncover(header);
        flow
    }

    /// Covers the items of a given; false if one of them is covered already, so that the givens clash.
    fn cover_given(&mut self, cell: usize, given: u8, outcome: &mut Outcome) -> bool {
        let headers = given_headers(cell, given);
        if headers.iter().any(|&header| self.covered[usize::from(header)]) {
            return false;
        }
        for header in headers {
            self.covered[usize::from(header)] = true;
            outcome.counters.updates += self.cover(header);
        }
        self.cells[cell] = given;
        true
    }

    fn uncover_given(&mut self, cell: usize, given: u8) {
        for header in given_headers(cell, given).into_iter().rev() {
            self.uncover(header);
            self.covered[usize::from(header)] = false;
        }
    }
}

fn given_headers(cell: usize, given: u8) -> [u16; 4] {
    encode::items_of(Geometry::NINE, cell, given).map(|item| item as u16 + 1)
}

impl Job<'_> {
    fn found(&mut self, cells: &[u8; 81]) -> ControlFlow<()> {
        self.outcome.solutions += 1;
        if (self.sink)(cells).is_break() {
            self.outcome.stopped = true;
            return ControlFlow::Break(());
        }
        let done = self.outcome.solutions >= self.limits.solutions;
        if done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Engine for Dlx {
    fn kind(&self) -> EngineKind {
        EngineKind::Dlx
    }

    fn geometry(&self) -> Geometry {
        Geometry::NINE
    }

    fn solve(&mut self, givens: &[u8], limits: &Limits<'_>, sink: Sink<'_>) -> Outcome {
        assert_fits(Geometry::NINE, givens);
        let mut job = Job { limits, outcome: Outcome::default(), sink };
        if limits.solutions == 0 {
            return job.outcome;
        }
        let is_given = |cell: &usize| givens[*cell] != 0;
        let clashes = |cell: &usize| !self.cover_given(*cell, givens[*cell], &mut job.outcome);
        let clash = (0..81).filter(is_given).find(clashes);
        if clash.is_none() {
            let _ = self.search(&mut job);
        }
        for cell in (0..clash.unwrap_or(81)).rev().filter(is_given) {
            self.uncover_given(cell, givens[cell]);
        }
        job.outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn cells(text: &str) -> Vec<u8> {
        text.parse::<crate::sudoku::Grid>().unwrap().cells().to_vec()
    }

    #[test]
    fn the_links_after_a_search_are_those_before_however_it_ended() {
        let fresh = Dlx { cells: [0; 81], ..Dlx::new() };
        let mut dlx = fresh.clone();
        let empty = vec![0; 81];
        let clashing = cells(&format!("11{}", ".".repeat(79)));
        for (givens, limits) in [
            (&cells(PUZZLE), Limits::UNIQUENESS),
            (&empty, Limits::solutions(100)),
            (&empty, Limits { solutions: 2, nodes: 50, interrupt: None }),
            (&clashing, Limits::UNIQUENESS),
        ] {
            dlx.solve(givens, &limits, &mut |_| ControlFlow::Continue(()));
            dlx.cells = [0; 81];
            assert!(dlx == fresh, "links differ after {givens:?}");
        }
    }

    #[test]
    fn limits_stop_the_search_and_say_so() {
        let mut dlx = Dlx::new();
        let limits = Limits { solutions: 2, nodes: 30, interrupt: None };
        let outcome = dlx.solve(&[0; 81], &limits, &mut |_| ControlFlow::Continue(()));
        assert!(outcome.stopped && outcome.counters.nodes == 30, "{outcome:?}");
        let outcome = dlx.solve(&[0; 81], &Limits::solutions(u64::MAX), &mut |_| ControlFlow::Break(()));
        assert!(outcome.stopped && outcome.solutions == 1, "{outcome:?}");
    }
}
