//! Makes puzzles: with one solution, of a class, minimal, no two of them isomorphic.
//!
//! Every try has a number, and random numbers of its own that depend on the seed and this number alone. Tries run on
//! all threads and are taken in the order of their numbers, so a seed gives the same puzzles with any number of
//! threads. Most classes come by chance: a random grid loses clues until every clue is needed, and is kept if it has
//! the class that is wanted. Extreme puzzles are [searched for](IslandRule).

mod craft;
mod extreme;
mod in_order;
mod symmetry;

use std::collections::HashSet;
use std::num::NonZero;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicBool, Ordering};

use self::craft::Crafter;
use self::in_order::in_order;
use crate::logic::{Difficulty, Logician};
use crate::random::Random;
use crate::sudoku::Geometry;
use crate::sudoku::minlex::puzzle_minlex;

pub use self::extreme::IslandRule;
pub use self::symmetry::Symmetry;

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

    fn has_clues(&self, puzzle: &[u8]) -> bool {
        self.clues.contains(&puzzle.iter().filter(|&&cell| cell != 0).count())
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
    /// Too many tries in a row gave nothing.
    Exhausted(Progress),
    /// [`Plan::interrupt`] was set.
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
    /// How many threads; 0 is one per core, and that is the most there ever are: more would only compete.
    pub threads: usize,
    /// Stop soon after this is set.
    pub interrupt: Option<&'a AtomicBool>,
}

impl Plan<'_> {
    /// The plan of a seed, for puzzles of a size.
    pub fn new(geometry: Geometry, seed: u64) -> Plan<'static> {
        let most_in_vain = if geometry.size() <= 9 { 200_000 } else { 500 };
        Plan { seed, most_in_vain, island: IslandRule::default(), threads: 0, interrupt: None }
    }
}

/// Makes `count` puzzles; `each` gets them in order as they are found, with the progress, and is also called now and
/// then without a puzzle.
///
/// ```
/// use dlxbench::generate::{Ended, Plan, Wish, generate};
/// use dlxbench::logic::Difficulty;
/// use dlxbench::sudoku::{Geometry, Grid};
///
/// let wish = Wish::new(Geometry::NINE, Some(Difficulty::Easy));
/// let mut puzzles = Vec::new();
/// let ended = generate(&wish, 2, &Plan::new(Geometry::NINE, 1), |puzzle, _| {
///     puzzles.extend(puzzle.map(Grid::try_from).transpose()?);
///     Ok::<(), dlxbench::sudoku::CellsError>(())
/// })?;
/// assert_eq!(ended, Ended::Complete);
/// assert_eq!(
///     puzzles[0].to_line(),
///     "..67..1..3.....796.5..1........5....9.74.6..84....86.7.......2...3.8...15....3..."
/// );
/// # Ok::<(), dlxbench::sudoku::CellsError>(())
/// ```
///
/// # Errors
/// What `each` returns.
pub fn generate<X>(
    wish: &Wish,
    count: usize,
    plan: &Plan<'_>,
    mut each: impl FnMut(Option<&[u8]>, Progress) -> Result<(), X>,
) -> Result<Ended, X> {
    if count == 0 {
        return Ok(Ended::Complete);
    }
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let threads = if plan.threads == 0 { cores } else { plan.threads.min(cores) };
    let stop = AtomicBool::new(false);
    let worker = || -> Box<dyn FnMut(u64) -> Vec<Vec<u8>> + '_> {
        if wish.needs_islands() {
            return Box::new(|number| extreme::island(plan.seed, number, plan.island, &stop));
        }
        let (mut crafter, logician) = (Crafter::new(wish.geometry), Logician::new(wish.geometry));
        let orbits = wish.symmetry.orbits(wish.geometry);
        Box::new(move |number| {
            let random = Random::of_member(plan.seed, number);
            attempt(wish, &mut crafter, &logician, orbits.clone(), random).into_iter().collect()
        })
    };
    let mut progress = Progress::default();
    // The canonical forms of the puzzles made.
    let mut seen = HashSet::new();
    // Takes the puzzles of the next try; `None` if it is still under way.
    let mut take = |puzzles: Option<Vec<Vec<u8>>>| -> Result<Option<Ended>, X> {
        if plan.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed)) {
            return Ok(Some(Ended::Interrupted(progress)));
        }
        progress.tries += u64::from(puzzles.is_some());
        progress.in_vain += u64::from(puzzles.is_some());
        for puzzle in puzzles.into_iter().flatten().filter(|puzzle| wish.has_clues(puzzle)) {
            if seen.insert(puzzle_minlex(wish.geometry, &puzzle)) {
                progress.made += 1;
                progress.in_vain = 0;
                each(Some(&puzzle), progress)?;
                if progress.made == count {
                    return Ok(Some(Ended::Complete));
                }
            }
        }
        if progress.in_vain >= plan.most_in_vain {
            return Ok(Some(Ended::Exhausted(progress)));
        }
        each(None, progress).map(|()| None)
    };
    in_order(threads, &stop, worker, |puzzles| match take(puzzles).transpose() {
        Some(ended) => ControlFlow::Break(ended),
        None => ControlFlow::Continue(()),
    })
}

/// The puzzle of a try by chance, if it is as wished.
fn attempt(
    wish: &Wish,
    crafter: &mut Crafter,
    logician: &Logician,
    mut orbits: Vec<Vec<usize>>,
    mut random: Random,
) -> Option<Vec<u8>> {
    let mut cells = crafter.full_grid(&mut random);
    random.shuffle(&mut orbits);
    let (least, most) = (*wish.clues.start(), *wish.clues.end());
    let enough = if wish.minimal { 0 } else { least + random.below(most.saturating_sub(least) + 1) };
    let is_certain = crafter.reduce(&mut cells, &orbits, enough);
    if !wish.has_clues(&cells) || (wish.minimal && !is_certain) {
        return None;
    }
    if let Some(class) = wish.class
        && logician.grade(&cells)?.difficulty != class
    {
        return None;
    }
    // With a symmetry, clues go in groups, and one of a group may be needless though the group is not.
    let may_be_needless = wish.minimal && wish.symmetry != Symmetry::None;
    if may_be_needless && !crafter.is_minimal(&cells) { None } else { Some(cells) }
}
