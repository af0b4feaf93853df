//! Generates extreme puzzles, which random generation hardly ever produces, by searching on independent *islands*.
//!
//! An island starts with a random minimal puzzle and [breeds](breed) from it until it finds an extreme puzzle with
//! others nearby; most islands never do. It then [explores](explore) that neighborhood and keeps the hardest puzzles:
//! those that take two engines many guesses, averaged over different isomorphs than those that guided the search. All
//! limits are steps rather than times, and each island has its own seed, so it gives the same result on every machine.

mod breed;
mod change;
mod explore;
mod island;

use std::sync::atomic::AtomicBool;

use self::island::Island;

pub use self::island::IslandRule;

/// The number of neighbors that exploration examines.
const NEIGHBORS: usize = 80_000;

/// Returns the puzzles of an island, hardest first; empty if it finds nothing or is stopped.
pub(super) fn island(seed: u64, number: u64, rule: IslandRule, stop: &AtomicBool) -> Vec<Vec<u8>> {
    let mut island = Island::new(seed, number, rule, stop);
    if island.breed() {
        island.explore(NEIGHBORS);
    }
    island.best()
}

#[cfg(test)]
mod tests;
