//! One run of the program. It is a line of bash, so the command printed for repeating it is exactly what ran.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A run that takes more processor time than this, in seconds, counts as hanging; the system ends it.
const CPU_SECONDS: u32 = 20;

/// A run that takes longer than this counts as hanging, too. A machine that is busy with other work may take several
/// times as long as the processor.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The exit code of a program that the system ended for its processor time (SIGXCPU).
const CPU_LIMIT_CODE: i32 = 128 + 24;

/// The limit on the address space of a run in KiB; beyond it, the program aborts.
const MEMORY_KIB: u32 = 3 << 20;

/// The limit on the size of files that a run writes, in KiB; beyond it, the system ends the program.
const FILE_KIB: u32 = 64 << 10;

/// Where an output of the program goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Output {
    Kept,
    Closed,
    Full,
    /// A pipe whose reader exits after one byte.
    Leaves,
}

/// What to run, and how.
pub(crate) struct Run {
    arguments: Vec<OsString>,
    /// Shell commands before the program, such as limits.
    pub(crate) before: String,
    /// Shell text after the program, which redirects standard input.
    pub(crate) input: String,
    pub(crate) out: Output,
    pub(crate) err: Output,
    /// Whether both outputs go to the same terminal.
    pub(crate) on_terminal: bool,
    /// The name of a signal, and when to send it.
    pub(crate) signal: Option<(&'static str, Duration)>,
}

/// The result of a run.
pub(crate) struct Ran {
    pub(crate) command: String,
    /// The exit code as a shell reports it: 128 plus the signal if a signal ended the program.
    pub(crate) code: i32,
    /// Whether it took longer than a run may take.
    pub(crate) has_hung: bool,
    pub(crate) took: Duration,
    pub(crate) out: Vec<u8>,
    pub(crate) err: Vec<u8>,
}

impl Run {
    pub(crate) fn new<I: AsRef<OsStr>>(arguments: impl IntoIterator<Item = I>) -> Run {
        Run {
            arguments: arguments.into_iter().map(|argument| argument.as_ref().to_owned()).collect(),
            before: String::new(),
            input: "</dev/null".to_owned(),
            out: Output::Kept,
            err: Output::Kept,
            on_terminal: false,
            signal: None,
        }
    }

    /// Returns a run with the words of a line as its arguments.
    pub(crate) fn words(line: &str) -> Run {
        Run::new(line.split_whitespace())
    }

    pub(crate) fn and(mut self, argument: impl AsRef<OsStr>) -> Run {
        self.arguments.push(argument.as_ref().to_owned());
        self
    }

    pub(crate) fn reads(mut self, file: &str) -> Run {
        self.input = format!("<{file}");
        self
    }

    pub(crate) fn on_terminal(mut self) -> Run {
        self.on_terminal = true;
        self
    }

    pub(crate) fn outputs(mut self, out: Output, err: Output) -> Run {
        (self.out, self.err) = (out, err);
        self
    }

    pub(crate) fn signaled(mut self, name: &'static str, after: Duration) -> Run {
        self.signal = Some((name, after));
        self
    }

    /// Returns the line of bash. It runs in `folder`, with outputs in `log.out` and `log.err`, and, if the reader of a pipe
    /// exits, the exit code in `log.code`.
    fn line(&self, program: &Path, folder: &Path, log: &Path) -> String {
        let file = |extension: &str| quoted(log.with_extension(extension).as_os_str());
        let mut call = quoted(program.as_os_str());
        for argument in &self.arguments {
            write!(call, " {}", quoted(argument)).expect("writing to a string does not fail");
        }
        let mut line = format!(
            "cd {} && ulimit -t {CPU_SECONDS} -v {MEMORY_KIB} -f {FILE_KIB} && ",
            quoted(folder.as_os_str())
        );
        line += &self.before;
        if self.on_terminal {
            // Without an echo, because `script` types a control character when its input ends.
            let call = quoted(OsStr::new(&format!("exec {call}")));
            return format!(
                "{line}SHELL=$BASH exec script -qe -E never -c {call} /dev/null </dev/null >{} 2>&1",
                file("out")
            );
        }
        let redirected = |number: u8, output: Output, extension: &str| match output {
            Output::Kept => format!(" {number}>{}", file(extension)),
            Output::Closed => format!(" {number}>&-"),
            Output::Full => format!(" {number}>/dev/full"),
            Output::Leaves => String::new(),
        };
        let call = format!("{call} {}", self.input);
        let (out, err) = (redirected(1, self.out, "out"), redirected(2, self.err, "err"));
        let leaving = format!("; echo $? >{}; }} | head -c 1 >/dev/null", file("code"));
        match (self.out, self.err) {
            (Output::Leaves, Output::Leaves) => format!("{line}{{ {call} 2>&1{leaving}"),
            (Output::Leaves, _) => format!("{line}{{ {call}{err}{leaving}"),
            (_, Output::Leaves) => format!("{line}{{ {call} 2>&1{out}{leaving}"),
            _ if self.input.starts_with('<') => format!("{line}exec {call}{out}{err}"),
            _ => format!("{line}{call}{out}{err}"),
        }
    }

    /// Runs the program until it ends or [`TIMEOUT`] passes.
    pub(crate) fn start(&self, program: &Path, folder: &Path, log: &Path) -> Ran {
        let command = self.line(program, folder, log);
        let mut shell = Command::new("bash");
        shell.args(["--norc", "-c", &command]).process_group(0).env_remove("RUST_BACKTRACE");
        shell.env("TERM", "xterm").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let started = Instant::now();
        let mut child = shell.spawn().expect("bash starts");
        if let Some((name, after)) = self.signal {
            std::thread::sleep(after);
            send(name, &child.id().to_string());
        }
        let (code, has_hung) = match end_of(&mut child, started) {
            Some(code) => (code, false),
            None => (137, true),
        };
        let read = |extension: &str| fs::read(log.with_extension(extension)).unwrap_or_default();
        let leaves = self.out == Output::Leaves || self.err == Output::Leaves;
        let code = if leaves && !has_hung {
            String::from_utf8_lossy(&read("code")).trim().parse().unwrap_or(code)
        } else {
            code
        };
        let has_hung = has_hung || code == CPU_LIMIT_CODE;
        Ran { command, code, has_hung, took: started.elapsed(), out: read("out"), err: read("err") }
    }
}

/// Waits for a process to end; after [`TIMEOUT`], kills it and everything it started, and returns `None`.
fn end_of(child: &mut Child, started: Instant) -> Option<i32> {
    loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return Some(status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0)));
        }
        if started.elapsed() > TIMEOUT {
            send("KILL", &format!("-{}", child.id()));
            child.wait().expect("a killed child ends");
            return None;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Sends a signal to a process, or to a process group if its number is negative. It may have ended already.
fn send(name: &str, process: &str) {
    let mut kill = Command::new("kill");
    kill.args(["-s", name, "--", process]).stderr(Stdio::null());
    kill.status().expect("kill is installed");
}

/// Quotes a word for bash, in ASCII.
pub(crate) fn quoted(word: &OsStr) -> String {
    let bytes = word.as_bytes();
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._-+=:,%@".contains(byte);
    if !bytes.is_empty() && bytes.iter().all(is_plain) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let is_printable = bytes.iter().all(|&byte| (b' '..=b'~').contains(&byte) && byte != b'\'');
    if is_printable {
        return format!("'{}'", String::from_utf8_lossy(bytes));
    }
    let mut text = "$'".to_owned();
    for &byte in bytes {
        match byte {
            b'\'' | b'\\' => text.extend(['\\', byte as char]),
            b' '..=b'~' => text.push(byte as char),
            _ => write!(text, "\\{byte:03o}").expect("writing to a string does not fail"),
        }
    }
    text + "'"
}
