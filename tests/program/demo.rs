//! The demo on a real terminal: tmux is the terminal, and types the keys. What the terminal was like before, it must be
//! like afterward, whatever ends the demo. Where tmux is missing, these tests only say so, unless DLXBENCH_TMUX_REQUIRED
//! is set, as in CI.
//!
//! `dlxbench demo` restores the terminal after a panic too; a test beside its code (`terminal.rs`) checks that.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use dlxbench::sudoku::{Geometry, Grid};
use tempfile::TempDir;

use super::{program, run};

/// How long to wait for something that has to come.
const PATIENCE: Duration = Duration::from_secs(30);

/// A terminal, and a folder for the files of a test.
struct Tmux {
    folder: TempDir,
}

impl Tmux {
    /// Opens a terminal in which a shell runs these lines; `None` without tmux.
    fn open(lines: &str) -> Option<Tmux> {
        if Command::new("tmux").arg("-V").output().is_err() {
            assert!(std::env::var_os("DLXBENCH_TMUX_REQUIRED").is_none(), "tmux is missing");
            eprintln!("skipped: tmux is missing");
            return None;
        }
        let tmux = Tmux { folder: tempfile::tempdir().unwrap() };
        fs::write(tmux.path("lines"), lines).unwrap();
        tmux.call(&[
            "new-session",
            "-d",
            "-x",
            "80",
            "-y",
            "24",
            "bash --norc --noprofile lines; sleep 1000",
        ]);
        Some(tmux)
    }

    /// Opens a terminal in which the demo runs, with these arguments.
    fn demo(arguments: &str) -> Option<Tmux> {
        let run = format!("bash -c 'echo $$ > pid; exec \"$PROGRAM\" demo {arguments}'");
        let noted = "echo $? > code; stty -a > after; echo the end > end";
        Tmux::open(&format!("echo the shell before; stty -a > before; {run}; {noted}; cat"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn call(&self, arguments: &[&str]) -> String {
        let mut tmux = Command::new("tmux");
        tmux.arg("-S").arg(self.path("socket")).args(["-f", "/dev/null"]).args(arguments);
        tmux.current_dir(self.folder.path()).env("PROGRAM", env!("CARGO_BIN_EXE_dlxbench"));
        let output = tmux.env_remove("TMUX").env_remove("NO_COLOR").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    /// Types keys by the names that tmux has for them.
    fn types(&self, keys: &[&str]) {
        self.call(&[&["send-keys"], keys].concat());
    }

    fn resize(&self, width: usize, height: usize) {
        self.call(&["resize-window", "-x", &width.to_string(), "-y", &height.to_string()]);
    }

    fn screen(&self) -> String {
        self.call(&["capture-pane", "-p"])
    }

    /// Waits until a text is on the screen, and returns the screen.
    #[track_caller]
    fn shows(&self, text: &str) -> String {
        let begun = Instant::now();
        loop {
            let screen = self.screen();
            if screen.contains(text) {
                return screen;
            }
            assert!(begun.elapsed() < PATIENCE, "{text:?} does not come:\n{screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for a file, and returns what it contains.
    #[track_caller]
    fn file(&self, name: &str) -> String {
        let begun = Instant::now();
        loop {
            match fs::read_to_string(self.path(name)) {
                Ok(text) if text.ends_with('\n') => return text,
                _ => assert!(begun.elapsed() < PATIENCE, "{name} does not come:\n{}", self.screen()),
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn process(&self) -> String {
        self.file("pid").trim().to_owned()
    }

    /// Waits for the end of the demo, which must leave the terminal as it was.
    #[track_caller]
    fn ends(&self, code: &str) {
        self.file("end");
        assert_eq!(self.file("code").trim(), code, "{}", self.screen());
        assert_eq!(self.file("before"), self.file("after"));
        let screen = self.shows("the shell before");
        assert!(!screen.contains('┌'), "the alternate screen is still there:\n{screen}");
        self.types(&["echoed", "Enter"]);
        self.shows("echoed\nechoed");
        let modes = "#{alternate_on}#{mouse_any_flag}#{cursor_flag}";
        assert_eq!(self.call(&["display-message", "-p", modes]).trim(), "001");
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        self.call(&["kill-server"]);
    }
}

/// Returns whether a process is there and not just a zombie.
fn is_alive(process: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    state.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(" Z"))
}

/// A 25×25 puzzle without a solution, which no search proves in a lifetime: the first row is empty, and thirteen digits
/// have only its first twelve cells left.
fn endless() -> String {
    let full = Grid::pattern(Geometry::from_size(25).unwrap());
    let mut cells = vec![0; 625];
    for cell in (25..625).filter(|cell| cell % 25 >= 12 && full.cells()[*cell] <= 13) {
        cells[cell] = full.cells()[cell];
    }
    cells[25 + 12] = 13;
    full.with_cells(&cells).to_line()
}

#[test]
fn a_person_types_a_puzzle_and_sees_that_it_has_one_solution() {
    let Some(tmux) = Tmux::demo("................") else { return };
    tmux.shows("several solutions");
    tmux.types(&["Home", "PPage", "1", "Right", "Right", "Right", "2"]);
    tmux.types(&["NPage", "Up", "3", "Up"]);
    tmux.shows("edited");
    tmux.types(&["u", "u", "PPage", "2", "Down", "Down", "4", "Left", "3"]);
    let screen = tmux.shows("exactly one solution");
    assert!(screen.contains("│ 1 . │ . 2 │") && screen.contains("│ . . │[3]4 │"), "{screen}");
    tmux.resize(120, 40);
    tmux.shows("n p next, previous");
    tmux.types(&["h"]);
    tmux.shows("step 1, hidden single: ");
    tmux.resize(40, 12);
    tmux.shows("h hint\n");
    for (width, height) in [(1, 24), (80, 1), (1, 1)] {
        tmux.resize(width, height);
        std::thread::sleep(Duration::from_millis(50));
    }
    tmux.resize(20, 5);
    tmux.shows("This terminal has");
    tmux.resize(80, 24);
    tmux.shows("exactly one solution");
    tmux.types(&["q"]);
    tmux.ends("0");
}

#[test]
fn a_puzzle_is_pasted_in_one_piece() {
    let Some(tmux) = Tmux::demo("") else { return };
    tmux.shows("Wikipedia's example");
    let drawing = "1..2......34....".parse::<Grid>().unwrap().to_string();
    tmux.call(&["set-buffer", &drawing]);
    tmux.call(&["paste-buffer", "-p"]);
    let screen = tmux.shows("Board  pasted");
    assert!(screen.contains("│ 1 . │ . 2 │"), "{screen}");
    tmux.types(&["C-c"]);
    tmux.ends("0");
}

#[test]
fn signals_restore_the_terminal() {
    for (signal, code) in [("-TERM", "143"), ("-INT", "130")] {
        let Some(tmux) = Tmux::demo("") else { return };
        tmux.shows("exactly one solution");
        assert!(Command::new("kill").args([signal, &tmux.process()]).status().unwrap().success());
        tmux.ends(code);
    }
}

#[test]
fn the_shell_gets_the_terminal_while_the_demo_is_suspended() {
    let Some(tmux) = Tmux::open("exec bash --norc --noprofile -i") else { return };
    tmux.types(&["PS1='ready '; stty -a > before; clear", "Enter"]);
    tmux.file("before");
    tmux.types(&["\"$PROGRAM\" demo", "Enter"]);
    tmux.shows("exactly one solution");
    for round in ["first", "second"] {
        tmux.types(&["C-z"]);
        let screen = tmux.shows("Stopped");
        assert!(!screen.contains('┌'), "{screen}");
        tmux.types(&[&format!("stty -a > {round}"), "Enter"]);
        assert_eq!(tmux.file(round), tmux.file("before"));
        tmux.types(&["clear; fg", "Enter"]);
        tmux.shows("exactly one solution");
        tmux.types(&["?"]);
        tmux.shows("Everywhere");
        tmux.types(&["x"]);
        tmux.shows("exactly one solution");
    }
    tmux.types(&["q"]);
    tmux.types(&["clear; echo code $?; stty -a > after", "Enter"]);
    assert_eq!(tmux.file("after"), tmux.file("before"));
}

#[test]
fn a_closed_terminal_ends_the_demo_even_without_a_signal() {
    for before in ["", "trap \"\" HUP; "] {
        let lines = format!("bash -c '{before}echo $$ > pid; exec \"$PROGRAM\" demo'");
        let Some(tmux) = Tmux::open(&lines) else { return };
        tmux.shows("exactly one solution");
        let process = tmux.process();
        assert!(is_alive(&process));
        tmux.call(&["kill-server"]);
        let begun = Instant::now();
        while is_alive(&process) {
            assert!(begun.elapsed() < PATIENCE, "{before}: the process is still there");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn of_a_million_puzzles_only_those_are_read_that_are_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let (file, line) = (folder.path().join("million.txt"), "1..2......34....\n".to_owned());
    let nine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    fs::write(&file, line + &nine.repeat(1_000_000)).unwrap();
    let Some(tmux) = Tmux::demo(file.to_str().unwrap()) else { return };
    tmux.shows("exactly one solution");
    assert!(!tmux.screen().contains("9│"));
    tmux.types(&["n", "n", "n"]);
    tmux.shows("puzzle 4");
    tmux.types(&["p", "p"]);
    tmux.shows("puzzle 2");
    let status = fs::read_to_string(format!("/proc/{}/status", tmux.process())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kilobytes < 60_000, "the file has 82 MB, and the demo took {kilobytes} kB");
    tmux.types(&["q"]);
    tmux.ends("0");
}

#[test]
fn an_endless_search_leaves_the_keys_alive_and_esc_cancels_it() {
    let Some(tmux) = Tmux::demo(&endless()) else { return };
    tmux.shows("Esc cancels");
    tmux.types(&["?"]);
    tmux.shows("Everywhere");
    tmux.types(&["x", "Home", "PPage", "A"]);
    tmux.shows("[A]");
    tmux.types(&["u"]);
    tmux.shows("searching for 1 s; Esc cancels");
    tmux.types(&["Escape"]);
    tmux.shows("unknown: the search was stopped after");
    tmux.types(&["q"]);
    tmux.ends("0");
}

#[test]
fn the_mouse_and_the_file_prompt() {
    let Some(tmux) = Tmux::demo("1..2......34....") else { return };
    tmux.shows("exactly one solution");
    // What a terminal sends for a click on the first cell.
    tmux.types(&["-l", "\u{1b}[<0;4;4M\u{1b}[<0;4;4m"]);
    tmux.shows("│[1]. │");
    tmux.types(&["w", "a.sdk", "Enter"]);
    tmux.shows("wrote a.sdk");
    assert_eq!(fs::read_to_string(tmux.path("a.sdk")).unwrap(), "1..2\n....\n..34\n....\n\n");
    tmux.types(&["w", "a.sdk", "Enter"]);
    tmux.shows("already exists; choose another name");
    tmux.types(&["q"]);
    tmux.ends("0");
}

#[test]
fn a_problem_from_a_pipe_dances_and_the_keys_come_from_the_terminal() {
    let lines = "stty -a > before; \"$PROGRAM\" problem queens 6 | \"$PROGRAM\" demo -; echo $? > code; stty -a > after";
    let Some(tmux) = Tmux::open(lines) else { return };
    let start = tmux.shows("queens 6");
    tmux.types(&["Right", "Right"]);
    let begun = Instant::now();
    while tmux.screen() == start {
        assert!(begun.elapsed() < PATIENCE, "nothing changes:\n{start}");
    }
    tmux.types(&["q"]);
    assert_eq!(tmux.file("code").trim(), "0");
    assert_eq!(tmux.file("after"), tmux.file("before"));
}

/// Returns the number after a word on a screen.
fn count_after(screen: &str, word: &str) -> u64 {
    let (_, rest) = screen.split_once(&format!("{word} ")).unwrap();
    let digits: String =
        rest.chars().take_while(|c| c.is_ascii_digit() || *c == ',').filter(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

#[test]
fn a_dance_ends_with_the_counters_of_cover() {
    let sudoku = "sudoku 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    for problem in ["queens 7", "langford 7", "pentominoes 5x5", sudoku] {
        let lines = format!("\"$PROGRAM\" problem {problem} > problem; \"$PROGRAM\" demo problem");
        let Some(tmux) = Tmux::open(&lines) else { return };
        tmux.shows("at the start");
        tmux.types(&["End"]);
        let screen = tmux.shows("the search is over");
        let count = ["cover", "--engine", "dlx", "--count", "--format", "json"];
        let counted = program().args(count).arg(tmux.path("problem")).output().unwrap();
        let counted: serde_json::Value = serde_json::from_slice(&counted.stdout).unwrap();
        for name in ["nodes", "guesses", "updates", "solutions"] {
            assert_eq!(
                Some(count_after(&screen, name)),
                counted[name].as_u64(),
                "{problem}: {name}\n{screen}"
            );
        }
    }
}

#[test]
fn the_examples_of_help_and_handbook_run() {
    for line in [
        "dlxbench demo",
        "dlxbench demo shipped:hard",
        "dlxbench demo corpora/hard.txt",
        "dlxbench demo 1..2......34....",
        "dlxbench problem queens 8 | dlxbench demo -",
    ] {
        let (bin, root) = (env!("CARGO_BIN_EXE_dlxbench"), env!("CARGO_MANIFEST_DIR"));
        let lines = format!("PATH=$(dirname {bin}):$PATH; cd {root}; {line}; echo code $?");
        let Some(tmux) = Tmux::open(&lines) else { return };
        tmux.shows("? keys");
        tmux.types(&["q"]);
        tmux.shows("code 0");
    }
}

#[test]
fn a_script_types_by_itself() {
    let Some(tmux) = Tmux::demo("1..2......34.... --script \"s<wait 100><Enter>q\"") else { return };
    tmux.ends("0");
}

#[test]
fn without_colors_there_are_no_styles() {
    for (arguments, is_colored) in [("--color always", true), ("--color never", false)] {
        let Some(tmux) = Tmux::demo(arguments) else { return };
        tmux.shows("exactly one solution");
        let styled = tmux.call(&["capture-pane", "-p", "-e"]);
        assert_eq!(styled.contains('\u{1b}'), is_colored, "{styled}");
        tmux.types(&["q"]);
        tmux.ends("0");
    }
}

#[test]
fn a_demo_without_a_terminal_or_without_puzzles_is_an_error() {
    assert!(run(&["demo"]).failed(2).contains("the demo draws on a terminal"));
    let Some(tmux) = Tmux::demo("missing.txt 2> message") else { return };
    tmux.ends("2");
    assert!(tmux.file("message").contains("missing.txt: no such file, and not a puzzle"));
}
