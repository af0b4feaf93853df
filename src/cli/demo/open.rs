//! Opens the input: puzzles for the board, or an exact-cover problem for the dance.

use std::io::BufRead;

use anyhow::{Context, bail};
use dlxbench::corpus::{Decompressor, Reader, Source};
use dlxbench::cover::{Problem, text};

use super::puzzles::{Next, Puzzles, Visited};
use crate::cli::console::say;
use crate::cli::input::ReadArgs;
use crate::cli::stream::sources_of;

/// The puzzle of the board if there is no input: the one that most people have seen.
const FIRST: &str = "Wikipedia's example";

/// What the input holds.
pub(super) enum Opened {
    /// The puzzles read so far, the last of which comes first on the board, and the rest.
    Puzzles(Vec<Visited>, Box<Puzzles>),
    /// A problem and its title.
    Problem(Problem, String),
}

/// Opens the input; without one, the famous puzzles.
pub(super) fn open(source: Option<&str>, read: &ReadArgs) -> anyhow::Result<Opened> {
    let Some(argument) = source else { return famous() };
    let mut sources = sources_of(argument, read.verbose)?;
    let puzzles = match sources.as_slice() {
        [only] if read.input.is_none() && read.column.is_none() => {
            let mut reader = Box::new(Decompressor::new(only.open()?));
            let cannot = || format!("cannot read {}", only.name);
            if is_problem(reader.fill_buf().with_context(cannot)?) {
                return problem(reader, &only.name);
            }
            Puzzles::of_open(&sources.remove(0).name, reader)
        }
        _ => Puzzles::new(sources, read.input, read.column.clone()),
    };
    begin(puzzles, |_| true, argument, read.verbose)
}

fn famous() -> anyhow::Result<Opened> {
    let puzzles = Puzzles::new(vec![Source::shipped_named("famous")?], None, None);
    begin(puzzles, |visited| visited.entry.label.starts_with(FIRST), "shipped:famous", false)
}

/// Reads on to the first puzzle that is wanted.
fn begin(
    mut puzzles: Puzzles,
    is_wanted: impl Fn(&Visited) -> bool,
    name: &str,
    verbose: bool,
) -> anyhow::Result<Opened> {
    let mut visited = Vec::new();
    while !visited.last().is_some_and(&is_wanted) {
        match puzzles.next() {
            Next::Puzzle(puzzle) => visited.push(*puzzle),
            Next::End(faults) if faults.is_empty() => bail!("{name}: contains no puzzles"),
            Next::End(faults) => bail!("{name}: contains no puzzles; {faults}"),
        }
    }
    if let Some((name, detected)) = puzzles.detected().filter(|_| verbose) {
        say(format!("{name}: {detected}"));
    }
    Ok(Opened::Puzzles(visited, Box::new(puzzles)))
}

fn problem(reader: impl BufRead, name: &str) -> anyhow::Result<Opened> {
    let document = text::read(reader).with_context(|| name.to_owned())?;
    let title = document.comments.first().map(|comment| comment.trim()).filter(|comment| !comment.is_empty());
    let title = title.unwrap_or(name).to_owned();
    Ok(Opened::Problem(document.problem, title))
}

/// Returns whether an input that begins like this is an exact-cover problem: it has a comment or items as in Knuth's
/// format, or several rows of 0 and 1. Everything else is read as puzzles.
fn is_problem(head: &[u8]) -> bool {
    // The last line may be cut off.
    let whole = head.iter().rposition(|&byte| byte == b'\n').map_or(head, |end| &head[..end]);
    let text = String::from_utf8_lossy(whole);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    if lines.peek().is_some_and(|line| line.starts_with('|')) {
        return true;
    }
    let is_row = |line: &str| line.chars().all(|character| matches!(character, '0' | '1' | ' '));
    if lines.clone().count() > 1 && lines.all(is_row) {
        return true;
    }
    let has_puzzle = Reader::new(whole).any(|found| matches!(found, Ok(Ok(_))));
    !has_puzzle && text::read(whole).is_ok_and(|document| document.problem.option_count() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "1..2......34....";

    #[test]
    fn problems_and_puzzles_are_told_apart() {
        for problem in
            ["| queens 8\nR1 R2\n", "a b c\na b\nc\n", "A B | x\nA x:1\n", "1 0 1\n0 1 0\n", "0110\n1001\n\n"]
        {
            assert!(is_problem(problem.as_bytes()), "{problem}");
        }
        let table = format!("puzzle,name\n{LINE},x\n");
        let line = format!("{LINE}\n");
        for puzzles in [
            &line,
            &table,
            "# comment\n1..2\n....\n..34\n....\n",
            "0000000000000001\n",
            "nonsense\n",
            "",
            LINE,
        ] {
            assert!(!is_problem(puzzles.as_bytes()), "{puzzles}");
        }
    }

    #[test]
    fn without_input_the_board_begins_with_a_famous_puzzle() {
        let Opened::Puzzles(visited, _) = famous().unwrap() else { panic!("puzzles are read") };
        let last = visited.last().unwrap();
        assert!(last.entry.label.starts_with(FIRST), "{}", last.entry.label);
        assert_eq!(last.place, "shipped:famous, puzzle 19");
    }
}
