use std::ops::ControlFlow;

use super::board::{Bits, Board, Layout};
use super::cells::CellSet;
use super::finding::{Listener, Removal, Why};
use super::logician::find;
use super::*;
use crate::engine::{EngineKind, Limits};
use crate::generate::{Plan, Wish, generate};
use crate::random::Random;
use crate::sudoku::isomorph::Isomorphism;
use crate::sudoku::{Geometry, Grid};

/// Random puzzles with their solutions.
fn puzzles(geometry: Geometry, count: usize, seed: u64) -> Vec<(Vec<u8>, Vec<u8>)> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let mut engine = EngineKind::fastest_for(geometry).build(geometry).unwrap();
    let mut puzzles = Vec::new();
    generate(&pool, &Wish::new(geometry, None), count, &Plan::new(geometry, seed), |puzzle, _| {
        if let Some(puzzle) = puzzle {
            engine.solve(puzzle, &Limits::UNIQUENESS, &mut |solution| {
                puzzles.push((puzzle.to_vec(), solution.to_vec()));
                ControlFlow::Continue(())
            });
        }
        Ok::<(), ()>(())
    })
    .unwrap();
    assert_eq!(puzzles.len(), count);
    puzzles
}

fn many(count: usize) -> usize {
    if cfg!(debug_assertions) { count / 50 } else { count }
}

/// Fails when something is found that the solution contradicts.
struct Doubter<'s> {
    technique: Technique,
    solution: &'s [u8],
    found: usize,
}

impl<const W: usize> Listener<W> for Doubter<'_> {
    fn placement(&mut self, cell: usize, digit: usize, why: &dyn Fn() -> Why) -> ControlFlow<()> {
        self.found += 1;
        assert_eq!(usize::from(self.solution[cell]), digit + 1, "{}: {:?}", self.technique, why());
        ControlFlow::Continue(())
    }

    fn removals(&mut self, removals: &[Removal<W>], why: &dyn Fn() -> Why) -> ControlFlow<()> {
        self.found += 1;
        for &(digit, cells) in removals {
            for cell in cells {
                assert_ne!(usize::from(self.solution[cell]), digit + 1, "{}: {:?}", self.technique, why());
            }
        }
        ControlFlow::Continue(())
    }
}

/// Every technique on the board as it is, and after each of some singles and removals that are known to be right.
fn doubt<const W: usize>(geometry: Geometry, puzzle: &[u8], solution: &[u8], random: &mut Random) -> usize {
    let layout = Layout::<W>::new(geometry);
    let mut board = Board::new(&layout, puzzle);
    let mut found = 0;
    while !board.is_solved() {
        for technique in Technique::ALL {
            let mut doubter = Doubter { technique, solution, found: 0 };
            let _ = find(technique, &board, &mut doubter);
            found += doubter.found;
        }
        // Where the board goes next does not depend on the techniques: a few right removals, then a right placement.
        let open: Vec<usize> = board.open().collect();
        for _ in 0..12 {
            let cell = open[random.below(open.len())];
            let wrong = board.candidates(cell) & !(1 << (solution[cell] - 1));
            if let Some(digit) = Bits(wrong).next() {
                board.remove_from(CellSet::of(cell), digit);
            }
        }
        let cell = open[random.below(open.len())];
        board.place(cell, usize::from(solution[cell]) - 1);
    }
    found
}

#[test]
fn nothing_is_found_that_the_solution_contradicts() {
    let mut random = Random::new(11);
    let mut found = 0;
    for (puzzle, solution) in puzzles(Geometry::NINE, many(2000), 21) {
        found += doubt::<2>(Geometry::NINE, &puzzle, &solution, &mut random);
    }
    assert!(found > many(2000) * 500, "{found} findings");
    for (size, count) in [(4, 5), (6, 200), (12, 30)] {
        let geometry = Geometry::from_size(size).unwrap();
        for (puzzle, solution) in puzzles(geometry, many(count).max(1), 22) {
            doubt::<3>(geometry, &puzzle, &solution, &mut random);
        }
    }
}

#[test]
fn isomorphs_have_the_same_grade() {
    let logician = Logician::new(Geometry::NINE);
    let mut random = Random::new(12);
    let mut classes = std::collections::HashMap::new();
    for (puzzle, _) in puzzles(Geometry::NINE, many(3000), 23) {
        let grade = logician.grade(&puzzle).unwrap();
        *classes.entry(grade.difficulty).or_insert(0) += 1;
        for _ in 0..3 {
            let mut image = puzzle.clone();
            Isomorphism::random(Geometry::NINE, &mut random).apply(&puzzle, &mut image);
            assert_eq!(logician.grade(&image), Some(grade), "{puzzle:?} and {image:?}");
        }
    }
    assert!(classes.len() >= 4, "{classes:?}");
}

#[test]
fn explanations_end_where_grades_do() {
    let logician = Logician::new(Geometry::NINE);
    for (puzzle, solution) in puzzles(Geometry::NINE, many(500), 24) {
        let grade = logician.grade(&puzzle).unwrap();
        let explanation = logician.explain(&puzzle, Default::default());
        assert!(!explanation.is_contradictory);
        assert_eq!(explanation.steps.iter().map(|step| step.technique).max(), grade.hardest);
        assert_eq!(explanation.is_solved, grade.candidates_left == 0);
        if explanation.is_solved {
            assert_eq!(explanation.cells, solution);
        }
        for step in &explanation.steps {
            assert_eq!(step.placement.is_some(), step.technique <= Technique::NakedSingle);
            assert!(step.placement.is_some() || step.removals.iter().any(|(_, cells)| !cells.is_empty()));
        }
    }
}

/// A board on which a digit has places only where `is_place` says.
fn with_places<'l>(
    layout: &'l Layout<2>,
    digit: usize,
    is_place: impl Fn(usize, usize) -> bool,
) -> Board<'l, 2> {
    let mut board = Board::new(layout, &[0; 81]);
    for cell in (0..81).filter(|&cell| !is_place(cell / 9, cell % 9)) {
        board.remove_from(CellSet::of(cell), digit);
    }
    board
}

/// Everything that a technique removes from a board.
fn removed(board: &Board<'_, 2>, technique: Technique) -> Vec<(usize, usize)> {
    struct Collector(Vec<(usize, usize)>);
    impl Listener<2> for Collector {
        fn placement(&mut self, _: usize, _: usize, _: &dyn Fn() -> Why) -> ControlFlow<()> {
            unreachable!("no technique that removes places anything")
        }

        fn removals(&mut self, removals: &[Removal<2>], _: &dyn Fn() -> Why) -> ControlFlow<()> {
            self.0.extend(removals.iter().flat_map(|&(digit, cells)| cells.map(move |cell| (cell, digit))));
            ControlFlow::Continue(())
        }
    }
    let mut collector = Collector(Vec::new());
    let _ = find(technique, board, &mut collector);
    let has = |&(cell, digit): &(usize, usize)| board.places(digit).has(cell);
    let mut found: Vec<(usize, usize)> = collector.0.into_iter().filter(has).collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn a_jellyfish_is_four_rows_in_four_columns() {
    let layout = Layout::new(Geometry::NINE);
    let pairs = [(0, [1, 3]), (2, [3, 5]), (4, [5, 7]), (6, [7, 1])];
    let of_row = |row: usize| pairs.iter().find(|(of, _)| *of == row).map(|(_, columns)| columns);
    let board = with_places(&layout, 0, |row, column| of_row(row).is_none_or(|c| c.contains(&column)));
    assert_eq!(removed(&board, Technique::XWing), []);
    assert_eq!(removed(&board, Technique::Swordfish), []);
    let rows = [1, 3, 5, 7, 8];
    let expected: Vec<(usize, usize)> =
        rows.iter().flat_map(|row| [1, 3, 5, 7].map(|column| (9 * row + column, 0))).collect();
    assert_eq!(removed(&board, Technique::Jellyfish), expected);
}

#[test]
fn what_sees_both_colours_is_out_and_so_is_a_colour_that_is_twice_in_a_unit() {
    let layout = Layout::new(Geometry::NINE);
    // r1c1 = r1c5 by the row, r1c5 = r7c5 by the column, r7c5 = r7c2 by the row: what sees r1c1 and r7c2 is out.
    let board = with_places(&layout, 4, |row, column| match (row, column) {
        (0, _) => [0, 4].contains(&column),
        (6, _) => [1, 4].contains(&column),
        _ => column != 4,
    });
    assert_eq!(removed(&board, Technique::SimpleColouring), [(10, 4), (19, 4), (63, 4), (72, 4)]);
    // And with r7c2 = r2c2 by the column, r1c1 and r2c2, in one box, are of one colour: it is wrong, with r7c5. Four others
    // see both colours.
    let board = with_places(&layout, 4, |row, column| match (row, column) {
        (0, _) => [0, 4].contains(&column),
        (6, _) => [1, 4].contains(&column),
        (_, 1) => row == 1,
        _ => column != 4,
    });
    assert_eq!(
        removed(&board, Technique::SimpleColouring),
        [(0, 4), (10, 4), (12, 4), (14, 4), (58, 4), (63, 4), (72, 4)]
    );
}

#[test]
fn a_puzzle_without_solution_has_no_grade() {
    let logician = Logician::new(Geometry::NINE);
    let clash: Grid =
        "11...............................................................................".parse().unwrap();
    assert_eq!(logician.grade(clash.cells()), None);
    assert!(logician.explain(clash.cells(), Default::default()).is_contradictory);
    // Row 1 has no place for 9.
    let none: Grid =
        "12345678.........9...............................................................".parse().unwrap();
    assert_eq!(logician.grade(none.cells()), None);
}

#[test]
fn ratings_order_puzzles_within_a_technique() {
    use super::logician::rating;
    let of = |hardest: Technique, own: u32, simpler: &[(Technique, u32)]| {
        let mut rounds = [0; Technique::ALL.len()];
        rounds[hardest as usize] = own;
        simpler.iter().for_each(|&(technique, count)| rounds[technique as usize] = count);
        rating(hardest, &rounds).0
    };
    let pair = Technique::NakedPair;
    let few = of(pair, 1, &[(Technique::HiddenSingle, 3)]);
    let more = of(pair, 1, &[(Technique::HiddenSingle, 30)]);
    let harder = of(pair, 1, &[(Technique::LockedCandidates, 30)]);
    let twice = of(pair, 2, &[]);
    assert!(pair.least_rating() <= few && few < more && more < harder && harder < twice);
    // Whatever it takes, the next technique is above.
    let most = of(pair, 10_000, &[(Technique::HiddenSingle, 10_000)]);
    assert!(twice < most && most < of(Technique::HiddenPair, 1, &[]));
}
