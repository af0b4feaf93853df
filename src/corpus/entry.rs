//! What a file holds: puzzles with their columns, and lines that are not puzzles.
//!
//! A puzzle has two forms. [`Puzzle`] borrows its cells and its label from a [`Batch`](super::Batch), so that no puzzle
//! needs memory of its own; [`Entry`] owns them.

use thiserror::Error;

use super::label::{Parts, cut, label_words, rating, solution, solution_in, start_in};
use super::malformed::Malformed;
use crate::sudoku::isomorph::Isomorphism;
use crate::sudoku::{Geometry, Grid, Symbols, clash};

/// A puzzle of a batch, with its columns.
#[derive(Clone, Copy, Debug)]
pub struct Puzzle<'b> {
    /// The line of the file where it begins, from 1.
    pub line: u64,
    /// The byte where that line begins, from 0; of a compressed file, in what is unpacked.
    pub byte: u64,
    /// The size of its grid.
    pub geometry: Geometry,
    /// How its digits are written.
    pub symbols: Symbols,
    /// The class that the reader gave to it; see [`Classes`](super::Classes).
    pub class: u16,
    /// Its cells, row by row, 0 for blank.
    pub cells: &'b [u8],
    /// What else stands on its line.
    pub label: &'b str,
    /// Where in the label the rating and the class stand; `None` if that is to be guessed.
    pub parts: Option<Parts>,
    /// What the file's solution column says, right or wrong: how its digits are written, and as many cells as the
    /// puzzle has.
    pub solution: Option<(Symbols, &'b [u8])>,
}

impl Puzzle<'_> {
    /// The puzzle as a grid.
    pub fn grid(&self) -> Grid {
        Grid::new(self.geometry, self.symbols, self.cells)
    }

    /// Where the solution that stands in the file is wrong: in its column or, without one, in the label.
    ///
    /// `found` is the only solution of the puzzle. Without it the stated solution is checked by itself: the wrong cell
    /// is the first that contradicts a given, the second of two that clash, or one that is blank.
    pub fn wrong_solution(&self, found: Option<&[u8]>) -> Option<WrongSolution> {
        let in_label;
        let stated = match self.solution {
            Some((_, cells)) => cells,
            None => {
                in_label = solution_in(self.label, self.geometry)?;
                in_label.cells()
            }
        };
        let cell = match found {
            Some(found) => (0..stated.len()).find(|&cell| stated[cell] != found[cell]),
            None => self.unsound_cell(stated),
        };
        cell.map(|cell| WrongSolution { cell, geometry: self.geometry })
    }

    fn unsound_cell(&self, stated: &[u8]) -> Option<usize> {
        let given = (0..stated.len()).find(|&cell| self.cells[cell] != 0 && self.cells[cell] != stated[cell]);
        let blank = || stated.iter().position(|&digit| digit == 0);
        given.or_else(|| clash(self.geometry, stated).map(|clash| clash.second)).or_else(blank)
    }

    /// The same with memory of its own.
    pub fn to_entry(&self) -> Entry {
        Entry {
            line: self.line,
            byte: self.byte,
            puzzle: self.grid(),
            label: self.label.to_owned(),
            parts: self.parts,
            solution: self.solution.map(|(symbols, cells)| Grid::new(self.geometry, symbols, cells)),
        }
    }
}

/// A cell in which the solution that stands in a file is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the solution in the file is wrong at {}", .geometry.cell_name(*.cell))]
pub struct WrongSolution {
    /// The cell, counted from 0 row by row.
    pub cell: usize,
    geometry: Geometry,
}

/// A puzzle of a file, with its columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The line where it begins, from 1.
    pub line: u64,
    /// The byte where that line begins, from 0; of a compressed file, in what is unpacked.
    pub byte: u64,
    /// The puzzle.
    pub puzzle: Grid,
    /// What else stands on its line.
    pub label: String,
    /// Where in the label the rating and the class stand; `None` if that is to be guessed.
    pub parts: Option<Parts>,
    /// What the file's solution column says, right or wrong.
    pub solution: Option<Grid>,
}

impl Entry {
    /// A puzzle and nothing else.
    pub fn new(line: u64, puzzle: Grid) -> Entry {
        Entry { line, byte: 0, puzzle, label: String::new(), parts: None, solution: None }
    }

    /// The same without a copy, and with a class.
    pub fn as_puzzle(&self, class: u16) -> Puzzle<'_> {
        Puzzle {
            line: self.line,
            byte: self.byte,
            geometry: self.puzzle.geometry(),
            symbols: self.puzzle.symbols(),
            class,
            cells: self.puzzle.cells(),
            label: &self.label,
            parts: self.parts,
            solution: self.solution.as_ref().map(|solution| (solution.symbols(), solution.cells())),
        }
    }

    /// The same with a solution that stands in the label taken out of it; that of a column counts more.
    pub fn with_solution_apart(mut self) -> Entry {
        if self.solution.is_some() || self.label.len() < self.puzzle.cells().len() {
            return self;
        }
        let geometry = self.puzzle.geometry();
        let word = |word| Some(word).zip(solution(word, geometry));
        let Some((word, solution)) = label_words(&self.label).find_map(word) else { return self };
        let start = start_in(&self.label, word);
        let (label, parts) = cut(&self.label, self.parts, (start, start + word.len()));
        (self.label, self.parts, self.solution) = (label, parts, Some(solution));
        self
    }

    /// Where the solution that stands in the file is wrong; see [`Puzzle::wrong_solution`].
    pub fn wrong_solution(&self, found: Option<&[u8]>) -> Option<WrongSolution> {
        self.as_puzzle(0).wrong_solution(found)
    }

    /// The rating that stands in the file.
    pub fn rating(&self) -> Option<f64> {
        rating(Parts::of(self.parts, &self.label).0)
    }

    /// Another form of the same puzzle; the solution is transformed with it.
    pub fn transformed(&self, isomorphism: &Isomorphism) -> Entry {
        let image = |grid: &Grid| {
            let mut image = vec![0; grid.cells().len()];
            isomorphism.apply(grid.cells(), &mut image);
            grid.with_cells(&image)
        };
        Entry {
            puzzle: image(&self.puzzle),
            solution: self.solution.as_ref().map(image),
            label: self.label.clone(),
            ..*self
        }
    }
}

/// A line, or a block of lines, that is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{reason}")]
pub struct BadLine {
    /// The line where it begins, from 1.
    pub line: u64,
    /// The byte where that line begins, from 0; of a compressed file, in what is unpacked.
    pub byte: u64,
    /// The text as it was found, cut to a readable length.
    pub text: String,
    /// What is wrong with it.
    pub reason: Malformed,
}

/// Where a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Place {
    /// Its number, from 1; 0 before the first line.
    pub(super) line: u64,
    /// The byte where it begins, from 0.
    pub(super) byte: u64,
}
