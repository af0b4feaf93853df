//! What every engine promises, whatever its way of solving.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::{Ended, Engine, EngineKind, Limits, Outcome};
use crate::sudoku::{Geometry, Grid};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn engines() -> impl Iterator<Item = Box<dyn Engine>> {
    EngineKind::solvers().filter_map(|kind| kind.build(Geometry::NINE))
}

fn solve(engine: &mut dyn Engine, text: &str, limits: &Limits<'_>) -> Outcome {
    let puzzle: Grid = text.parse().unwrap();
    engine.solve(puzzle.cells(), limits, &mut |cells| {
        assert!(puzzle.with_cells(cells).solves(&puzzle));
        ControlFlow::Continue(())
    })
}

#[test]
fn limits_stop_the_search_and_say_so() {
    for mut engine in engines() {
        for nodes in [0, 1, 2, 7] {
            let outcome = solve(&mut *engine, HARD, &Limits { nodes, ..Limits::UNIQUENESS });
            assert_eq!(
                (outcome.ended, outcome.counters.nodes),
                (Ended::NodeLimit, nodes),
                "{}",
                engine.kind()
            );
        }
        let easy: Grid = EASY.parse().unwrap();
        let limits = Limits::solutions(u64::MAX);
        let outcome = engine.solve(easy.cells(), &limits, &mut |_| ControlFlow::Break(()));
        assert_eq!((outcome.ended, outcome.solutions), (Ended::Interrupted, 1), "{}", engine.kind());
        let outcome = engine.solve(&[0; 81], &Limits::solutions(0), &mut |_| unreachable!());
        assert_eq!(outcome, Outcome { ended: Ended::SolutionLimit, ..Outcome::default() });
    }
}

#[test]
fn the_counters_do_not_depend_on_the_puzzles_before() {
    for mut engine in engines().filter(|engine| engine.kind() != EngineKind::Naive) {
        let fresh = solve(&mut *engine, HARD, &Limits::UNIQUENESS);
        assert_eq!((fresh.solutions, fresh.ended), (1, Ended::Complete), "{}", engine.kind());
        solve(&mut *engine, EASY, &Limits::UNIQUENESS);
        solve(&mut *engine, HARD, &Limits { nodes: 3, ..Limits::UNIQUENESS });
        assert_eq!(solve(&mut *engine, HARD, &Limits::UNIQUENESS), fresh, "{}", engine.kind());
    }
}

#[test]
fn a_puzzle_without_a_guess_is_one_node_where_forced_moves_are_not_nodes() {
    for kind in [EngineKind::Dlx, EngineKind::Sweep, EngineKind::Masks] {
        let mut engine = kind.build(Geometry::NINE).unwrap();
        let counters = solve(&mut *engine, EASY, &Limits::UNIQUENESS).counters;
        assert_eq!((counters.nodes, counters.guesses), (1, 0), "{kind}");
    }
}

#[test]
fn the_empty_grid_has_as_many_different_solutions_as_asked_for() {
    let fill = |kind: EngineKind, geometry: Geometry, wanted: u64| {
        let (empty, mut grids) = (vec![0; geometry.cell_count()], HashSet::new());
        let puzzle = Grid::pattern(geometry).with_cells(&empty);
        let outcome = kind.build(geometry).unwrap().solve(&empty, &Limits::solutions(wanted), &mut |cells| {
            assert!(puzzle.with_cells(cells).solves(&puzzle));
            assert!(grids.insert(cells.to_vec()));
            ControlFlow::Continue(())
        });
        assert_eq!((outcome.solutions, outcome.ended), (wanted, Ended::SolutionLimit), "{kind} {geometry}");
    };
    for kind in EngineKind::solvers() {
        fill(kind, Geometry::NINE, 200);
    }
    for geometry in Geometry::ALL {
        fill(EngineKind::Masks, geometry, 20);
    }
}
