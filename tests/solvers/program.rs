//! A solver for the tests of external solvers, compiled by the tests with nothing but rustc: it answers line by line, and
//! misbehaves on request. `program MODE`, or `program MODE PUZZLE` for a process per puzzle.
//!
//! `DLXBENCH_TEST_STARTS`, a file, gets a line for each start.

use std::fs::OpenOptions;
use std::io::{BufRead, Write, stdin, stdout};
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mode = arguments.first().map_or("good", String::as_str).to_owned();
    if let Ok(file) = std::env::var("DLXBENCH_TEST_STARTS") {
        let mut file = OpenOptions::new().create(true).append(true).open(file).unwrap();
        writeln!(file, "{}", std::process::id()).unwrap();
    }
    match mode.as_str() {
        "slow-start" => sleep(Duration::from_millis(300)),
        "banner" => say("Sudoku solver 1.0\n"),
        // Nobody here can ignore a signal without unsafe code; a shell can, and what it starts inherits that.
        "deaf" => {
            let program = std::env::current_exe().unwrap();
            let marks = arguments[1..].join(" ");
            let script = format!("trap '' TERM INT HUP; exec {} hang {marks}", program.display());
            let code = Command::new("sh").args(["-c", &script]).status().unwrap();
            exit(code.code().unwrap_or(1));
        }
        _ => {}
    }
    // Arguments with dashes only mark the process.
    if let Some(argument) = arguments.get(1).filter(|argument| !argument.starts_with("--")) {
        if mode == "batch-file" {
            let puzzles = std::fs::read_to_string(argument).unwrap();
            puzzles.lines().for_each(|line| answer("good", 1, line));
        } else {
            answer(&mode, 1, argument);
        }
        return;
    }
    let mut waiting = Vec::new();
    for (number, line) in stdin().lock().lines().enumerate() {
        let line = line.unwrap();
        if mode == "reads-ahead" && number > 0 {
            // Answers a puzzle when the next one is there.
            waiting.push(line);
            if waiting.len() > 1 {
                answer("good", number, &waiting.remove(0));
            }
        } else {
            answer(&mode, number, &line);
        }
    }
    waiting.iter().for_each(|line| answer("good", 0, line));
}

/// Answers the puzzle of this number; the first one, 0, is the greeting of dlxbench.
fn answer(mode: &str, number: usize, puzzle: &str) {
    let solution = solve(puzzle);
    let line = solution.as_deref().unwrap_or("none");
    let is_greeting = number == 0;
    match mode {
        _ if is_greeting && mode != "early-exit" => say(&format!("{line}\n")),
        "slow" => {
            sleep(Duration::from_millis(20));
            say(&format!("{line}\n"));
        }
        "wrong-digit" if number % 3 == 0 => {
            let first = line.as_bytes()[0];
            let other = if first == b'1' { '2' } else { '1' };
            say(&format!("{other}{}\n", &line[1..]));
        }
        "wrong-count" => say(&format!("{line} solutions=2\n")),
        "counts" => {
            let solutions = count(puzzle, 2);
            say(&format!("{line} solutions={solutions}\n"));
        }
        "claims" => say(&format!("{line}\tns=1234,guesses=5\n")),
        "none" => say("none\n"),
        "crash" if number % 3 == 0 => {
            eprintln!("out of luck at puzzle {number}");
            std::process::abort();
        }
        "code" if number % 3 == 0 => {
            eprintln!("gave up");
            exit(3);
        }
        "hang" => loop {
            sleep(Duration::from_secs(3600));
        },
        "children" => {
            // A grandchild that would hold the pipes open for an hour.
            Command::new("sleep").arg("3600").spawn().unwrap();
            loop {
                sleep(Duration::from_secs(3600));
            }
        }
        "code-always" => {
            eprintln!("gave up");
            exit(3);
        }
        "garbage" => say("Solved in 3 ms!\n"),
        "flood" => {
            let block = vec![b'1'; 1 << 20];
            (0..10).for_each(|_| stdout().write_all(&block).unwrap_or_else(|_| exit(0)));
        }
        "half" => {
            say(&line[..40]);
            exit(0);
        }
        "two-lines" => say(&format!("{line}\nand another line\n")),
        "noisy" => {
            let block = "x".repeat(1 << 10);
            (0..300).for_each(|_| eprintln!("{block}"));
            say(&format!("{line}\n"));
        }
        "early-exit" => {
            say(&format!("{line}\n"));
            if !is_greeting {
                exit(0);
            }
        }
        _ => say(&format!("{line}\n")),
    }
}

fn say(text: &str) {
    let mut output = stdout().lock();
    // dlxbench may be gone.
    if output.write_all(text.as_bytes()).and_then(|()| output.flush()).is_err() {
        exit(0);
    }
}

/// A solution, if there is one.
fn solve(puzzle: &str) -> Option<String> {
    let mut cells = cells(puzzle);
    let mut solution = None;
    // Two equal givens that clash would be noticed late.
    let clashes = (0..cells.len()).any(|cell| {
        let digit = std::mem::take(&mut cells[cell]);
        let clashes = digit != 0 && !fits(&cells, cell, digit);
        cells[cell] = digit;
        clashes
    });
    if clashes {
        return None;
    }
    search(&mut cells, &mut |found| {
        solution = Some(found.iter().map(|digit| char::from(b'0' + digit)).collect());
        true
    });
    solution
}

fn count(puzzle: &str, limit: usize) -> usize {
    let mut count = 0;
    search(&mut cells(puzzle), &mut |_| {
        count += 1;
        count >= limit
    });
    count
}

fn cells(puzzle: &str) -> Vec<u8> {
    puzzle.bytes().map(|sign| if sign == b'.' { 0 } else { sign - b'0' }).collect()
}

/// Fills the blank cell with the fewest digits; true if `take` has had enough.
fn search(cells: &mut [u8], take: &mut dyn FnMut(&[u8]) -> bool) -> bool {
    let digits = |cells: &[u8], cell: usize| -> Vec<u8> {
        (1..=(cells.len() as f64).sqrt() as u8).filter(|&digit| fits(cells, cell, digit)).collect()
    };
    let blank =
        (0..cells.len()).filter(|&cell| cells[cell] == 0).min_by_key(|&cell| digits(cells, cell).len());
    let Some(cell) = blank else { return take(cells) };
    for digit in digits(cells, cell) {
        cells[cell] = digit;
        if search(cells, take) {
            return true;
        }
        cells[cell] = 0;
    }
    false
}

fn fits(cells: &[u8], cell: usize, digit: u8) -> bool {
    let size = (cells.len() as f64).sqrt() as usize;
    let width = (size as f64).sqrt().ceil() as usize;
    let height = size / width;
    let (row, column) = (cell / size, cell % size);
    (0..size).all(|k| {
        let in_box = (row / height * height + k / width) * size + column / width * width + k % width;
        [row * size + k, k * size + column, in_box].iter().all(|&other| cells[other] != digit)
    })
}
