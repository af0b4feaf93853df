//! Puzzles that are written as a block of rows: collects the lines until the block is complete.

use super::line::{Line, classify};
use crate::sudoku::{Geometry, Grid, GridError, is_cell};

/// The lines of a block so far, with their numbers.
#[derive(Debug, Default)]
pub(super) struct Block {
    lines: Vec<(u64, String)>,
    /// How many lines are rows for certain: not borders.
    rows: usize,
}

/// What a collected block turned out to be.
#[derive(Debug)]
pub(super) enum Collected {
    /// One puzzle: the line where it begins and the grid.
    Grid(u64, Grid),
    /// No puzzle: the line at fault and what is wrong with it.
    Broken(String, GridError),
    /// Lines of 16 cells that are 4×4 puzzles, one each.
    Lines(Vec<(u64, String)>),
}

impl Block {
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Adds a line; true if the block then has as many rows as its first row has cells.
    pub(super) fn push(&mut self, number: u64, text: &str, is_border: bool) -> bool {
        self.lines.push((number, text.to_owned()));
        self.rows += usize::from(!is_border);
        let width = self.width();
        self.rows > 0 && (self.rows == width || self.rows > Geometry::MAX_SIZE)
    }

    /// Borders above and below a block may be many, but not without end.
    pub(super) fn is_too_long(&self) -> bool {
        self.lines.len() > 3 * Geometry::MAX_SIZE
    }

    /// The cells of the first row.
    fn width(&self) -> usize {
        let is_row = |text: &&String| classify(text) != Line::Border;
        let first = self.lines.iter().map(|(_, text)| text).find(is_row);
        first.map_or(0, |text| text.chars().filter(|c| is_cell(*c)).count())
    }

    /// Ends the block; `None` if it had no rows at all.
    pub(super) fn take(&mut self) -> Option<Collected> {
        let lines = std::mem::take(&mut self.lines);
        let rows = std::mem::take(&mut self.rows);
        if rows == 0 {
            return None;
        }
        if is_list_of_fours(&lines) {
            return Some(Collected::Lines(lines));
        }
        let first_row = lines.iter().find(|(_, text)| classify(text) != Line::Border);
        let start = first_row.map_or(1, |(number, _)| *number);
        match Grid::from_rows(lines.iter().map(|(number, text)| (*number, text.as_str()))) {
            Ok(grid) => Some(Collected::Grid(start, grid)),
            Err(error) => {
                let text = lines.into_iter().find(|(number, _)| *number == error.line).map(|(_, text)| text);
                Some(Collected::Broken(text.unwrap_or_default(), error))
            }
        }
    }
}

/// Whether lines of 16 cells are 4×4 puzzles rather than the rows of one 16×16 puzzle: they are if no digit is
/// beyond 4, or if there is only one line.
fn is_list_of_fours(lines: &[(u64, String)]) -> bool {
    let is_small = |c: char| matches!(c, '0'..='4') || !c.is_ascii_alphanumeric() || matches!(c, 'x' | 'X');
    let all_sixteen = lines.iter().all(|(_, text)| classify(text) == Line::SixteenCells);
    all_sixteen && (lines.len() == 1 || lines.iter().all(|(_, text)| text.trim().chars().all(is_small)))
}
