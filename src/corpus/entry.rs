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
    /// The byte where that line begins, from 0; in a compressed file, counted after unpacking.
    pub byte: u64,
    /// The size of its grid.
    pub geometry: Geometry,
    /// How its digits are written.
    pub symbols: Symbols,
    /// The number of its class; see [`Classes`](super::Classes).
    pub class: u16,
    /// Its cells, row by row, 0 for blank.
    pub cells: &'b [u8],
    /// The rest of its line.
    pub label: &'b str,
    /// Where in the label the rating and the class are; `None` if that must be guessed.
    pub parts: Option<Parts>,
    /// The file's solution column, right or wrong: how its digits are written, and as many cells as the puzzle has.
    pub solution: Option<(Symbols, &'b [u8])>,
}

impl Puzzle<'_> {
    /// Returns the puzzle as a grid.
    pub fn grid(&self) -> Grid {
        Grid::new(self.geometry, self.symbols, self.cells)
    }

    /// Returns where the solution in the file is wrong. It is in its column or, without one, in the label.
    ///
    /// `found` is the only solution of the puzzle. Without it, the solution in the file is checked on its own: the
    /// wrong cell is the first that contradicts a given, the second of two that clash, or the first that is blank.
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

    /// Returns a copy with its own memory.
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

/// A cell in which the solution in a file is wrong.
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
    /// The byte where that line begins, from 0; in a compressed file, counted after unpacking.
    pub byte: u64,
    /// The puzzle.
    pub puzzle: Grid,
    /// The rest of its line.
    pub label: String,
    /// Where in the label the rating and the class are; `None` if that must be guessed.
    pub parts: Option<Parts>,
    /// The file's solution column, right or wrong.
    pub solution: Option<Grid>,
}

impl Entry {
    /// Creates an entry with a puzzle and nothing else.
    pub fn new(line: u64, puzzle: Grid) -> Entry {
        Entry { line, byte: 0, puzzle, label: String::new(), parts: None, solution: None }
    }

    /// Returns a view of the entry, with a class.
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

    /// Moves a solution from the label to the field `solution`, unless the file has a solution column.
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

    /// Returns where the solution in the file is wrong; see [`Puzzle::wrong_solution`].
    pub fn wrong_solution(&self, found: Option<&[u8]>) -> Option<WrongSolution> {
        self.as_puzzle(0).wrong_solution(found)
    }

    /// Returns the rating in the file.
    pub fn rating(&self) -> Option<f64> {
        rating(Parts::of(self.parts, &self.label).0)
    }

    /// Returns an isomorph of the puzzle. The solution is transformed too.
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
    /// The byte where that line begins, from 0; in a compressed file, counted after unpacking.
    pub byte: u64,
    /// The text of the line, truncated to a readable length.
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
