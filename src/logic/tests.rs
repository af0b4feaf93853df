use std::ops::ControlFlow;

use super::board::{Bits, Board, Layout};
use super::cells::CellSet;
use super::finding::Finding;
use super::logician::{find, rating};
use super::technique::{LEAST_RATINGS, Technique};
use super::words::Speaker;
use crate::engine::{EngineKind, Limits};
use crate::random::Random;
use crate::sudoku::{Geometry, Grid};

/// Returns puzzles of a shipped corpus with their solutions; only a few in debug builds.
fn puzzles(corpus: &str, count: usize) -> impl Iterator<Item = (Grid, Grid)> {
    let count = if cfg!(debug_assertions) { count.div_ceil(50) } else { count };
    corpus.lines().filter(|line| !line.starts_with('#')).take(count).map(|line| {
        let puzzle: Grid = line.parse().unwrap();
        let mut engine = EngineKind::fastest_for(puzzle.geometry()).build(puzzle.geometry()).unwrap();
        let mut solution = None;
        engine.solve(puzzle.cells(), &Limits::UNIQUENESS, &mut |cells| {
            solution = Some(puzzle.with_cells(cells));
            ControlFlow::Continue(())
        });
        (puzzle, solution.unwrap())
    })
}

/// Checks every technique on the board, then again after each of a series of correct placements and removals.
fn doubt<const W: usize>(puzzle: &Grid, solution: &Grid, random: &mut Random) -> usize {
    let layout = Layout::<W>::new(puzzle.geometry());
    let mut board = Board::new(&layout, puzzle.cells());
    let speaker = Speaker::new(&layout, puzzle.symbols());
    let solution = solution.cells();
    let mut found = 0;
    while !board.is_solved() {
        for &technique in Technique::ALL {
            let _ = find(technique, &board, &mut |finding, reason| {
                found += 1;
                let is_right = match finding {
                    Finding::Placement(cell, digit) => usize::from(solution[cell]) == digit + 1,
                    Finding::Removals(removals) => removals.iter().all(|&(digit, mut cells)| {
                        cells.all(|cell| usize::from(solution[cell]) != digit + 1)
                    }),
                };
                assert!(is_right, "{technique}: {}", reason(&speaker));
                ControlFlow::Continue(())
            });
        }
        // The next board does not depend on the techniques: a few correct removals, then a correct placement.
        let open: Vec<usize> = board.open.collect();
        for _ in 0..12 {
            let cell = open[random.below(open.len())];
            let wrong = board.candidates[cell] & !(1 << (solution[cell] - 1));
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
fn no_finding_contradicts_the_solution() {
    let mut random = Random::new(11);
    let corpora = [
        (include_str!("../../corpora/easy.txt"), 400, 500),
        (include_str!("../../corpora/medium.txt"), 400, 500),
        (include_str!("../../corpora/hard.txt"), 400, 500),
        (include_str!("../../corpora/expert.txt"), 400, 500),
        (include_str!("../../corpora/extreme.txt"), 400, 500),
        (include_str!("../../corpora/sizes/4x4.txt"), 5, 0),
        (include_str!("../../corpora/sizes/6x6.txt"), 200, 0),
        (include_str!("../../corpora/sizes/12x12.txt"), 30, 0),
    ];
    for (corpus, count, least) in corpora {
        for (puzzle, solution) in puzzles(corpus, count) {
            let doubt = if puzzle.geometry() == Geometry::NINE { doubt::<2> } else { doubt::<3> };
            let found = doubt(&puzzle, &solution, &mut random);
            assert!(found >= least, "{found} findings in {puzzle}");
        }
    }
}

/// Returns a board on which a digit only has the places for which `is_place` is true.
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

/// Returns everything that a technique removes from a board.
fn removed(board: &Board<'_, 2>, technique: Technique) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let _ = find(technique, board, &mut |finding, _| {
        let Finding::Removals(removals) = finding else { panic!("a placement") };
        found.extend(removals.iter().flat_map(|&(digit, cells)| cells.map(move |cell| (cell, digit))));
        ControlFlow::Continue(())
    });
    found.retain(|&(cell, digit): &(usize, usize)| board.places[digit].has(cell));
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
fn coloring_removes_what_sees_both_colors_and_a_color_that_occurs_twice_in_a_unit() {
    let layout = Layout::new(Geometry::NINE);
    // Pairs link r1c1 to r1c5 in the row, r1c5 to r7c5 in the column, and r7c5 to r7c2 in the row, so whatever sees
    // r1c1 and r7c2 is out.
    let board = with_places(&layout, 4, |row, column| match (row, column) {
        (0, _) => [0, 4].contains(&column),
        (6, _) => [1, 4].contains(&column),
        _ => column != 4,
    });
    assert_eq!(removed(&board, Technique::SimpleColoring), [(10, 4), (19, 4), (63, 4), (72, 4)]);
    // If the column also links r7c2 to r2c2, then r1c1 and r2c2, which share a box, have the same color, so this color,
    // which includes r7c5, is wrong. Four other places see both colors.
    let board = with_places(&layout, 4, |row, column| match (row, column) {
        (0, _) => [0, 4].contains(&column),
        (6, _) => [1, 4].contains(&column),
        (_, 1) => row == 1,
        _ => column != 4,
    });
    assert_eq!(
        removed(&board, Technique::SimpleColoring),
        [(0, 4), (10, 4), (12, 4), (14, 4), (58, 4), (63, 4), (72, 4)]
    );
}

#[test]
fn ratings_order_puzzles_within_a_technique() {
    let of = |hardest: Technique, own: u32, simpler: &[(Technique, u32)]| {
        let mut rounds = [0; Technique::COUNT];
        rounds[hardest as usize] = own;
        simpler.iter().for_each(|&(technique, count)| rounds[technique as usize] = count);
        rating(hardest, &rounds).0
    };
    let pair = Technique::NakedPair;
    let few = of(pair, 1, &[(Technique::HiddenSingle, 3)]);
    let more = of(pair, 1, &[(Technique::HiddenSingle, 30)]);
    let harder = of(pair, 1, &[(Technique::LockedCandidates, 30)]);
    let twice = of(pair, 2, &[]);
    assert!(LEAST_RATINGS[pair as usize] <= few && few < more && more < harder && harder < twice);
    // Any number of rounds stays below the next technique.
    let most = of(pair, 10_000, &[(Technique::HiddenSingle, 10_000)]);
    assert!(twice < most && most < of(Technique::HiddenPair, 1, &[]));
}
