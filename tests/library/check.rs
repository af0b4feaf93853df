//! Checking, canonical forms, minimal puzzles and orders: what they say of puzzles whose answers are known.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::AtomicBool;

use dlxbench::check::{Census, CheckRule, Checked, Checker, Duplicates, Fingerprint, PuzzleTraits, Seen};
use dlxbench::check::{SortKeys, SortOrder, Survey};
use dlxbench::corpus::{Entry, Reader};
use dlxbench::engine::{EngineKind, Status};
use dlxbench::random::Random;
use dlxbench::sudoku::isomorph::Isomorphism;
use dlxbench::sudoku::{Geometry, Grid, Unit};

const UNIQUE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const EASY: &str = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";

fn check(text: &str, minimal: bool) -> (Grid, Checked) {
    let grid: Grid = text.parse().unwrap();
    let rule = CheckRule { minimal, ..CheckRule::default() };
    let checked = Checker::new(rule).check(grid.geometry(), grid.cells()).unwrap();
    (grid, checked)
}

#[test]
fn two_solutions_are_shown_and_differ_where_it_is_said() {
    let (grid, checked) = check(&UNIQUE.replacen("6.8", "..8", 1), false);
    assert_eq!(checked.status, Status::Multiple);
    let [one, other] = checked.solutions.as_slice() else { panic!("two solutions") };
    let cells = checked.differing_cells();
    assert!(!cells.is_empty());
    for (cell, (a, b)) in one.iter().zip(other).enumerate() {
        assert_eq!(a != b, cells.contains(&cell));
    }
    for solution in &checked.solutions {
        assert!(grid.with_cells(solution).solves(&grid));
    }
}

#[test]
fn exactly_the_givens_that_are_not_needed_are_redundant() {
    let (grid, checked) = check(UNIQUE, true);
    assert_eq!(checked.status, Status::Unique);
    for cell in (0..81).filter(|&cell| grid.cells()[cell] != 0) {
        let mut rest = grid.cells().to_vec();
        rest[cell] = 0;
        let without = check(&grid.with_cells(&rest).to_line(), false).1;
        assert_eq!(without.status == Status::Unique, checked.redundant.contains(&cell), "cell {cell}");
    }
    assert!(check(UNIQUE, false).1.redundant.is_empty());
    // One of the 17-clue puzzles: none with fewer givens exists.
    let least = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    assert!(check(least, true).1.redundant.is_empty());
}

#[test]
fn clashing_givens_are_named_with_their_unit() {
    let (_, checked) = check(&UNIQUE.replacen("7....6", "7..5.6", 1), true);
    let clash = checked.clash.unwrap();
    assert_eq!((checked.status, clash.first, clash.second), (Status::Invalid, 0, 7));
    assert_eq!(clash.unit, Unit::Row(0));
}

#[test]
fn a_wrong_solution_is_wrong_at_a_cell() {
    let (grid, checked) = check(UNIQUE, false);
    let right = checked.only_solution().unwrap();
    let wrong_cell = |found: Option<&[u8]>, stated: &[u8]| {
        let solution = Some(grid.with_cells(stated));
        let entry = Entry { solution, ..Entry::new(1, grid.clone()) };
        entry.wrong_solution(found).map(|wrong| wrong.cell)
    };
    assert_eq!(wrong_cell(Some(right), right), None);
    let mut wrong = right.to_vec();
    wrong.swap(3, 5);
    assert_eq!(wrong_cell(Some(right), &wrong), Some(3));
    // Where no solution is known, the stated one is checked by itself.
    assert_eq!(wrong_cell(None, right), None);
    assert!(wrong_cell(None, &wrong).is_some());
    for (cell, digit) in [(0, 9), (2, 0)] {
        let mut wrong = right.to_vec();
        wrong[cell] = digit;
        assert_eq!(wrong_cell(None, &wrong), Some(cell));
    }
}

#[test]
fn limits_leave_the_answer_open() {
    let grid: Grid = UNIQUE.parse().unwrap();
    let rule = CheckRule { engine: Some(&EngineKind::Naive), minimal: true, nodes: 5, interrupt: None };
    let checked = Checker::new(rule).check(grid.geometry(), grid.cells()).unwrap();
    assert_eq!(checked.status, Status::Stopped);
    let mut dlx = Checker::new(CheckRule { engine: Some(&EngineKind::Dlx), ..rule });
    assert!(dlx.check(Geometry::from_size(4).unwrap(), &[0; 16]).is_none());
}

#[test]
fn isomorphs_have_the_same_form_and_others_another() {
    let puzzles = [
        "1..2......34....",
        "1..2............",
        ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.",
        ".6.3..8.4537.9.....4...63.7.9..51238.........7136...4.3.64...1.....6.5.31.2..9.8.",
        "11...............................................................................",
    ];
    let mut checker = Checker::new(CheckRule::default());
    let mut form = |puzzle: &Grid| {
        let mut image = vec![0; puzzle.cells().len()];
        checker.to_canonical(puzzle).unwrap().apply(puzzle.cells(), &mut image);
        image
    };
    let mut forms = HashSet::new();
    for puzzle in puzzles {
        let puzzle: Grid = puzzle.parse().unwrap();
        let mut random = Random::new(1);
        let found = form(&puzzle);
        for _ in 0..20 {
            let mut image = vec![0; puzzle.cells().len()];
            Isomorphism::random(puzzle.geometry(), &mut random).apply(puzzle.cells(), &mut image);
            assert_eq!(form(&puzzle.with_cells(&image)), found);
        }
        assert!(forms.insert(found));
    }
}

#[test]
fn a_puzzle_that_was_given_up_has_no_form() {
    let rule = CheckRule { engine: Some(&EngineKind::Naive), nodes: 5, ..CheckRule::default() };
    let hard = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    assert_eq!(Checker::new(rule).to_canonical(&hard.parse().unwrap()), None);
}

#[test]
fn what_is_left_is_minimal_and_part_of_the_puzzle() {
    let puzzle: Grid = EASY.parse().unwrap();
    let mut checker = Checker::new(CheckRule { minimal: true, ..CheckRule::default() });
    let solution = checker.check(puzzle.geometry(), puzzle.cells()).unwrap().solutions;
    let mut found = HashSet::new();
    for seed in 0..10 {
        let made = checker.minimize(&puzzle, u64::MAX, &mut Random::new(seed)).unwrap();
        let checked = checker.check(puzzle.geometry(), made.puzzle.cells()).unwrap();
        assert_eq!(checked.solutions, solution);
        assert!(checked.redundant.is_empty());
        assert_eq!((made.puzzle.clues() + made.removed, made.doubtful), (puzzle.clues(), 0));
        found.insert(made.puzzle.to_line());
    }
    assert!(found.len() > 1, "the order matters");
}

#[test]
fn puzzles_that_are_not_unique_are_refused() {
    let mut checker = Checker::new(CheckRule::default());
    let mut status =
        |text: &str| checker.minimize(&text.parse().unwrap(), 1000, &mut Random::new(1)).unwrap_err();
    assert_eq!(status("1..2............"), Status::Multiple);
    assert_eq!(status("11.............."), Status::Invalid);
}

const SWORDFISH: &str = "...4.75......9.1....21....4.56...8.2..8...6.9....5..1......2..7.1..3..6..39......";
const EXTREME: &str = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

/// The places of the lines in the order.
fn sorted(order: SortOrder, is_reversed: bool, lines: &[String]) -> Vec<usize> {
    let text = lines.join("\n");
    let mut sort_keys = SortKeys::new(order, is_reversed, CheckRule::default());
    let entries = Reader::new(text.as_bytes()).map(|entry| entry.unwrap().unwrap().with_solution_apart());
    let keys: Vec<Vec<u8>> = entries.map(|entry| sort_keys.key(&entry)).collect();
    let mut places: Vec<usize> = (0..keys.len()).collect();
    places.sort_by_key(|&place| keys[place].clone());
    places
}

#[test]
fn every_order_is_what_its_name_says() {
    let blank = ".".repeat(81);
    let lines = [SWORDFISH, blank.as_str(), EXTREME, EASY].map(str::to_owned);
    assert_eq!(sorted(SortOrder::Clues, false, &lines), [1, 2, 0, 3]);
    assert_eq!(sorted(SortOrder::Clues, true, &lines), [3, 0, 2, 1]);
    for order in [SortOrder::Logic, SortOrder::Rating, SortOrder::Guesses] {
        assert_eq!(sorted(order, false, &lines), [3, 0, 2, 1], "{order:?}");
        assert_eq!(sorted(order, true, &lines), [2, 0, 3, 1], "{order:?}: what has no rating stays last");
    }
}

#[test]
fn ratings_of_the_file_come_first_and_are_not_mixed_with_ours() {
    let lines = [EASY.to_owned(), format!("{EASY} 11.9"), format!("{EXTREME} 2.5"), EXTREME.to_owned()];
    assert_eq!(sorted(SortOrder::Rating, false, &lines), [2, 1, 0, 3]);
    assert_eq!(sorted(SortOrder::Rating, true, &lines), [1, 2, 3, 0]);
    assert_eq!(sorted(SortOrder::Logic, false, &lines), [0, 1, 2, 3]);
}

#[test]
fn what_comes_again_is_traced_to_its_first_place() {
    let mut duplicates = Duplicates::default();
    let (a, b) = (Fingerprint::of(&[1; 81]), Fingerprint::of(&[1; 16]));
    assert_ne!(a, b);
    let far = Seen { source: 1_000_000, line: 9_999_999_999 };
    assert_eq!(duplicates.see(a, far), None);
    assert_eq!(duplicates.see(b, Seen { source: 0, line: 1 }), None);
    assert_eq!(duplicates.see(a, Seen { source: 0, line: 2 }), Some(far));
    assert_eq!(duplicates.see(a, Seen { source: 0, line: 3 }), Some(far));
    assert_eq!(duplicates.different(), 2);
    assert_eq!(std::mem::size_of::<(Fingerprint, u64)>(), 24);
}

#[test]
fn what_comes_again_is_counted_once_for_each_time() {
    let first: Grid = "1..2......34....".parse().unwrap();
    let mut image = vec![0; 16];
    Isomorphism::random(first.geometry(), &mut Random::new(5)).apply(first.cells(), &mut image);
    let other = first.with_cells(&image);
    assert_ne!(first, other);
    let mut census = Census::default();
    for puzzle in [&first, &other, &first, &first] {
        census.add(&PuzzleTraits::of(puzzle, true));
    }
    assert_eq!((census.puzzles, census.duplicates, census.isomorphs), (4, 2, 3));
    assert_eq!(census.clues, BTreeMap::from([(4, 4)]));
}

#[test]
fn a_survey_finds_the_first_of_equal_puzzles_and_notices_a_change() {
    let of = |number: u64| Fingerprint::of(&number.to_le_bytes());
    let survey = |numbers: &[u64]| {
        let mut survey = Survey::new(0, &std::env::temp_dir());
        for (line, &number) in (1..).zip(numbers) {
            survey.add(of(number), Seen { source: 3, line }).unwrap();
        }
        survey.finish(&AtomicBool::new(false)).unwrap()
    };
    // More than fit into the least memory, so that they are sorted outside.
    let mut random = Random::new(1);
    let numbers: Vec<u64> = (0..20_000).map(|_| random.below(15_000) as u64).collect();
    let mut held = Duplicates::default();
    let mut surveyed = survey(&numbers);
    for (line, &number) in (1..).zip(&numbers) {
        let expected = held.see(of(number), Seen { source: 3, line });
        assert_eq!(surveyed.see(of(number), line).unwrap(), expected);
        assert_eq!(surveyed.is_same(), line == 20_000);
    }
    for (seen, is_same) in
        [(&[7, 8, 7][..], true), (&[7, 8], false), (&[7, 8, 8], false), (&[7, 8, 7, 9], false)]
    {
        let mut surveyed = survey(&[7, 8, 7]);
        (1..).zip(seen).for_each(|(line, &number)| _ = surveyed.see(of(number), line).unwrap());
        assert_eq!(surveyed.is_same(), is_same, "{seen:?}");
    }
}
