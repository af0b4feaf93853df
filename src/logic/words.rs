//! Cells, digits, units and what happens to them, in words.

use super::board::{Bits, Layout};
use super::cells::Removal;
use crate::sudoku::{Symbols, Unit};

/// Says cells, digits and units as people do.
pub(super) struct Speaker<'l, const W: usize> {
    pub(super) layout: &'l Layout<W>,
    pub(super) symbols: Symbols,
}

impl<const W: usize> Speaker<'_, W> {
    pub(super) fn digit(&self, digit: usize) -> String {
        self.symbols.symbol(digit as u8 + 1).to_string()
    }

    pub(super) fn digits(&self, digits: u32) -> String {
        list(Bits(digits).map(|digit| self.digit(digit)).collect())
    }

    pub(super) fn cell(&self, cell: usize) -> String {
        let geometry = self.layout.geometry;
        format!("r{}c{}", geometry.row(cell) + 1, geometry.column(cell) + 1)
    }

    pub(super) fn cells(&self, cells: impl IntoIterator<Item = usize>) -> String {
        list(cells.into_iter().map(|cell| self.cell(cell)).collect())
    }

    pub(super) fn unit(&self, unit: usize) -> String {
        let index = unit % self.layout.size();
        [Unit::Row(index), Unit::Column(index), Unit::Box(index)][unit / self.layout.size()].to_string()
    }

    /// Several units of one kind: `rows 2 and 6`.
    pub(super) fn units(&self, units: &[usize]) -> String {
        let kind = ["rows", "columns", "boxes"][units.first().map_or(0, |unit| unit / self.layout.size())];
        let numbers = units.iter().map(|unit| (unit % self.layout.size() + 1).to_string()).collect();
        format!("{kind} {}", list(numbers))
    }

    /// What a step does to candidates: `r1c1 and r1c2 are not 4 or 5; r7c3 is not 9`.
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

/// `1, 2 and 3`.
fn list(words: Vec<String>) -> String {
    match words.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
