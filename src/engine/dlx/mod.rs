//! Dancing links for 9×9 Sudoku: Knuth's Algorithm X on a matrix whose every option has exactly four nodes.
//!
//! # The matrix
//!
//! There are 324 items: 81 cells, and the nine digits of each box, each row and each column. An option puts a digit
//! into a cell and has four nodes, one for each of its items, always in this order. Nodes are 16-bit numbers:
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
//! An item's options form a ring through its header, by ULINK and DLINK. There are no links from left to right: the
//! other nodes of an option are its neighbors by number. Nor is there a ring of headers: LEN, one byte an item, has a
//! bit that says that the item is covered, and a pass over 324 bytes finds the item to branch on.
//!
//! # The steps
//!
//! - **Link** ([`links`]): the items of the givens count as covered, and of the 729 options only those that the givens
//!   leave, about 250, are linked. The lengths are counted apart from that, nine digits of a unit at once.
//! - **Take** an option: cover its four items. To *cover* an item is to *hide* every option in its ring, and to hide an
//!   option is to unlink its other three nodes from their rings. An unlinked node keeps its own links.
//! - An item that comes down to one option is **forced**, and waits in a queue to be taken; one that comes down to none
//!   ends the branch as soon as the option at hand has been taken.
//! - **Go back**: each option that left its rings is on a trail. From its end, each finds its way back by the
//!   links it kept (*unhide*); this is what dancing links are about. The lengths come back from a copy.
//! - **Infer** ([`subsets`]): once, before the first guess.
//! - **Search** ([`search`]): take an option of a short item; when that is done with, remove the option and go on.
//!
//! # Tried, and slower
//!
//! Measured on a busy machine, so these are rough: collecting the options of all four items before hiding any (about
//! equal on hard puzzles, about a fifth slower on easy ones); the nodes of an item side by side, with links of 8 bits
//! (about a tenth); a vector pass that finds forced items instead of the queue (about a seventh); a stack instead of
//! the queue (about a quarter more guesses); inference at every node (about a fifth fewer guesses, about equal in
//! time).

mod bits;
mod links;
mod search;
mod subsets;
mod unchecked;

use super::limits::Limits;
use super::solver::{Engine, Sink, assert_fits};
use crate::cover::{Ended, Outcome};
use crate::sudoku::Geometry;
use links::Links;
use search::search;

/// Dancing links, specialized for 9×9.
///
/// Its counters: a node is a state of the search after all forced items are covered, so a puzzle that needs no guess
/// has one; a guess is a node with a choice; an update is a node of the matrix that was unlinked.
#[derive(Clone, Debug)]
pub struct Dlx {
    links: Box<Links>,
}

impl Default for Dlx {
    fn default() -> Dlx {
        Dlx::new()
    }
}

impl Dlx {
    /// An engine, ready to solve.
    pub fn new() -> Dlx {
        Dlx { links: Links::new() }
    }
}

impl Engine for Dlx {
    fn solve(&mut self, givens: &[u8], limits: &Limits<'_>, sink: Sink<'_>) -> Outcome {
        assert_fits(Geometry::NINE, givens);
        if limits.solutions == 0 {
            return Outcome { ended: Ended::SolutionLimit, ..Outcome::default() };
        }
        if !self.links.link(givens) {
            return Outcome::default();
        }
        search(&mut self.links, limits, sink)
    }
}
