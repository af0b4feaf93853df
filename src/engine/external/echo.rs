//! What a round trip through a pipe costs: the part of every `exec:` time that is not the solver's.

use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::child::{Child, Trouble, command, until_started};
use super::process::Until;
use super::terms::{HIDDEN, Terms};
use crate::clock::Clock;
use crate::sudoku::{Geometry, Grid};

/// Round trips that are not counted, and those that are.
const WARM_UP: usize = 200;
const COUNTED: usize = 2_000;
/// A round trip may take this long, whatever solvers may.
const PATIENCE: Duration = Duration::from_secs(10);

/// The times of round trips to a child that sends every line back, in nanoseconds, the shortest first.
pub fn round_trips(terms: &Terms, stop: &AtomicBool) -> Result<Vec<u64>, String> {
    let clock = Clock::new();
    let line = Grid::pattern(Geometry::NINE).to_line() + "\n";
    let words = [terms.program.to_string_lossy().into_owned(), HIDDEN.to_owned(), "echo".to_owned()];
    let mut child = Child::default();
    let mut times_ns = Vec::with_capacity(COUNTED);
    let in_words = |trouble| match trouble {
        Trouble::Failed(reason) => reason,
        Trouble::Late => "gave no answer in time".to_owned(),
        Trouble::Stopped => "was stopped".to_owned(),
    };
    child.start(&mut command(&words, terms), &terms.program).map_err(in_words)?;
    for turn in 0..WARM_UP + COUNTED {
        let until = match turn {
            0 => until_started(terms, stop),
            _ => Until::after(PATIENCE, stop),
        };
        let process = child.process().expect("it was started");
        let start = clock.read();
        let echoed = process.send(line.as_bytes(), until).and_then(|()| process.line(until));
        let end = clock.read();
        echoed.map_err(|why| in_words(child.lose(&why)))?;
        if turn >= WARM_UP {
            times_ns.push(clock.nanoseconds(start, end));
        }
    }
    times_ns.sort_unstable();
    Ok(times_ns)
}

/// Sends every line back; what the hidden subcommand does.
// Its standard output is a pipe to dlxbench.
#[allow(clippy::disallowed_methods)]
pub fn echo() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        output.write_all(&line)?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}
