//! The digits on the board, where they come from, and what can be seen without a search: clashes and candidates.

use std::collections::HashMap;

use dlxbench::sudoku::{Geometry, Grid, Symbols};

use super::puzzles::Visited;

/// The digits on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sheet {
    pub(super) puzzle: Grid,
    /// What the puzzle is called, if it has a name.
    pub(super) label: String,
    /// Where it comes from.
    pub(super) place: String,
    /// Whether it was changed since.
    pub(super) is_edited: bool,
}

impl Sheet {
    pub(super) fn new(puzzle: Grid, label: impl Into<String>, place: impl Into<String>) -> Sheet {
        Sheet { puzzle, label: label.into(), place: place.into(), is_edited: false }
    }

    pub(super) fn of(visited: &Visited) -> Sheet {
        Sheet::new(visited.entry.puzzle.clone(), visited.entry.label.as_str(), visited.place.as_str())
    }

    pub(super) fn empty(geometry: Geometry) -> Sheet {
        let cells = vec![0; geometry.cell_count()];
        Sheet::new(Grid::new(geometry, Symbols::usual(geometry), &cells), "", format!("empty {geometry}"))
    }

    /// Returns a copy with another digit in a cell; 0 clears it.
    pub(super) fn with_digit(&self, cell: usize, digit: u8) -> Sheet {
        let mut cells = self.puzzle.cells().to_vec();
        cells[cell] = digit;
        self.with_cells(&cells)
    }

    pub(super) fn with_cells(&self, cells: &[u8]) -> Sheet {
        Sheet { puzzle: self.puzzle.with_cells(cells), is_edited: true, ..self.clone() }
    }

    /// Returns the name of the puzzle and where it comes from.
    pub(super) fn title(&self) -> String {
        // First, because a long name is cut.
        let edited = if self.is_edited { "edited" } else { "" };
        let parts = [edited, self.label.as_str(), self.place.as_str()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    }

    /// Returns the digit that a typed character stands for. Lower-case letters are commands.
    pub(super) fn digit(&self, typed: char) -> Option<u8> {
        let size = self.puzzle.geometry().size() as u8;
        (1..=size).find(|&digit| self.puzzle.symbol(digit) == typed)
    }

    /// Lists the digits for messages.
    pub(super) fn digits_in_words(&self) -> String {
        let geometry = self.puzzle.geometry();
        let [first, last] = [1, geometry.size() as u8].map(|digit| self.puzzle.symbol(digit));
        format!("a {geometry} puzzle has the digits {first} to {last}")
    }

    /// Returns for each cell whether another cell of its row, column or box has the same digit.
    pub(super) fn clashes(&self) -> Vec<bool> {
        let (geometry, cells) = (self.puzzle.geometry(), self.puzzle.cells());
        let mut counts = HashMap::new();
        let filled = || (0..cells.len()).filter(|&cell| cells[cell] != 0);
        let keys = |cell: usize| geometry.units(cell).map(|unit| (unit, cells[cell]));
        filled().flat_map(keys).for_each(|key| *counts.entry(key).or_insert(0) += 1);
        let clashes = |cell: usize| cells[cell] != 0 && keys(cell).iter().any(|key| counts[key] > 1);
        (0..cells.len()).map(clashes).collect()
    }

    /// Returns the candidates of each open cell that no digit in its units rules out, as bits; the lowest bit is
    /// digit 1.
    pub(super) fn candidates(&self) -> Vec<u32> {
        let (geometry, cells) = (self.puzzle.geometry(), self.puzzle.cells());
        let mut taken = HashMap::new();
        for cell in (0..cells.len()).filter(|&cell| cells[cell] != 0) {
            for unit in geometry.units(cell) {
                *taken.entry(unit).or_insert(0) |= 1_u32 << (cells[cell] - 1);
            }
        }
        let all = (1_u32 << geometry.size()) - 1;
        let left = |cell: usize| {
            let taken = geometry.units(cell).map(|unit| taken.get(&unit).copied().unwrap_or(0));
            if cells[cell] == 0 { all & !(taken[0] | taken[1] | taken[2]) } else { 0 }
        };
        (0..cells.len()).map(left).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(line: &str) -> Sheet {
        Sheet::new(line.parse().unwrap(), "", "")
    }

    #[test]
    fn upper_case_letters_are_digits_where_the_grid_writes_them_so() {
        let twelve = Sheet::empty(Geometry::from_size(12).unwrap());
        assert_eq!(
            [twelve.digit('9'), twelve.digit('C'), twelve.digit('c'), twelve.digit('D')],
            [Some(9), Some(12), None, None]
        );
        assert_eq!(twelve.digits_in_words(), "a 12×12 puzzle has the digits 1 to C");
        let largest = Sheet::empty(Geometry::from_size(25).unwrap());
        assert_eq!([largest.digit('Y'), largest.digit('1')], [Some(25), None]);
        let from_zero = Grid::new(Geometry::from_size(16).unwrap(), Symbols::FromZero, &[0; 256]);
        assert_eq!(Sheet::new(from_zero, "", "").digit('0'), Some(1));
    }

    #[test]
    fn clashing_cells_and_candidates() {
        let sheet = sheet("11..............");
        let clashes: Vec<usize> = (0..16).filter(|&cell| sheet.clashes()[cell]).collect();
        assert_eq!(clashes, [0, 1]);
        assert_eq!(sheet.candidates()[..8], [0, 0, 0b1110, 0b1110, 0b1110, 0b1110, 0b1111, 0b1111]);
    }
}
