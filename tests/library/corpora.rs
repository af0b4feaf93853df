//! The corpora that ship beside the graded ones: every puzzle is what its label says.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;

use dlxbench::corpus::{BadLine, Entry, Reader, Source};
use dlxbench::engine::{EngineKind, Limits, Status};
use dlxbench::sudoku::minlex::puzzle_minlex;
use dlxbench::sudoku::{Geometry, Grid, Unit};

fn text_of(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

fn found(text: &str) -> Vec<Result<Entry, BadLine>> {
    Reader::new(text.as_bytes()).map(Result::unwrap).collect()
}

fn entries(text: &str) -> Vec<Entry> {
    found(text).into_iter().map(Result::unwrap).collect()
}

/// How many solutions a puzzle has, counted up to a limit, and what that means.
fn solved(puzzle: &Grid, limit: u64) -> (u64, Status) {
    let limits = Limits::solutions(limit);
    let mut engine = EngineKind::Dlx.build(puzzle.geometry()).unwrap();
    let outcome = engine.solve(puzzle.cells(), &limits, &mut |_| ControlFlow::Continue(()));
    (outcome.solutions, Status::of(&outcome, puzzle.cells()))
}

#[test]
fn famous_puzzles_have_one_solution_and_a_name_and_differ() {
    let text = text_of("corpora/famous.txt");
    let mut names = HashMap::new();
    let mut forms = HashMap::new();
    for entry in entries(&text) {
        let puzzle = entry.puzzle;
        assert_eq!(puzzle.geometry(), Geometry::NINE, "line {}", entry.line);
        assert_eq!(solved(&puzzle, 2).1, Status::Unique, "{}", entry.label);
        let (name, rest) = entry.label.split_once(" (").expect("a name and a source");
        assert!(!name.is_empty() && rest.len() > 1 && rest.ends_with(')'), "{}", entry.label);
        assert_eq!(names.insert(name.to_owned(), entry.line), None, "{name} is there twice");
        let form = puzzle_minlex(Geometry::NINE, puzzle.cells());
        assert_eq!(forms.insert(form, name.to_owned()), None, "{name} is isomorphic to another one");
    }
    assert!(names.len() >= 20, "{} puzzles", names.len());
    for name in ["AI Escargot", "Easter Monster", "Golden Nugget", "Platinum Blonde", "Qassim Hamza"] {
        assert!(names.contains_key(name), "{name}");
    }
}

#[test]
fn famous_puzzles_ship_under_their_name_and_not_among_the_classes() {
    let source = Source::shipped_named("famous").unwrap();
    assert_eq!((source.name.as_str(), source.class.as_str()), ("shipped:famous", "famous"));
    let shipped = Reader::new(source.open().unwrap()).count();
    assert_eq!(shipped, entries(&text_of("corpora/famous.txt")).len());
    assert_eq!(Source::from_argument("shipped:famous").unwrap(), [source]);
    assert!(Source::shipped().iter().all(|source| source.class != "famous"));
    let error = Source::from_argument("shipped:infamous").unwrap_err().to_string();
    assert!(error.contains("infamous") && error.contains("shipped:famous"), "{error}");
}

/// The rows, columns and boxes that hold a digit twice.
fn clashing_units(puzzle: &Grid) -> Vec<String> {
    let geometry = puzzle.geometry();
    let units = [Unit::Row, Unit::Column, Unit::Box].map(|kind| (0..geometry.size()).map(kind));
    let clashes = |unit: &Unit| {
        let cells = (0..geometry.cell_count()).filter(|&cell| geometry.units(cell).contains(unit));
        let mut digits: Vec<u8> =
            cells.map(|cell| puzzle.cells()[cell]).filter(|&digit| digit != 0).collect();
        digits.sort_unstable();
        digits.windows(2).any(|pair| pair[0] == pair[1])
    };
    units.into_iter().flatten().filter(clashes).map(|unit| unit.to_string()).collect()
}

#[test]
fn faulty_puzzles_have_exactly_the_fault_that_is_said() {
    let kinds: [HashMap<String, usize>; 2] =
        ["examples/faulty.txt", "examples/faulty-blocks.txt"].map(faults);
    for kind in ["none", "multiple", "invalid", "malformed"] {
        assert!(kinds[0].get(kind).is_some_and(|&count| count >= 3), "{kinds:?}");
    }
    assert_eq!(kinds[1], HashMap::from([("malformed".to_owned(), 2)]));
}

/// How many puzzles of a file have each fault; each is the one that is said.
fn faults(file: &str) -> HashMap<String, usize> {
    let text = text_of(file);
    let lines: Vec<&str> = text.lines().collect();
    let mut kinds: HashMap<String, usize> = HashMap::new();
    for found in found(&text) {
        let line = found.as_ref().map_or_else(|bad_line| bad_line.line, |entry| entry.line);
        let puzzle = found.map(|entry| entry.puzzle);
        // The reason of a malformed block points into it: the comment stands above its first row.
        let above = lines[..line as usize].iter().rev().find_map(|line| line.strip_prefix("# "));
        let claim =
            above.expect("a comment above every puzzle").split_once(": ").expect("a claim, then words").0;
        let (kind, detail) = claim.split_once(", ").unwrap_or((claim, ""));
        *kinds.entry(kind.to_owned()).or_default() += 1;
        match kind {
            "malformed" => {
                let reason = puzzle.unwrap_err().to_string();
                assert!(!detail.is_empty() && reason.contains(detail), "{claim}: {reason}");
            }
            "invalid" => {
                let puzzle = puzzle.unwrap();
                assert_eq!(solved(&puzzle, 2).1, Status::Invalid, "{claim}");
                assert_eq!(clashing_units(&puzzle).join(" and "), detail);
            }
            "none" => {
                let puzzle = puzzle.unwrap();
                assert!(clashing_units(&puzzle).is_empty());
                assert_eq!(solved(&puzzle, 2), (0, Status::None), "line {line}");
            }
            "multiple" => {
                let puzzle = puzzle.unwrap();
                let number = detail.split(' ').find_map(|word| word.parse::<u64>().ok()).expect("a number");
                // One more than is said would be noticed; "more than" is one more.
                let expected = number + u64::from(detail.starts_with("more than"));
                assert_eq!(solved(&puzzle, number + 1), (expected, Status::Multiple), "{claim}");
            }
            other => panic!("line {line}: {other:?} is no fault that is known here"),
        }
    }
    let claims = lines.iter().filter(|line| {
        ["none:", "multiple,", "invalid,", "malformed,"]
            .iter()
            .any(|kind| line.starts_with(&format!("# {kind}")))
    });
    assert_eq!(kinds.values().sum::<usize>(), claims.count(), "every claim has its puzzle");
    kinds
}
