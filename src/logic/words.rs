//! Steps in words.

use super::board::{Bits, Contradiction, Layout};
use super::finding::Why;
use crate::sudoku::Symbols;

/// Says cells, digits and units as people do.
pub(super) struct Speaker<'l, const W: usize> {
    pub(super) layout: &'l Layout<W>,
    pub(super) symbols: Symbols,
}

impl<const W: usize> Speaker<'_, W> {
    fn digit(&self, digit: usize) -> String {
        self.symbols.symbol(digit as u8 + 1).to_string()
    }

    fn digits(&self, digits: u32) -> String {
        list(Bits(digits).map(|digit| self.digit(digit)).collect())
    }

    fn cell(&self, cell: usize) -> String {
        let geometry = self.layout.geometry;
        format!("r{}c{}", geometry.row(cell) + 1, geometry.column(cell) + 1)
    }

    fn cells(&self, cells: &[usize]) -> String {
        list(cells.iter().map(|&cell| self.cell(cell)).collect())
    }

    fn unit(&self, unit: usize) -> String {
        self.layout.unit(unit).to_string()
    }

    /// Several units of one kind: `rows 2 and 6`.
    fn units(&self, units: &[usize]) -> String {
        let kind = ["rows", "columns", "boxes"][units.first().map_or(0, |unit| unit / self.layout.size())];
        let numbers = units.iter().map(|unit| (unit % self.layout.size() + 1).to_string()).collect();
        format!("{kind} {}", list(numbers))
    }

    /// What a step does to a cell.
    pub(super) fn placement(&self, cell: usize, digit: usize) -> String {
        format!("{} is {}", self.cell(cell), self.digit(digit))
    }

    /// What a step does to candidates: `r1c1 and r1c2 are not 4 or 5; r7c3 is not 9`.
    pub(super) fn removals(&self, removals: &[(usize, Vec<usize>)]) -> String {
        let mut groups: Vec<(&[usize], Vec<String>)> = Vec::new();
        for (digit, cells) in removals {
            match groups.iter_mut().find(|(of_group, _)| *of_group == cells.as_slice()) {
                Some((_, digits)) => digits.push(self.digit(*digit)),
                None => groups.push((cells, vec![self.digit(*digit)])),
            }
        }
        let lose = |(cells, digits): &(&[usize], Vec<String>)| {
            let verb = if cells.len() == 1 { "is not" } else { "are not" };
            format!("{} {verb} {}", self.cells(cells), digits.join(" or "))
        };
        groups.iter().map(lose).collect::<Vec<String>>().join("; ")
    }

    /// Why a step holds.
    pub(super) fn reason(&self, why: &Why) -> String {
        match why {
            Why::HiddenSingle { unit } => format!("there is no other place for it in {}", self.unit(*unit)),
            Why::NakedSingle => "it has no other candidate".to_owned(),
            Why::Locked { digit, within, also_in } => {
                let (within, also_in) = (self.unit(*within), self.unit(*also_in));
                format!("in {within} every place for {} is in {also_in}", self.digit(*digit))
            }
            Why::NakedSubset { unit, cells, digits } => {
                let (cells, digits) = (self.cells(cells), self.digits(*digits));
                format!("in {}, {cells} hold nothing but {digits}", self.unit(*unit))
            }
            Why::HiddenSubset { unit, cells, digits } => {
                let (cells, digits) = (self.cells(cells), self.digits(*digits));
                format!("in {}, {digits} go nowhere but to {cells}", self.unit(*unit))
            }
            Why::Fish { digit, lines, crossing } => {
                let (lines, crossing) = (self.units(lines), self.units(crossing));
                format!("in {lines} every place for {} is in {crossing}", self.digit(*digit))
            }
            Why::XyWing { pivot, wings, digit } => format!(
                "whatever {} is, one of {} is {}",
                self.cell(*pivot),
                self.cells(wings),
                self.digit(*digit)
            ),
            Why::XyzWing { pivot, wings, digit } => {
                let cells = [*pivot, wings[0], wings[1]];
                format!("one of {} is {}", self.cells(&cells), self.digit(*digit))
            }
            Why::WWing { cells, bridge, linked, digit } => format!(
                "one of {} is {}, so not both of {} are, and one of them is {}",
                self.cells(bridge),
                self.digit(*linked),
                self.cells(cells),
                self.digit(*digit)
            ),
            Why::ColorTwice { digit, unit, twice, colored } => format!(
                "{} are all {} or none of them is, and {} are both in {}",
                self.cells(colored),
                self.digit(*digit),
                self.cells(twice),
                self.unit(*unit)
            ),
            Why::SeesBothColors { digit, colors } => format!(
                "either {} or {} {} {}, and one of each is seen",
                self.cells(&colors[0]),
                self.cells(&colors[1]),
                if colors[1].len() == 1 { "is" } else { "are" },
                self.digit(*digit)
            ),
            Why::Chain { links } => {
                let mut parts = links.iter().map(|&(cell, digit, is_in)| {
                    let (cell, digit) = (self.cell(cell), self.digit(digit));
                    if is_in { format!("{cell} is {digit}") } else { format!("{cell} is not {digit}") }
                });
                let first = parts.next().unwrap_or_default();
                format!("if {first}, then {}", parts.collect::<Vec<String>>().join(", so "))
            }
            Why::Trial { cell, digit, contradiction } => {
                let end = match contradiction {
                    Contradiction::Cell(cell) => format!("{} nothing", self.cell(*cell)),
                    Contradiction::Unit { unit, digit } => {
                        format!("{} no place for {}", self.unit(*unit), self.digit(*digit))
                    }
                };
                format!("if {} is {}, singles leave {end}", self.cell(*cell), self.digit(*digit))
            }
        }
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
