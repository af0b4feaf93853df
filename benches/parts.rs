//! What do the parts of dlxbench cost?
//!
//! | group | what one unit is |
//! |---|---|
//! | `parse` | reading a puzzle: from lines, from lines with labels, or from blocks |
//! | `set-up` | loading a puzzle into an engine: a search limited to one node |
//! | `guess` | solving a puzzle that takes the engine exactly one guess, with the proof of uniqueness |
//! | `sweep` | a sweep of the whole grid, with its share of the cost of guesses |
//! | `hide` | an update of the links of the `dlx` engine, including undoing it when the search backtracks |
//! | `rate` | rating a puzzle of a class: its uniqueness, its class by logic, its guesses over 16 isomorphs |
//! | `minlex` | finding the smallest isomorph of a puzzle: by its solution, with or without the time to solve it, or by itself, for shipped puzzles and for very symmetric ones |
//! | `link` | an update of the linked matrix, which removes a node from its ring and restores it: a search of a thousand nodes |
//! | `step` | a step of a search that goes one step at a time, forward or backward, from its start to its ten-thousandth step |
//!
//! Run it with `cargo bench --bench parts`, or with `cargo bench --bench parts -- guess` for one group. Criterion reports
//! the change since the last run. `cargo test --benches` runs everything once. All puzzles are shipped ones.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput};
use dlxbench::corpus::{Batch, Reader, Source};
use dlxbench::cover::{self, Matrix, Stepper, problems};
use dlxbench::engine::{Engine, EngineKind, Limits, Outcome};
use dlxbench::logic::{Effort, EffortRule, Logician};
use dlxbench::random::Random;
use dlxbench::sudoku::isomorph::Isomorphism;
use dlxbench::sudoku::minlex::{puzzle_minlex, solution_minlex};
use dlxbench::sudoku::{Geometry, Grid, encode};

/// Returns the puzzles of a corpus. In a debug build nothing is measured, and a few puzzles show that everything works.
fn puzzles_of(source: &Source) -> Vec<Grid> {
    let most = if cfg!(debug_assertions) { 20 } else { usize::MAX };
    let entries = Reader::new(source.open().expect("embedded")).take(most);
    entries.map(|entry| entry.expect("embedded").expect("shipped puzzles are sound").puzzle).collect()
}

fn shipped() -> Vec<Grid> {
    Source::shipped().iter().flat_map(puzzles_of).collect()
}

fn solve(engine: &mut dyn Engine, puzzle: &[u8], limits: &Limits<'_>) -> Outcome {
    engine.solve(puzzle, limits, &mut |cells| {
        black_box(cells);
        ControlFlow::Continue(())
    })
}

fn parse(criterion: &mut Criterion) {
    let puzzles = shipped();
    let joined = |write: &dyn Fn(&Grid) -> String| puzzles.iter().map(write).collect::<String>();
    let texts = [
        ("lines", joined(&|grid| format!("{}\n", grid.to_line()))),
        ("labeled lines", joined(&|grid| format!("{} # {} givens\n", grid.to_line(), grid.clues()))),
        ("blocks", joined(&|grid| format!("{grid}\n"))),
    ];
    let mut group = criterion.benchmark_group("parse");
    group.throughput(Throughput::Elements(puzzles.len() as u64));
    for (name, text) in texts {
        let mut batch = Batch::default();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                batch.clear();
                let mut reader = Reader::new(black_box(text.as_bytes()));
                let more = reader.read_batch(usize::MAX, &mut batch);
                assert!(!more.expect("reading memory does not fail") && batch.len() == puzzles.len());
            });
        });
    }
}

fn set_up(criterion: &mut Criterion) {
    let puzzles = shipped();
    let limits = Limits { nodes: 1, ..Limits::UNIQUENESS };
    let mut group = criterion.benchmark_group("set-up");
    group.throughput(Throughput::Elements(puzzles.len() as u64));
    for kind in EngineKind::solvers() {
        let mut engine = kind.build(Geometry::NINE).expect("every engine knows 9×9");
        group.bench_function(kind.name(), |bencher| {
            bencher.iter(|| {
                for puzzle in &puzzles {
                    black_box(solve(engine.as_mut(), black_box(puzzle.cells()), &limits));
                }
            });
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("set-up of a matrix");
    let pentominoes = problems::pentominoes(6, 10).expect("the board is valid");
    group.throughput(Throughput::Elements(pentominoes.option_count() as u64));
    group.bench_function("pentominoes 6×10, an option", |bencher| {
        bencher.iter_with_large_drop(|| Matrix::new(black_box(&pentominoes)));
    });
}

/// Returns isomorphs of shipped puzzles that take this engine exactly one guess.
fn one_guess_puzzles(engine: &mut dyn Engine) -> Vec<Vec<u8>> {
    const WANTED: usize = 50;
    // Backtracking rarely guesses just once, and without a limit it would take long.
    let limits = Limits { nodes: 1000, ..Limits::UNIQUENESS };
    let mut random = Random::new(1);
    let mut found = Vec::new();
    for puzzle in shipped().iter().cycle().take(2000) {
        let mut cells = vec![0; 81];
        Isomorphism::random(Geometry::NINE, &mut random).apply(puzzle.cells(), &mut cells);
        let outcome = solve(engine, &cells, &limits);
        if !outcome.ended.is_stopped() && outcome.counters.guesses == 1 {
            found.push(cells);
        }
        if found.len() == WANTED {
            break;
        }
    }
    found
}

fn guess(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("guess");
    for kind in EngineKind::solvers() {
        let mut engine = kind.build(Geometry::NINE).expect("every engine knows 9×9");
        let puzzles = one_guess_puzzles(engine.as_mut());
        if puzzles.is_empty() {
            continue;
        }
        group.throughput(Throughput::Elements(puzzles.len() as u64));
        group.bench_function(kind.name(), |bencher| {
            bencher.iter(|| {
                for puzzle in &puzzles {
                    black_box(solve(engine.as_mut(), black_box(puzzle), &Limits::UNIQUENESS));
                }
            });
        });
    }
}

/// Measures what each engine counts as an update, on the hardest shipped puzzles.
fn updates(criterion: &mut Criterion, group: &str, kinds: &[EngineKind]) {
    let puzzles = puzzles_of(&Source::shipped_named("extreme").expect("embedded"));
    let mut group = criterion.benchmark_group(group);
    for kind in kinds {
        let mut engine = kind.build(Geometry::NINE).expect("every engine knows 9×9");
        let mut run = || -> u64 {
            let solved =
                puzzles.iter().map(|puzzle| solve(engine.as_mut(), puzzle.cells(), &Limits::UNIQUENESS));
            solved.map(|outcome| outcome.counters.updates).sum()
        };
        group.throughput(Throughput::Elements(run()));
        group.bench_function(kind.name(), |bencher| bencher.iter(&mut run));
    }
}

fn link(criterion: &mut Criterion) {
    let problems = [
        ("pentominoes 6×10", problems::pentominoes(6, 10)),
        ("Langford pairs 12", problems::langford(12)),
        ("queens 14", problems::queens(14)),
    ];
    let limits = cover::Limits { nodes: Some(1000), ..cover::Limits::default() };
    let mut group = criterion.benchmark_group("link");
    for (name, problem) in problems {
        let mut matrix = Matrix::new(&problem.expect("the problem is valid"));
        // A stopped search undoes all its updates, so it can be repeated.
        let updates = matrix.search(limits).finish().counters.updates;
        group.throughput(Throughput::Elements(updates));
        group.bench_function(name, |bencher| bencher.iter(|| black_box(matrix.search(limits).finish())));
    }
}

fn step(criterion: &mut Criterion) {
    let sudoku = puzzles_of(&Source::shipped_named("extreme").expect("embedded")).swap_remove(0);
    let problems = [
        ("sudoku", encode::options_of(&sudoku)),
        ("pentominoes 6×10", problems::pentominoes(6, 10).expect("the box is valid")),
        ("queens 14", problems::queens(14).expect("the order is valid")),
    ];
    let mut group = criterion.benchmark_group("step");
    for (name, problem) in problems {
        let start = Stepper::new(&problem);
        let mut end = start.clone();
        let steps = (0..10_000).map_while(|_| end.forward()).count();
        group.throughput(Throughput::Elements(steps as u64));
        group.bench_function(format!("{name}, forward"), |bencher| {
            let forward = |stepper: &mut Stepper| (0..steps).filter_map(|_| stepper.forward()).count();
            bencher.iter_batched_ref(|| start.clone(), forward, BatchSize::LargeInput);
        });
        group.bench_function(format!("{name}, backward"), |bencher| {
            let backward = |stepper: &mut Stepper| (0..steps).filter_map(|_| stepper.backward()).count();
            bencher.iter_batched_ref(|| end.clone(), backward, BatchSize::LargeInput);
        });
    }
}

fn rate(criterion: &mut Criterion) {
    /// The number of puzzles of each class.
    const COUNT: usize = 50;
    let logician = Logician::new(Geometry::NINE);
    let mut effort = Effort::new(Geometry::NINE, EffortRule::default()).expect("every engine knows 9×9");
    let mut group = criterion.benchmark_group("rate");
    group.throughput(Throughput::Elements(COUNT as u64));
    for source in Source::shipped() {
        let entries = Reader::new(source.open().expect("embedded")).take(COUNT);
        let puzzles: Vec<Grid> = entries
            .map(|entry| entry.expect("embedded").expect("shipped puzzles are sound").puzzle)
            .collect();
        assert_eq!(puzzles.len(), COUNT);
        group.bench_function(&source.class, |bencher| {
            bencher.iter(|| {
                for puzzle in &puzzles {
                    let cells = black_box(puzzle.cells());
                    black_box((logician.grade(cells), effort.mean(cells)));
                }
            });
        });
    }
}

fn minlex(criterion: &mut Criterion) {
    let puzzles = shipped();
    let mut engine = EngineKind::Sweep.build(Geometry::NINE).expect("every engine knows 9×9");
    let mut solution = |puzzle: &Grid| {
        let mut solution = [0; 81];
        engine.solve(black_box(puzzle.cells()), &Limits::UNIQUENESS, &mut |cells| {
            solution.copy_from_slice(cells);
            ControlFlow::Continue(())
        });
        solution
    };
    let solutions: Vec<[u8; 81]> = puzzles.iter().map(&mut solution).collect();
    let mut group = criterion.benchmark_group("minlex");
    group.throughput(Throughput::Elements(puzzles.len() as u64));
    group.bench_function("by the solution", |bencher| {
        bencher.iter(|| {
            for (puzzle, solution) in puzzles.iter().zip(&solutions) {
                black_box(solution_minlex(Geometry::NINE, black_box(puzzle.cells()), solution));
            }
        });
    });
    group.bench_function("by the solution, solved by sweep", |bencher| {
        bencher.iter(|| {
            for puzzle in &puzzles {
                black_box(solution_minlex(Geometry::NINE, puzzle.cells(), &solution(puzzle)));
            }
        });
    });
    let symmetric = Grid::pattern(Geometry::NINE);
    let kinds = [
        ("by itself, the empty grid", vec![symmetric.with_cells(&[0; 81])]),
        ("by itself, a solved grid", vec![symmetric.with_cells(&solutions[0])]),
        ("by itself, a very symmetric solved grid", vec![symmetric]),
        ("by itself", puzzles),
    ];
    for (name, puzzles) in kinds {
        group.throughput(Throughput::Elements(puzzles.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for puzzle in &puzzles {
                    black_box(puzzle_minlex(Geometry::NINE, black_box(puzzle.cells())));
                }
            });
        });
    }
}

/// Short measurements, because there are many, and the differences of interest exceed their noise.
fn short() -> Criterion {
    Criterion::default()
        .sample_size(30)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
}

fn main() {
    let mut criterion = short().configure_from_args();
    parse(&mut criterion);
    set_up(&mut criterion);
    guess(&mut criterion);
    updates(&mut criterion, "sweep", &[EngineKind::Sweep, EngineKind::SweepPortable]);
    updates(&mut criterion, "hide", &[EngineKind::Dlx]);
    rate(&mut criterion);
    minlex(&mut criterion);
    link(&mut criterion);
    step(&mut criterion);
    criterion.final_summary();
}
