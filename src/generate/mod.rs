//! Generates puzzles with exactly one solution, optionally minimal and of a given class, no two of which are
//! isomorphic.
//!
//! Every try has a number and its own random stream, which depends only on the seed and this number. Tries run on all
//! threads, and their results are taken in the order of their numbers, so a seed gives the same puzzles with any number
//! of threads. Most classes occur by chance: a random grid loses clues until every clue is required, and is kept if it
//! has the wanted class. Extreme puzzles are [searched for](IslandRule).

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

/// The properties of the wanted puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The size.
    pub geometry: Geometry,
    /// The class; `None` for any.
    pub class: Option<Difficulty>,
    /// The symmetry of the clues.
    pub symmetry: Symmetry,
    /// The number of clues.
    pub clues: RangeInclusive<usize>,
    /// Whether every clue must be required.
    pub minimal: bool,
}

impl Wish {
    /// Creates a wish for minimal puzzles of a class, with any number and pattern of clues.
    pub fn new(geometry: Geometry, class: Option<Difficulty>) -> Wish {
        let clues = 0..=geometry.cell_count();
        Wish { geometry, class, symmetry: Symmetry::None, clues, minimal: true }
    }

    fn has_clues(&self, puzzle: &[u8]) -> bool {
        self.clues.contains(&puzzle.iter().filter(|&&cell| cell != 0).count())
    }

    /// Returns whether such puzzles are searched for on islands instead of made by chance.
    pub fn needs_islands(&self) -> bool {
        self.geometry == Geometry::NINE
            && self.class == Some(Difficulty::Extreme)
            && self.symmetry == Symmetry::None
            && self.minimal
    }
}

/// The progress of generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The number of puzzles made.
    pub made: usize,
    /// The number of tries, or islands, so far.
    pub tries: u64,
    /// The number of tries since the last puzzle.
    pub in_vain: u64,
}

/// How generation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All puzzles were made.
    Complete,
    /// Too many consecutive tries gave no puzzle.
    Exhausted(Progress),
    /// [`Plan::interrupt`] was set.
    Interrupted(Progress),
}

/// How puzzles are made.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The random seed.
    pub seed: u64,
    /// The number of consecutive tries without a puzzle after which to give up. An island counts as one try.
    pub most_in_vain: u64,
    /// How long an island may search.
    pub island: IslandRule,
    /// The number of threads; 0 means one per core, which is also the maximum, since more would only compete.
    pub threads: usize,
    /// Stop soon after this is set.
    pub interrupt: Option<&'a AtomicBool>,
}

impl Plan<'_> {
    /// Creates the default plan for a seed and a size.
    pub fn new(geometry: Geometry, seed: u64) -> Plan<'static> {
        let most_in_vain = if geometry.size() <= 9 { 200_000 } else { 500 };
        Plan { seed, most_in_vain, island: IslandRule::default(), threads: 0, interrupt: None }
    }
}

/// Makes `count` puzzles. `each` receives them in order as they are found, with the progress, and is also called
/// regularly without a puzzle.
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
/// Returns any error of `each`.
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
    // Takes the puzzles of the next try; `None` if the try is still running.
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

/// Makes a random puzzle and returns it if it fulfills the wish.
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
    // With a symmetry, clues are removed in groups, and a clue may be redundant although its group is not.
    let may_be_needless = wish.minimal && wish.symmetry != Symmetry::None;
    if may_be_needless && !crafter.is_minimal(&cells) { None } else { Some(cells) }
}
