//! Extreme puzzles do not turn up by chance: they are searched for, on *islands* that know nothing of each other.
//!
//! An island begins with a random minimal puzzle and [breeds](breed) from it, until one is extreme and has others like
//! it nearby; most islands never come to that. Then it [explores](explore) that neighborhood and keeps the hardest:
//! those that take two engines many guesses, averaged over isomorphs other than those which led the search. Everything
//! counts steps, not time, and an island has a seed of its own: it is the same on every machine.

mod breed;
mod change;
mod explore;
mod island;

use std::sync::atomic::AtomicBool;

use self::island::Island;

pub use self::island::IslandRule;

/// Neighbors that exploring looks at.
const NEIGHBORS: usize = 80_000;

/// The puzzles of an island, the hardest first; none if it finds nothing, or was stopped.
pub(super) fn island(seed: u64, number: u64, rule: IslandRule, stop: &AtomicBool) -> Vec<Vec<u8>> {
    let mut island = Island::new(seed, number, rule, stop);
    if island.breed() {
        island.explore(NEIGHBORS);
    }
    island.best()
}

#[cfg(test)]
mod tests;
