//! A program that reads all puzzles of a class and writes an answer for each.

use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::child::{Child, Trouble, command};
use super::process::{Broken, Until};
use super::spec::External;
use super::terms::Terms;
use crate::clock::Clock;
use crate::engine::status::Status;

/// A longer output cannot be one answer for each puzzle.
const LONGEST_ANSWER: u64 = 64 << 10;

/// No time limit is longer, for the sum with the present must be a moment that can be told: ten years.
const FOREVER: Duration = Duration::from_secs(315_360_000);

/// Has a program solve the puzzles of a file, one per line, and write its answers to another file. Returns how many
/// nanoseconds that took, or the status of the puzzles without an answer and the reason; `None` if the run is being
/// stopped.
///
/// The file is the program's standard input, or its path stands in the command in place of `{}`.
pub fn solve_batch(
    external: &External,
    terms: &Terms,
    (puzzles, count): (&Path, u64),
    answers: &File,
    stop: &AtomicBool,
) -> io::Result<Option<Result<u64, (Status, String)>>> {
    let clock = Clock::new();
    let mut command = command(&external.words_with(&puzzles.to_string_lossy()), terms);
    match external.has_place() {
        true => command.stdin(Stdio::null()),
        false => command.stdin(File::open(puzzles)?),
    };
    command.stdout(answers.try_clone()?);
    // As long as its puzzles may take one by one.
    let timeout = terms.timeout.saturating_mul(count.min(u32::MAX.into()) as u32).min(FOREVER);
    let most = LONGEST_ANSWER.saturating_mul(count + 1);
    let check_length = || match answers.metadata().is_ok_and(|answers| answers.len() > most) {
        true => Err(Broken::Flood),
        false => Ok(()),
    };
    let mut child = Child::default();
    let start = clock.read();
    let ended = run(&mut child, &mut command, terms, Until::after(timeout, stop), check_length);
    let end = clock.read();
    Ok(match ended {
        Ok(()) => Some(Ok(clock.nanoseconds(start, end))),
        Err(Trouble::Stopped) => None,
        Err(Trouble::Failed(reason)) => Some(Err((Status::Failed, reason))),
        Err(Trouble::Late) => {
            let seconds = timeout.as_secs_f64();
            Some(Err((Status::Timeout, format!("did not end within {seconds} s"))))
        }
    })
}

/// Runs a command to its end.
fn run(
    child: &mut Child,
    command: &mut Command,
    terms: &Terms,
    until: Until<'_>,
    check: impl FnMut() -> Result<(), Broken>,
) -> Result<(), Trouble> {
    let process = child.start(command, &terms.program)?;
    let ended = process.wait_for_end(until, check).and_then(|()| match process.exit() {
        Some(status) if status.success() => Ok(()),
        _ => Err(Broken::Closed),
    });
    ended.map_err(|why| child.lose(&why))
}
