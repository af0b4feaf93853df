//! A process group of its own for everything that a solver starts, which never outlives dlxbench.
//!
//! The leader of the group is a *guard*: dlxbench itself, started again, which does nothing but wait for the end of
//! its standard input. dlxbench holds the other end of that pipe. When it closes, because the group is dropped or
//! because dlxbench has died in whatever way, kill −9 included, the guard kills its group, itself among it. Nothing has
//! to be registered, so there is no moment in which a process is unguarded, and no unsafe code is needed. (A
//! parent-death signal would need some, reaches only direct children, and comes too early when a *thread* ends.)
//!
//! A program that leaves its group (`setsid`) escapes.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, getpgrp, kill_process_group};

use super::terms::HIDDEN;

/// A process group that is killed when this is dropped.
#[derive(Debug)]
pub(super) struct Group {
    guard: Child,
}

impl Group {
    /// A group with nothing but its guard. `program` is dlxbench.
    pub(super) fn start(program: &Path) -> io::Result<Group> {
        let mut command = Command::new(program);
        command.args([HIDDEN, "guard"]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        Ok(Group { guard: command.spawn()? })
    }

    /// Makes a command join the group.
    pub(super) fn admit<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command.process_group(self.guard.id() as i32)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // A guard that nobody has waited for keeps its number.
        if let (Ok(None), Some(group)) = (self.guard.try_wait(), Pid::from_raw(self.guard.id() as i32)) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.guard.wait();
    }
}

/// Waits for the end of standard input and kills the process group; what the hidden subcommand does.
pub fn guard() -> io::Result<()> {
    // Nobody writes to it.
    io::copy(&mut io::stdin(), &mut io::sink())?;
    Ok(kill_process_group(getpgrp(), Signal::KILL)?)
}
