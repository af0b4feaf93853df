//! A running case: its folder, its random numbers, and the promises of every run of the program.
//!
//! - It ends with exit code 0, 1, 2, or 128 plus the signal that it was sent.
//! - It does not panic, and stays within the limits of `run` for memory and files.
//! - It prints no more than [`Trial::most_output`].
//! - It leaves no files but those it was told to write.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use dlxbench::random::Random;

use super::run::{Ran, Run};

/// A broken promise.
pub(crate) struct Fault {
    pub(crate) what: String,
    /// The run after which it was found.
    pub(crate) command: String,
}

/// A running case.
pub(crate) struct Trial<'a> {
    pub(crate) random: Random,
    /// The working directory of the program.
    pub(crate) folder: PathBuf,
    pub(crate) faults: Vec<Fault>,
    pub(crate) commands: Vec<String>,
    /// The maximum number of bytes that a run may write to its two outputs.
    pub(crate) most_output: usize,
    program: &'a Path,
    root: PathBuf,
    /// What may be in the folder: the inputs and the requested outputs.
    expected: BTreeSet<OsString>,
}

impl<'a> Trial<'a> {
    pub(crate) fn new(program: &'a Path, root: PathBuf, random: Random) -> Trial<'a> {
        let folder = root.join("work");
        fs::create_dir_all(&folder).expect("the folder for cases is writable");
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

    /// Picks an element of a list.
    pub(crate) fn pick<'l, T: ?Sized>(&mut self, list: &[&'l T]) -> &'l T {
        list[self.random.below(list.len())]
    }

    /// Returns `true` with a probability of 1 in `count`.
    pub(crate) fn once_in(&mut self, count: usize) -> bool {
        self.random.below(count) == 0
    }

    /// Writes a file to the folder.
    pub(crate) fn file(&mut self, name: impl Into<OsString>, content: impl AsRef<[u8]>) {
        let name = name.into();
        fs::write(self.folder.join(&name), content).expect("the folder of the case is writable");
        self.expected.insert(name);
    }

    /// Allows runs to leave this file or folder.
    pub(crate) fn expects(&mut self, name: &str) {
        self.expected.insert(name.into());
    }

    /// Runs the program, and checks the promises of every run.
    pub(crate) fn run(&mut self, run: &Run) -> Ran {
        let log = self.root.join(format!("run{}", self.commands.len() + 1));
        let ran = run.start(self.program, &self.folder, &log);
        self.commands.push(ran.command.clone());
        let text = [&ran.out[..], &ran.err[..]].concat();
        let sent = run.signal.map(|(name, _)| number_of(name));
        if ran.has_hung {
            self.fault(format!("still running after {:.1} s", ran.took.as_secs_f64()));
        } else if ![0, 1, 2].contains(&ran.code) && Some(ran.code - 128) != sent {
            self.fault(format!("exit code {}: {}", ran.code, first_line(&ran.err)));
        }
        if let Some(place) = find(&text, b"panicked at") {
            self.fault(format!("panic: {}", first_line(&text[place..])));
        }
        if text.len() > self.most_output {
            self.fault(format!("{} bytes of output", text.len()));
        }
        // The next run removes the leftovers of a killed one. A run that timed out was killed by us.
        if sent != Some(9) && !ran.has_hung {
            for name in self.unexpected() {
                self.fault(format!("leaves {}", name.to_string_lossy()));
                self.expected.insert(name);
            }
        }
        ran
    }

    /// Returns the names in the folder that should not be there.
    pub(crate) fn unexpected(&self) -> Vec<OsString> {
        let entries = fs::read_dir(&self.folder).expect("the folder of the case is readable");
        let names = entries.map(|entry| entry.expect("the folder of the case is readable").file_name());
        names.filter(|name| !self.expected.contains(name)).collect()
    }

    /// Records that the last run broke a promise.
    pub(crate) fn fault(&mut self, what: impl Into<String>) {
        let command = self.commands.last().cloned().unwrap_or_default();
        self.faults.push(Fault { what: what.into(), command });
    }
}

/// Returns the number of a signal.
fn number_of(name: &str) -> i32 {
    match name {
        "HUP" => 1,
        "INT" => 2,
        "KILL" => 9,
        "TERM" => 15,
        _ => unreachable!("a signal that is not sent here"),
    }
}

/// Returns the first line of a text, cut to 200 bytes and escaped.
pub(crate) fn first_line(text: &[u8]) -> String {
    let line = text.split(|&byte| byte == b'\n').find(|line| !line.is_empty()).unwrap_or_default();
    String::from_utf8_lossy(&line[..line.len().min(200)]).escape_debug().to_string()
}

/// Returns the position of a part in a text.
pub(crate) fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    memchr::memmem::find(text, part)
}
