//! `dlxbench demo`: a board to solve puzzles on, and Algorithm X step by step, on the whole terminal.
//!
//! The [model](model) reacts to [events](key) and asks for [commands](command); it knows no terminal, so tests drive it
//! with events. [Drawing](draw) changes nothing. Everything that takes time runs in [threads](work) and comes back as
//! an event. This file connects them with the [terminal](terminal).

mod board;
mod board_layout;
mod board_view;
mod canvas;
mod change;
mod choices;
mod command;
mod dance;
mod draw;
mod draw_board;
mod draw_dance;
mod draw_help;
mod edits;
mod frame;
mod generator;
mod hint;
mod history;
mod key;
mod known;
mod model;
mod open;
mod palette;
mod paste;
#[cfg(test)]
mod person;
mod picture;
mod prompt;
mod puzzles;
mod script;
mod sheet;
mod shelf;
mod terminal;
mod walk;
mod words;
mod work;
mod write;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;

use self::board::Board;
use self::command::Command;
use self::key::Event;
use self::model::Model;
use self::open::Opened;
use self::palette::Palette;
use self::script::Script;
use self::terminal::{Hangup, Terminal};
use self::work::Workers;
use super::console::look;
use super::exit::Exit;
use super::input::{ReadArgs, with_folders};
use super::interrupt::stop_on_signals;

const EXAMPLES: &str = "\
The board shows after every key whether the puzzle has no solution, exactly one,
or several. The dance shows how Algorithm X searches, step by step, forward and
backward. ? lists all keys.

Examples:
  dlxbench demo
  dlxbench demo shipped:hard
  dlxbench demo puzzles.txt
  dlxbench problem queens 8 | dlxbench demo -

Exit codes:
  0    ended by q or Ctrl-C
  2    wrong usage, no terminal, or the input cannot be read
  143  ended by SIGTERM (129: by SIGHUP)";

/// The time between two frames while the dance moves, and the longest time between two looks at signals.
const FRAME: Duration = Duration::from_millis(33);
const IDLE: Duration = Duration::from_millis(100);

/// Watch a search dance, step by step, and solve puzzles on a board, on the whole terminal
#[derive(Args)]
#[command(after_help = with_folders(EXAMPLES))]
pub(crate) struct DemoArgs {
    /// Puzzle, puzzle file, folder, pattern, shipped:NAME, exact-cover problem, or - [default: famous puzzles]
    #[arg(value_name = "PUZZLE|CORPUS|PROBLEM")]
    source: Option<String>,

    #[command(flatten)]
    read: ReadArgs,

    /// Type these keys, such as 5<Right><wait 500>h
    #[arg(long, value_name = "KEYS", hide = true)]
    script: Option<Script>,
}

pub(crate) fn run(args: DemoArgs) -> anyhow::Result<Exit> {
    // Before the input is read, which may take long or come from the keyboard.
    terminal::check()?;
    let stop = stop_on_signals()?;
    let (tell, events) = channel();
    // A recording shows the same puzzles every time.
    let seed = if args.script.is_some() { 1 } else { random_seed()? };
    let (model, ask) = match open::open(args.source.as_deref(), &args.read)? {
        Opened::Puzzles(visited, rest) => {
            let ask = rest.read_in_background(sender(&tell, Event::Read))?;
            (Model::of_board(Board::new(visited, seed)), Some(ask))
        }
        Opened::Problem(problem, title) => (Model::of_problem(problem, title), None),
    };
    let found = tell.clone();
    let workers = Workers::start(move |ticket, finding| _ = found.send(Event::Found(ticket, finding)))?;
    let palette = Palette::new(look().color);
    let mut session = Session { model, workers, ask, palette, terminal: Terminal::open()?, is_over: false };
    terminal::listen(sender(&tell, |event| event))?;
    if let Some(script) = args.script {
        script.type_in_background(sender(&tell, Event::Key))?;
    }
    session.run(&events, &stop)
}

/// Returns a function that sends what it is given as an event.
fn sender<T>(
    tell: &Sender<Event>,
    event: impl Fn(T) -> Event + Send + 'static,
) -> impl Fn(T) + Send + 'static {
    let tell = tell.clone();
    // Nobody listens after the end.
    move |happened| _ = tell.send(event(happened))
}

/// Returns a seed that is short enough to be typed.
fn random_seed() -> anyhow::Result<u64> {
    Ok(u64::from(getrandom::u32().context("cannot get a random seed")?) % 1_000_000)
}

/// The model and what it is connected with.
struct Session {
    model: Model,
    workers: Workers,
    /// Asks for the next puzzle of the input.
    ask: Option<Sender<()>>,
    palette: Palette,
    terminal: Terminal,
    is_over: bool,
}

impl Session {
    fn run(&mut self, events: &Receiver<Event>, stop: &AtomicBool) -> anyhow::Result<Exit> {
        let hangup = Hangup::new();
        self.measure()?;
        let mut last_tick = Instant::now();
        while !self.is_over {
            self.terminal
                .draw(|area, buffer| draw::draw(&self.model, area, buffer, &self.palette))
                .context("cannot write to the terminal")?;
            let pause = if self.model.is_moving() { FRAME } else { IDLE };
            match events.recv_timeout(pause.saturating_sub(last_tick.elapsed())) {
                Ok(event) => self.update(event)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => bail!("all threads have ended"),
            }
            // Many keys at once are drawn once.
            events.try_iter().try_for_each(|event| self.update(event))?;
            if last_tick.elapsed() >= pause {
                let time = last_tick.elapsed();
                last_tick = Instant::now();
                self.update(Event::Tick(time))?;
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(Exit::Interrupted);
            }
            if self.terminal.is_lost() || hangup.has_come() {
                bail!("the terminal is lost");
            }
        }
        Ok(Exit::Success)
    }

    fn update(&mut self, event: Event) -> anyhow::Result<()> {
        let mut commands = self.model.update(event);
        while let Some(command) = commands.pop() {
            commands.extend(self.execute(command)?);
        }
        Ok(())
    }

    /// Does what the model asks for, and returns what it asks for next.
    fn execute(&mut self, command: Command) -> anyhow::Result<Vec<Command>> {
        match command {
            Command::Work(ticket, job) => self.workers.give(ticket, job),
            Command::Cancel => self.workers.cancel(),
            Command::ReadNext => {
                if let Some(ask) = &self.ask {
                    // The thread ends only by a panic, which leaves the terminal.
                    _ = ask.send(());
                }
            }
            Command::Write(path, puzzle, label) => {
                let written = write::write(&path, puzzle, label).map_err(|error| format!("{error:#}"));
                return Ok(self.model.update(Event::Written(written)));
            }
            Command::Suspend => {
                self.terminal.suspend().context("cannot take the terminal over again")?;
                self.measure()?;
            }
            Command::Quit => self.is_over = true,
        }
        Ok(Vec::new())
    }

    /// Tells the model the size of the terminal.
    fn measure(&mut self) -> anyhow::Result<()> {
        let (width, height) = self.terminal.size().context("cannot get the size of the terminal")?;
        self.update(Event::Resize { width, height })
    }
}
