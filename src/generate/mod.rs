//! Makes puzzles: with one solution, of a class, minimal, no two of them isomorphic.
//!
//! Every try has a number, and a stream of random numbers of its own that depends on the seed and this number alone. Tries
//! run on all threads; what they give is taken in the order of their numbers. So a seed gives the same puzzles with any
//! number of threads, on every machine.
//!
//! Most classes come by chance: a random grid loses clues until every clue is needed, and is kept if it has the class that is
//! wanted. Extreme puzzles are [searched for](IslandRule).

mod craft;
mod extreme;
mod in_order;
mod symmetry;

use std::collections::HashSet;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicBool, Ordering};

use self::craft::Crafter;
pub use self::extreme::IslandRule;
use self::in_order::in_order;
pub use self::symmetry::Symmetry;
use crate::logic::{Difficulty, Logician};
use crate::random::Random;
use crate::sudoku::Geometry;
use crate::sudoku::canonical::canonical_form;

/// What puzzles are wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The size.
    pub geometry: Geometry,
    /// The class; `None`: any.
    pub class: Option<Difficulty>,
    /// The symmetry of the clues.
    pub symmetry: Symmetry,
    /// How many clues.
    pub clues: RangeInclusive<usize>,
    /// Whether every clue must be needed.
    pub minimal: bool,
}

impl Wish {
    /// Minimal puzzles of a class, whatever their clues.
    pub fn new(geometry: Geometry, class: Option<Difficulty>) -> Wish {
        let clues = 0..=geometry.cell_count();
        Wish { geometry, class, symmetry: Symmetry::None, clues, minimal: true }
    }

    /// Whether puzzles like this are searched for on islands, not made by chance.
    pub fn needs_islands(&self) -> bool {
        self.geometry == Geometry::NINE
            && self.class == Some(Difficulty::Extreme)
            && self.symmetry == Symmetry::None
            && self.minimal
    }
}

/// How far the making has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Puzzles made.
    pub made: usize,
    /// Tries, or islands, until now.
    pub tries: u64,
    /// Tries since the last puzzle.
    pub in_vain: u64,
}

/// How the making ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All puzzles are there.
    Complete,
    /// Too many tries in a row brought nothing.
    Exhausted(Progress),
    /// Somebody asked to stop.
    Interrupted(Progress),
}

/// How puzzles are made.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The seed of everything random.
    pub seed: u64,
    /// Tries without a puzzle after which to give up. An island counts as one.
    pub most_in_vain: u64,
    /// How much an island may do.
    pub island: IslandRule,
    /// Stop soon after somebody sets this.
    pub interrupt: Option<&'a AtomicBool>,
}

impl Plan<'_> {
    /// The plan of a seed, for puzzles of a size.
    pub fn new(geometry: Geometry, seed: u64) -> Plan<'static> {
        let most_in_vain = if geometry.size() <= 9 { 200_000 } else { 500 };
        Plan { seed, most_in_vain, island: IslandRule::default(), interrupt: None }
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed))
    }
}

/// Tries that a thread makes at a time; an island is so much work that it goes alone.
const TRIES: u64 = 16;

/// Makes `count` puzzles on the threads of a pool; `each` gets them in order, with how far the making has
/// come, and is also called now and then without a puzzle.
///
/// # Errors
/// What `each` says.
pub fn generate<X>(
    pool: &rayon::ThreadPool,
    wish: &Wish,
    count: usize,
    plan: &Plan<'_>,
    mut each: impl FnMut(Option<&[u8]>, Progress) -> Result<(), X>,
) -> Result<Ended, X> {
    let mut taken = Taken { wish, count, plan, progress: Progress::default(), seen: HashSet::new() };
    let stop = AtomicBool::new(count == 0);
    let take = |tries: Option<Vec<Vec<Vec<u8>>>>| taken.take(tries.unwrap_or_default(), &mut each);
    if count == 0 {
        Ok(Ended::Complete)
    } else if wish.needs_islands() {
        let island = |number| vec![extreme::island(plan.seed, number, plan.island, &stop)];
        in_order(pool, &stop, || island, take)
    } else {
        let worker = || {
            let mut maker = Maker::new(wish);
            move |number| {
                let mut attempt = |number| maker.attempt(plan.seed, number).into_iter().collect();
                (number * TRIES..(number + 1) * TRIES).map(&mut attempt).collect()
            }
        };
        in_order(pool, &stop, worker, take)
    }
}

/// What has come of the tries so far.
struct Taken<'a> {
    wish: &'a Wish,
    count: usize,
    plan: &'a Plan<'a>,
    progress: Progress,
    /// The canonical forms of the puzzles made.
    seen: HashSet<Vec<u8>>,
}

impl Taken<'_> {
    /// Takes what the next tries gave.
    fn take<X>(
        &mut self,
        tries: Vec<Vec<Vec<u8>>>,
        each: &mut impl FnMut(Option<&[u8]>, Progress) -> Result<(), X>,
    ) -> ControlFlow<Result<Ended, X>> {
        if self.plan.is_interrupted() {
            return ControlFlow::Break(Ok(Ended::Interrupted(self.progress)));
        }
        for puzzles in tries {
            self.progress.tries += 1;
            self.progress.in_vain += 1;
            for puzzle in puzzles {
                let clues = puzzle.iter().filter(|&&cell| cell != 0).count();
                if self.wish.clues.contains(&clues)
                    && self.seen.insert(canonical_form(self.wish.geometry, &puzzle))
                {
                    self.progress.made += 1;
                    self.progress.in_vain = 0;
                    if let Err(error) = each(Some(&puzzle), self.progress) {
                        return ControlFlow::Break(Err(error));
                    }
                    if self.progress.made == self.count {
                        return ControlFlow::Break(Ok(Ended::Complete));
                    }
                }
            }
            if self.progress.in_vain >= self.plan.most_in_vain {
                return ControlFlow::Break(Ok(Ended::Exhausted(self.progress)));
            }
        }
        match each(None, self.progress) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(Err(error)),
        }
    }
}

/// Makes puzzles by chance.
struct Maker<'w> {
    wish: &'w Wish,
    crafter: Crafter,
    logician: Logician,
    orbits: Vec<Vec<usize>>,
}

impl<'w> Maker<'w> {
    fn new(wish: &'w Wish) -> Maker<'w> {
        Maker {
            wish,
            crafter: Crafter::new(wish.geometry),
            logician: Logician::new(wish.geometry),
            orbits: wish.symmetry.orbits(wish.geometry),
        }
    }

    /// The puzzle of a try, if it is as wished.
    fn attempt(&mut self, seed: u64, number: u64) -> Option<Vec<u8>> {
        let wish = self.wish;
        let mut random = Random::of_member(seed, number);
        let mut cells = self.crafter.full_grid(&mut random);
        let mut orbits = self.orbits.clone();
        random.shuffle(&mut orbits);
        let enough = match wish.minimal {
            true => 0,
            false => {
                let (least, most) = (*wish.clues.start(), *wish.clues.end());
                least + random.below(most.saturating_sub(least) + 1)
            }
        };
        let is_certain = self.crafter.reduce(&mut cells, &orbits, enough);
        let clues = cells.iter().filter(|&&cell| cell != 0).count();
        if !wish.clues.contains(&clues) || (wish.minimal && !is_certain) {
            return None;
        }
        let has_class =
            |logician: &Logician, class| logician.grade(&cells).is_some_and(|g| g.difficulty == class);
        if wish.class.is_some_and(|class| !has_class(&self.logician, class)) {
            return None;
        }
        // With a symmetry, clues go in groups, and one of a group may be needless though the group is not.
        if wish.minimal && wish.symmetry != Symmetry::None && !self.crafter.is_minimal(&cells) {
            return None;
        }
        Some(cells)
    }
}
