//! Generation: same seed, same puzzles; each unique, minimal, of its class; no two isomorphic.

use std::collections::HashSet;
use std::ops::ControlFlow;

use dlxbench::engine::{Engine, EngineKind, Limits};
use dlxbench::generate::{Ended, IslandRule, Plan, Symmetry, Wish, generate};
use dlxbench::logic::{Difficulty, Logician};
use dlxbench::sudoku::minlex::puzzle_minlex;
use dlxbench::sudoku::{Geometry, Grid};

/// The puzzles, and how the making ended.
fn made(wish: &Wish, count: usize, plan: &Plan<'_>, threads: usize) -> (Vec<Vec<u8>>, Ended) {
    let plan = Plan { threads, ..*plan };
    let mut puzzles = Vec::new();
    let ended = generate(wish, count, &plan, |puzzle, _| {
        puzzles.extend(puzzle.map(<[u8]>::to_vec));
        Ok::<(), ()>(())
    });
    (puzzles, ended.unwrap())
}

fn solutions(engine: &mut dyn Engine, cells: &[u8]) -> u64 {
    engine.solve(cells, &Limits::UNIQUENESS, &mut |_| ControlFlow::Continue(())).solutions
}

/// By engines other than the one that made it.
fn assert_sound(wish: &Wish, puzzles: &[Vec<u8>]) {
    let mut engine = EngineKind::Cover.build(wish.geometry).unwrap();
    let logician = Logician::new(wish.geometry);
    let mut forms = HashSet::new();
    for puzzle in puzzles {
        assert_eq!(solutions(&mut *engine, puzzle), 1, "{puzzle:?}");
        let clues: Vec<usize> = (0..puzzle.len()).filter(|&cell| puzzle[cell] != 0).collect();
        assert!(wish.clues.contains(&clues.len()));
        assert!(wish.symmetry.fits(wish.geometry, puzzle));
        if let Some(class) = wish.class {
            assert_eq!(logician.grade(puzzle).unwrap().difficulty, class);
        }
        if wish.minimal {
            for &clue in &clues {
                let mut fewer = puzzle.clone();
                fewer[clue] = 0;
                assert!(solutions(&mut *engine, &fewer) > 1, "{puzzle:?} does not need {clue}");
            }
        }
        assert!(forms.insert(puzzle_minlex(wish.geometry, puzzle)), "twice: {puzzle:?}");
    }
}

#[test]
fn puzzles_are_of_their_class_whatever_the_threads() {
    for class in [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard, Difficulty::Expert] {
        let wish = Wish::new(Geometry::NINE, Some(class));
        let plan = Plan::new(Geometry::NINE, 3);
        let (puzzles, ended) = made(&wish, 60, &plan, 1);
        assert_eq!((puzzles.len(), ended), (60, Ended::Complete));
        assert_sound(&wish, &puzzles);
        for threads in [2, 5] {
            assert_eq!(made(&wish, 60, &plan, threads).0, puzzles, "{threads} threads");
        }
        assert_eq!(made(&wish, 20, &plan, 3).0, puzzles[..20], "fewer of a seed are its first");
        assert_ne!(made(&wish, 20, &Plan::new(Geometry::NINE, 4), 2).0, puzzles[..20]);
    }
}

#[test]
fn wishes_for_clues_and_symmetry_are_met() {
    for &symmetry in Symmetry::ALL {
        let nine = Wish { symmetry, ..Wish::new(Geometry::NINE, None) };
        let few = Wish { clues: 22..=24, ..nine.clone() };
        let many = Wish { clues: 30..=36, minimal: false, class: Some(Difficulty::Easy), ..nine.clone() };
        // Of patterns with a quarter turn that are minimal there are few.
        let wishes = if symmetry == Symmetry::QuarterTurn { vec![many] } else { vec![nine, few, many] };
        for wish in wishes {
            let (puzzles, ended) = made(&wish, 10, &Plan::new(Geometry::NINE, 1), 2);
            assert_eq!((puzzles.len(), ended), (10, Ended::Complete), "{wish:?}");
            assert_sound(&wish, &puzzles);
        }
    }
}

#[test]
fn every_size_can_be_made() {
    for (size, count) in [(4, 5), (6, 20), (12, 4), (16, 1)] {
        let geometry = Geometry::from_size(size).unwrap();
        let wish = Wish::new(geometry, None);
        let (puzzles, ended) = made(&wish, count, &Plan::new(geometry, 1), 2);
        assert_eq!((puzzles.len(), ended), (count, Ended::Complete), "{geometry}");
        if size <= 12 {
            assert_sound(&wish, &puzzles);
        }
    }
}

#[test]
fn there_are_36_minimal_puzzles_of_size_4() {
    let geometry = Geometry::from_size(4).unwrap();
    let plan = Plan { most_in_vain: 5000, ..Plan::new(geometry, 1) };
    let (puzzles, ended) = made(&Wish::new(geometry, None), 100, &plan, 2);
    assert!(matches!(ended, Ended::Exhausted(_)));
    let with_clues =
        |count| puzzles.iter().filter(|p| p.iter().filter(|&&c| c != 0).count() == count).count();
    // As the literature has it.
    assert_eq!([4, 5, 6].map(with_clues), [13, 22, 1]);
}

#[test]
fn a_wish_that_cannot_be_met_ends() {
    let wish = Wish { clues: 40..=50, ..Wish::new(Geometry::NINE, None) };
    let plan = Plan { most_in_vain: 300, ..Plan::new(Geometry::NINE, 1) };
    let (puzzles, ended) = made(&wish, 1, &plan, 2);
    assert!(puzzles.is_empty());
    let Ended::Exhausted(progress) = ended else { panic!("{ended:?}") };
    assert_eq!((progress.made, progress.tries, progress.in_vain), (0, 300, 300));
    // An island that may not search finds nothing.
    let wish = Wish::new(Geometry::NINE, Some(Difficulty::Extreme));
    let island = IslandRule { steps: 20, ..IslandRule::default() };
    let plan = Plan { most_in_vain: 3, island, ..Plan::new(Geometry::NINE, 1) };
    assert!(matches!(made(&wish, 1, &plan, 2), (puzzles, Ended::Exhausted(_)) if puzzles.is_empty()));
}

#[test]
fn patterns_have_the_symmetries_that_one_sees() {
    use Symmetry::*;
    let symmetries = |text: &str| {
        let grid: Grid = text.parse().unwrap();
        Symmetry::of(grid.geometry(), grid.cells())
    };
    assert_eq!(symmetries("1..............2"), [Rotational, Diagonal, Antidiagonal]);
    assert_eq!(symmetries("1..2............"), [Mirror]);
    assert_eq!(symmetries("1...........2..."), [MirrorUpsideDown]);
    assert_eq!(symmetries(".1..2..........."), [Diagonal]);
    assert_eq!(symmetries("..1....2........"), [Antidiagonal]);
    assert_eq!(symmetries(".1.....2.....4.."), [None]);
    assert_eq!(symmetries(".1.....23.....4."), [Rotational, QuarterTurn]);
    assert_eq!(symmetries(&".".repeat(16)), Symmetry::ALL[1..]);
}

#[test]
fn orbits_hold_every_cell_once_and_are_closed() {
    for geometry in Geometry::ALL {
        for &symmetry in Symmetry::ALL {
            let orbits = symmetry.orbits(geometry);
            let mut cells: Vec<usize> = orbits.iter().flatten().copied().collect();
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..geometry.cell_count()), "{geometry} {symmetry}");
            for orbit in orbits {
                assert!(orbit.iter().all(|&cell| orbit.contains(&symmetry.image(geometry, cell))));
                assert!(orbit.len() <= if symmetry == Symmetry::QuarterTurn { 4 } else { 2 });
            }
        }
    }
}
