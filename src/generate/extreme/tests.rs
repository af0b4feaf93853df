use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use super::super::craft::Crafter;
use super::island::{Cells, final_judges};
use super::*;
use crate::logic::{Difficulty, Logician};
use crate::sudoku::Geometry;
use crate::sudoku::minlex::puzzle_minlex;

/// Golden Nugget: there are many extreme puzzles near it.
const NUGGET: &str = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

fn cells(text: &str) -> Cells {
    let grid: crate::sudoku::Grid = text.parse().unwrap();
    grid.cells().try_into().unwrap()
}

#[test]
fn what_is_found_near_an_extreme_puzzle_is_extreme_minimal_and_new() {
    let stop = AtomicBool::new(false);
    let neighbors = if cfg!(debug_assertions) { 60 } else { 3000 };
    let found = |least_effort| {
        let rule = IslandRule { least_effort, ..IslandRule::default() };
        let mut island = Island::new(1, 1, rule, &stop);
        island.consider(cells(NUGGET));
        island.explore(neighbors);
        island.best()
    };
    let puzzles = found(0.0);
    assert_eq!(puzzles, found(0.0));
    assert!(puzzles.len() > if cfg!(debug_assertions) { 0 } else { 5 }, "{}", puzzles.len());
    let (logician, mut crafter) = (Logician::new(Geometry::NINE), Crafter::new(Geometry::NINE));
    let mut forms = HashSet::new();
    for puzzle in &puzzles {
        assert_eq!(logician.grade(puzzle).unwrap().difficulty, Difficulty::Extreme);
        assert!(crafter.is_unique(puzzle) == Some(true) && crafter.is_minimal(puzzle));
        assert!(forms.insert(puzzle_minlex(Geometry::NINE, puzzle)));
    }
    // The hardest come first, and those that take too little effort are not kept.
    let mut ruler = Island::new(1, 1, IslandRule::default(), &stop);
    ruler.judges = final_judges();
    let efforts: Vec<f64> =
        puzzles.iter().map(|puzzle| ruler.effort(&puzzle.as_slice().try_into().unwrap(), 0.0)).collect();
    assert!(efforts.is_sorted_by(|one, other| one >= other), "{efforts:?}");
    let enough = efforts[efforts.len() / 2];
    let hard = efforts.iter().filter(|&&effort| effort >= enough).count();
    assert_eq!(found(enough), puzzles[..hard]);
}

#[test]
fn children_are_unique_minimal_and_differ_from_their_parent() {
    let stop = AtomicBool::new(false);
    let mut island = Island::new(5, 1, IslandRule::default(), &stop);
    let (parent, mut crafter) = (cells(NUGGET), Crafter::new(Geometry::NINE));
    let mut forms = HashSet::new();
    for round in 0..60 {
        let Some(child) = island.child(&parent, 1 + round % 3, 0.0) else { continue };
        assert_ne!(child, parent);
        assert!(crafter.is_unique(&child) == Some(true) && crafter.is_minimal(&child));
        forms.insert(child);
    }
    assert!(forms.len() > 20, "{}", forms.len());
}

#[test]
fn an_island_that_is_stopped_gives_nothing() {
    let stop = AtomicBool::new(true);
    assert!(island(1, 1, IslandRule::default(), &stop).is_empty());
}

#[test]
fn trials_in_vectors_agree_with_the_logician() {
    let needs_trial =
        cells(".85.2....4....35.8....7.3....1.....4...3.6...647......9...8..7......4..3...5..1..");
    let stop = AtomicBool::new(false);
    let mut island = Island::new(1, 1, IslandRule::default(), &stop);
    let solution = island.search(&needs_trial).1;
    let leftover = island.sweep.leftover(&needs_trial, &solution);
    assert_eq!(leftover.in_the_end, 0);
    assert!(leftover.in_all_passes > 0);
    let solution = island.search(&cells(NUGGET)).1;
    assert!(island.sweep.leftover(&cells(NUGGET), &solution).in_the_end > 0);
}
