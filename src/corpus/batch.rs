//! Many puzzles in a few flat buffers, so that a batch can be refilled without allocating.

use super::entry::{BadLine, Puzzle, Solution};
use super::label::Parts;
use crate::sudoku::{Geometry, Symbols};

#[derive(Clone, Copy, Debug)]
struct Item {
    line: u64,
    byte: u64,
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
    /// How the solution is written whose cells follow those of the puzzle, if there is one.
    solution: Option<Symbols>,
}

/// Puzzles of one source, in the order of the file, and the lines between them that are not puzzles.
#[derive(Debug, Default)]
pub struct Batch {
    items: Vec<Item>,
    /// In the order of the puzzles.
    extras: Vec<Extra>,
    cells: Vec<u8>,
    labels: String,
    bad_lines: Vec<BadLine>,
    /// How many puzzles come before each bad line.
    bad_positions: Vec<usize>,
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
        self.bad_positions.clear();
    }

    /// Removes the puzzles and keeps the bad lines.
    pub fn clear_puzzles(&mut self) {
        self.items.clear();
        self.extras.clear();
        self.cells.clear();
        self.labels.clear();
        self.bad_positions.fill(0);
    }

    /// The puzzle at a position.
    #[inline]
    pub fn puzzle(&self, index: usize) -> Puzzle<'_> {
        let (cells_start, label_start) = match index.checked_sub(1) {
            Some(before) => (self.items[before].cells_end, self.items[before].label_end),
            None => (0, 0),
        };
        let Item { line, byte, geometry, symbols, class, cells_end, label_end } = self.items[index];
        let mut cells = &self.cells[cells_start as usize..cells_end as usize];
        let (mut parts, mut solution) = (None, None);
        if let Some(extra) = self.extra(index) {
            parts = extra.parts;
            if let Some(symbols) = extra.solution {
                let (first, second) = cells.split_at(cells.len() / 2);
                (cells, solution) = (first, Some(Solution { symbols, cells: second }));
            }
        }
        let label = &self.labels[label_start as usize..label_end as usize];
        Puzzle { line, byte, geometry, symbols, class, cells, label, parts, solution }
    }

    #[inline]
    fn extra(&self, index: usize) -> Option<&Extra> {
        if self.extras.is_empty() {
            return None;
        }
        self.extras.binary_search_by_key(&index, |extra| extra.index).ok().map(|place| &self.extras[place])
    }

    /// The puzzles.
    pub fn puzzles(&self) -> impl ExactSizeIterator<Item = Puzzle<'_>> {
        (0..self.len()).map(|index| self.puzzle(index))
    }

    /// The lines that are not puzzles.
    pub fn bad_lines(&self) -> &[BadLine] {
        &self.bad_lines
    }

    /// Puzzles and bad lines, in the order of the file.
    pub fn in_order(&self) -> impl Iterator<Item = Result<Puzzle<'_>, &BadLine>> {
        let mut bad_lines = self.bad_positions.iter().zip(&self.bad_lines).peekable();
        let mut index = 0;
        std::iter::from_fn(move || {
            if let Some((_, bad_line)) = bad_lines.next_if(|(position, _)| **position <= index) {
                return Some(Err(bad_line));
            }
            index += 1;
            (index <= self.len()).then(|| Ok(self.puzzle(index - 1)))
        })
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
            byte: puzzle.byte,
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
        let solution = puzzle.solution.filter(|solution| solution.cells.len() == puzzle.cells.len());
        self.cells.extend_from_slice(solution.map_or(&[], |solution| solution.cells));
        let (index, parts) = (self.items.len(), puzzle.parts);
        self.extras.push(Extra { index, parts, solution: solution.map(|solution| solution.symbols) });
    }

    /// Adds a line that is not a puzzle.
    pub fn push_bad_line(&mut self, bad_line: BadLine) {
        self.bad_positions.push(self.len());
        self.bad_lines.push(bad_line);
    }

    /// Gives a class to the puzzle at a position.
    pub fn set_class(&mut self, index: usize, class: u16) {
        self.items[index].class = class;
    }
}
