//! What the board shows: the digits, candidates and marks of its cells, and where they are.

use dlxbench::report::Role;
use dlxbench::sudoku::Grid;
use ratatui::layout::Rect;

use super::board::Board;
use super::board_layout::{Contents, Layout};
use super::hint::Hint;

/// What a cell shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shown {
    Digit(u8),
    /// The digit of a solution, in a cell that is open on the board.
    Solution(u8),
    /// Candidates as bits; the lowest bit is digit 1.
    Open(u32),
}

/// Returns where everything is on the terminal.
pub(super) fn layout(board: &Board, area: Rect) -> Layout {
    // A step that removes candidates cannot be seen without them.
    let needs_candidates = board.hint().step().is_some_and(|step| step.placement.is_none());
    let contents =
        if board.has_candidates() || needs_candidates { Contents::Candidates } else { Contents::Digits };
    Layout::new(board.sheet().puzzle.geometry(), contents, area, board.cursor())
}

/// Returns what each cell shows.
pub(super) fn cells(board: &Board) -> Vec<Shown> {
    let sheet = board.sheet();
    let candidates = match board.hint() {
        Hint::Walk(walk) => walk.candidates().to_vec(),
        _ => sheet.candidates(),
    };
    let solution = board.solution().map(Grid::cells);
    let cells = sheet.puzzle.cells().iter().zip(candidates).enumerate();
    let shown = cells.map(|(cell, (&digit, candidates))| match (digit, solution) {
        (0, Some(solution)) => Shown::Solution(solution[cell]),
        (0, None) => Shown::Open(candidates),
        (digit, _) => Shown::Digit(digit),
    });
    shown.collect()
}

/// Returns the mark of a cell and its meaning: `!` clashes, `+` is placed by the step, `-` loses candidates by it, `*`
/// is its reason, `~` differs between two solutions.
pub(super) fn mark(board: &Board, cell: usize) -> Option<(char, Role)> {
    if board.clashes()[cell] {
        return Some(('!', Role::Bad));
    }
    let Some(step) = board.hint().step() else {
        return board.known().is_open(cell).then_some(('~', Role::Doubtful));
    };
    let is_placed = step.placement.is_some_and(|(placed, _)| placed == cell);
    let loses = step.removals.iter().any(|(_, cells)| cells.contains(&cell));
    match (is_placed, loses, step.pattern.contains(&cell)) {
        (true, ..) => Some(('+', Role::Placed)),
        (_, true, _) => Some(('-', Role::Removed)),
        (_, _, true) => Some(('*', Role::Pattern)),
        _ => None,
    }
}
