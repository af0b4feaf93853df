//! Every command of the pages runs as written, in a copy of what ships, and exits with the code that the page says.
//!
//! A command is a line of a `sh` block, or what stands between backquotes in prose if it begins with `dlxbench` and is more than a
//! subcommand's name. It exits with 0, unless it ends in `# exit code N`. The commands of a page run one after the other, so that
//! one can use the files of another.
//!
//! A sample of output follows a comment with its command, which is run too and must print exactly the sample:
//!
//! ```text
//! <!-- sample: dlxbench report results/2026-11-18-shipped -->
//! ```
//!
//! `DLXBENCH_SAMPLES=write cargo test --release --test program docs::` writes the samples anew.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use super::markdown::{Line, Place, code_spans, lines};
use super::{Page, ROOT, pages};

/// Commands that are not run here, by how they begin: why not, and the file that runs them instead or says that they were run.
const ELSEWHERE: [(&str, &str, Option<&str>); 13] = [
    ("cargo run --release -- bench --save", "builds", Some(".ci/run")),
    ("cargo test", "builds, and runs this test", Some(".ci/run")),
    ("cargo check", "builds", Some(".ci/run")),
    ("cargo build", "builds", Some("scripts/check-intrinsics")),
    ("cargo run --release --example", "builds", Some(".ci/run")),
    (".ci/run", "runs everything, this test too", None),
    ("dlxbench bench --passes 40", "made a record", Some("results/2026-11-18-shipped/report.md")),
    (
        "dlxbench bench --engine dlx,sweep --repeat 15",
        "made a record",
        Some("results/2026-11-18-engines/report.md"),
    ),
    (
        "dlxbench bench --engine dlx,sweep,naive,c=lib:./libmine.so",
        "made a record",
        Some("results/2026-11-19-solvers/report.md"),
    ),
    ("dlxbench reproduce --rounds 25", "made a record", Some("results/2026-11-18-reproduce/report.md")),
    ("dlxbench demo", "takes a whole terminal", Some("tests/program/demo.rs")),
    ("dlxbench problem queens 8 | dlxbench demo -", "takes a whole terminal", Some("tests/program/demo.rs")),
    ("scripts/", "measures for minutes: run by hand, when its record is made again", None),
];

/// A command as a page shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Shown {
    line: usize,
    text: String,
    exit_code: i32,
}

impl Shown {
    fn new(line: usize, text: &str) -> Shown {
        let after = text.split_once("# exit code ").map(|(_, after)| after);
        let number = after.map(|after| after.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default());
        let exit_code = number.map_or(0, |number| number.parse().expect("an exit code is a number"));
        Shown { line, text: text.trim().to_owned(), exit_code }
    }
}

/// Whether a code span is a command; a subcommand alone is a name.
fn is_command(span: &str) -> bool {
    span.starts_with("dlxbench ") && span.split_whitespace().count() > 2
}

/// The commands of a page.
fn commands(text: &str) -> Vec<Shown> {
    let mut commands: Vec<Shown> = Vec::new();
    let mut begun: Option<(usize, String)> = None;
    for Line { number, text, place } in lines(text) {
        match place {
            Place::Code("sh") if !text.trim().is_empty() && !text.starts_with('#') => {
                let (line, before) = begun.take().unwrap_or((number, String::new()));
                match text.strip_suffix('\\') {
                    Some(part) => begun = Some((line, before + part)),
                    None => commands.push(Shown::new(line, &(before + text))),
                }
            }
            Place::Prose => {
                let spans = code_spans(text).filter(|span| is_command(span));
                commands.extend(spans.map(|span| Shown::new(number, span)));
            }
            _ => {}
        }
    }
    commands
}

/// A sample of output: the command that made it, and the lines of the page that it fills.
struct Sample {
    command: Shown,
    begin: usize,
    end: usize,
}

/// The samples of a page: a comment, and the code block that follows it.
fn samples(text: &str) -> Vec<Sample> {
    let lines = lines(text);
    let mut samples = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let comment = line.text.strip_prefix("<!-- sample: ").and_then(|rest| rest.strip_suffix(" -->"));
        if let Some(command) = comment.filter(|_| line.place == Place::Prose) {
            let mut fences = lines[index..].iter().filter(|line| line.place == Place::Fence);
            let mut next = || fences.next().expect("a block follows the comment of a sample").number;
            let (open, close) = (next(), next());
            samples.push(Sample { command: Shown::new(line.number, command), begin: open, end: close - 1 });
        }
    }
    samples
}

/// A folder with what the commands need, where they cannot do any harm.
struct Shell {
    folder: tempfile::TempDir,
}

impl Shell {
    fn new() -> Shell {
        let folder = tempfile::tempdir().unwrap();
        let copy = |from: &str, to: &str| {
            let to = folder.path().join(to);
            let from = Path::new(ROOT).join(from);
            assert!(Command::new("cp").arg("-r").args([&from, &to]).status().unwrap().success());
        };
        copy("corpora", "corpora");
        copy("examples", "examples");
        copy("results", "results");
        fs::create_dir(folder.path().join("tests")).unwrap();
        copy("tests/records", "tests/records");
        Shell { folder }
    }

    /// Runs a command; its output, or what was wrong with it.
    fn run(&self, command: &Shown) -> Result<String, String> {
        let bin = Path::new(env!("CARGO_BIN_EXE_dlxbench")).parent().unwrap();
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
        let mut bash = Command::new("bash");
        bash.args(["-o", "pipefail", "-c", &command.text]).current_dir(self.folder.path());
        bash.env("PATH", path).env("HOME", self.folder.path()).env_remove("COLUMNS").stdin(Stdio::null());
        let output = bash.output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(code) if code == command.exit_code => {
                Ok(String::from_utf8(output.stdout).expect("the program writes UTF-8"))
            }
            code => {
                Err(format!("{}\n  exits with {code:?}, not {}: {errors}", command.text, command.exit_code))
            }
        }
    }
}

fn has_python() -> bool {
    Command::new("python3").arg("--version").output().is_ok_and(|ran| ran.status.success())
}

/// What is wrong with the commands and samples of a page.
fn faults(page: &Page) -> Vec<String> {
    let shell = Shell::new();
    let at = |line: usize, fault: &str| format!("{}:{line}: {fault}", page.path.display());
    let mut faults = Vec::new();
    for command in commands(&page.text) {
        let is_elsewhere = ELSEWHERE.iter().any(|(begin, ..)| command.text.starts_with(begin));
        // The solver in Python needs Python, which CI has.
        if is_elsewhere || command.text.contains("python3") && !has_python() {
            continue;
        }
        if let Err(fault) = shell.run(&command) {
            faults.push(at(command.line, &fault));
        }
    }
    let mut written: Vec<String> = page.text.lines().map(str::to_owned).collect();
    let writes = std::env::var_os("DLXBENCH_SAMPLES").is_some_and(|value| value == "write");
    // From the last to the first, so that the lines of the others stay where they are.
    for Sample { command, begin, end } in samples(&page.text).into_iter().rev() {
        let printed: Vec<String> = match shell.run(&command) {
            Ok(output) => output.trim_end().lines().map(|line| line.trim_end().to_owned()).collect(),
            Err(fault) => {
                faults.push(at(command.line, &fault));
                continue;
            }
        };
        if written[begin..end] != printed && writes {
            written.splice(begin..end, printed);
        } else if written[begin..end] != printed {
            faults.push(at(command.line, &format!("{}\n  prints another text now", command.text)));
        }
    }
    if writes {
        fs::write(Path::new(ROOT).join(&page.path), written.join("\n") + "\n").unwrap();
    }
    faults
}

#[test]
fn every_command_runs_and_every_sample_is_what_it_prints() {
    let pages = pages();
    let faults: Vec<String> = thread::scope(|scope| {
        let running: Vec<_> = pages.iter().map(|page| scope.spawn(|| faults(page))).collect();
        running.into_iter().flat_map(|page| page.join().expect("a page is no reason to panic")).collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_is_not_run_here_is_shown_and_is_run_elsewhere() {
    let shown: Vec<Shown> = pages().iter().flat_map(|page| commands(&page.text)).collect();
    for (begin, _, runner) in ELSEWHERE {
        let mut cases = shown.iter().filter(|command| command.text.starts_with(begin)).peekable();
        assert!(cases.peek().is_some(), "no page shows {begin}");
        if let Some(runner) = runner {
            let text = fs::read_to_string(Path::new(ROOT).join(runner)).unwrap();
            // A record was made by one command, CI runs a begin with other ends.
            let wanted = if runner.starts_with("results") {
                &cases.next().expect("it was peeked").text
            } else {
                begin
            };
            assert!(text.contains(wanted), "{runner} does not run {wanted}");
        } else {
            for command in cases {
                let script = command.text.split_whitespace().next().expect("it has a begin");
                assert!(Path::new(ROOT).join(script).exists(), "there is no {script}");
            }
        }
    }
}

#[test]
fn commands_and_exit_codes_are_found() {
    let page = "Use `dlxbench bench x`, `dlxbench bench` or `a`.\n```sh\nx \\\n  y  # exit code 1: found\n\n# no\n```\n```text\n`dlxbench z`\n```\n";
    let shown = |line, text: &str, exit_code| Shown { line, text: text.to_owned(), exit_code };
    let expected = [shown(1, "dlxbench bench x", 0), shown(3, "x   y  # exit code 1: found", 1)];
    assert_eq!(commands(page), expected);
}

#[test]
fn pages_show_the_solvers_that_ship() {
    let page = Page::read(Path::new("docs/external-solvers.md"));
    for (language, file) in [("python", "solver.py"), ("rust", "solver.rs"), ("c", "solver.c")] {
        let shown = lines(&page.text).into_iter().filter(|line| line.place == Place::Code(language));
        let shown: String = shown.map(|line| line.text.to_owned() + "\n").collect();
        let solver = fs::read_to_string(Path::new(ROOT).join("examples/solvers").join(file)).unwrap();
        assert_eq!(shown, solver, "{file}");
    }
}
