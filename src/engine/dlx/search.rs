//! The search: take what is forced, choose an item, take one of its options, and later go on without that option.
//!
//! **Branching in two.** Knuth's Algorithm X tries the options of an item one after the other. Here the second branch
//! merely removes the option that the first one took: with two options the other is then forced, and with more the
//! search is free to go on elsewhere.
//!
//! **Weights.** Most often many items have two options, and it matters most which of them is taken. Each item has a
//! weight, raised when the item runs empty and so ends a branch; the heaviest goes first, since what has caused
//! trouble will again, and trouble early is a short branch. Among equals the order of the items decides: cells, boxes,
//! rows, columns. The weights start equal for every puzzle.

use std::ops::ControlFlow;

use super::bits::first_place;
use super::links::Links;
use super::unchecked::{COVERED, Item, LENGTHS, Lengths};
use crate::cover::Outcome;
use crate::engine::limits::Limits;
use crate::engine::solver::Sink;

struct Search<'a> {
    links: &'a mut Links,
    limits: &'a Limits<'a>,
    sink: Sink<'a>,
    outcome: Outcome,
    /// How often each item ran empty, plus one.
    weights: Lengths,
}

/// The whole search. What is forced or inferred before the first guess is never undone: the next puzzle is linked anew.
pub(super) fn search(links: &mut Links, limits: &Limits<'_>, sink: Sink<'_>) -> Outcome {
    let mut before = [0; LENGTHS];
    while links.take_forced().is_none()
        && links.taken().len() < 81
        && links.remove_beyond_subsets(&mut before)
    {}
    let mut search = Search { links, limits, sink, outcome: Outcome::default(), weights: [1; LENGTHS] };
    let _ = search.search();
    search.outcome.counters.updates = search.links.updates;
    search.outcome
}

impl Search<'_> {
    /// One recursive call: finds all solutions from here on. Breaks when a limit is reached, and leaves it to the
    /// caller to go back.
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

    /// The item with the fewest options; among several the heaviest, and among those the first. None if all are
    /// covered.
    fn choose(&self) -> Option<Item> {
        let (lengths, weights) = (self.links.lengths(), &self.weights);
        let fewest = lengths.iter().fold(COVERED, |fewest, &length| fewest.min(length));
        if fewest == COVERED {
            return None;
        }
        // An item's weight if it has so few options, else 0; by masks and in plain loops, which become vectors.
        let mut keys = [0; LENGTHS];
        let mut heaviest = 0;
        for item in 0..LENGTHS {
            keys[item] = weights[item] & u8::from(lengths[item] == fewest).wrapping_neg();
            heaviest = heaviest.max(keys[item]);
        }
        first_place(&keys, heaviest)
    }

    fn found(&mut self) -> ControlFlow<()> {
        let mut cells = [0; 81];
        for &option in self.links.taken() {
            let (cell, digit) = self.links.placement(option);
            cells[cell] = digit;
        }
        self.limits.count_solution(&mut self.outcome, (self.sink)(&cells))
    }
}
