//! What every engine does: known solutions, statuses, sizes, limits, reuse. That they agree is in `agreement`.

use std::ops::ControlFlow;

use dlxbench::corpus::Reader;
use dlxbench::engine::{Ended, Engine, EngineKind, Limits, Outcome, Status};
use dlxbench::random::Random;
use dlxbench::sudoku::isomorph::Isomorphism;
use dlxbench::sudoku::{Geometry, Grid};
use dlxbench::{SolveError, Solver};
use proptest::prelude::*;

/// Puzzles with one solution each, from easy to very hard; all are in print.
const UNIQUE: [&str; 8] = [
    ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.",
    ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
    "...7..8......4..3......9..16..5......1..3..4...5..1..75..2..6...3..8..9...7.....2",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
];

const EASY: &str = UNIQUE[3];
const HARD: &str = UNIQUE[4];

/// The outcome and the solutions, each verified.
fn solve(kind: EngineKind, puzzle: &Grid, limits: Limits<'_>) -> (Outcome, Vec<Vec<u8>>) {
    let mut engine = kind.build(puzzle.geometry()).unwrap();
    let mut solutions: Vec<Vec<u8>> = Vec::new();
    let outcome = engine.solve(puzzle.cells(), &limits, &mut |cells| {
        assert!(puzzle.with_cells(cells).solves(puzzle), "{kind:?} on {}", puzzle.to_line());
        assert!(!solutions.iter().any(|known| known == cells), "{kind:?} gave a solution twice");
        solutions.push(cells.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.solutions, solutions.len() as u64);
    (outcome, solutions)
}

fn status(kind: EngineKind, puzzle: &Grid) -> Status {
    let limits = Limits::UNIQUENESS;
    Status::of(&solve(kind, puzzle, limits).0, puzzle.cells())
}

/// A random puzzle near a known one: an isomorph with some givens dropped, added or changed.
fn mutated(base: &Grid, drops: usize, changes: usize, seed: u64) -> Grid {
    let mut random = Random::new(seed);
    let size = base.geometry().size();
    let mut cells = base.cells().to_vec();
    Isomorphism::random(base.geometry(), &mut random).apply(base.cells(), &mut cells);
    let mut order: Vec<usize> = (0..cells.len()).collect();
    random.shuffle(&mut order);
    let givens: Vec<usize> = order.iter().copied().filter(|&cell| cells[cell] != 0).collect();
    for &cell in givens.iter().take(drops) {
        cells[cell] = 0;
    }
    for &cell in order.iter().take(changes) {
        cells[cell] = random.below(size + 1) as u8;
    }
    base.with_cells(&cells)
}

#[test]
fn puzzles_in_print_have_the_solutions_in_print() {
    let expected = [
        "261375894537894162948216357694751238825943671713628945356482719489167523172539486",
        "839465712146782953752391486391824675564173829287659341628537194913248567475916238",
    ];
    for (puzzle, solution) in UNIQUE.iter().zip(expected) {
        let puzzle: Grid = puzzle.parse().unwrap();
        for kind in EngineKind::solvers() {
            let (outcome, solutions) = solve(kind, &puzzle, Limits::UNIQUENESS);
            assert_eq!(outcome.solutions, 1);
            assert_eq!(puzzle.with_cells(&solutions[0]).to_line(), solution);
        }
    }
}

#[test]
fn statuses_are_told_apart() {
    let cases = [
        (UNIQUE[4], Status::Unique),
        (&".".repeat(81), Status::Multiple),
        ("11.......".repeat(9).as_str(), Status::Invalid),
        // Row 1 wants a 9 in its last cell, and column 9 has one.
        (&format!("12345678.{}........9{}", ".".repeat(9), ".".repeat(54)), Status::None),
    ]
    .map(|(text, status)| (text.to_owned(), status));
    for (text, expected) in cases {
        let puzzle: Grid = text.parse().unwrap();
        for kind in EngineKind::solvers() {
            assert_eq!(status(kind, &puzzle), expected, "{kind:?} on {text}");
        }
    }
}

#[test]
fn all_sizes_are_solved() {
    for geometry in Geometry::ALL {
        let full = Grid::pattern(geometry);
        // Every third cell of a regular grid is blank; however many solutions there are, a full grid has one.
        let cells: Vec<u8> =
            full.cells().iter().enumerate().map(|(i, &d)| if i % 3 == 0 { 0 } else { d }).collect();
        let puzzle = full.with_cells(&cells);
        for kind in EngineKind::solvers().filter(|kind| kind.supports(geometry)) {
            assert_eq!(solve(kind, &full, Limits::UNIQUENESS).0.solutions, 1, "{kind:?}");
            // Backtracking is hopeless on large grids.
            if kind != EngineKind::Naive || geometry.size() <= 12 {
                assert!(solve(kind, &puzzle, Limits::UNIQUENESS).0.solutions >= 1, "{kind:?}");
            }
        }
    }
}

#[test]
fn all_288_grids_of_size_four() {
    let empty: Grid = ".".repeat(16).parse().unwrap();
    for kind in [EngineKind::Masks, EngineKind::Cover, EngineKind::Naive] {
        assert_eq!(solve(kind, &empty, Limits::solutions(1000)).0.solutions, 288);
    }
}

#[test]
fn an_isomorph_has_the_same_number_of_solutions() {
    let mut random = Random::new(11);
    for (index, text) in UNIQUE.iter().enumerate() {
        let base: Grid = text.parse().unwrap();
        for drops in 0..4 {
            let puzzle = mutated(&base, drops, 0, index as u64);
            let (expected, _) = solve(EngineKind::Dlx, &puzzle, Limits::solutions(50));
            for _ in 0..10 {
                let mut cells = [0; 81];
                Isomorphism::random(Geometry::NINE, &mut random).apply(puzzle.cells(), &mut cells);
                let (outcome, _) = solve(EngineKind::Dlx, &puzzle.with_cells(&cells), Limits::solutions(50));
                assert_eq!(outcome.solutions, expected.solutions);
            }
        }
    }
}

#[test]
fn an_interrupt_stops_every_engine() {
    let interrupt = std::sync::atomic::AtomicBool::new(true);
    let limits = Limits { solutions: u64::MAX, nodes: u64::MAX, interrupt: Some(&interrupt) };
    let empty: Grid = ".".repeat(81).parse().unwrap();
    for kind in EngineKind::solvers() {
        let outcome = kind
            .build(Geometry::NINE)
            .unwrap()
            .solve(empty.cells(), &limits, &mut |_| ControlFlow::Continue(()));
        assert!(outcome.ended.is_stopped() && outcome.counters.nodes <= 1024, "{kind:?}: {outcome:?}");
    }
}

#[test]
fn engines_can_be_reused_in_any_order() {
    let mut engine = EngineKind::Dlx.build(Geometry::NINE).unwrap();
    let mut random = Random::new(5);
    for round in 0..200 {
        let base: Grid = UNIQUE[random.below(UNIQUE.len())].parse().unwrap();
        let puzzle = mutated(&base, random.below(4), random.below(3), round);
        let limits = Limits {
            solutions: 1 + random.below(5) as u64,
            nodes: 1 + random.below(5000) as u64,
            interrupt: None,
        };
        let reused = engine.solve(puzzle.cells(), &limits, &mut |_| ControlFlow::Continue(()));
        assert_eq!(reused, solve(EngineKind::Dlx, &puzzle, limits).0, "{}", puzzle.to_line());
    }
}

/// Engines by name, for 9×9.
fn engines() -> impl Iterator<Item = (EngineKind, Box<dyn Engine>)> {
    EngineKind::solvers().map(|kind| (kind, kind.build(Geometry::NINE).unwrap()))
}

fn solve_with(engine: &mut dyn Engine, puzzle: &str, limits: &Limits<'_>) -> Outcome {
    let puzzle: Grid = puzzle.parse().unwrap();
    engine.solve(puzzle.cells(), limits, &mut |cells| {
        assert!(puzzle.with_cells(cells).solves(&puzzle));
        ControlFlow::Continue(())
    })
}

#[test]
fn limits_stop_the_search_and_say_so() {
    for (kind, mut engine) in engines() {
        for nodes in [0, 1, 2, 7] {
            let outcome = solve_with(&mut *engine, HARD, &Limits { nodes, ..Limits::UNIQUENESS });
            assert_eq!((outcome.ended, outcome.counters.nodes), (Ended::NodeLimit, nodes), "{kind}");
        }
        let easy: Grid = EASY.parse().unwrap();
        let limits = Limits::solutions(u64::MAX);
        let outcome = engine.solve(easy.cells(), &limits, &mut |_| ControlFlow::Break(()));
        assert_eq!((outcome.ended, outcome.solutions), (Ended::Interrupted, 1), "{kind}");
        let outcome = engine.solve(&[0; 81], &Limits::solutions(0), &mut |_| unreachable!());
        assert_eq!(outcome, Outcome { ended: Ended::SolutionLimit, ..Outcome::default() });
    }
}

#[test]
fn the_counters_do_not_depend_on_the_puzzles_before() {
    for (kind, mut engine) in engines().filter(|(kind, _)| *kind != EngineKind::Naive) {
        let fresh = solve_with(&mut *engine, HARD, &Limits::UNIQUENESS);
        assert_eq!((fresh.solutions, fresh.ended), (1, Ended::Complete), "{kind}");
        solve_with(&mut *engine, EASY, &Limits::UNIQUENESS);
        solve_with(&mut *engine, HARD, &Limits { nodes: 3, ..Limits::UNIQUENESS });
        assert_eq!(solve_with(&mut *engine, HARD, &Limits::UNIQUENESS), fresh, "{kind}");
    }
}

#[test]
fn a_puzzle_without_a_guess_is_one_node_where_forced_moves_are_not_nodes() {
    for kind in [EngineKind::Dlx, EngineKind::Sweep, EngineKind::Masks] {
        let mut engine = kind.build(Geometry::NINE).unwrap();
        let counters = solve_with(&mut *engine, EASY, &Limits::UNIQUENESS).counters;
        assert_eq!((counters.nodes, counters.guesses), (1, 0), "{kind}");
    }
}

#[test]
fn the_empty_grid_has_as_many_different_solutions_as_asked_for() {
    let fill = |kind: EngineKind, geometry: Geometry, wanted: u64| {
        let empty = Grid::pattern(geometry).with_cells(&vec![0; geometry.cell_count()]);
        let (outcome, _) = solve(kind, &empty, Limits::solutions(wanted));
        assert_eq!((outcome.solutions, outcome.ended), (wanted, Ended::SolutionLimit), "{kind} {geometry}");
    };
    for kind in EngineKind::solvers() {
        fill(kind, Geometry::NINE, 200);
    }
    for geometry in Geometry::ALL {
        fill(EngineKind::Masks, geometry, 20);
    }
}

#[test]
fn an_outcome_says_no_more_than_the_search_found_out() {
    let (blank, clashing) = ([0; 81], [1; 81]);
    for (solutions, ended, givens, expected) in [
        (2, Ended::SolutionLimit, &blank, Status::Multiple),
        (3, Ended::NodeLimit, &blank, Status::Multiple),
        (1, Ended::Complete, &blank, Status::Unique),
        (1, Ended::SolutionLimit, &blank, Status::Solved),
        (1, Ended::NodeLimit, &blank, Status::Stopped),
        (0, Ended::Complete, &blank, Status::None),
        (0, Ended::Complete, &clashing, Status::Invalid),
        (0, Ended::SolutionLimit, &clashing, Status::Stopped),
        (0, Ended::Interrupted, &blank, Status::Stopped),
    ] {
        let outcome = Outcome { solutions, ended, ..Outcome::default() };
        assert_eq!(Status::of(&outcome, givens), expected, "{outcome:?}");
    }
}

#[test]
fn a_solution_is_returned_only_if_it_is_the_only_one() {
    assert_eq!(dlxbench::solve("1..2......34....").unwrap().to_line(), "1342421321343421");
    assert_eq!(dlxbench::solve("11.............."), Err(SolveError::NoSolution));
    let Err(SolveError::NotUnique(two)) = dlxbench::solve("1..2............") else { panic!("it is unique") };
    assert!(two[0] != two[1] && two.iter().all(Grid::is_solved));
    let error = dlxbench::solve("1..2").unwrap_err();
    assert!(std::error::Error::source(&error).is_some(), "{error}");
}

#[test]
fn one_solver_does_all_sizes_with_any_engine() {
    let puzzles = ["1..2......34....", EASY, "1..2......34...."];
    for solver in &mut [Solver::new(), Solver::with_engine(EngineKind::Dlx)] {
        for puzzle in puzzles {
            assert!(solver.is_unique(&puzzle.parse().unwrap()), "{puzzle} with {solver:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_the_reader_panic(
        text in "([1-9.|+\\- A-Ya-y#]{0,20}\n|[0-9._,;│─ -]{0,20}\n|[1-6.]{16}\n|[1-9_]{9}\n|[_-]{9}\n|\n){0,40}",
    ) {
        for entry in Reader::new(text.as_bytes()) {
            let _ = entry.unwrap();
        }
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..500)) {
        for entry in Reader::new(&bytes[..]) {
            let _ = entry.unwrap();
        }
    }

    #[test]
    fn a_drawn_grid_is_read_back(size in 0_usize..6, share in 0_usize..100, seed: u64) {
        let full = Grid::pattern(Geometry::ALL[size]);
        let grid = mutated(&full, full.cells().len() * share / 100, 2, seed);
        prop_assert_eq!(grid.to_string().parse::<Grid>().unwrap(), grid.clone());
        let line: Grid = grid.to_line().parse().unwrap();
        prop_assert_eq!(line.cells(), grid.cells());
        let read: Vec<_> = Reader::new(grid.to_string().as_bytes()).map(|entry| entry.unwrap().map(|entry| entry.puzzle)).collect();
        prop_assert_eq!(read, [Ok(grid)]);
    }
}

#[test]
fn a_sweep_has_room_for_all_that_is_pending_where_everything_is_open() {
    for kind in [EngineKind::Sweep, EngineKind::SweepPortable] {
        let mut engine = kind.build(Geometry::NINE).unwrap();
        let outcome = solve_with(&mut *engine, &".".repeat(81), &Limits::solutions(20_000));
        assert_eq!(outcome.solutions, 20_000);
    }
}
