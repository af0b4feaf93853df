//! A case at work: its folder, its random stream, and what every run of the program must keep.
//!
//! - It ends, with 0, 1, 2, or 128 and the signal that it was sent.
//! - It does not panic, and stays within the limits of `run` for memory and files.
//! - It says little: [`Trial::most_output`].
//! - It leaves no file but those it was told to write.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use dlxbench::random::Random;

use super::run::{Ran, Run, TIMEOUT};

/// What broke in a case.
pub(crate) struct Fault {
    pub(crate) what: String,
    /// The run after which it was seen.
    pub(crate) command: String,
}

/// A case at work.
pub(crate) struct Trial<'a> {
    pub(crate) random: Random,
    /// Where the program runs.
    pub(crate) folder: PathBuf,
    pub(crate) faults: Vec<Fault>,
    pub(crate) commands: Vec<String>,
    /// The most bytes that a run may write to its two outputs.
    pub(crate) most_output: usize,
    program: &'a Path,
    root: PathBuf,
    /// What may be in the folder: what was there before, and what was asked for.
    expected: BTreeSet<OsString>,
}

impl<'a> Trial<'a> {
    pub(crate) fn new(program: &'a Path, root: PathBuf, random: Random) -> Trial<'a> {
        let folder = root.join("work");
        fs::create_dir_all(&folder).expect("a folder for the case can be made");
        Trial {
            random,
            folder,
            faults: Vec::new(),
            commands: Vec::new(),
            most_output: 4 << 20,
            program,
            root,
            expected: BTreeSet::new(),
        }
    }

    /// One of a list.
    pub(crate) fn pick<'l, T: ?Sized>(&mut self, list: &[&'l T]) -> &'l T {
        list[self.random.below(list.len())]
    }

    /// True once in so many times.
    pub(crate) fn once_in(&mut self, count: usize) -> bool {
        self.random.below(count) == 0
    }

    /// Puts a file into the folder.
    pub(crate) fn file(&mut self, name: impl Into<OsString>, content: impl AsRef<[u8]>) {
        let name = name.into();
        fs::write(self.folder.join(&name), content).expect("a file of the case can be written");
        self.expected.insert(name);
    }

    /// A file or folder that runs may leave.
    pub(crate) fn expects(&mut self, name: &str) {
        self.expected.insert(name.into());
    }

    /// Runs the program, and checks what every run must keep.
    pub(crate) fn run(&mut self, run: &Run) -> Ran {
        let log = self.root.join(format!("run{}", self.commands.len() + 1));
        let ran = run.start(self.program, &self.folder, &log);
        self.commands.push(ran.command.clone());
        let text = [&ran.out[..], &ran.err[..]].concat();
        let sent = run.signal.map(|(name, _)| number_of(name));
        if ran.has_timed_out {
            self.fault(format!("no end after {} s", TIMEOUT.as_secs()));
        } else if ![0, 1, 2].contains(&ran.code) && Some(ran.code - 128) != sent {
            self.fault(format!("exit code {}: {}", ran.code, first_line(&ran.err)));
        }
        if let Some(place) = find(&text, b"panicked at") {
            self.fault(format!("a panic: {}", first_line(&text[place..])));
        }
        if text.len() > self.most_output {
            self.fault(format!("{} bytes of output", text.len()));
        }
        // What a killed run leaves is for the next one to remove; what a hanging one leaves was our doing.
        if sent != Some(9) && !ran.has_timed_out {
            for name in self.unexpected() {
                self.fault(format!("leaves {}", name.to_string_lossy()));
                self.expected.insert(name);
            }
        }
        ran
    }

    /// What is in the folder that should not be there.
    pub(crate) fn unexpected(&self) -> Vec<OsString> {
        let entries = fs::read_dir(&self.folder).expect("the folder of the case is there");
        let names = entries.map(|entry| entry.expect("a folder can be read").file_name());
        names.filter(|name| !self.expected.contains(name)).collect()
    }

    /// Notes that the last run broke something.
    pub(crate) fn fault(&mut self, what: impl Into<String>) {
        let command = self.commands.last().cloned().unwrap_or_default();
        self.faults.push(Fault { what: what.into(), command });
    }
}

/// The number of a signal.
fn number_of(name: &str) -> i32 {
    match name {
        "HUP" => 1,
        "INT" => 2,
        "KILL" => 9,
        "TERM" => 15,
        _ => unreachable!("a signal that is not sent here"),
    }
}

/// The first line of a text, as much as is wanted in a report.
pub(crate) fn first_line(text: &[u8]) -> String {
    let line = text.split(|&byte| byte == b'\n').find(|line| !line.is_empty()).unwrap_or_default();
    String::from_utf8_lossy(&line[..line.len().min(200)]).escape_debug().to_string()
}

/// Where a part begins in a text.
pub(crate) fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    memchr::memmem::find(text, part)
}
