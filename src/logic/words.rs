//! Text for cells, digits, units and steps.

use std::cell::Cell as StdCell;

use super::board::{Bits, Layout};
use super::cells::{CellSet, Removal};
use crate::sudoku::Symbols;

/// Formats cells, digits and units for people, and remembers the cells it mentioned.
pub(super) struct Speaker<'l, const W: usize> {
    layout: &'l Layout<W>,
    symbols: Symbols,
    said: StdCell<CellSet<W>>,
}

impl<'l, const W: usize> Speaker<'l, W> {
    pub(super) fn new(layout: &'l Layout<W>, symbols: Symbols) -> Speaker<'l, W> {
        Speaker { layout, symbols, said: StdCell::new(CellSet::EMPTY) }
    }

    /// Remembers cells that the text refers to without naming each of them.
    pub(super) fn note(&self, cells: impl IntoIterator<Item = usize>) {
        self.said.set(self.said.get() | cells.into_iter().collect());
    }

    /// Returns the cells mentioned since the last call.
    pub(super) fn take_said(&self) -> CellSet<W> {
        self.said.replace(CellSet::EMPTY)
    }

    pub(super) fn digit(&self, digit: usize) -> String {
        self.symbols.symbol(digit as u8 + 1).to_string()
    }

    pub(super) fn digits(&self, digits: u32) -> String {
        list(Bits(digits).map(|digit| self.digit(digit)).collect())
    }

    pub(super) fn cell(&self, cell: usize) -> String {
        self.note([cell]);
        self.layout.geometry.cell_name(cell)
    }

    pub(super) fn cells(&self, cells: impl IntoIterator<Item = usize>) -> String {
        list(cells.into_iter().map(|cell| self.cell(cell)).collect())
    }

    pub(super) fn unit(&self, unit: usize) -> String {
        self.layout.unit(unit).to_string()
    }

    /// Formats several units of one kind: `rows 2 and 6`.
    pub(super) fn units(&self, units: &[usize]) -> String {
        let kind = ["rows", "columns", "boxes"][units.first().map_or(0, |unit| unit / self.layout.size())];
        let numbers = units.iter().map(|unit| (unit % self.layout.size() + 1).to_string()).collect();
        format!("{kind} {}", list(numbers))
    }

    /// Formats removed candidates: `r1c1 and r1c2 are not 4 or 5; r7c3 is not 9`.
    pub(super) fn removals(&self, removals: &[Removal<W>]) -> String {
        let mut groups = Vec::new();
        for &(digit, cells) in removals {
            match groups.iter_mut().find(|(of_group, _)| *of_group == cells) {
                Some((_, digits)) => *digits = format!("{digits} or {}", self.digit(digit)),
                None => groups.push((cells, self.digit(digit))),
            }
        }
        let lose = groups.into_iter().map(|(cells, digits)| {
            let verb = if cells.len() == 1 { "is not" } else { "are not" };
            format!("{} {verb} {digits}", self.cells(cells))
        });
        lose.collect::<Vec<String>>().join("; ")
    }
}

/// Joins words: `1, 2 and 3`.
fn list(words: Vec<String>) -> String {
    match words.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
