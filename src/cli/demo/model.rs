//! The state of the demo, and how it changes with what happens. It knows no terminal and does no work.

use dlxbench::cover::Problem;
use dlxbench::sudoku::{Grid, encode};
use ratatui::layout::{Position, Rect};

use super::board::Board;
use super::board_view::layout;
use super::command::Command;
use super::dance::Dance;
use super::frame::Frame;
use super::key::{Event, Key};
use super::picture::Picture;

/// The keys of all views; the first one needs a board.
pub(super) const KEYS: [(&str, &str); 4] = [
    ("Tab", "from the board to the dance and back"),
    ("?", "this page"),
    ("q", "quit (also Ctrl-C)"),
    ("Ctrl-Z", "suspend; fg in the shell comes back"),
];

/// What can be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum View {
    Board,
    Dance,
    Help,
}

/// The state of the demo.
pub(super) struct Model {
    /// `None` if the input is an exact-cover problem.
    board: Option<Board>,
    dance: Option<Dancing>,
    is_dancing: bool,
    /// The first line of the help that is shown; `None` without help.
    help: Option<usize>,
    area: Rect,
}

/// A search that is watched.
struct Dancing {
    dance: Dance,
    /// The puzzle that it solves; `None` for another problem.
    puzzle: Option<Grid>,
    /// What the problem is called.
    title: String,
}

impl Model {
    /// Begins with a board.
    pub(super) fn of_board(board: Board) -> Model {
        Model { board: Some(board), dance: None, is_dancing: false, help: None, area: Rect::ZERO }
    }

    /// Begins with the dance on a problem.
    pub(super) fn of_problem(problem: Problem, title: String) -> Model {
        let picture = Picture::of(&problem);
        let dance = Dancing { dance: Dance::new(problem, picture), puzzle: None, title };
        Model { board: None, dance: Some(dance), is_dancing: true, help: None, area: Rect::ZERO }
    }

    /// Reacts to something, and returns what has to be done.
    pub(super) fn update(&mut self, event: Event) -> Vec<Command> {
        match event {
            Event::Key(Key::Ctrl('c')) => return vec![Command::Quit],
            Event::Key(Key::Ctrl('z')) => return vec![Command::Suspend],
            Event::Key(key) => {
                if let Some(command) = self.press(key) {
                    return vec![command];
                }
            }
            Event::Resize { width, height } => self.area = Rect { x: 0, y: 0, width, height },
            Event::Tick(time) => {
                self.board.iter_mut().for_each(|board| board.tick(time));
                if let Some(dancing) = self.dance.as_mut().filter(|_| self.is_dancing && self.help.is_none())
                {
                    dancing.dance.tick(time);
                }
            }
            event => self.tell_board(event),
        }
        self.board.as_mut().map_or(Vec::new(), Board::take_commands)
    }

    fn press(&mut self, key: Key) -> Option<Command> {
        if let Some(line) = self.help {
            self.help = scrolled(line, key);
            return None;
        }
        match (key, self.view()) {
            (_, View::Board) if self.is_asking() => self.tell_board(Event::Key(key)),
            (Key::Char('q'), _) => return Some(Command::Quit),
            (Key::Char('?'), _) => self.help = Some(0),
            (Key::Tab, _) => self.switch(),
            (key, View::Dance) => {
                if let Some(dancing) = &mut self.dance {
                    dancing.dance.update(&key);
                }
            }
            (key, _) => self.tell_board(Event::Key(key)),
        }
        None
    }

    fn is_asking(&self) -> bool {
        self.board.as_ref().is_some_and(|board| board.prompt().is_some())
    }

    fn tell_board(&mut self, event: Event) {
        let is_visible = self.view() == View::Board;
        let body = Frame::of(self.area).map(|frame| frame.body);
        let Some(board) = &mut self.board else { return };
        match event {
            Event::Key(key) => board.press(key),
            Event::Click { column, row } if is_visible => {
                let at = Position { x: column, y: row };
                let cell = body.and_then(|body| layout(board, body).cell_at(at));
                cell.into_iter().for_each(|cell| board.point(cell));
            }
            Event::Paste(text) if is_visible => board.paste(&text),
            Event::Found(ticket, finding) => board.found(ticket, finding),
            Event::Read(next) => board.read(next),
            Event::Written(result) => board.written(result),
            _ => {}
        }
    }

    /// Goes from the board to the dance or back. A dance of the same puzzle goes on where it was left.
    fn switch(&mut self) {
        let Some(board) = &self.board else { return };
        self.is_dancing = !self.is_dancing;
        let sheet = board.sheet();
        let is_same =
            self.dance.as_ref().is_some_and(|dancing| dancing.puzzle.as_ref() == Some(&sheet.puzzle));
        if self.is_dancing && !is_same {
            let (puzzle, title) = (sheet.puzzle.clone(), sheet.title());
            let dance = Dance::new(encode::options_of(&puzzle), Picture::Sudoku(puzzle.clone()));
            self.dance = Some(Dancing { dance, puzzle: Some(puzzle), title });
        }
    }

    /// Returns what is to be seen.
    pub(super) fn view(&self) -> View {
        match (self.help.is_some(), self.is_dancing) {
            (true, _) => View::Help,
            (false, true) => View::Dance,
            (false, false) => View::Board,
        }
    }

    /// Returns the first line of the help to show, if there are as many.
    pub(super) fn help_line(&self) -> usize {
        self.help.unwrap_or(0)
    }

    pub(super) fn is_dancing(&self) -> bool {
        self.is_dancing
    }

    /// Returns whether what is to be seen changes by itself.
    pub(super) fn is_moving(&self) -> bool {
        self.view() == View::Dance && self.dance().is_some_and(Dance::is_moving)
    }

    pub(super) fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    pub(super) fn dance(&self) -> Option<&Dance> {
        self.dance.as_ref().map(|dancing| &dancing.dance)
    }

    /// Returns the name of the puzzle or problem.
    pub(super) fn title(&self) -> String {
        let dancing = self.dance.as_ref().filter(|_| self.is_dancing);
        let title = dancing.map(|dancing| dancing.title.clone());
        title.or_else(|| self.board.as_ref().map(|board| board.sheet().title())).unwrap_or_default()
    }
}

/// Returns the line where the help begins after a key; `None` if the key leaves it.
fn scrolled(line: usize, key: Key) -> Option<usize> {
    match key {
        // No help has more lines.
        Key::Down | Key::Char('j') => Some((line + 1).min(100)),
        Key::Up | Key::Char('k') => Some(line.saturating_sub(1)),
        Key::PageDown | Key::Char(' ') => Some((line + 10).min(100)),
        Key::PageUp => Some(line.saturating_sub(10)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
