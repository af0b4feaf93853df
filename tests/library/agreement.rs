//! All engines agree on random puzzles: on the number of solutions up to every limit, and on the solutions. `sweep` also
//! has the same counters on all kinds of vectors.
//!
//! Ten thousand puzzles run with the other tests; `scripts/check-engines` runs a million, on all cores. A failure names the
//! case; `DLXBENCH_SEED` and `DLXBENCH_FIRST` repeat it alone.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{AddAssign, ControlFlow};
use std::thread;

use dlxbench::engine::{Engine, EngineKind, Limits, Outcome};
use dlxbench::random::Random;
use dlxbench::sudoku::{Geometry, Verifier};

use crate::mutation::Bases;

/// How many solutions are asked for; the last one decides what kind of puzzle it is.
const LIMITS: [u64; 4] = [200, 5, 2, 1];

/// Nodes until plain backtracking may give up; on other sizes than 9×9, until every engine may.
const NODES: u64 = 20_000;

/// The engines under test for one size, with their names in messages.
///
/// An engine that exists in several variants, such as portable code and code for one kind of processor, belongs here once
/// for each of them: all are held to the same counts.
fn panel(geometry: Geometry) -> Vec<(String, Box<dyn Engine>)> {
    let build = |kind: EngineKind| Some((kind.name().to_owned(), kind.build(geometry)?));
    EngineKind::solvers().filter_map(build).collect()
}

/// What came up, so that a test can tell that it tested what it means to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Tally {
    /// Puzzles with none, one, two, up to 199 and at least 200 solutions, and those that no engine finished.
    kinds: BTreeMap<&'static str, u64>,
    /// How many questions each engine gave up on, one for each puzzle and limit.
    given_up: BTreeMap<String, u64>,
    cases: u64,
}

impl Tally {
    fn share(&self, kind: &str) -> f64 {
        self.kinds.get(kind).copied().unwrap_or(0) as f64 / self.cases as f64
    }

    fn share_given_up(&self, engine: &str) -> f64 {
        let questions = self.cases * LIMITS.len() as u64;
        self.given_up.get(engine).copied().unwrap_or(0) as f64 / questions as f64
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        for (kind, count) in other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
        for (engine, count) in other.given_up {
            *self.given_up.entry(engine).or_default() += count;
        }
        self.cases += other.cases;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} puzzles, each with the limits {LIMITS:?};", self.cases)?;
        for (kind, count) in &self.kinds {
            write!(f, " {kind}: {count};")?;
        }
        for (engine, count) in &self.given_up {
            write!(f, " {engine} gave up on {count};")?;
        }
        Ok(())
    }
}

fn kind_of(solutions: u64) -> &'static str {
    match solutions {
        0 => "none",
        1 => "one",
        2 => "two",
        3..200 => "several",
        _ => "many",
    }
}

/// Outcome of a puzzle and its solutions, sorted, each verified; no solutions if the engine gave up.
fn solutions(
    (name, engine): &mut (String, Box<dyn Engine>),
    verifier: &Verifier,
    puzzle: &[u8],
    limits: &Limits<'_>,
    case: &dyn fmt::Display,
) -> (Outcome, Option<Vec<Vec<u8>>>) {
    let mut found: Vec<Vec<u8>> = Vec::new();
    let outcome = engine.solve(puzzle, limits, &mut |cells| {
        assert!(verifier.solves(puzzle, cells), "{name} gave a wrong solution: {case}");
        found.push(cells.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.solutions, found.len() as u64, "{name} does not count what it hands out: {case}");
    assert!(outcome.solutions <= limits.solutions, "{name} went beyond the limit: {case}");
    found.sort();
    assert!(found.windows(2).all(|pair| pair[0] != pair[1]), "{name} gave a solution twice: {case}");
    let found = (!outcome.ended.is_stopped()).then_some(found);
    (outcome, found)
}

/// Puts a puzzle to all engines, with all limits.
fn agree(
    panel: &mut [(String, Box<dyn Engine>)],
    verifier: &Verifier,
    puzzle: &[u8],
    case: &dyn fmt::Display,
    tally: &mut Tally,
) {
    let mut reference: Option<Vec<Vec<u8>>> = None;
    for solution_limit in LIMITS {
        let mut swept: Option<Outcome> = None;
        for member in &mut *panel {
            let may_give_up = puzzle.len() != 81 || member.0 == EngineKind::Naive.name();
            let nodes = if may_give_up { NODES } else { u64::MAX };
            let limits = Limits { solutions: solution_limit, nodes, interrupt: None };
            let (outcome, found) = solutions(member, verifier, puzzle, &limits, case);
            if member.0.starts_with(EngineKind::Sweep.name()) {
                let first = swept.get_or_insert(outcome);
                assert_eq!(outcome, *first, "{} with limit {solution_limit}: {case}", member.0);
            }
            let Some(found) = found else {
                *tally.given_up.entry(member.0.clone()).or_default() += 1;
                continue;
            };
            // The first answer is to the largest limit, unless that was too much for everybody.
            if reference.is_none() && solution_limit == LIMITS[0] {
                reference = Some(found);
                continue;
            }
            let Some(all) = &reference else { continue };
            let (name, expected) = (&member.0, solution_limit.min(all.len() as u64));
            assert_eq!(found.len() as u64, expected, "{name} with limit {solution_limit}: {case}");
            // Which ones come first is an engine's own business, but there are no others.
            if (all.len() as u64) < LIMITS[0] {
                let known = |solution: &Vec<u8>| all.binary_search(solution).is_ok();
                assert!(found.iter().all(known), "{name} with limit {solution_limit} found another: {case}");
            }
        }
    }
    *tally.kinds.entry(reference.map_or("unknown", |all| kind_of(all.len() as u64))).or_default() += 1;
    tally.cases += 1;
}

/// Cases `first` … `first + count − 1` of a seed, shared out among the cores.
fn run(geometry: Geometry, seed: u64, first: u64, count: u64) -> Tally {
    let bases = if geometry == Geometry::NINE { Bases::shipped() } else { Bases::solved(geometry) };
    let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    let work = |thread: u64| {
        let (mut panel, verifier, mut tally) = (panel(geometry), Verifier::new(geometry), Tally::default());
        for index in (first..first + count).skip(thread as usize).step_by(threads as usize) {
            let puzzle = bases.mutant(&mut Random::of_member(seed, index));
            let case = format!("{geometry}, seed {seed}, case {index}, cells {puzzle:?}");
            agree(&mut panel, &verifier, &puzzle, &case, &mut tally);
        }
        tally
    };
    let mut total = Tally::default();
    thread::scope(|scope| {
        let work = &work;
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        for worker in workers {
            total += worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
    println!("{geometry}: {total}");
    total
}

/// No kind of puzzle is rare, and hardly anything went unasked.
fn assert_balanced(tally: &Tally) {
    for kind in ["none", "one", "two", "several", "many"] {
        assert!(tally.share(kind) >= 0.05, "too few puzzles with {kind}: {tally}");
    }
    assert!(tally.share_given_up("naive") <= 0.3, "backtracking gave up too often: {tally}");
}

/// Puzzles on which an order of guesses went astray: `sweep` took 35 s for the first, and up to 200,000 nodes for others
/// with orders that were tried.
const ASTRAY: [&str; 6] = [
    ".............................................8............................8......",
    ".1....7......36..2.7......1.......3....................8.........................",
    "....1..................2......................5......1..5.2...............9..3...",
    "...8.69......9.............9..2.......29...........37....7.....3........7..12...5",
    "..........7.3...65...24.........2......83.19.......7............6..1..5.........6",
    "2..........8...7.......................4...............63....7...................",
];

/// The nodes, the puzzle and the limit that took an engine longest.
type Worst = BTreeMap<String, (u64, String, u64)>;

/// No engine takes more than [`NODES`] for a puzzle, unless `dlx` takes a tenth as many; `cover` and `naive` give up there.
fn assert_steady(panel: &mut [(String, Box<dyn Engine>)], puzzle: &[u8], worst: &mut Worst) {
    for solutions in [1, 2, 50] {
        let mut of_dlx = 0;
        for (name, engine) in &mut *panel {
            let may_give_up = [EngineKind::Cover.name(), EngineKind::Naive.name()].contains(&name.as_str());
            let nodes = if may_give_up { NODES } else { 100 * NODES };
            let limits = Limits { solutions, nodes, interrupt: None };
            let nodes = engine.solve(puzzle, &limits, &mut |_| ControlFlow::Continue(())).counters.nodes;
            if name == EngineKind::Dlx.name() {
                of_dlx = nodes;
            }
            assert!(nodes <= NODES.max(10 * of_dlx), "{name} took {nodes} nodes, dlx {of_dlx}: {puzzle:?}");
            if worst.get(name).is_none_or(|(most, ..)| nodes > *most) {
                let text = puzzle.iter().map(|digit| char::from(b'0' + digit)).collect();
                worst.insert(name.clone(), (nodes, text, solutions));
            }
        }
    }
}

/// Puts random givens to the engines of these names, on all cores, and prints the worst puzzle of each.
fn run_steady(names: &[EngineKind], seed: u64, count: u64) {
    let bases = Bases::shipped();
    let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    let work = |thread: u64| {
        let (mut panel, mut worst) = (panel(Geometry::NINE), Worst::new());
        panel.retain(|(name, _)| names.iter().any(|kind| kind.name() == name));
        for index in (thread..count).step_by(threads as usize) {
            let puzzle = bases.any_givens(&mut Random::of_member(seed, index));
            assert_steady(&mut panel, &puzzle, &mut worst);
        }
        worst
    };
    let mut total = Worst::new();
    thread::scope(|scope| {
        let work = &work;
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        for worker in workers {
            for (name, case) in worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)) {
                let most = total.entry(name).or_default();
                *most = case.max(most.clone());
            }
        }
    });
    for (name, (nodes, puzzle, solutions)) in total {
        println!("{count} puzzles, {name}: at most {nodes} nodes, for {puzzle} with limit {solutions}");
    }
}

/// The engines that must not go astray.
const STEADY: [EngineKind; 4] =
    [EngineKind::Dlx, EngineKind::Sweep, EngineKind::SweepPortable, EngineKind::Masks];

#[test]
fn no_engine_goes_astray() {
    let mut panel = panel(Geometry::NINE);
    panel.retain(|(name, _)| STEADY.iter().any(|kind| kind.name() == name));
    for puzzle in ASTRAY {
        let puzzle: dlxbench::sudoku::Grid = puzzle.parse().unwrap();
        assert_steady(&mut panel, puzzle.cells(), &mut Worst::new());
    }
    run_steady(&STEADY, 1, 3_000);
}

#[test]
#[ignore = "takes long; scripts/check-engines runs it"]
fn no_engine_goes_astray_on_two_million_puzzles() {
    let (cases, seed) = (2 * setting("DLXBENCH_CASES", 1_000_000), setting("DLXBENCH_SEED", 1));
    run_steady(&STEADY, seed, cases);
    // These are slow, and may give up.
    run_steady(&[EngineKind::Cover, EngineKind::Naive], seed, cases / 1000);
}

/// A number from the environment, for the long run.
fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} must be a number, not {text}")),
        Err(_) => default,
    }
}

#[test]
fn engines_agree_on_ten_thousand_puzzles() {
    let tally = run(Geometry::NINE, 4, 0, 10_000);
    assert_balanced(&tally);
}

#[test]
fn engines_agree_on_other_sizes() {
    for geometry in Geometry::ALL.into_iter().filter(|&geometry| geometry != Geometry::NINE) {
        let tally = run(geometry, 4, 0, if geometry.size() <= 12 { 400 } else { 100 });
        for kind in ["none", "one", "several"] {
            assert!(tally.share(kind) >= 0.05, "too few puzzles with {kind}: {tally}");
        }
        assert!(tally.share("unknown") <= 0.35, "too few puzzles were solved: {tally}");
    }
}

#[test]
#[ignore = "takes long; scripts/check-engines runs it"]
fn engines_agree_on_a_million_puzzles() {
    let (cases, seed) = (setting("DLXBENCH_CASES", 1_000_000), setting("DLXBENCH_SEED", 1));
    let first = setting("DLXBENCH_FIRST", 0);
    let tally = run(Geometry::NINE, seed, first, cases);
    if cases >= 10_000 {
        assert_balanced(&tally);
    }
    // A hundredth of it in each other size.
    for geometry in Geometry::ALL.into_iter().filter(|&geometry| geometry != Geometry::NINE) {
        run(geometry, seed, first, cases / 100);
    }
}
