//! Many puzzles in a few flat buffers, so that a batch can be refilled without allocating.

use super::entry::Parts;
use super::malformed::Malformed;
use crate::sudoku::{Geometry, Grid, Symbols};

/// A puzzle of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Puzzle<'b> {
    /// The line of the file where it begins, from 1.
    pub line: u64,
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
    /// What the file's solution column says, in cells.
    pub solution: Option<&'b [u8]>,
}

impl Puzzle<'_> {
    /// The puzzle as a grid.
    pub fn grid(&self) -> Grid {
        Grid::new(self.geometry, self.symbols, self.cells)
    }
}

#[derive(Clone, Copy, Debug)]
struct Item {
    line: u64,
    geometry: Geometry,
    symbols: Symbols,
    class: u16,
    /// Where its cells and its label end in the flat buffers.
    cells_end: u32,
    label_end: u32,
}

/// What only some puzzles have.
#[derive(Clone, Copy, Debug)]
struct Extra {
    /// The position of the puzzle.
    index: usize,
    parts: Option<Parts>,
    /// Whether a solution of as many cells follows its cells.
    has_solution: bool,
}

/// A line that is no puzzle, as a batch keeps it.
#[derive(Clone, Debug)]
pub struct BadLine {
    /// The line of the file.
    pub line: u64,
    /// The beginning of its text.
    pub text: String,
    /// Why it is no puzzle.
    pub reason: Malformed,
}

/// Puzzles of one source, in the order of the file.
#[derive(Debug, Default)]
pub struct Batch {
    items: Vec<Item>,
    /// In the order of the puzzles.
    extras: Vec<Extra>,
    cells: Vec<u8>,
    labels: String,
    /// The lines between them that are no puzzles.
    pub bad_lines: Vec<BadLine>,
}

impl Batch {
    /// How many puzzles there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no puzzles; there may be bad lines.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Removes everything and keeps the buffers.
    pub fn clear(&mut self) {
        self.clear_puzzles();
        self.bad_lines.clear();
    }

    /// Removes the puzzles and keeps the bad lines.
    pub fn clear_puzzles(&mut self) {
        self.items.clear();
        self.extras.clear();
        self.cells.clear();
        self.labels.clear();
    }

    /// The puzzle at a position.
    #[inline]
    pub fn puzzle(&self, index: usize) -> Puzzle<'_> {
        let (cells_start, label_start) = match index.checked_sub(1) {
            Some(before) => (self.items[before].cells_end, self.items[before].label_end),
            None => (0, 0),
        };
        let Item { line, geometry, symbols, class, cells_end, label_end } = self.items[index];
        let mut cells = &self.cells[cells_start as usize..cells_end as usize];
        let (mut parts, mut solution) = (None, None);
        if let Some(extra) = self.extra(index) {
            parts = extra.parts;
            if extra.has_solution {
                let (first, second) = cells.split_at(cells.len() / 2);
                (cells, solution) = (first, Some(second));
            }
        }
        Puzzle {
            line,
            geometry,
            symbols,
            class,
            cells,
            label: &self.labels[label_start as usize..label_end as usize],
            parts,
            solution,
        }
    }

    #[inline]
    fn extra(&self, index: usize) -> Option<&Extra> {
        if self.extras.is_empty() {
            return None;
        }
        self.extras.binary_search_by_key(&index, |extra| extra.index).ok().map(|place| &self.extras[place])
    }

    /// Adds a puzzle.
    #[inline]
    pub fn push(&mut self, puzzle: Puzzle<'_>) {
        self.cells.extend_from_slice(puzzle.cells);
        if puzzle.parts.is_some() || puzzle.solution.is_some() {
            self.push_extra(&puzzle);
        }
        self.labels.push_str(puzzle.label);
        self.items.push(Item {
            line: puzzle.line,
            geometry: puzzle.geometry,
            symbols: puzzle.symbols,
            class: puzzle.class,
            cells_end: self.cells.len() as u32,
            label_end: self.labels.len() as u32,
        });
    }

    /// Adds what only some puzzles have, before the puzzle itself is added.
    #[cold]
    fn push_extra(&mut self, puzzle: &Puzzle<'_>) {
        // Only a solution that is as large as the puzzle can be told from its cells.
        let solution = puzzle.solution.filter(|solution| solution.len() == puzzle.cells.len());
        self.cells.extend_from_slice(solution.unwrap_or_default());
        let (index, parts) = (self.items.len(), puzzle.parts);
        self.extras.push(Extra { index, parts, has_solution: solution.is_some() });
    }

    /// Gives a class to the puzzle at a position.
    pub fn set_class(&mut self, index: usize, class: u16) {
        self.items[index].class = class;
    }
}
