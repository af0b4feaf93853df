//! The search: take all forced options, choose an item, take one of its options, and later continue without that
//! option.
//!
//! **Binary branching.** Knuth's Algorithm X tries the options of an item one after the other. Here, the second branch
//! only removes the option that the first branch took: if there were two options, the other one is now forced; if there
//! were more, the search may continue with a different item.
//!
//! **Weights.** Often many items have two options, and the choice among them matters most. Each item has a weight,
//! which increases when the item runs out of options and so ends a branch. The heaviest item goes first, since an item
//! that has failed is likely to fail again, and early failures keep branches short. Ties are resolved by the order of
//! the items: cells, boxes, rows, columns. All weights are reset for every puzzle.

use std::ops::ControlFlow;

use super::bits::first_place;
use super::links::Links;
use super::rest::Rest;
use super::unchecked::{COVERED, Item, LENGTHS, Lengths};
use crate::cover::Outcome;
use crate::engine::limits::Limits;
use crate::engine::solver::Sink;

struct Search<'a> {
    rest: &'a Rest,
    links: &'a mut Links,
    limits: &'a Limits<'a>,
    sink: Sink<'a>,
    outcome: Outcome,
    /// How often each item ran out of options, plus one.
    weights: Lengths,
}

/// The whole search. The links are those of `rest`.
pub(super) fn search(rest: &Rest, links: &mut Links, limits: &Limits<'_>, sink: Sink<'_>) -> Outcome {
    let mut search = Search { rest, links, limits, sink, outcome: Outcome::default(), weights: [1; LENGTHS] };
    let _ = search.search();
    search.outcome.counters.updates = search.links.updates;
    search.outcome
}

impl Search<'_> {
    /// One recursive call: finds all solutions from the current state. Breaks if a limit is reached. The caller must go
    /// back.
    fn search(&mut self) -> ControlFlow<()> {
        loop {
            self.limits.enter_node(&mut self.outcome)?;
            if let Some(empty) = self.links.take_forced() {
                let weight = &mut self.weights[empty];
                *weight = weight.saturating_add(1);
                return ControlFlow::Continue(());
            }
            let Some(item) = self.choose() else { return self.found() };
            self.outcome.counters.guesses += 1;
            let option = self.links.first_option(item);
            let level = self.links.remember();
            self.links.take(option);
            self.search()?;
            self.links.go_back(level);
            self.links.remove(option);
        }
    }

    /// Returns the item with the fewest options; in a tie, the heaviest, then the first. `None` if all items are
    /// covered.
    fn choose(&self) -> Option<Item> {
        let (lengths, weights) = (self.links.lengths(), &self.weights);
        let fewest = lengths.iter().fold(COVERED, |fewest, &length| fewest.min(length));
        if fewest == COVERED {
            return None;
        }
        // An item's weight if it has the fewest options, else 0. Masks and plain loops compile to vector instructions.
        let mut keys = [0; LENGTHS];
        let mut heaviest = 0;
        for item in 0..LENGTHS {
            keys[item] = weights[item] & u8::from(lengths[item] == fewest).wrapping_neg();
            heaviest = heaviest.max(keys[item]);
        }
        first_place(&keys, heaviest)
    }

    fn found(&mut self) -> ControlFlow<()> {
        let mut cells = *self.rest.digits();
        for &option in self.links.taken() {
            let (cell, digit) = self.links.placement(option);
            cells[cell] = digit;
        }
        self.limits.count_solution(&mut self.outcome, (self.sink)(&cells))
    }
}
