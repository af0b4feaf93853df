//! Each technique has a puzzle that needs it, and is found and named; grades are those of all isomorphs.

use std::collections::HashMap;
use std::ops::ControlFlow;

use dlxbench::engine::{EngineKind, Limits};
use dlxbench::generate::{Plan, Wish, generate};
use dlxbench::logic::{Difficulty, Logician, Technique};
use dlxbench::random::Random;
use dlxbench::sudoku::isomorph::Isomorphism;
use dlxbench::sudoku::{Geometry, Grid};

/// Random 9×9 puzzles, fewer in debug builds.
fn puzzles(count: usize, seed: u64) -> Vec<Vec<u8>> {
    let count = if cfg!(debug_assertions) { count / 50 } else { count };
    let mut puzzles = Vec::new();
    let (wish, plan) = (Wish::new(Geometry::NINE, None), Plan::new(Geometry::NINE, seed));
    generate(&wish, count, &plan, |puzzle, _| {
        puzzles.extend(puzzle.map(<[u8]>::to_vec));
        Ok::<(), ()>(())
    })
    .unwrap();
    assert_eq!(puzzles.len(), count);
    puzzles
}

/// Puzzles made by `dlxbench generate`, by the hardest step that they need. No random puzzle is known here that needs a
/// Jellyfish; the unit tests have a board.
const NEEDS: [(Technique, &str); 18] = [
    (
        Technique::HiddenSingle,
        "1..6....5.8.7.......534......1...59.62...714...7..........9..2.....1.....6...2.8.",
    ),
    (
        Technique::NakedSingle,
        ".1..6..8.24...3..........2..7.8..5.....7.4...8.3..5..9....274....5...2...9.6....8",
    ),
    (
        Technique::LockedCandidates,
        "..87..5..37..9......5.....69....3.481....2.7..5...1........791....1...2.....8....",
    ),
    (
        Technique::NakedPair,
        ".12..73.......84...59..68....1.5..3..8..3..1....6...8..9......2...7..14..64...5..",
    ),
    (
        Technique::HiddenPair,
        "...39.....6.......7.....1.5..7.....46.9.2...7..1.6...8...2.....2.6.53.7..98.4.5..",
    ),
    (
        Technique::NakedTriple,
        "..........9..1.53686..2......6..9.7..7.43..9.....8....6.82...........4.79....53..",
    ),
    (
        Technique::HiddenTriple,
        ".8..371...1.5.....4........6.....2..82....3....57.9.......7.8.2.....36.4..624....",
    ),
    (
        Technique::NakedQuad,
        ".........3.498.......4368...7..1....4.6..5..2..9...6.1.21...5.9...........8.93...",
    ),
    (
        Technique::HiddenQuad,
        "1......3.....1.2...478.........6179....2..3.6....5.....9......86.4.9..5.51.....2.",
    ),
    (Technique::XWing, "..8..2.5.5.....6..41.6.9.2.....6.....8.2..3.4.....1.....57.896......6.....9...7.3"),
    (
        Technique::Swordfish,
        "...4.75......9.1....21....4.56...8.2..8...6.9....5..1......2..7.1..3..6..39......",
    ),
    (Technique::XyWing, ".8.32.71.....8..2......7..5..52784.1....51..........7.26...93..7....2..85.9......"),
    (Technique::XyzWing, "..2.3...7...8....659.............5..3.6..1..9....5814....1.7....613.....2...4...."),
    (Technique::WWing, ".25..98.....5.1.......6.9....9.4.....34..82...6..1.37..1....46.4...8.....5......1"),
    (
        Technique::SimpleColoring,
        "3....67.5....3.6....475..2..9.47......5.....7.....53.4.471......1......9...26....",
    ),
    (Technique::XChain, "...2.......3..1.........275..8.5.76.....9....1....34......79..6..9....5.6..5..3.."),
    (
        Technique::AlternatingChain,
        ".4.6...189....75...6..5..3...4....8.5...4.1.28......79...93.......8....1.8...4...",
    ),
    (Technique::Trial, ".85.2....4....35.8....7.3....1.....4...3.6...647......9...8..7......4..3...5..1.."),
];

#[test]
fn each_technique_is_found_and_named() {
    let logician = Logician::new(Geometry::NINE);
    for (technique, puzzle) in NEEDS {
        let puzzle: Grid = puzzle.parse().unwrap();
        let grade = logician.grade(puzzle.cells()).unwrap();
        assert_eq!(grade.hardest, Some(technique));
        assert_eq!(grade.difficulty, technique.difficulty());
        let explanation = logician.explain(puzzle.cells(), puzzle.symbols());
        assert!(explanation.is_solved, "{technique}");
        let step = explanation.steps.iter().find(|step| step.technique == technique).unwrap();
        assert!(step.text.contains(": ") && step.text.contains('r'), "{}", step.text);
    }
}

#[test]
fn steps_say_what_they_do_and_why() {
    let logician = Logician::new(Geometry::NINE);
    let step = |technique: Technique| {
        let (_, puzzle) = NEEDS.into_iter().find(|(needed, _)| *needed == technique).unwrap();
        let puzzle: Grid = puzzle.parse().unwrap();
        let explanation = logician.explain(puzzle.cells(), puzzle.symbols());
        explanation.steps.into_iter().find(|step| step.technique == technique).unwrap().text
    };
    let texts: Vec<String> = NEEDS.iter().map(|(technique, _)| step(*technique)).collect();
    let expected = include_str!("logic/steps.txt");
    let actual: String = texts.iter().map(|text| format!("{text}\n")).collect();
    assert_eq!(actual, expected, "read the new sentences, and if they are right keep them:\n{actual}");
}

#[test]
fn what_no_technique_solves_is_extreme() {
    // Golden Nugget, one of the hardest known.
    let puzzle: Grid =
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....".parse().unwrap();
    let logician = Logician::new(Geometry::NINE);
    let grade = logician.grade(puzzle.cells()).unwrap();
    assert_eq!(grade.difficulty, Difficulty::Extreme);
    assert!(grade.candidates_left > 150 && grade.rating.0 == 5000 + 10 * grade.candidates_left);
    assert!(!logician.explain(puzzle.cells(), puzzle.symbols()).is_solved);
}

#[test]
fn isomorphs_have_the_same_grade() {
    let logician = Logician::new(Geometry::NINE);
    let mut random = Random::new(12);
    let mut classes = HashMap::new();
    for puzzle in puzzles(3000, 23) {
        let grade = logician.grade(&puzzle).unwrap();
        *classes.entry(grade.difficulty).or_insert(0) += 1;
        for _ in 0..3 {
            let image = Isomorphism::random(Geometry::NINE, &mut random).image(&puzzle);
            assert_eq!(logician.grade(&image), Some(grade), "{puzzle:?} and {image:?}");
        }
    }
    assert!(classes.len() >= 4, "{classes:?}");
}

#[test]
fn explanations_end_where_grades_do() {
    let logician = Logician::new(Geometry::NINE);
    let mut engine = EngineKind::Dlx.build(Geometry::NINE).unwrap();
    for puzzle in puzzles(500, 24) {
        let grade = logician.grade(&puzzle).unwrap();
        let explanation = logician.explain(&puzzle, Default::default());
        assert!(!explanation.is_contradictory);
        assert_eq!(explanation.steps.iter().map(|step| step.technique).max(), grade.hardest);
        assert_eq!(explanation.is_solved, grade.candidates_left == 0);
        if explanation.is_solved {
            engine.solve(&puzzle, &Limits::UNIQUENESS, &mut |solution| {
                assert_eq!(explanation.cells, solution);
                ControlFlow::Continue(())
            });
        }
        for step in &explanation.steps {
            assert_eq!(step.placement.is_some(), step.technique <= Technique::NakedSingle);
            assert!(step.placement.is_some() || step.removals.iter().any(|(_, cells)| !cells.is_empty()));
        }
    }
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
