//! Hostile names and labels on a terminal: the program may print no control characters but its own.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

use super::records::write_records;
use super::run::Run;
use super::samples::PUZZLE;
use super::trial::{Trial, find};

/// Text that a terminal would obey or that would deceive a reader.
const HOSTILE: [&[u8]; 12] = [
    b"\x1b[31mred",
    b"\x1b[2J\x1b[Hcleared",
    b"\x1b]0;title\x07",
    b"\x1b]8;;http://x\x1b\\link",
    b"\x1bPdevice\x1b\\",
    b"\xc2\x9b31mC1",
    b"\xc2\x9d0;C1\xc2\x9c",
    b"\x9b31m",
    "left\u{202e}right".as_bytes(),
    "\u{2066}isolate\u{2069}".as_bytes(),
    b"back\x08\x08\x08\x7f",
    b"bell\x07\x0e",
];

pub(crate) fn hostile(trial: &mut Trial) {
    let piece = HOSTILE[trial.random.below(HOSTILE.len())];
    let bytes = if trial.once_in(8) { [piece, &b"long".repeat(50)].concat() } else { piece.to_vec() };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let name = OsString::from_vec(bytes.iter().map(|&byte| if byte == b'/' { b'_' } else { byte }).collect());
    let run = match trial.random.below(8) {
        0 | 1 => in_name(trial, &name),
        2 | 3 => in_labels(trial, &bytes),
        4 | 5 => in_record(trial, &text),
        6 => in_problem(trial, &bytes),
        _ => in_arguments(trial, &name),
    };
    let ran = trial.run(&run.on_terminal());
    if find(&ran.out, piece).is_some() {
        trial.fault(format!("{:?} reaches the terminal", String::from_utf8_lossy(piece)));
    } else if let Some(control) = control_in(&ran.out) {
        trial.fault(format!("{control} reaches the terminal"));
    }
}

/// Commands that read puzzles and print something about them.
const READERS: [&str; 14] = [
    "solve",
    "solve --format csv",
    "solve --explain",
    "check -v",
    "check --all --minimal",
    "check --summary --class-by label",
    "rate --isomorphs 0",
    "rate --isomorphs 0 --summary",
    "bench -v --warmup 0 --class-by label",
    "bench --warmup 0 --class-by file",
    "corpus stats -v --class-by label",
    "corpus convert --to csv -v",
    "corpus convert --to boxed",
    "corpus dedupe -v",
];

/// A file with this name that is valid, faulty or missing.
fn in_name(trial: &mut Trial, name: &OsString) -> Run {
    let content = trial.pick(&[PUZZLE, "nonsense", "", "puzzle\nx", "1234"]);
    if !trial.once_in(5) {
        trial.file(name.clone(), format!("{content}\n"));
    }
    let more = ["report", "compare base", "cover", "problem timetable"];
    let command = trial.pick(&[&READERS[..], &more].concat());
    Run::words(command).and(name)
}

/// Labels, columns, classes, comments and lines that are not puzzles.
fn in_labels(trial: &mut Trial, label: &[u8]) -> Run {
    let puzzle = PUZZLE.as_bytes();
    let text = match trial.random.below(6) {
        0 => [puzzle, b" ", label, b"\n"].concat(),
        1 => [b"puzzle,class,", label, b"\n", puzzle, b",", label, b",1\n"].concat(),
        2 => [label, b"\n"].concat(),
        3 => [&puzzle[..40], label, &puzzle[40..], b"\n"].concat(),
        4 => [b"{\"puzzle\": \"", puzzle, b"\", \"label\": \"", label, b"\"}\n"].concat(),
        _ => [b"#D ", label, b"\n", &puzzle[..9], b"\n", label, b"\n"].concat(),
    };
    trial.file("puzzles.txt", text);
    let command = trial.pick(&READERS);
    Run::words(command).and("puzzles.txt")
}

/// A text inside one of the fields of a record.
fn in_record(trial: &mut Trial, text: &str) -> Run {
    let quoted: String = text
        .chars()
        .flat_map(|sign| {
            if sign.is_control() { format!("\\u{:04x}", u32::from(sign)) } else { sign.to_string() }
                .chars()
                .collect::<Vec<_>>()
        })
        .collect();
    let field = trial.pick(&[
        "0.1.0",
        "6a3c519754f9",
        "\"name\": \"base",
        "2026-11-16T19:37:35Z",
        "Intel(R) Xeon(R) Processor",
        "\"dlx",
        "\"easy",
        "shipped:easy",
        "3476c933ecf7872dc5cecdcfcaec09fd",
        "\"linux",
        "6.18.44-fc-v445",
        "--inject-delay",
    ]);
    write_records(trial, &mut |name, file, _| {
        if name.ends_with("run.json") {
            let replaced = format!("{field}{quoted}");
            *file = String::from_utf8_lossy(file).replace(field, &replaced).into_bytes();
        }
    });
    let command = trial.pick(&[
        "report base",
        "report base --format markdown",
        "report base --format csv",
        "report base --format json",
        "compare base new",
        "compare base new --force",
        "compare base new --force --format markdown",
        "bench shipped:famous --sample 2 --warmup 0 --baseline base --force",
    ]);
    Run::words(command)
}

/// Names in exact-cover problems and timetables.
fn in_problem(trial: &mut Trial, name: &[u8]) -> Run {
    let name: Vec<u8> = name.iter().map(|&byte| if b" :|".contains(&byte) { b'_' } else { byte }).collect();
    let (text, command) = match trial.random.below(3) {
        0 => ([b"a ", &name[..], b"\na\n", &name, b"\n"].concat(), "cover --all --stats"),
        1 => ([b"a b\n", &name[..], b"\n"].concat(), "cover"),
        _ => (
            super::samples::TIMETABLE.replace("Noether", &String::from_utf8_lossy(&name)).into_bytes(),
            "problem timetable",
        ),
    };
    trial.file("problem.txt", text);
    Run::words(command).and("problem.txt")
}

/// The name as a subcommand or as the value of an option.
fn in_arguments(trial: &mut Trial, name: &OsString) -> Run {
    trial.expects("record");
    let command = trial.pick(&[
        "",
        "solve",
        "solve --engine",
        "bench --threads",
        "corpus",
        "man",
        "generate --class",
        "generate --clues",
        "cover --timeout",
        "bench shipped:famous --sample 2 --warmup 0 --out record --name",
        "check --column",
        "bench shipped:famous --sample 2 --column",
    ]);
    Run::words(command).and(name)
}

/// Returns the first control sequence that is not the program's own. Its own set colors, or move the cursor for the
/// progress bar.
fn control_in(shown: &[u8]) -> Option<String> {
    let mut rest = shown;
    while let Some(place) = rest.iter().position(|&byte| byte == 0x1b) {
        if let Some(bad) = plain_control(&rest[..place]) {
            return Some(bad);
        }
        let sequence = &rest[place + 1..];
        let length = 1 + sequence
            .iter()
            .skip(1)
            .take_while(|byte| byte.is_ascii_digit() || b";?".contains(byte))
            .count();
        let end = sequence.get(length).copied().unwrap_or(0);
        if sequence.first() != Some(&b'[') || !b"mABCDGJKhl".contains(&end) {
            let shown = &sequence[..sequence.len().min(10)];
            return Some(format!("ESC {:?}", String::from_utf8_lossy(shown)));
        }
        rest = &sequence[length + 1..];
    }
    plain_control(rest)
}

/// Returns the first control character, C1 control, invalid byte or change of direction.
fn plain_control(text: &[u8]) -> Option<String> {
    let Ok(text) = std::str::from_utf8(text) else { return Some("text that is not UTF-8".to_owned()) };
    let is_bad = |sign: &char| {
        (sign.is_control() && !"\r\n\t".contains(*sign))
            || matches!(sign, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().find(is_bad).map(|sign| format!("U+{:04X}", u32::from(sign)))
}
