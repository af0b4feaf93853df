//! A child process in a group, whose pipes are never waited for beyond a deadline.
//!
//! One thread does it all: while it waits for standard output it also takes what comes on standard error, so a full
//! pipe never blocks a child. Only the end of that is kept.

use std::io;
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio, read, write};

use super::group::Group;

/// How often a stop is looked for.
const STOP_INTERVAL: Duration = Duration::from_millis(50);
/// How often the end of a process is looked for that has closed its pipes.
const EXIT_INTERVAL: Duration = Duration::from_millis(1);
/// How long a process may take to exit when nothing more is asked of it.
const GRACE: Duration = Duration::from_secs(1);
/// The longest line.
const LONGEST_LINE: usize = 64 << 10;
/// As much of standard error is kept.
const LONGEST_COMPLAINT: usize = 2 << 10;
/// As many of its last lines are shown.
const SHOWN_COMPLAINTS: usize = 3;

/// When to stop waiting.
#[derive(Clone, Copy, Debug)]
pub(super) struct Until<'a> {
    pub(super) deadline: Instant,
    pub(super) stop: &'a AtomicBool,
}

impl Until<'_> {
    pub(super) fn after(time: Duration, stop: &AtomicBool) -> Until<'_> {
        Until { deadline: Instant::now() + time, stop }
    }
}

/// Why nothing more came.
#[derive(Debug)]
pub(super) enum Broken {
    /// The process ended, or closed its pipes.
    Closed,
    /// The deadline has passed.
    Late,
    /// The run is being stopped.
    Stopped,
    /// A line has no end.
    Flood,
    /// The system failed.
    System(io::Error),
}

impl From<Errno> for Broken {
    fn from(error: Errno) -> Broken {
        if error == Errno::PIPE { Broken::Closed } else { Broken::System(error.into()) }
    }
}

/// A running child. Dropping it closes its input, gives it a second to exit, and then kills it; with the last process of
/// a group, the group is killed.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    _group: Arc<Group>,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// Output that nobody has taken yet.
    unread: Vec<u8>,
    /// The end of what it wrote to standard error.
    complaints: Vec<u8>,
    /// Whether it is not worth waiting for.
    is_lost: bool,
}

impl Process {
    /// Starts a child in this group. Its standard error is a pipe; its input and output are what the command says.
    pub(super) fn start(command: &mut Command, group: &Arc<Group>) -> io::Result<Process> {
        let mut child = group.admit(command).stderr(Stdio::piped()).spawn()?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Process {
            child,
            _group: Arc::clone(group),
            stdin,
            stdout,
            stderr,
            unread: Vec::new(),
            complaints: Vec::new(),
            is_lost: false,
        };
        process.stdin.iter().try_for_each(|pipe| ioctl_fionbio(pipe, true))?;
        process.stdout.iter().try_for_each(|pipe| ioctl_fionbio(pipe, true))?;
        process.stderr.iter().try_for_each(|pipe| ioctl_fionbio(pipe, true))?;
        Ok(process)
    }

    /// Writes all of it to the child's standard input.
    pub(super) fn send(&mut self, mut bytes: &[u8], until: Until<'_>) -> Result<(), Broken> {
        while !bytes.is_empty() {
            let pipe = self.stdin.as_ref().ok_or(Broken::Closed)?;
            match write(pipe, bytes) {
                Ok(written) => bytes = &bytes[written..],
                Err(Errno::AGAIN) => self.wait(true, until)?,
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// The next line of the child's standard output, without its end.
    pub(super) fn line(&mut self, until: Until<'_>) -> Result<String, Broken> {
        let mut seen = 0;
        loop {
            if let Some(end) = memchr::memchr(b'\n', &self.unread[seen..]) {
                let mut line: Vec<u8> = self.unread.drain(..=seen + end).collect();
                line.pop();
                line.pop_if(|last| *last == b'\r');
                return Ok(String::from_utf8_lossy(&line).into_owned());
            }
            if self.unread.len() > LONGEST_LINE {
                return Err(Broken::Flood);
            }
            seen = self.unread.len();
            self.more(until)?;
        }
    }

    /// The next bytes of the child's standard output, as many as fill the buffer.
    pub(super) fn fill(&mut self, buffer: &mut [u8], until: Until<'_>) -> Result<(), Broken> {
        while self.unread.len() < buffer.len() {
            self.more(until)?;
        }
        buffer.copy_from_slice(&self.unread[..buffer.len()]);
        self.unread.drain(..buffer.len());
        Ok(())
    }

    /// All that the child still writes, up to the end of its standard output.
    pub(super) fn rest(&mut self, until: Until<'_>) -> Result<String, Broken> {
        loop {
            match self.more(until) {
                Ok(()) if self.unread.len() > LONGEST_LINE => return Err(Broken::Flood),
                Ok(()) => {}
                Err(Broken::Closed) => return Ok(self.take_unread()),
                Err(other) => return Err(other),
            }
        }
    }

    /// Waits until the child has closed all of its pipes, as it does when it exits; `check` is called now and then, and
    /// may give up.
    pub(super) fn wait_for_end(
        &mut self,
        until: Until<'_>,
        mut check: impl FnMut() -> Result<(), Broken>,
    ) -> Result<(), Broken> {
        while self.stderr.is_some() || self.stdout.is_some() {
            check()?;
            let next = Until { deadline: until.deadline.min(Instant::now() + STOP_INTERVAL), ..until };
            match self.wait(false, next) {
                Err(Broken::Late) if Instant::now() < until.deadline => {
                    // A grandchild may hold the pipes open for ever.
                    if self.child.try_wait().map_err(Broken::System)?.is_some() {
                        return Ok(());
                    }
                }
                Err(Broken::Closed) => break,
                other => other?,
            }
        }
        Ok(())
    }

    /// Output that has come without being asked for.
    pub(super) fn surplus(&mut self) -> Option<String> {
        let _ = self.read_output();
        (!self.unread.is_empty()).then(|| self.take_unread())
    }

    fn take_unread(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.unread)).into_owned()
    }

    /// Waits for output.
    fn more(&mut self, until: Until<'_>) -> Result<(), Broken> {
        loop {
            self.wait(false, until)?;
            match self.read_output() {
                Ok(0) => {
                    self.stdout = None;
                    return Err(Broken::Closed);
                }
                Ok(_) => return Ok(()),
                Err(Errno::AGAIN | Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn read_output(&mut self) -> Result<usize, Errno> {
        let Some(pipe) = &self.stdout else { return Ok(0) };
        let mut buffer = [0; 16 << 10];
        let count = read(pipe, &mut buffer)?;
        self.unread.extend_from_slice(&buffer[..count]);
        Ok(count)
    }

    /// Waits until standard output has something, or standard input has room; meanwhile takes what comes on standard
    /// error. Closed if there is nothing left to wait for.
    fn wait(&mut self, for_room: bool, until: Until<'_>) -> Result<(), Broken> {
        loop {
            let left = until.deadline.saturating_duration_since(Instant::now());
            let is_stopped = until.stop.load(Ordering::Relaxed);
            if is_stopped || left.is_zero() {
                return Err(if is_stopped { Broken::Stopped } else { Broken::Late });
            }
            let mut pipes = Vec::with_capacity(2);
            match (for_room, &self.stdin, &self.stdout) {
                (true, Some(stdin), _) => pipes.push(PollFd::from_borrowed_fd(stdin.as_fd(), PollFlags::OUT)),
                (false, _, Some(stdout)) => {
                    pipes.push(PollFd::from_borrowed_fd(stdout.as_fd(), PollFlags::IN))
                }
                _ => {}
            }
            let has_main = !pipes.is_empty();
            let stderr = self.stderr.as_ref();
            pipes.extend(stderr.map(|stderr| PollFd::from_borrowed_fd(stderr.as_fd(), PollFlags::IN)));
            if pipes.is_empty() {
                return Err(Broken::Closed);
            }
            let patience = Timespec::try_from(left.min(STOP_INTERVAL)).expect("it is short");
            match poll(&mut pipes, Some(&patience)) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            let is_ready = |index: usize| pipes.get(index).is_some_and(|pipe| !pipe.revents().is_empty());
            let (main, complaint) = (has_main && is_ready(0), is_ready(usize::from(has_main)));
            if complaint {
                self.take_complaints();
            }
            if main {
                return Ok(());
            }
        }
    }

    /// Takes what has come on standard error, as far as it does not have to be waited for.
    fn take_complaints(&mut self) {
        let mut buffer = [0; 16 << 10];
        while let Some(pipe) = &self.stderr {
            match read(pipe, &mut buffer) {
                Ok(0) => self.stderr = None,
                Ok(count) => {
                    self.complaints.extend_from_slice(&buffer[..count]);
                    let surplus = self.complaints.len().saturating_sub(LONGEST_COMPLAINT);
                    self.complaints.drain(..surplus);
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(_) => self.stderr = None,
            }
        }
    }

    /// Waits a second for the child to exit; `None` if it goes on.
    pub(super) fn exit(&mut self) -> Option<ExitStatus> {
        let end = Instant::now() + GRACE;
        loop {
            self.take_complaints();
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    self.take_complaints();
                    return Some(status);
                }
                Ok(None) if Instant::now() < end => sleep(EXIT_INTERVAL),
                _ => return None,
            }
        }
    }

    /// Kills the child without waiting for its exit.
    pub(super) fn abandon(mut self) {
        self.is_lost = true;
    }

    /// What became of a child that is of no use anymore, in words, and its last words.
    pub(super) fn obituary(mut self, why: &Broken) -> String {
        let what = match why {
            Broken::Closed => {
                let cut = match self.take_unread().as_str() {
                    "" => String::new(),
                    rest => format!(" in the middle of a line ({:?})", shortened(rest)),
                };
                match self.exit() {
                    Some(status) => format!("{}{cut}", in_words(status)),
                    None => format!("closed its output{cut}"),
                }
            }
            Broken::Late => "gave no answer in time".to_owned(),
            Broken::Stopped => "was stopped".to_owned(),
            Broken::Flood => {
                let begin = self.take_unread();
                format!(
                    "wrote more than {} KB without the end of a line: {:?}",
                    LONGEST_LINE >> 10,
                    shortened(&begin)
                )
            }
            Broken::System(error) => format!("cannot be spoken to: {error}"),
        };
        self.take_complaints();
        self.is_lost = true;
        let complaints = String::from_utf8_lossy(&self.complaints);
        let lines: Vec<&str> = complaints.lines().filter(|line| !line.trim().is_empty()).collect();
        match &lines[lines.len().saturating_sub(SHOWN_COMPLAINTS)..] {
            [] => what,
            last => format!("{what}; its last words: {}", last.join(" | ")),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stdin = None;
        if !self.is_lost {
            self.exit();
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How a process ended.
pub(super) fn in_words(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exited with code {code}"),
        (_, Some(signal)) => match signal_hook::low_level::signal_name(signal) {
            Some(name) => format!("was killed by {name}"),
            None => format!("was killed by signal {signal}"),
        },
        _ => format!("ended: {status}"),
    }
}

/// The beginning of a text that may be very long.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 120;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
