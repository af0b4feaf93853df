//! Draws the grid with the candidates of every open cell.

use dlxbench::logic::Step;
use dlxbench::report::{Role, Screen, Span};
use dlxbench::sudoku::Grid;

/// Stands for a cell that has no candidate.
const NO_CANDIDATE: char = '!';

/// The digits and candidates of all cells.
pub(super) struct Marks<'m> {
    /// Digits from 1, 0 for an open cell.
    pub(super) cells: &'m [u8],
    /// Digits as bits, digit 1 the lowest.
    pub(super) candidates: &'m [u32],
    /// The next step; its pattern and the candidates that it removes are highlighted.
    pub(super) step: Option<&'m Step>,
}

impl Marks<'_> {
    /// Draws the grid. On a narrow screen, the stacks are drawn in several parts, one below the other.
    pub(super) fn draw(&self, puzzle: &Grid, screen: &mut Screen) {
        let geometry = puzzle.geometry();
        let size = geometry.size();
        let widths: Vec<usize> = (0..size)
            .map(|column| {
                (0..size).map(|row| self.digits(row * size + column).len().max(1)).max().unwrap_or(1)
            })
            .collect();
        let columns: Vec<usize> = (0..size).collect();
        let stacks: Vec<&[usize]> = columns.chunks(geometry.box_width()).collect();
        let stack_width =
            |stack: &&[usize]| stack.iter().map(|&column| widths[column] + 1).sum::<usize>() + 2;
        let widest = stacks.iter().map(stack_width).max().unwrap_or(1);
        let at_once = match screen.look().width {
            Some(width) if stacks.iter().map(stack_width).sum::<usize>() > width + 3 => {
                (width / widest).max(1)
            }
            _ => stacks.len(),
        };
        for (index, stacks) in stacks.chunks(at_once).enumerate() {
            if index > 0 {
                screen.line("");
            }
            if at_once < size / geometry.box_width() {
                let (first, last) =
                    (stacks[0][0] + 1, stacks[stacks.len() - 1].last().map_or(0, |last| last + 1));
                screen.hint(format!("columns {first} to {last}"));
            }
            self.draw_stacks(puzzle, stacks, &widths, screen);
        }
    }

    fn draw_stacks(&self, puzzle: &Grid, stacks: &[&[usize]], widths: &[usize], screen: &mut Screen) {
        let (geometry, size) = (puzzle.geometry(), puzzle.geometry().size());
        for row in 0..size {
            if row > 0 && row % geometry.box_height() == 0 {
                let rule = |stack: &&[usize]| {
                    let widths: usize = stack.iter().map(|&column| widths[column]).sum();
                    "-".repeat(widths + stack.len() - 1)
                };
                screen.line(stacks.iter().map(rule).collect::<Vec<_>>().join("-+-"));
            }
            let mut spans: Vec<Span> = Vec::new();
            // Padding is added only before something that follows, so lines have no trailing blanks.
            let mut padding = 0;
            for (place, stack) in stacks.iter().enumerate() {
                if place > 0 {
                    spans.push((" ".repeat(padding) + "| ").into());
                    padding = 0;
                }
                for &column in *stack {
                    spans.push(" ".repeat(padding).into());
                    let cell = row * size + column;
                    let before: usize = spans.len();
                    spans.extend(self.cell(puzzle, cell));
                    let drawn: usize = spans[before..].iter().map(|span| span.as_str().chars().count()).sum();
                    padding = widths[column] - drawn + 1;
                }
            }
            screen.spans(spans);
        }
    }

    /// Returns the digits to draw in a cell.
    fn digits(&self, cell: usize) -> Vec<u8> {
        match self.cells[cell] {
            0 => (0..32)
                .filter(|digit| self.candidates[cell] >> digit & 1 != 0)
                .map(|digit| digit + 1)
                .collect(),
            digit => vec![digit],
        }
    }

    /// Draws a cell, in one span for each run of digits that the step treats alike.
    fn cell(&self, puzzle: &Grid, cell: usize) -> Vec<Span> {
        let digits = self.digits(cell);
        if digits.is_empty() {
            return vec![Role::Bad.of(NO_CANDIDATE)];
        }
        let role = |digit: u8| {
            let Some(step) = self.step.filter(|_| self.cells[cell] == 0) else { return Role::Plain };
            let is_removed = |(removed, cells): &(u8, Vec<usize>)| *removed == digit && cells.contains(&cell);
            match step.removals.iter().any(is_removed) {
                true => Role::Removed,
                false if step.pattern.contains(&cell) => Role::Pattern,
                false => Role::Plain,
            }
        };
        let same_role = |one: &u8, next: &u8| role(*one) == role(*next);
        let pieces = digits.chunk_by(same_role);
        pieces
            .map(|piece| {
                role(piece[0]).of(piece.iter().map(|&digit| puzzle.symbol(digit)).collect::<String>())
            })
            .collect()
    }
}
