//! Parses grids from text: one line, or a block of rows with or without borders.

use std::str::FromStr;

use thiserror::Error;

use super::geometry::Geometry;
use super::grid::Grid;
use super::rows::{Place, rows_of};
use super::symbols::{Symbols, is_cell};
use crate::counts::counted;

/// Why a text is not a grid, and where. Lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct GridError {
    /// The line.
    pub line: u64,
    /// The column, in characters.
    pub column: usize,
    /// What is wrong.
    pub kind: GridMistake,
}

/// A mistake in the text of a grid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum GridMistake {
    /// The text has no cells.
    #[error("expected a puzzle, found no cells")]
    Empty,
    /// The number of cells fits no size.
    #[error("{}; a puzzle has 16, 36, 81, 144, 256 or 625", counted(*.0 as u64, "cell in one line"))]
    CellCount(usize),
    /// A character is not a valid cell.
    #[error("invalid character {character:?} in a {geometry} puzzle; expected {}", Symbols::described(*.geometry))]
    Character {
        /// The character.
        character: char,
        /// The size of the puzzle.
        geometry: Geometry,
    },
    /// A row of a block is longer or shorter than the rows before it.
    #[error("this row has {}; the rows before it have {expected}", counted(*.found as u64, "cell"))]
    RowLength {
        /// The number of cells in the rows before it.
        expected: usize,
        /// The number of cells in this row.
        found: usize,
    },
    /// The length of the rows of a block fits no size.
    #[error("rows of {}; a grid has rows of 4, 6, 9, 12, 16 or 25", counted(*.0 as u64, "cell"))]
    RowSize(usize),
    /// A block has too few or too many rows.
    #[error("{} of {expected} cells; a {expected}×{expected} grid needs {expected}", counted(*.found as u64, "row"))]
    RowCount {
        /// The number of rows needed.
        expected: usize,
        /// The number of rows found.
        found: usize,
    },
}

/// Parses one grid: a line, or a block of rows.
impl FromStr for Grid {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Grid, GridError> {
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        match (lines.next(), lines.next()) {
            (Some((number, line)), None) => Grid::from_line(line, number),
            _ => Grid::from_rows((1..).zip(text.lines())),
        }
    }
}

impl Grid {
    /// Parses a puzzle from one line, which contains nothing else except blanks.
    pub fn from_line(text: &str, line: u64) -> Result<Grid, GridError> {
        let places: Vec<Place> = text
            .chars()
            .enumerate()
            .filter(|(_, character)| !character.is_whitespace())
            .map(|(position, character)| Place { line, column: position + 1, character })
            .collect();
        let Some(&first) = places.first() else {
            return Err(GridError { line, column: 1, kind: GridMistake::Empty });
        };
        let geometry = Geometry::from_cell_count(places.len()).ok_or_else(|| {
            // The first character that is invalid in every grid is a better hint than the length.
            let wrong = places.iter().find(|place| !is_cell(place.character));
            wrong.map_or_else(
                || first.wrong(GridMistake::CellCount(places.len())),
                |place| place.mistake(Geometry::NINE),
            )
        })?;
        Grid::from_places(geometry, Symbols::candidates(geometry), &places)
    }

    /// Parses a puzzle from the rows of a block; lines that only draw borders are skipped.
    pub fn from_rows<'a>(lines: impl IntoIterator<Item = (u64, &'a str)>) -> Result<Grid, GridError> {
        let lines: Vec<(u64, &str)> = lines.into_iter().filter(|(_, text)| !text.trim().is_empty()).collect();
        let (rows, has_numbers) = rows_of(&lines);
        let Some(first) = rows.first() else {
            let line = lines.first().map_or(1, |(line, _)| *line);
            return Err(GridError { line, column: 1, kind: GridMistake::Empty });
        };
        let wrong_size = || first[0].wrong(GridMistake::RowSize(first.len()));
        let geometry = rows.iter().find_map(|row| Geometry::from_size(row.len())).ok_or_else(wrong_size)?;
        let size = geometry.size();
        if first.len() != size {
            return Err(wrong_size());
        }
        for row in &rows {
            if let Some(place) = row.iter().find(|place| !is_cell(place.character)) {
                return Err(place.mistake(geometry));
            }
            if row.len() != size {
                return Err(row[0].wrong(GridMistake::RowLength { expected: size, found: row.len() }));
            }
        }
        if rows.len() != size {
            let last = rows[rows.len() - 1][0];
            return Err(last.wrong(GridMistake::RowCount { expected: size, found: rows.len() }));
        }
        let mut places = rows.concat();
        if !has_numbers {
            return Grid::from_places(geometry, Symbols::candidates(geometry), &places);
        }
        // If cells are numbers, 0 is a blank cell in every row.
        places.iter_mut().filter(|place| place.character == '0').for_each(|place| place.character = '.');
        Grid::from_places(geometry, &[Symbols::FromOne], &places)
    }

    /// Chooses the first alphabet that contains all characters; if there is none, reports the mistake in terms of the
    /// first alphabet.
    fn from_places(geometry: Geometry, alphabets: &[Symbols], places: &[Place]) -> Result<Grid, GridError> {
        let read = |&symbols: &Symbols| {
            cells_in(geometry, symbols, places).map(|cells| Grid { geometry, symbols, cells })
        };
        alphabets.iter().find_map(|symbols| read(symbols).ok()).map_or_else(|| read(&alphabets[0]), Ok)
    }
}

impl Place {
    fn wrong(self, kind: GridMistake) -> GridError {
        GridError { line: self.line, column: self.column, kind }
    }

    fn mistake(self, geometry: Geometry) -> GridError {
        self.wrong(GridMistake::Character { character: self.character, geometry })
    }
}

fn cells_in(geometry: Geometry, symbols: Symbols, places: &[Place]) -> Result<Vec<u8>, GridError> {
    let digit = |place: &Place| symbols.digit(geometry, place.character).ok_or(place.mistake(geometry));
    places.iter().map(digit).collect()
}
