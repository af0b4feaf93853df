//! A person at the demo, for tests: types keys, and waits for all that they lead to. The work is done at once, and every
//! search takes the same time, so that screens are the same on every machine.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use dlxbench::corpus::{Entry, Source};
use dlxbench::generate::{Plan, generate};
use dlxbench::logic::Logician;
use dlxbench::sudoku::{Geometry, Grid, Symbols};
use ratatui::backend::TestBackend;
use ratatui::terminal::{Frame, Terminal};

use super::board::Board;
use super::command::Command;
use super::draw::draw;
use super::key::Event;
use super::model::Model;
use super::palette::Palette;
use super::puzzles::{Next, Puzzles, Visited};
use super::script::Script;
use super::work::{Analyst, Finding, Job};

pub(super) const EXAMPLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The person, and the demo.
pub(super) struct Person {
    pub(super) model: Model,
    analyst: Analyst,
    puzzles: Puzzles,
    /// Whether there is an answer to the jobs.
    pub(super) waits: bool,
    /// The commands that no answer follows.
    pub(super) other: Vec<Command>,
}

impl Person {
    /// Sits down before a board with the first of these puzzles.
    pub(super) fn at(lines: &str) -> Person {
        let mut puzzles = Puzzles::new(vec![Source::of_text("puzzles.txt", lines)], None, None);
        let Next::Puzzle(first) = puzzles.next() else { panic!("no puzzle in {lines:?}") };
        Person::before(Model::of_board(Board::new(vec![*first], 1)), puzzles)
    }

    /// Sits down before a board with this puzzle, whose search never ends.
    pub(super) fn at_endless(puzzle: Grid) -> Person {
        let entry = Entry::new(1, puzzle);
        let visited = Visited { entry, place: "puzzles.txt, puzzle 1".to_owned(), skipped: String::new() };
        let puzzles = Puzzles::new(Vec::new(), None, None);
        Person::new(Model::of_board(Board::new(vec![visited], 1)), puzzles, false)
    }

    /// Sits down before a model.
    pub(super) fn before(model: Model, puzzles: Puzzles) -> Person {
        Person::new(model, puzzles, true)
    }

    fn new(model: Model, puzzles: Puzzles, waits: bool) -> Person {
        let mut person = Person { model, analyst: Analyst::default(), puzzles, waits, other: Vec::new() };
        // Jobs for the first puzzle have been waiting for an event.
        person.sees(Event::Tick(Duration::ZERO));
        person
    }

    /// Types keys, as `--script` does.
    pub(super) fn types(&mut self, keys: &str) -> &mut Person {
        let script: Script = keys.parse().unwrap();
        script.keys().for_each(|key| self.sees(Event::Key(key)));
        self
    }

    pub(super) fn sees(&mut self, event: Event) {
        let mut commands = self.model.update(event);
        while let Some(command) = commands.pop() {
            commands.extend(self.answers(command));
        }
    }

    fn answers(&mut self, command: Command) -> Vec<Command> {
        let event = match command {
            Command::Work(ticket, job) if self.waits => {
                self.finding(job).map(|finding| Event::Found(ticket, finding))
            }
            Command::ReadNext => Some(Event::Read(self.puzzles.next())),
            other => {
                self.other.push(other);
                None
            }
        };
        event.map_or(Vec::new(), |event| self.model.update(event))
    }

    fn finding(&mut self, job: Job) -> Option<Finding> {
        let logician = |puzzle: &Grid| Logician::new(puzzle.geometry());
        Some(match job {
            Job::Analyze(puzzle) => {
                let mut analysis = self.analyst.analyze(&puzzle, &AtomicBool::new(false))?;
                analysis.time = Duration::from_nanos(57_900);
                Finding::Analyzed(analysis)
            }
            Job::Grade(puzzle) => Finding::Graded(logician(&puzzle).grade(puzzle.cells())),
            Job::Explain(puzzle) => {
                Finding::Explained(logician(&puzzle).explain(puzzle.cells(), puzzle.symbols()))
            }
            Job::Generate(wish, seed) => {
                let mut made = None;
                let ended = generate(&wish, 1, &Plan::new(wish.geometry, seed), |cells, _| {
                    made = made.take().or(cells.map(Grid::try_from).transpose()?);
                    Ok::<(), dlxbench::sudoku::CellsError>(())
                });
                ended.unwrap();
                Finding::Generated(made)
            }
        })
    }

    pub(super) fn board(&self) -> &Board {
        self.model.board().unwrap()
    }

    /// Returns the puzzle on the board as a line.
    pub(super) fn line(&self) -> String {
        self.board().sheet().puzzle.to_line()
    }

    /// Looks at a terminal of this size; the lines have no blanks at their ends.
    pub(super) fn screen(&mut self, width: u16, height: u16) -> String {
        self.sees(Event::Resize { width, height });
        let plain = self.drawn(width, height, false);
        assert_eq!(plain, self.drawn(width, height, true), "colors must not change what is drawn");
        plain
    }

    fn drawn(&self, width: u16, height: u16, is_colored: bool) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let palette = Palette::new(is_colored);
        let drawn = |frame: &mut Frame<'_>| draw(&self.model, frame.area(), frame.buffer_mut(), &palette);
        terminal.draw(drawn).unwrap();
        let cells = terminal.backend().buffer().content();
        let line = |cells: &[ratatui::buffer::Cell]| {
            let line: String = cells.iter().map(|cell| cell.symbol()).collect();
            line.trim_end().to_owned() + "\n"
        };
        cells.chunks(usize::from(width).max(1)).map(line).collect()
    }
}

/// A 25×25 puzzle without a solution, which takes longer than a lifetime to see: the first row is empty, and thirteen
/// digits have only its first twelve cells left.
pub(super) fn endless() -> Grid {
    let geometry = Geometry::from_size(25).unwrap();
    let full = Grid::pattern(geometry);
    let mut cells = vec![0; geometry.cell_count()];
    for cell in (25..625).filter(|cell| cell % 25 >= 12 && full.cells()[*cell] <= 13) {
        cells[cell] = full.cells()[cell];
    }
    // In its own column, the thirteenth digit was in the first row.
    cells[25 + 12] = 13;
    Grid::new(geometry, Symbols::usual(geometry), &cells)
}
