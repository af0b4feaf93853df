//! The puzzles of the input, read one by one as they are asked for.
//!
//! A file may hold millions, so only those that were visited are kept, and a thread of its own reads the others: a pipe
//! may be slow.

use std::io::BufRead;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::vec;

use anyhow::Context;
use dlxbench::corpus::{Column, Detected, Entry, InputFormat, Reader, Source};
use dlxbench::report::units;

/// A puzzle of the input.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Visited {
    pub(super) entry: Entry,
    /// Where it is, such as `shipped:famous, puzzle 3`; empty for a puzzle that was typed.
    pub(super) place: String,
    /// What was wrong with the lines before it; empty if nothing was.
    pub(super) skipped: String,
}

/// The answer to a request for the next puzzle.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Next {
    Puzzle(Box<Visited>),
    /// There is none; the text says what was wrong with the rest, if anything was.
    End(String),
}

/// Reads the puzzles of several sources.
pub(super) struct Puzzles {
    sources: vec::IntoIter<Source>,
    format: Option<InputFormat>,
    column: Option<Column>,
    current: Option<Current>,
}

/// The source that is being read.
struct Current {
    name: String,
    reader: Reader<'static>,
    puzzles: u64,
}

impl Puzzles {
    pub(super) fn new(sources: Vec<Source>, format: Option<InputFormat>, column: Option<Column>) -> Puzzles {
        Puzzles { sources: sources.into_iter(), format, column, current: None }
    }

    /// Reads a source that is open already.
    pub(super) fn of_open(name: &str, input: impl BufRead + Send + 'static) -> Puzzles {
        let mut puzzles = Puzzles::new(Vec::new(), None, None);
        puzzles.current = Some(puzzles.start(name, input));
        puzzles
    }

    fn start(&self, name: &str, input: impl BufRead + Send + 'static) -> Current {
        let reader = Reader::new(input).with_format(self.format).with_column(self.column.clone());
        Current { name: name.to_owned(), reader, puzzles: 0 }
    }

    /// Reads on to the next puzzle.
    pub(super) fn next(&mut self) -> Next {
        let mut faults = Faults::default();
        loop {
            let Some(current) = &mut self.current else {
                let Some(source) = self.sources.next() else { return Next::End(faults.in_words()) };
                match source.open() {
                    Ok(input) => self.current = Some(self.start(&source.name, input)),
                    Err(error) => faults.add(format!("{:#}", anyhow::Error::from(error))),
                }
                continue;
            };
            let place = |line: u64| match current.name.as_str() {
                "" => String::new(),
                name => format!("{name}, line {line}: "),
            };
            match current.reader.next() {
                Some(Ok(Ok(entry))) => {
                    current.puzzles += 1;
                    return Next::Puzzle(Box::new(Visited {
                        place: match current.name.as_str() {
                            "" => String::new(),
                            name => format!("{name}, puzzle {}", units::count(current.puzzles)),
                        },
                        entry: entry.with_solution_apart(),
                        skipped: faults.in_words(),
                    }));
                }
                Some(Ok(Err(bad_line))) => faults.add(format!("{}{}", place(bad_line.line), bad_line.reason)),
                Some(Err(error)) => {
                    faults.add(format!("{}: {error}", current.name));
                    self.current = None;
                }
                None => self.current = None,
            }
        }
    }

    /// Returns the source that is being read, and what was detected in it so far.
    pub(super) fn detected(&self) -> Option<(&str, Detected)> {
        self.current.as_ref().map(|current| (current.name.as_str(), current.reader.detected()))
    }

    /// Lets a thread read the rest: each message asks for one puzzle, and `tell` receives it.
    pub(super) fn read_in_background(
        mut self,
        tell: impl Fn(Next) + Send + 'static,
    ) -> anyhow::Result<Sender<()>> {
        let (ask, asked) = channel();
        let run = move || asked.iter().for_each(|()| tell(self.next()));
        thread::Builder::new().spawn(run).context("cannot start a thread")?;
        Ok(ask)
    }
}

/// What was wrong with the lines that were skipped.
#[derive(Default)]
struct Faults {
    first: Option<String>,
    others: u64,
}

impl Faults {
    fn add(&mut self, fault: String) {
        match self.first {
            None => self.first = Some(fault),
            Some(_) => self.others += 1,
        }
    }

    fn in_words(&self) -> String {
        match (&self.first, self.others) {
            (None, _) => String::new(),
            (Some(first), 0) => format!("skipped {first}"),
            (Some(first), others) => format!("skipped {first} (and {} more)", units::count(others)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_come_one_by_one_with_what_was_skipped_before_them() {
        let text = "1..2......34....\n1.?\n12\n12............21 easy\n1234\n";
        let sources = vec![Source::of_text("a.txt", text), Source::of_text("", "1..2......34....")];
        let mut puzzles = Puzzles::new(sources, None, None);
        let mut next = || match puzzles.next() {
            Next::Puzzle(visited) => (visited.place, visited.entry.label, visited.skipped),
            Next::End(faults) => ("end".to_owned(), String::new(), faults),
        };
        let is = |place: &str, label: &str| (place.to_owned(), label.to_owned());
        let (place, label, skipped) = next();
        assert_eq!(((place, label), skipped.as_str()), (is("a.txt, puzzle 1", ""), ""));
        let (place, label, skipped) = next();
        assert_eq!((place, label), is("a.txt, puzzle 2", "easy"));
        assert!(
            skipped.starts_with("skipped a.txt, line 2: ") && skipped.ends_with(" (and 1 more)"),
            "{skipped}"
        );
        let (place, label, skipped) = next();
        assert_eq!((place, label), is("", ""));
        assert!(skipped.starts_with("skipped a.txt, line 5: "), "{skipped}");
        assert_eq!(next(), ("end".to_owned(), String::new(), String::new()));
    }
}
