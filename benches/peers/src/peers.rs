//! The published crates as [`Solver`]s. Each is called as its documentation suggests for many puzzles.
//!
//! Crates for exact cover in general get the [`Reduced`] problem of a puzzle, crates for Sudoku its cells.

use std::ops::ControlFlow;

use dlxbench::sudoku::{Geometry, Grid, clash};

use crate::reduced::Reduced;
use crate::solver::{Answer, Facts, Origin, Reach, Solver};

/// The peer that every other solver is compared with.
pub(crate) const BASELINE: &str = "sudoku";

/// All peers, fastest family first.
pub(crate) const ALL: [(Facts, Build); 9] = [
    (peer(BASELINE, Reach::Counts), || nine(band_bitboards)),
    (peer("msolve", Reach::Counts), || nine(msolve_count)),
    (peer("rustoku-lib", Reach::Counts), || nine(rustoku_count)),
    (peer("sudoku-solver", Reach::Counts), || nine(solution_iterator)),
    (peer("zero-alloc-sudoku", Reach::FirstOnly), || nine(zero_alloc_first)),
    (peer("dlx", Reach::Counts), || any_size(dlx_count)),
    (peer("dlx-rs", Reach::Counts), || any_size(dlx_rs_count)),
    (peer("exact-covers", Reach::Counts), || any_size(exact_covers_count)),
    (peer("dancing-links", Reach::Counts), || any_size(dancing_links_count)),
];

/// Builds a solver.
pub(crate) type Build = fn() -> Box<dyn Solver>;

const fn peer(name: &'static str, reach: Reach) -> Facts {
    Facts { name, origin: Origin::Peer, reach }
}

/// Returns the version of a peer from the lock file.
pub(crate) fn version(name: &str) -> Option<&'static str> {
    let mut lines = include_str!("../Cargo.lock").lines();
    lines.find(|line| line.strip_prefix("name = ").is_some_and(|rest| rest.trim_matches('"') == name))?;
    Some(lines.next()?.strip_prefix("version = ")?.trim_matches('"'))
}

/// A crate that supports only 9×9.
struct Nine<F>(F);

impl<F: Fn(&[u8; 81], u64) -> u64> Solver for Nine<F> {
    fn supports(&self, geometry: Geometry) -> bool {
        geometry == Geometry::NINE
    }

    fn count(&mut self, puzzle: &Grid, limit: u64) -> Answer {
        let cells = puzzle.cells().try_into().expect("the size is supported");
        Answer { solutions: (self.0)(cells, limit), work: None }
    }
}

fn nine(count: impl Fn(&[u8; 81], u64) -> u64 + 'static) -> Box<dyn Solver> {
    Box::new(Nine(count))
}

/// A crate that solves any exact-cover problem.
struct AnySize<F>(F);

impl<F: Fn(&Reduced, u64) -> u64> Solver for AnySize<F> {
    fn supports(&self, _: Geometry) -> bool {
        true
    }

    fn count(&mut self, puzzle: &Grid, limit: u64) -> Answer {
        let solutions =
            Reduced::of(puzzle).map_or_else(|obvious| obvious, |problem| (self.0)(&problem, limit));
        Answer { solutions, work: None }
    }
}

fn any_size(count: impl Fn(&Reduced, u64) -> u64 + 'static) -> Box<dyn Solver> {
    Box::new(AnySize(count))
}

fn rows(cells: &[u8; 81]) -> [[u8; 9]; 9] {
    std::array::from_fn(|row| std::array::from_fn(|column| cells[9 * row + column]))
}

fn band_bitboards(cells: &[u8; 81], limit: u64) -> u64 {
    let puzzle = sudoku::Sudoku::from_bytes(*cells).expect("digits are at most 9");
    puzzle.solutions_count_up_to(limit as usize) as u64
}

fn msolve_count(cells: &[u8; 81], limit: u64) -> u64 {
    msolve::Sudoku::from(cells).count_solutions(limit as usize) as u64
}

fn rustoku_count(cells: &[u8; 81], limit: u64) -> u64 {
    // The crate reports clashing givens as an error.
    let solver = rustoku_lib::Rustoku::new(rustoku_lib::core::Board::new(rows(cells)));
    solver.map_or(0, |mut solver| solver.count_solutions_until(limit as usize) as u64)
}

fn solution_iterator(cells: &[u8; 81], limit: u64) -> u64 {
    // The crate looks only at blank cells, so it would not notice clashing givens.
    if clash(Geometry::NINE, cells).is_some() {
        return 0;
    }
    let board = sudoku_solver::Board::from(&rows(cells));
    sudoku_solver::SolutionIter::new(&board).take(limit as usize).count() as u64
}

fn zero_alloc_first(cells: &[u8; 81], _: u64) -> u64 {
    // The crate accepts only text.
    let text = cells.map(|digit| digit + b'0');
    let text = std::str::from_utf8(&text).expect("digits are ASCII");
    zero_alloc::Sudoku::from_string(text).is_some_and(|mut puzzle| puzzle.solve()).into()
}

fn dlx_count(problem: &Reduced, limit: u64) -> u64 {
    use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
    let options: Vec<Vec<u32>> =
        problem.options.iter().map(|option| option.map(|item| item as u32).to_vec()).collect();
    let mut linked = dlx::x::make_problem(problem.items as u32, 0, &options, dlx::OptOrder::Seq);
    let mut solver = dlx::Solver::new(&mut linked);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    (0..limit).take_while(|_| solver.next_solution(&mut chooser)).count() as u64
}

fn dlx_rs_count(problem: &Reduced, limit: u64) -> u64 {
    let mut solver = dlx_rs::Solver::new(problem.items);
    for (name, option) in problem.options.iter().enumerate() {
        solver.add_option(name, &option.map(|item| item + 1));
    }
    solver.take(limit as usize).count() as u64
}

fn exact_covers_count(problem: &Reduced, limit: u64) -> u64 {
    use exact_covers::{DlSolver, Solver as _};
    let items: Vec<u16> = (0..problem.items as u16).collect();
    let mut solver: DlSolver<'_, u16, ()> = DlSolver::new(&items, &[]);
    for option in &problem.options {
        solver.add_option(option.map(|item| item as u16), []);
    }
    let mut solutions = 0;
    solver.solve(|_| {
        solutions += 1;
        if solutions == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    solutions
}

/// The problem in the form that the crate `dancing-links` expects.
struct Covering<'a> {
    options: &'a [[usize; 4]],
    items: Vec<usize>,
}

impl dancing_links::ExactCover for Covering<'_> {
    type Possibility = [usize; 4];
    type Constraint = usize;

    fn satisfies(&self, option: &[usize; 4], item: &usize) -> bool {
        option.contains(item)
    }

    fn is_optional(&self, _: &usize) -> bool {
        false
    }

    fn possibilities(&self) -> &[[usize; 4]] {
        self.options
    }

    fn constraints(&self) -> &[usize] {
        &self.items
    }
}

fn dancing_links_count(problem: &Reduced, limit: u64) -> u64 {
    use dancing_links::ExactCover as _;
    let covering = Covering { options: &problem.options, items: (0..problem.items).collect() };
    covering.solver().take(limit as usize).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_peer_distinguishes_none_one_and_two_solutions() {
        let unique = ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...";
        let full = "839465712146782953752391486391824675564173829287659341628537194913248567475916238";
        let cases = [
            (unique.to_owned(), 1),
            (full.to_owned(), 1),
            (format!("{}{}", &full[..45], ".".repeat(36)), 2),
            (format!("11{}", ".".repeat(79)), 0),
            (format!("12345678.{}........9{}", ".".repeat(9), ".".repeat(54)), 0),
        ];
        for (facts, build) in ALL {
            let mut solver = build();
            for (text, solutions) in &cases {
                for limit in [1, 2] {
                    let counted = solver.count(&text.parse().unwrap(), limit).solutions;
                    assert_eq!(counted, facts.reach.up_to(limit).min(*solutions), "{} on {text}", facts.name);
                }
            }
        }
    }

    #[test]
    fn every_peer_has_a_version() {
        for (facts, _) in ALL {
            assert!(version(facts.name).is_some(), "{}", facts.name);
        }
    }
}
