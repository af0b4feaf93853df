//! Chains: a candidate that leads back to its own opposite, one inference after the other.
//!
//! A candidate that is *in* puts every rival *out*: the same digit in the peers, other digits in the cell. A candidate
//! that is *out* puts its only rival *in*: the other candidate of a cell with two, the other place of a digit with two
//! in a unit. An alternating inference chain takes these two steps in turn. If a candidate, once in, leads to itself
//! out, it is out. Every chain that ends in an elimination is of this kind, whatever its name: discontinuous loops,
//! XY-chains, and so on.

use std::ops::ControlFlow;

use super::board::{Bits, Board};
use super::cells::CellSet;
use super::finding::{Finding, Listener};
use super::words::Speaker;

type Node = usize;

const NOWHERE: u32 = u32::MAX;

struct Search<'b, 'l, const W: usize> {
    board: &'b Board<'l, W>,
    /// Whether links between two digits of a cell count.
    crosses_digits: bool,
    /// What each candidate that is out puts in.
    partners: Vec<[u32; 4]>,
    /// For each digit the candidates that are in and out so far.
    ins: Vec<CellSet<W>>,
    outs: Vec<CellSet<W>>,
    /// Which candidate put this one in, or out.
    in_from: Vec<u32>,
    out_from: Vec<u32>,
    /// The candidates that are in, in the order in which they were found.
    queue: Vec<Node>,
}

/// Chains of one digit, or of any.
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

    /// Whether a candidate that is in leads to itself out. The shortest chains are found first.
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

    /// A candidate goes out, and its partners in; true if it is the one that all began with.
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

    /// The chain that was found last, from a candidate back to itself, in words.
    fn reason(&self, cell: usize, digit: usize, say: &Speaker<'_, W>) -> String {
        let size = self.board.size();
        let start = cell * size + digit;
        let words =
            |node: Node, verb: &str| format!("{} {verb} {}", say.cell(node / size), say.digit(node % size));
        // Backwards, from the end.
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
