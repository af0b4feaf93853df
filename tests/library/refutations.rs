//! Proofs that a puzzle has no solution hold, by other code than that which finds them, and have no step too many.

use dlxbench::check::{CheckRule, Checker};
use dlxbench::engine::Status;
use dlxbench::logic::{Contradiction, Logician, Refutation};
use dlxbench::random::Random;
use dlxbench::sudoku::{Geometry, Grid};

/// Whether the rules leave a digit possible in a blank cell.
fn is_possible(grid: &Grid, cell: usize, digit: u8) -> bool {
    let (geometry, cells) = (grid.geometry(), grid.cells());
    let sees = |other: usize| geometry.units(cell).iter().any(|unit| geometry.units(other).contains(unit));
    cells[cell] == 0 && !(0..cells.len()).any(|other| cells[other] == digit && sees(other))
}

/// The digits that a cell may have, and whether a unit of it has another place for the digit.
fn is_single(grid: &Grid, cell: usize, digit: u8) -> bool {
    let geometry = grid.geometry();
    let digits = 1..=geometry.size() as u8;
    let is_naked = digits.filter(|&other| is_possible(grid, cell, other)).eq([digit]);
    let is_hidden = geometry.units(cell).iter().any(|unit| {
        let places = (0..geometry.cell_count()).filter(|&other| geometry.units(other).contains(unit));
        places.filter(|&other| is_possible(grid, other, digit)).eq([cell])
    });
    is_naked || is_hidden
}

/// Whether the steps are forced one after the other and end in the contradiction.
fn holds(puzzle: &Grid, steps: &[(usize, u8)], contradiction: Contradiction) -> bool {
    let mut cells = puzzle.cells().to_vec();
    for &(cell, digit) in steps {
        if !is_single(&puzzle.with_cells(&cells), cell, digit) {
            return false;
        }
        cells[cell] = digit;
    }
    let (grid, geometry) = (puzzle.with_cells(&cells), puzzle.geometry());
    match contradiction {
        Contradiction::Cell(cell) => {
            cells[cell] == 0 && (1..=geometry.size() as u8).all(|digit| !is_possible(&grid, cell, digit))
        }
        Contradiction::Digit { digit, unit } => (0..cells.len())
            .filter(|&cell| geometry.units(cell).contains(&unit))
            .all(|cell| cells[cell] != digit && !is_possible(&grid, cell, digit)),
    }
}

/// A puzzle with one wrong digit more, so that it has no solution and often a proof of it.
fn spoiled(puzzle: &Grid, random: &mut Random) -> Grid {
    loop {
        let mut cells = puzzle.cells().to_vec();
        let (cell, digit) = (random.below(cells.len()), 1 + random.below(puzzle.geometry().size()) as u8);
        if is_possible(puzzle, cell, digit) {
            cells[cell] = digit;
            return puzzle.with_cells(&cells);
        }
    }
}

#[test]
fn proofs_hold_and_have_no_step_too_many() {
    let mut random = Random::new(3);
    let corpora = [include_str!("../../corpora/easy.txt"), include_str!("../../corpora/sizes/6x6.txt")];
    let mut lengths = [0; 13];
    let mut checker = Checker::new(CheckRule::default());
    for corpus in corpora {
        for line in corpus.lines().filter(|line| !line.starts_with('#')).take(150) {
            let puzzle = spoiled(&line.parse().unwrap(), &mut random);
            let checked = checker.check(puzzle.geometry(), puzzle.cells()).unwrap();
            let Some(Refutation { steps, contradiction, .. }) = checked.refutation else { continue };
            assert_eq!(checked.status, Status::None, "{}", puzzle.to_line());
            assert!(holds(&puzzle, &steps, contradiction), "{}", puzzle.to_line());
            for left_out in 0..steps.len() {
                let rest = [&steps[..left_out], &steps[left_out + 1..]].concat();
                assert!(!holds(&puzzle, &rest, contradiction), "{}: {steps:?}", puzzle.to_line());
            }
            lengths[steps.len()] += 1;
        }
    }
    assert!(lengths.iter().filter(|&&count| count > 0).count() > 4, "{lengths:?}");
}

#[test]
fn what_singles_cannot_refute_has_no_proof() {
    let refute = |puzzle: &Grid| Logician::new(puzzle.geometry()).refute(puzzle.cells());
    let unique: Grid =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
    let several: Grid = ".".repeat(81).parse().unwrap();
    let clash: Grid = format!("11{}", ".".repeat(79)).parse().unwrap();
    for puzzle in [unique, several, clash] {
        assert_eq!(refute(&puzzle), None, "{}", puzzle.to_line());
    }
}

#[test]
fn proofs_are_told_in_the_signs_of_the_puzzle() {
    let told = |text: &str| {
        let puzzle: Grid = text.parse().unwrap();
        Logician::new(puzzle.geometry()).refute(puzzle.cells()).unwrap().in_words(&puzzle)
    };
    let nothing_left = format!("12345678.........9{}", ".".repeat(63));
    assert_eq!(told(&nothing_left), "r1c9 has no candidate");
    assert_eq!(Geometry::NINE.cell_name(8), "r1c9");
    // Boxes 2 and 3 have their 1 below row 1, and box 1 has other digits in it.
    let no_place = format!("234...........1...........1{}", ".".repeat(54));
    assert_eq!(told(&no_place), "1 has no place in row 1");
    assert_eq!(told(&no_place.replace('1', "9")), "9 has no place in row 1");
}
