//! Black-box tests of the program: what a user types, and what comes back.

mod bad_input;
mod bench;
mod bench_inputs;
mod check;
mod classes;
mod compare;
mod completions;
mod corpus;
mod cover;
mod demo;
mod docs;
mod estimate;
mod external;
mod formats;
mod frame;
mod generate;
mod help_examples;
mod hostile;
mod outputs;
mod passes;
mod problem;
mod rate;
mod records;
mod report;
mod reproduce;
mod screen;
mod shards;
mod signals;
mod solve;
mod threads;
mod zips;

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// What a run of the program left behind.
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
        Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Ran {
    /// The output, once it is clear that the run went well.
    #[track_caller]
    fn ok(self) -> String {
        assert_eq!(self.code, Some(0), "{}", self.err);
        self.out
    }

    /// The message of a run that failed with this code; a panic is never an answer.
    #[track_caller]
    fn failed(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{}{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self.err
    }
}

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dlxbench"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null());
    // Output is as in any pipe, whatever terminal the tests are run in.
    command.env_remove("COLUMNS").env_remove("NO_COLOR");
    command
}

/// Runs the program with these arguments.
fn run(arguments: &[&str]) -> Ran {
    program().args(arguments).output().expect("the program runs").into()
}

/// Runs the program with something piped into it.
fn run_with_input(arguments: &[&str], input: &[u8]) -> Ran {
    let mut command = program();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let mut pipe = child.stdin.take().expect("it was piped");
    std::thread::scope(|scope| {
        // The program may end before it has read everything: that is its right.
        scope.spawn(move || pipe.write_all(input));
        child.wait_with_output().expect("the program ends").into()
    })
}

/// Writes a problem with `dlxbench problem` and pipes it into `dlxbench cover -`.
fn problem_into_cover(problem: &[&str], cover: &[&str]) -> Ran {
    let text = run(&[&["problem"], problem].concat()).ok();
    run_with_input(&[&["cover", "-"], cover].concat(), text.as_bytes())
}
