//! Dancing links for 9×9 Sudoku: Knuth's Algorithm X on a matrix in which every option has exactly four nodes.
//!
//! # The matrix
//!
//! There are 324 items: 81 cells, and the nine digits of each box, row and column. An option puts a digit into a cell
//! and has four nodes, one for each of its items, always in this order. Nodes are 16-bit numbers:
//!
//! ```text
//! headers      0    1    …    323             node i is the header of item i
//!
//!            cell  box  row  column            node 324 + 4·o + p is the node of option o at position p
//! option 0   324  325  326  327
//! option 1   328  329  330  331               ULINK, DLINK and TOP are arrays indexed by nodes
//!    ⋮                   ⋮
//! option 728 3236 3237 3238 3239
//! ```
//!
//! An item's options form a ring through its header, by ULINK and DLINK. There are no horizontal links: the other nodes
//! of an option have adjacent numbers. Nor is there a ring of headers: LEN, one byte per item, has a bit that marks the
//! item as covered, and a pass over 324 bytes finds the item to branch on.
//!
//! # The steps
//!
//! - **Start** ([`rest`]): of the 729 options, the givens leave about 250, found by arithmetic on sets of digits.
//! - **Infer** ([`infer`]), on these sets: forced options are taken and others excluded until nothing changes. Nothing
//!   of this is ever undone, so it needs no links. It solves all easy puzzles and three quarters of the 17-clue puzzles.
//! - **Link** ([`links`]) the options that are still left. The other items are covered from the start. The lengths are
//!   counted separately, nine digits of a unit at once.
//! - **Take** an option: cover its four items. To *cover* an item is to *hide* every option in its ring, and to hide an
//!   option is to unlink its other three nodes from their rings. An unlinked node keeps its own links.
//! - An item that drops to one option is **forced** and waits in a queue to be taken; an item that drops to none ends
//!   the branch as soon as the current option has been taken.
//! - **Go back**: each option that left its rings is on a trail. Starting from the end of the trail, each option
//!   returns to its place through the links it kept (*unhide*); this is the idea of dancing links. The lengths are
//!   restored from a copy.
//! - **Search** ([`search`]): take an option of a short item; when its subtree is finished, remove the option and
//!   continue.
//!
//! # What did not help
//!
//! These figures are rough, since they were measured on a busy machine: collecting the options of all four items before
//! hiding any (about equal on hard puzzles, about 20 % slower on easy ones); adjacent nodes for the options of an item,
//! with 8-bit links (about 10 % slower); finding forced items by a vector pass instead of the queue (about 14 %
//! slower); a stack instead of the queue (about 25 % more guesses); inference at every node (about 20 % fewer guesses,
//! about equal in time).
//!
//! In inference, on easy puzzles: the singles of all three families from the same state (70 % slower, since fewer are
//! found at a time); naked singles in the view of the boxes only (20 % slower); AVX2 instead of SSE2 (15 % faster, not
//! worth a second version). In the search, on hard puzzles: finding an empty item in the queue after each option
//! instead of noting it right away (16 % slower).

mod bits;
mod infer;
mod links;
mod rest;
mod search;
mod unchecked;

use super::limits::Limits;
use super::solver::{Engine, Sink, assert_fits};
use crate::cover::{Ended, Outcome};
use crate::sudoku::Geometry;
use links::Links;
use rest::Rest;
use search::search;

/// Dancing links, specialized for 9×9.
///
/// Counters: a node is a state of the search after all forced items are covered, so a puzzle that needs no guess has
/// one node; a guess is a node with a choice; an update is an unlinked node of the matrix. The nodes of options that go
/// before anything is linked count as if they had been linked.
#[derive(Clone, Debug)]
pub struct Dlx {
    rest: Box<Rest>,
    links: Box<Links>,
}

impl Default for Dlx {
    fn default() -> Dlx {
        Dlx::new()
    }
}

impl Dlx {
    /// Creates an engine.
    pub fn new() -> Dlx {
        Dlx { rest: Box::new(Rest::BLANK), links: Links::new() }
    }
}

impl Engine for Dlx {
    fn solve(&mut self, givens: &[u8], limits: &Limits<'_>, sink: Sink<'_>) -> Outcome {
        assert_fits(Geometry::NINE, givens);
        if limits.solutions == 0 {
            return Outcome { ended: Ended::SolutionLimit, ..Outcome::default() };
        }
        if !self.rest.start(givens) {
            return Outcome::default();
        }
        let updates = self.rest.infer();
        let mut outcome = if self.rest.is_solved() {
            solved_without_guess(self.rest.digits(), limits, sink)
        } else {
            self.links.link(&self.rest);
            search(&self.rest, &mut self.links, limits, sink)
        };
        outcome.counters.updates += updates;
        outcome
    }
}

fn solved_without_guess(solution: &[u8], limits: &Limits<'_>, sink: Sink<'_>) -> Outcome {
    let mut outcome = Outcome::default();
    if limits.enter_node(&mut outcome).is_continue() {
        let _ = limits.count_solution(&mut outcome, sink(solution));
    }
    outcome
}
