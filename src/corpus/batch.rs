//! Puzzles in a few flat buffers, so that a batch can be refilled without allocating.

use super::entry::{BadLine, Place, Puzzle};
use super::label::Parts;
use super::word::Nine;
use crate::sudoku::{Geometry, Symbols};

#[derive(Clone, Copy, Debug)]
struct Item {
    line: u64,
    byte: u64,
    geometry: Geometry,
    symbols: Symbols,
    class: u16,
    parts: Option<Parts>,
    /// How the solution is written, if there is one; its cells follow those of the puzzle.
    solution: Option<Symbols>,
    /// Where its cells and its label end in the flat buffers.
    cells_end: u32,
    label_end: u32,
}

/// Puzzles of one source, in the order of the file, and the lines between them that are not puzzles.
#[derive(Debug, Default)]
pub struct Batch {
    items: Vec<Item>,
    cells: Vec<u8>,
    labels: String,
    /// Each with the number of puzzles before it.
    bad_lines: Vec<(usize, BadLine)>,
}

impl Batch {
    /// Returns the number of puzzles.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns whether there are no puzzles; there may still be bad lines.
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
        self.cells.clear();
        self.labels.clear();
        self.bad_lines.iter_mut().for_each(|(position, _)| *position = 0);
    }

    /// Returns the puzzle at a position.
    #[inline]
    pub fn puzzle(&self, index: usize) -> Puzzle<'_> {
        let (cells_start, label_start) = match index.checked_sub(1) {
            Some(before) => (self.items[before].cells_end, self.items[before].label_end),
            None => (0, 0),
        };
        let Item { line, byte, geometry, symbols, class, parts, .. } = self.items[index];
        let cells = &self.cells[cells_start as usize..self.items[index].cells_end as usize];
        let label = &self.labels[label_start as usize..self.items[index].label_end as usize];
        let (cells, solution) = cells.split_at(geometry.cell_count());
        let solution = self.items[index].solution.map(|symbols| (symbols, solution));
        Puzzle { line, byte, geometry, symbols, class, cells, label, parts, solution }
    }

    /// Iterates over the puzzles.
    pub fn puzzles(&self) -> impl ExactSizeIterator<Item = Puzzle<'_>> {
        (0..self.len()).map(|index| self.puzzle(index))
    }

    /// Iterates over the lines that are not puzzles.
    pub fn bad_lines(&self) -> impl ExactSizeIterator<Item = &BadLine> {
        self.bad_lines.iter().map(|(_, bad_line)| bad_line)
    }

    /// Iterates over puzzles and bad lines in the order of the file.
    pub fn in_order(&self) -> impl Iterator<Item = Result<Puzzle<'_>, &BadLine>> {
        let mut bad_lines = self.bad_lines.iter().peekable();
        let mut puzzles = self.puzzles().enumerate().peekable();
        std::iter::from_fn(move || {
            let index = puzzles.peek().map_or(usize::MAX, |(index, _)| *index);
            match bad_lines.next_if(|(position, _)| *position <= index) {
                Some((_, bad_line)) => Some(Err(bad_line)),
                None => puzzles.next().map(|(_, puzzle)| Ok(puzzle)),
            }
        })
    }

    /// Adds a puzzle. A solution with another number of cells is dropped.
    #[inline]
    pub fn push(&mut self, puzzle: Puzzle<'_>) {
        self.cells.extend_from_slice(puzzle.cells);
        let solution = puzzle.solution.filter(|(_, solution)| solution.len() == puzzle.cells.len());
        if let Some((_, solution)) = solution {
            self.cells.extend_from_slice(solution);
        }
        self.labels.push_str(puzzle.label);
        self.items.push(Item {
            line: puzzle.line,
            byte: puzzle.byte,
            geometry: puzzle.geometry,
            symbols: puzzle.symbols,
            class: puzzle.class,
            parts: puzzle.parts,
            solution: solution.map(|(symbols, _)| symbols),
            cells_end: self.cells.len() as u32,
            label_end: self.labels.len() as u32,
        });
    }

    /// Adds a 9×9 puzzle with a label at most. All sizes are known here, so that this compiles to a few moves.
    #[inline]
    pub(super) fn push_nine(&mut self, place: Place, nine: &Nine<'_>) {
        self.cells.extend_from_slice(&nine.cells);
        if !nine.label.is_empty() {
            self.labels.push_str(nine.label);
        }
        self.items.push(Item {
            line: place.line,
            byte: place.byte,
            geometry: Geometry::NINE,
            symbols: Symbols::FromOne,
            class: 0,
            parts: None,
            solution: None,
            cells_end: self.cells.len() as u32,
            label_end: self.labels.len() as u32,
        });
    }

    /// Adds a line that is not a puzzle.
    pub fn push_bad_line(&mut self, bad_line: BadLine) {
        self.bad_lines.push((self.len(), bad_line));
    }

    /// Returns whether any puzzle has a label.
    pub(super) fn has_labels(&self) -> bool {
        !self.labels.is_empty()
    }

    /// Sets the class of all puzzles.
    pub(super) fn set_classes(&mut self, class: u16) {
        self.items.iter_mut().for_each(|item| item.class = class);
    }

    /// Sets the class of the puzzle at a position.
    pub fn set_class(&mut self, index: usize, class: u16) {
        self.items[index].class = class;
    }
}
