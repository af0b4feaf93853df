//! The host of a shared library: a process of its own, for a stranger's code may crash, hang or keep global state.
//!
//! dlxbench starts itself as a host. The host loads the library, calls its function puzzle by puzzle, and times each
//! call with the clock that times the built-in engines. Puzzles come in frames on standard input, results go to
//! standard output; whatever the library prints goes to standard error.

#![allow(unsafe_code)]

use std::ffi::{OsStr, c_char};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use libloading::{Library, Symbol};

use super::answer::Answer;
use super::referee::Referee;
use super::reply::Reply;
use crate::clock::Clock;
use crate::engine::status::Status;
use crate::sudoku::Geometry;

/// What a host says when the library is loaded; anything else is why it cannot be.
pub(super) const READY: &str = "ready";

/// The function of a library; `docs/dlxbench_solver.h` describes it.
type Solve = unsafe extern "C" fn(*const c_char, usize, u32, *mut c_char, *mut usize) -> usize;

const CELLS: usize = 81;
/// The counts of puzzles and of repetitions, and the limit.
const HEADER: usize = 16;
/// The counts of solutions and of guesses.
const COUNTS: usize = 16;
/// Libraries may write a terminator, and some write more.
const ROOM: usize = 256;
/// Results are sent on at least this often.
const FLUSH_NS: u64 = 10_000_000;

/// Puzzles for a host.
pub(super) fn frame(puzzles: &[&[u8]], repeat: usize, limit: u64) -> Vec<u8> {
    let mut frame = Vec::with_capacity(HEADER + puzzles.len() * CELLS);
    frame.extend((puzzles.len() as u32).to_le_bytes());
    frame.extend((repeat as u32).to_le_bytes());
    frame.extend(limit.to_le_bytes());
    let sign = |&given: &u8| if given == 0 { b'.' } else { b'0' + given };
    frame.extend(puzzles.iter().copied().flatten().map(sign));
    frame
}

/// Bytes of a result.
pub(super) const fn result_length(repeat: usize) -> usize {
    COUNTS + CELLS + 8 * repeat
}

/// The result of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Called {
    solutions: u64,
    guesses: u64,
    /// The signs that the function wrote, 0 where it wrote none.
    signs: Vec<u8>,
    pub(super) times_ns: Vec<u64>,
}

impl Called {
    pub(super) fn read(bytes: &[u8]) -> Called {
        let number = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("there are eight"));
        let (counts, rest) = bytes.split_at(COUNTS);
        let (signs, times) = rest.split_at(CELLS);
        Called {
            solutions: number(&counts[..8]),
            guesses: number(&counts[8..]),
            signs: signs.to_vec(),
            times_ns: times.chunks_exact(8).map(number).collect(),
        }
    }
}

impl Referee {
    /// Judges what the function of a library returned.
    pub(super) fn judge_call(&mut self, givens: &[u8], called: &Called, limit: u64) -> Reply {
        // Beyond the limit a count means nothing.
        let count = called.solutions.min(limit);
        let shown = || match called.signs.iter().all(|&sign| sign == 0) {
            true => format!("solutions={}", called.solutions),
            false => format!("{} solutions={}", String::from_utf8_lossy(&called.signs), called.solutions),
        };
        let mut answer =
            Answer { solutions: Some(count), guesses: Some(called.guesses), ..Answer::default() };
        // Which of several solutions it leaves behind is its own affair; some libraries leave none at all.
        if count == 1 && called.signs.iter().any(|&sign| sign != 0) {
            let digit = |&sign: &u8| match sign {
                b'0' | b'.' | 0 => Some(0),
                b'1'..=b'9' => Some(sign - b'0'),
                _ => None,
            };
            match called.signs.iter().map(digit).collect() {
                Some(solution) => answer.solution = solution,
                None => {
                    let reason = "the solution it wrote has signs other than digits".to_owned();
                    return Reply::faulty(Status::Wrong, shown(), reason);
                }
            }
        }
        self.judge(Geometry::NINE, givens, &answer, &shown(), limit)
    }
}

/// What the hidden subcommand does: loads a function and calls it for each puzzle, until there are no more.
// Its standard output is a pipe to dlxbench, and nobody sees its standard error before dlxbench has shown it.
#[allow(clippy::disallowed_methods)]
pub fn host(file: &Path, symbol: &str) -> io::Result<()> {
    let results = io::stdout().lock();
    // What the library prints must not stand among the results.
    let results = rustix::io::dup(&results)?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    let mut results = BufWriter::with_capacity(1 << 16, std::fs::File::from(results));
    let library = match load(file) {
        Ok(library) => library,
        Err(error) => return refuse(&mut results, &error),
    };
    // SAFETY: that the function has this signature is what the user says; nobody can know.
    let function: Result<Symbol<'_, Solve>, _> = unsafe { library.get(symbol) };
    match function {
        Ok(function) => {
            writeln!(results, "{READY}")?;
            results.flush()?;
            serve(*function, &mut io::stdin().lock(), &mut results)
        }
        Err(error) => refuse(&mut results, &error),
    }
}

/// Loads a library: this file, or one that the system finds by its name.
fn load(file: &Path) -> Result<Library, libloading::Error> {
    let found = std::path::absolute(file).ok().filter(|path| path.is_file());
    let name: &OsStr = found.as_ref().map_or(file.as_os_str(), |path| path.as_os_str());
    // SAFETY: a library runs code when it is loaded, which the user asked for; this process is made for it.
    unsafe { Library::new(name) }
}

/// Says in one line why the library cannot be used.
fn refuse(results: &mut impl Write, error: &dyn std::error::Error) -> io::Result<()> {
    let reason = error.source().map_or(error.to_string(), ToString::to_string);
    writeln!(results, "cannot be loaded: {}", reason.replace('\n', " "))?;
    results.flush()
}

fn serve(function: Solve, frames: &mut impl Read, results: &mut impl Write) -> io::Result<()> {
    let clock = Clock::new();
    let mut flushed = clock.read();
    let mut header = [0; HEADER];
    let (mut puzzles, mut times) = (Vec::new(), Vec::new());
    loop {
        match frames.read_exact(&mut header) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            other => other?,
        }
        let half =
            |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("there are four")) as usize;
        let (count, repeat) = (half(0), half(4));
        let limit = u64::from_le_bytes(header[8..].try_into().expect("there are eight")) as usize;
        // A terminator, for libraries that expect one; each puzzle gets its own below.
        puzzles.resize(count * CELLS, 0);
        frames.read_exact(&mut puzzles)?;
        for signs in puzzles.chunks_exact(CELLS) {
            let mut puzzle = [0_u8; CELLS + 1];
            puzzle[..CELLS].copy_from_slice(signs);
            let mut solution = [0_u8; ROOM];
            let (mut solutions, mut guesses) = (0, 0);
            times.clear();
            let mut end = 0;
            for _ in 0..repeat {
                solution[..CELLS].fill(0);
                guesses = 0;
                let start = clock.read();
                // SAFETY: the puzzle has 81 signs and a terminator, and there is more room than a solution takes. What
                // the function does beyond that, it does to this process only.
                solutions = unsafe {
                    function(puzzle.as_ptr().cast(), limit, 0, solution.as_mut_ptr().cast(), &mut guesses)
                };
                end = clock.read();
                times.extend(clock.nanoseconds(start, end).to_le_bytes());
            }
            results.write_all(&(solutions as u64).to_le_bytes())?;
            results.write_all(&(guesses as u64).to_le_bytes())?;
            results.write_all(&solution[..CELLS])?;
            results.write_all(&times)?;
            if clock.nanoseconds(flushed, end) >= FLUSH_NS {
                results.flush()?;
                flushed = end;
            }
        }
        results.flush()?;
        flushed = clock.read();
    }
}
