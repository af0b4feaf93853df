//! A child that answers one line after the other, or one frame after the other, and is started again when it is lost.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::group::Group;
use super::process::{Broken, Process, Until};
use super::terms::{LIMIT_VARIABLE, Terms};

/// A child may take at least this long from its start to its first answer.
const START: Duration = Duration::from_secs(10);

/// Why a puzzle has no answer.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The run is being stopped.
    Stopped,
    /// The time is up.
    Late,
    /// Anything else, in words.
    Failed(String),
}

/// A place for a child, and the group in which it runs.
#[derive(Debug, Default)]
pub(super) struct Child {
    group: Option<Arc<Group>>,
    process: Option<Process>,
}

impl Child {
    /// The child that runs; none if there is none yet, or the last one was lost.
    pub(super) fn process(&mut self) -> Option<&mut Process> {
        self.process.as_mut()
    }

    /// Starts a command in the group. What ran before has ended.
    pub(super) fn start(&mut self, command: &mut Command, program: &Path) -> Result<&mut Process, Trouble> {
        self.process = None;
        let started = match &self.group {
            Some(group) => Process::start(command, group),
            None => Group::start(program).and_then(|group| {
                let group = self.group.insert(Arc::new(group));
                Process::start(command, group)
            }),
        };
        match started {
            Ok(process) => Ok(self.process.insert(process)),
            Err(error) => {
                self.group = None;
                Err(Trouble::Failed(cannot_start(command, &error)))
            }
        }
    }

    /// Ends a child that did not do what it should, with all that it has started.
    pub(super) fn lose(&mut self, why: &Broken) -> Trouble {
        self.group = None;
        let Some(process) = self.process.take() else { return Trouble::Failed("is not running".to_owned()) };
        match why {
            Broken::Stopped => {
                process.abandon();
                Trouble::Stopped
            }
            Broken::Late => {
                process.abandon();
                Trouble::Late
            }
            _ => Trouble::Failed(process.obituary(why)),
        }
    }
}

/// A command with pipes for its input and output, that knows how many solutions to look for.
pub(super) fn command(words: &[String], terms: &Terms) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).env(LIMIT_VARIABLE, terms.limit.to_string());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

/// How long to wait for the first answer of a child, which may have much to prepare.
pub(super) fn until_started<'s>(terms: &Terms, stop: &'s AtomicBool) -> Until<'s> {
    Until::after(terms.timeout.max(START), stop)
}

pub(super) fn cannot_start(command: &Command, error: &io::Error) -> String {
    format!("cannot start {}: {error}", command.get_program().to_string_lossy())
}
