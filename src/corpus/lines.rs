//! The formats `lines` and `pencilmarks`: one puzzle per line, at the same place on every line of a source.
//!
//! The place is found in the head of the source ([`sight`]) and holds for all of it. Everything else on a line is the
//! label; a second puzzle on a line is an error.

use super::entry::{Entry, Place};
use super::fields::split;
use super::format::InputFormat;
use super::found::Found;
use super::input::is_comment;
use super::label::{SEPARATORS, after_separator, around, start_in};
use super::malformed::{Fault, Misplaced, column_of};
use super::pencilmarks::{self, is_pencilmarks};
use super::word;
use crate::sudoku::{Geometry, Grid, GridMistake, RowShape, shape};

/// Where a puzzle is on its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spot {
    /// The puzzle is this word, from 0; words are separated by any of [`SEPARATORS`].
    Word(usize),
    /// The puzzle is this field, from 0, of those that this character separates; other fields may contain blanks.
    Field(char, usize),
    /// The puzzle is the whole line, with blanks between the cells.
    Line,
}

impl Spot {
    /// Returns the word at this place of a line.
    pub(super) fn find(self, line: &str) -> Option<&str> {
        match self {
            Spot::Word(index) => words(line).nth(index),
            Spot::Field(separator, index) => {
                let fields = split(line, separator).ok()?;
                let (field, start) = fields.get(index)?;
                line.get(*start..start + field.len()).map(str::trim)
            }
            Spot::Line => Some(line),
        }
    }
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(SEPARATORS).map(|word| word.trim_matches('"')).filter(|word| !word.is_empty())
}

/// Returns the text before and after a word of a line.
pub(super) fn beside<'l>(line: &'l str, word: &str) -> (&'l str, &'l str) {
    let start = start_in(line, word);
    let (before, after) = (&line[..start], &line[start + word.len()..]);
    let is_quoted = before.ends_with('"') && after.starts_with('"');
    let (before, after) =
        if is_quoted { (&before[..before.len() - 1], &after[1..]) } else { (before, after) };
    (before.trim_end_matches(SEPARATORS), after_separator(after))
}

/// What a line shows about the place of puzzles.
#[derive(Debug)]
pub(super) enum Sight {
    /// There is no puzzle.
    Nothing,
    /// There is a puzzle, at a place that may be described in several ways.
    Puzzle(InputFormat, Vec<Spot>),
    /// There is only a complete grid.
    Complete(Vec<Spot>),
    /// Several words may be the puzzle; the text names the choices.
    Ambiguous(String),
}

/// Looks for the puzzle on a line.
pub(super) fn sight(line: &str) -> Sight {
    // This includes pencilmarks that turn out not to be a plain puzzle.
    if let Some((index, marks)) = words(line).enumerate().find(|(_, word)| is_pencilmarks(word)) {
        return Sight::Puzzle(InputFormat::Pencilmarks, spots(line, marks, index));
    }
    let looks = |(_, word): &(usize, &str)| word.len() >= 16 && word::looks_like_puzzle(word);
    let read = |(index, word)| Some((index, word, word::read_cells(word).ok()?));
    let mut grids: Vec<(usize, &str, Grid)> =
        words(line).enumerate().filter(looks).filter_map(read).collect();
    // A word without givens is a puzzle only if it cannot be anything else, such as a border or a nil UUID.
    if grids.iter().any(|(.., grid)| grid.clues() > 0) {
        grids.retain(|(.., grid)| grid.clues() > 0);
    } else {
        grids.retain(|(_, word, _)| is_empty_grid(word));
    }
    let is_complete = |grid: &Grid| !grid.cells().contains(&0);
    let mut puzzles = grids.iter().filter(|(.., grid)| !is_complete(grid));
    let choice = |index: usize| format!("--input lines --column {}", index + 1);
    match (puzzles.next(), puzzles.next()) {
        (Some(&(one, ..)), Some(&(other, ..))) => Sight::Ambiguous(format!(
            "words {} and {} are both puzzles; choose with {} or {}",
            one + 1,
            other + 1,
            choice(one),
            choice(other)
        )),
        (Some((index, word, grid)), None) => {
            let is_solution = |other: &&(usize, &str, Grid)| {
                other.0 < *index && is_complete(&other.2) && other.2.geometry() == grid.geometry()
            };
            match grids.iter().find(is_solution) {
                Some(&(first, ..)) => Sight::Ambiguous(format!(
                    "word {} is a complete grid and word {} is a puzzle; choose with {}, or with {} to read the \
                     grid",
                    first + 1,
                    index + 1,
                    choice(*index),
                    choice(first)
                )),
                None => Sight::Puzzle(InputFormat::Lines, spots(line, word, *index)),
            }
        }
        _ => match grids.first() {
            Some((index, word, _)) => Sight::Complete(spots(line, word, *index)),
            None => Sight::Nothing,
        },
    }
}

/// Returns the ways to describe the place of a word on a line, the likeliest first.
fn spots(line: &str, word: &str, index: usize) -> Vec<Spot> {
    let mut spots = vec![Spot::Word(index)];
    if index > 0 {
        let is_it = |field: &str| field.trim() == word;
        spots.extend([',', ';', '\t'].into_iter().filter_map(|separator| {
            let fields = split(line, separator).ok()?;
            Some(Spot::Field(separator, fields.iter().position(|(field, _)| is_it(field))?))
        }));
    }
    spots
}

/// Returns the place of the word that was most likely meant to be a puzzle, on a line without one.
pub(super) fn likeliest(line: &str) -> Option<Spot> {
    words(line).position(|word| word.chars().count() >= 36).map(Spot::Word)
}

/// Returns whether a word without givens is still a puzzle; a word of fewer than 81 characters may also be a border or
/// a nil UUID.
fn is_empty_grid(word: &str) -> bool {
    let is_rule = || matches!(shape(word), RowShape::Border | RowShape::Blanks(_));
    let has_one_sign = || word.bytes().all(|sign| sign == word.as_bytes()[0]);
    word.len() >= Geometry::NINE.cell_count() || (has_one_sign() && !is_rule())
}

/// Reads puzzles that are at the same place on all lines.
#[derive(Debug)]
pub(super) struct LineParser {
    pub(super) format: InputFormat,
    /// The descriptions of the place that have fit so far.
    spots: Vec<Spot>,
    /// Whether the user chose the place, so that another puzzle may be beside it.
    is_told: bool,
    /// The number of a first line with the names of columns, and what is wrong with it.
    header: Option<(u64, Option<Fault>)>,
}

impl LineParser {
    pub(super) fn new(
        format: InputFormat,
        spots: Vec<Spot>,
        header: Option<(u64, Option<Fault>)>,
    ) -> LineParser {
        LineParser { format, spots, is_told: false, header }
    }

    /// Creates a parser for puzzles that are this word of their lines, from 0, because the user chose it.
    pub(super) fn told(format: InputFormat, word: usize) -> LineParser {
        LineParser { format, spots: vec![Spot::Word(word)], is_told: true, header: None }
    }

    /// Returns whether lines may begin with a puzzle of 81 cells.
    pub(super) fn takes_nine(&self) -> bool {
        self.format == InputFormat::Lines && self.spots == [Spot::Word(0)]
    }

    /// Returns what decides how the next lines are read.
    pub(super) fn state(&self) -> String {
        format!("{:?} {:?}", self.spots, self.header)
    }

    pub(super) fn take(&mut self, place: Place, text: &str, found: &mut Found) {
        let line = text.trim();
        if line.is_empty() || is_comment(line.as_bytes()) {
            return;
        }
        if let Some((_, fault)) = self.header.take_if(|(number, _)| *number == place.line) {
            if let Some(fault) = fault {
                found.malformed(place, text, (1, fault));
            }
            return;
        }
        let mut error = None;
        for index in 0..self.spots.len() {
            match self.puzzle(self.spots[index], place, text) {
                Ok((entry, column)) => {
                    self.spots.drain(..index);
                    return found.puzzle(entry, column, text);
                }
                Err(fault) => _ = error.get_or_insert(fault),
            }
        }
        let Some(mut error) = error else { return };
        let has_no_cells = matches!(error.1, Fault::FewWords { .. } | Fault::Grid(GridMistake::CellCount(_)));
        let other = word::other_format(line, self.format).filter(|_| has_no_cells || line.starts_with('{'));
        if let Some(fault) = other {
            error = (column_of(text, start_in(text, line)), fault);
        } else if has_no_cells {
            error = self.other_word(text).unwrap_or(error);
        }
        found.malformed(place, text, error);
    }

    /// Returns the fault of a line whose puzzle is another word than it should be.
    fn other_word(&self, text: &str) -> Option<Misplaced> {
        let &[Spot::Word(wanted), ..] = &self.spots[..] else { return None };
        let is_puzzle = |(_, word): &(usize, &str)| word.len() >= 36 && word::is_puzzle(word);
        let (found, word) = words(text.trim()).enumerate().find(is_puzzle)?;
        let fault = Fault::OtherWord { found: found + 1, wanted: wanted + 1 };
        Some((column_of(text, start_in(text, word)), fault))
    }

    /// Returns the puzzle at a place of a line, and the column where it begins.
    fn puzzle(&self, spot: Spot, place: Place, text: &str) -> Result<(Entry, usize), Misplaced> {
        let line = text.trim();
        let word = spot.find(line).ok_or_else(|| {
            let (found, wanted) = match spot {
                Spot::Word(index) => (words(line).count(), index + 1),
                Spot::Field(separator, index) => (line.split(separator).count(), index + 1),
                Spot::Line => (0, 1),
            };
            (text.trim_end().chars().count() + 1, Fault::FewWords { found, wanted })
        })?;
        let column = column_of(text, start_in(text, word));
        let grid = self.grid(word).map_err(|(inside, fault)| (column - 1 + inside, fault))?;
        let geometry = grid.geometry();
        if grid.clues() == 0 && !is_empty_grid(word) && spot != Spot::Line {
            return Err((column, Fault::NoGivens));
        }
        let (before, after) = beside(line, word);
        let mut beside = [before, after].into_iter().filter(|_| !self.is_told && grid.cells().contains(&0));
        if let Some(other) = beside.find_map(|text| second_puzzle(text, geometry)) {
            return Err((column_of(text, start_in(text, other)), Fault::TwoPuzzles));
        }
        // Text before a puzzle is never a rating, because files may number their lines.
        let (label, parts) = around(before, after, geometry);
        Ok((Entry { byte: place.byte, label, parts, ..Entry::new(place.line, grid) }, column))
    }

    fn grid(&self, word: &str) -> Result<Grid, Misplaced> {
        match self.format {
            InputFormat::Pencilmarks if is_pencilmarks(word) => pencilmarks::grid(word),
            InputFormat::Pencilmarks => Err((1, Fault::MarkCount(word.chars().count()))),
            _ => word::read_cells(word),
        }
    }
}

/// Returns a puzzle of this size among the words beside another puzzle. A solution does not count.
#[inline]
pub(super) fn second_puzzle(beside: &str, geometry: Geometry) -> Option<&str> {
    if beside.len() < geometry.cell_count() {
        return None;
    }
    let is_puzzle = |word: &&str| {
        let grid = (word.len() == geometry.cell_count()).then(|| word::read_cells(word).ok()).flatten();
        grid.is_some_and(|grid| grid.clues() > 0 && grid.cells().contains(&0))
    };
    words(beside).find(is_puzzle)
}
