//! Chains: a candidate that leads to its own opposite through a sequence of inferences.
//!
//! A candidate that is *in* puts every rival *out*: the same digit in the peers, and other digits in the cell. A
//! candidate that is *out* puts its only rival *in*: the other candidate of a cell with two candidates, or the other
//! place of a digit with two places in a unit. An alternating inference chain takes these two steps in turn. If
//! assuming that a candidate is in leads to it being out, it is out. Every chain that ends in an elimination is of this
//! kind, whatever its name: discontinuous loops, XY-chains, and so on.

use std::ops::ControlFlow;

use super::board::{Bits, Board};
use super::cells::CellSet;
use super::finding::{Finding, Listener};
use super::words::Speaker;

type Node = usize;

const NOWHERE: u32 = u32::MAX;

struct Search<'b, 'l, const W: usize> {
    board: &'b Board<'l, W>,
    /// Whether chains may link two digits of the same cell.
    crosses_digits: bool,
    /// The candidates that each candidate puts in if it is out.
    partners: Vec<[u32; 4]>,
    /// For each digit, the cells where it is in and out so far.
    ins: Vec<CellSet<W>>,
    outs: Vec<CellSet<W>>,
    /// The candidate that put each candidate in or out.
    in_from: Vec<u32>,
    out_from: Vec<u32>,
    /// The candidates that are in, in the order in which they were found.
    queue: Vec<Node>,
}

/// Finds chains of one digit, or of any digits if `crosses_digits` is set.
pub(super) fn chains<const W: usize>(
    board: &Board<'_, W>,
    crosses_digits: bool,
    listener: Listener<'_, W>,
) -> ControlFlow<()> {
    let mut search = Search::new(board, crosses_digits);
    for cell in board.open {
        for digit in Bits(board.candidates[cell]) {
            if search.refutes(cell, digit) {
                let removals = [(digit, CellSet::of(cell))];
                listener(Finding::Removals(&removals), &|say| search.reason(cell, digit, say))?;
            }
        }
    }
    ControlFlow::Continue(())
}

impl<'b, 'l, const W: usize> Search<'b, 'l, W> {
    fn new(board: &'b Board<'l, W>, crosses_digits: bool) -> Search<'b, 'l, W> {
        let size = board.size();
        let nodes = size * board.layout.geometry.cell_count();
        let mut partners = vec![[NOWHERE; 4]; nodes];
        for cell in board.open {
            let candidates = board.candidates[cell];
            for digit in Bits(candidates) {
                let partners = &mut partners[cell * size + digit];
                for (partner, &unit) in partners.iter_mut().zip(&board.layout.units_of[cell]) {
                    if let Some([one, other]) = board.places_in(digit, unit).pair() {
                        *partner = ((if one == cell { other } else { one }) * size + digit) as u32;
                    }
                }
                if crosses_digits && candidates.count_ones() == 2 {
                    partners[3] = (cell * size) as u32 + (candidates & !(1 << digit)).trailing_zeros();
                }
            }
        }
        Search {
            board,
            crosses_digits,
            partners,
            ins: vec![CellSet::EMPTY; size],
            outs: vec![CellSet::EMPTY; size],
            in_from: vec![NOWHERE; nodes],
            out_from: vec![NOWHERE; nodes],
            queue: Vec::new(),
        }
    }

    /// Returns whether a candidate that is in leads to itself being out. Finds the shortest chain.
    fn refutes(&mut self, cell: usize, digit: usize) -> bool {
        let (board, size) = (self.board, self.board.size());
        let start = cell * size + digit;
        self.ins.fill(CellSet::EMPTY);
        self.outs.fill(CellSet::EMPTY);
        self.ins[digit].insert(cell);
        self.queue.clear();
        self.queue.push(start);
        let mut next = 0;
        while let Some(&node) = self.queue.get(next) {
            next += 1;
            let (cell, digit) = (node / size, node % size);
            let rivals = (board.layout.peers[cell] & board.places[digit]) - self.outs[digit];
            for rival in rivals {
                if self.goes_out(rival, digit, node, start) {
                    return true;
                }
            }
            if self.crosses_digits {
                for other in Bits(board.candidates[cell] & !(1 << digit)) {
                    if !self.outs[other].has(cell) && self.goes_out(cell, other, node, start) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Puts a candidate out and its partners in; returns true if it is the candidate at the start of the chain.
    #[inline]
    fn goes_out(&mut self, cell: usize, digit: usize, from: Node, start: Node) -> bool {
        let size = self.board.size();
        let node = cell * size + digit;
        self.outs[digit].insert(cell);
        self.out_from[node] = from as u32;
        if node == start {
            return true;
        }
        for partner in self.partners[node].into_iter().filter(|&partner| partner != NOWHERE) {
            let (at, digit) = (partner as usize / size, partner as usize % size);
            if !self.ins[digit].has(at) {
                self.ins[digit].insert(at);
                self.in_from[partner as usize] = node as u32;
                self.queue.push(partner as usize);
            }
        }
        false
    }

    /// Describes the chain found last, from a candidate back to itself.
    fn reason(&self, cell: usize, digit: usize, say: &Speaker<'_, W>) -> String {
        let size = self.board.size();
        let start = cell * size + digit;
        let words =
            |node: Node, verb: &str| format!("{} {verb} {}", say.cell(node / size), say.digit(node % size));
        // Backward, from the end of the chain.
        let mut links = vec![words(start, "is not")];
        let mut node = self.out_from[start] as usize;
        while node != start {
            links.push(words(node, "is"));
            node = self.in_from[node] as usize;
            links.push(words(node, "is not"));
            node = self.out_from[node] as usize;
        }
        links.reverse();
        format!("if {}, then {}", words(start, "is"), links.join(", so "))
    }
}
