//! What comes of an engine that lies.

use super::*;
use crate::corpus::Entry;
use crate::sudoku::Grid;

/// Claims solutions that are none.
struct Liar {
    solutions: Vec<Vec<u8>>,
}

impl Engine for Liar {
    fn solve(&mut self, _: &[u8], _: &Limits<'_>, sink: crate::engine::Sink<'_>) -> Outcome {
        for cells in &self.solutions {
            let _ = sink(cells);
        }
        Outcome { solutions: self.solutions.len() as u64, ..Outcome::default() }
    }
}

/// What comes of a puzzle with one solution when a liar stands beside an honest engine.
fn with_liar(solutions: &[&str]) -> Result<Attempt, RunError> {
    let puzzle: Grid = "1..2......34....".parse().unwrap();
    let geometry = puzzle.geometry();
    let (job, stop) = (Job::default(), AtomicBool::new(false));
    let sources = Source::shipped();
    let pass = Pass { number: 0, is_last: true, earlier: &[] };
    let mut measurement = Measurement::new(&job, pass, &sources, Clock::new());
    let cells = |text: &&str| text.parse::<Grid>().unwrap().cells().to_vec();
    let liar = Box::new(Liar { solutions: solutions.iter().map(cells).collect() });
    let honest = EngineKind::Cover.build(geometry).unwrap();
    let engines: Vec<(EngineKind, Box<dyn Engine>)> =
        vec![(EngineKind::Cover, honest), (EngineKind::Naive, liar)];
    let mut engines = Engines { engines, verifier: Verifier::new(geometry) };
    let entry = Entry::new(3, puzzle);
    let puzzle = entry.as_puzzle(0);
    let place = Place { source: 0, number: 0, stop: &stop };
    measurement.measure(&mut engines, &puzzle, &puzzle, place, &mut BatchResult::default())
}

#[test]
fn a_wrong_solution_ends_the_run_and_shows_the_puzzle() {
    for wrong in ["1342421321343412", "1342421321343.21", "2341421321343421"] {
        let error = with_liar(&[wrong]).unwrap_err().to_string();
        assert!(error.contains("engine naive gave a wrong solution") && error.contains("line 3"), "{error}");
        assert!(error.contains("1..2......34....") && error.contains(wrong), "{error}");
    }
}

#[test]
fn engines_that_disagree_end_the_run() {
    let error = with_liar(&[]).unwrap_err().to_string();
    assert!(error.contains("cover found 1 solutions, naive found 0"), "{error}");
    assert_eq!(with_liar(&["1342421321343421"]).unwrap(), Attempt::Recorded);
}
