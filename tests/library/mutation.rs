//! Random puzzles near known ones: with no solution, with one, with two, with a few and with many, each often.
//!
//! Puzzles drawn blindly are nearly all of one kind. These start from a puzzle whose solution is known, or from a solved
//! grid, as a random isomorph, and one of several mutations decides what they are likely to become.

use std::ops::ControlFlow;

use dlxbench::corpus::{Reader, Source};
use dlxbench::engine::{EngineKind, Limits};
use dlxbench::random::Random;
use dlxbench::sudoku::isomorph::Isomorphism;
use dlxbench::sudoku::{Geometry, Grid};

/// Puzzles with their solutions, to start from.
pub(crate) struct Bases {
    geometry: Geometry,
    /// A puzzle with exactly one solution, or a complete grid, and its solution.
    known: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Bases {
    /// The shipped 9×9 puzzles.
    pub(crate) fn shipped() -> Bases {
        let mut engine = EngineKind::Cover.build(Geometry::NINE).unwrap();
        let entries = Source::shipped().into_iter().flat_map(|source| Reader::new(source.open().unwrap()));
        let known = entries.map(|entry| {
            let puzzle = entry.unwrap().unwrap().puzzle.cells().to_vec();
            let mut solution = Vec::new();
            let outcome = engine.solve(&puzzle, &Limits::UNIQUENESS, &mut |cells| {
                solution = cells.to_vec();
                ControlFlow::Continue(())
            });
            assert_eq!(outcome.solutions, 1);
            (puzzle, solution)
        });
        Bases { geometry: Geometry::NINE, known: known.collect() }
    }

    /// A solved grid of any size, from which the givens of a puzzle are drawn.
    pub(crate) fn solved(geometry: Geometry) -> Bases {
        let cells = Grid::pattern(geometry).cells().to_vec();
        Bases { geometry, known: vec![(cells.clone(), cells)] }
    }

    /// Up to 80 givens of a 9×9 grid: of a solution, or any that do not clash.
    pub(crate) fn any_givens(&self, random: &mut Random) -> Vec<u8> {
        let (_, solution) = &self.known[random.below(self.known.len())];
        let count = random.below(81);
        if random.below(2) == 0 {
            let mut image = vec![0; 81];
            Isomorphism::random(self.geometry, random).apply(solution, &mut image);
            return dropped(image, 81 - count, random);
        }
        let mut cells = vec![0; 81];
        for cell in order(&cells, random).into_iter().take(count) {
            let first = random.below(9);
            let fits = |digit: &u8| {
                let mut with = cells.clone();
                with[cell] = *digit;
                dlxbench::sudoku::clash(self.geometry, &with).is_none()
            };
            cells[cell] = (0..9).map(|step| ((first + step) % 9 + 1) as u8).find(fits).unwrap_or(0);
        }
        cells
    }

    /// A puzzle of this size, determined by the stream.
    pub(crate) fn mutant(&self, random: &mut Random) -> Vec<u8> {
        let (puzzle, solution) = &self.known[random.below(self.known.len())];
        let isomorphism = Isomorphism::random(self.geometry, random);
        let image = |cells: &[u8]| {
            let mut image = vec![0; cells.len()];
            isomorphism.apply(cells, &mut image);
            image
        };
        let (puzzle, solution) = (image(puzzle), image(solution));
        let cells = solution.len();
        let is_complete = !puzzle.contains(&0);
        let puzzle =
            if is_complete { dropped(puzzle, cells / 3 + random.below(cells / 3), random) } else { puzzle };
        match random.below(100) {
            // One, or a few.
            0..20 => dropped(puzzle, random.below(3), random),
            // A few, or many.
            20..35 => dropped(puzzle, 3 + random.below(cells / 8), random),
            // One, two, or a few: a regular puzzle with more givens than it needs.
            35..55 => dropped(solution, cells / 4 + random.below(cells / 3), random),
            // Two for each independent exchange of two digits: mostly two or four.
            55..75 => without_two_digits(solution, self.geometry, random),
            // None, and no two givens clash.
            75..90 => {
                let holes =
                    if random.below(2) == 0 { puzzle } else { dropped(solution.clone(), cells / 2, random) };
                with_wrong_digit(holes, &solution, self.geometry, random)
            }
            // Anything, often clashes.
            _ => changed(puzzle, 1 + random.below(3), self.geometry, random),
        }
    }
}

/// The cells in random order.
fn order(cells: &[u8], random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..cells.len()).collect();
    random.shuffle(&mut order);
    order
}

/// Without so many of its givens.
fn dropped(mut cells: Vec<u8>, count: usize, random: &mut Random) -> Vec<u8> {
    let givens = order(&cells, random).into_iter().filter(|&cell| cells[cell] != 0);
    for cell in givens.take(count).collect::<Vec<_>>() {
        cells[cell] = 0;
    }
    cells
}

/// A solved grid without two of its digits, but for up to two cells.
fn without_two_digits(solution: Vec<u8>, geometry: Geometry, random: &mut Random) -> Vec<u8> {
    let first = 1 + random.below(geometry.size()) as u8;
    let second = 1 + random.below(geometry.size()) as u8;
    let keep = random.below(3);
    let blanks =
        order(&solution, random).into_iter().filter(|&cell| [first, second].contains(&solution[cell]));
    let blanks: Vec<usize> = blanks.skip(keep).collect();
    let mut cells = solution;
    blanks.into_iter().for_each(|cell| cells[cell] = 0);
    cells
}

/// With a digit that is not the solution's, in a blank cell where it does not clash with any given.
fn with_wrong_digit(mut cells: Vec<u8>, solution: &[u8], geometry: Geometry, random: &mut Random) -> Vec<u8> {
    let blanks: Vec<usize> = order(&cells, random).into_iter().filter(|&cell| cells[cell] == 0).collect();
    for cell in blanks {
        for digit in (1..=geometry.size() as u8).filter(|&digit| digit != solution[cell]) {
            cells[cell] = digit;
            if dlxbench::sudoku::clash(geometry, &cells).is_none() {
                return cells;
            }
        }
        cells[cell] = 0;
    }
    cells
}

/// With so many cells changed to any digit or to none.
fn changed(mut cells: Vec<u8>, count: usize, geometry: Geometry, random: &mut Random) -> Vec<u8> {
    for _ in 0..count {
        let cell = random.below(cells.len());
        cells[cell] = random.below(geometry.size() + 1) as u8;
    }
    cells
}
