//! Correct answers: the program reads the intended puzzle or none, and engines agree.

use std::collections::BTreeMap;

use super::run::Run;
use super::samples::{PUZZLE, SOLUTION, puzzle};
use super::trial::Trial;

/// Words that could be mistaken for a puzzle: identifiers, numbers, grids of other sizes.
const DECOYS: [&str; 9] = [
    "00000000-0000-0000-0000-000000000000",
    "123e4567-e89b-12d3-a456-426614174000",
    "000000000000000000000000000000000001",
    "1..2......34....",
    "0000000000000000",
    "4111111111111111",
    "................................1...",
    "2026-11-18-00:00",
    "x-x-x-x-x-x-x-x-",
];

/// A puzzle beside a word that could be mistaken for one. The program may read only the puzzle itself.
pub(crate) fn carried(trial: &mut Trial) {
    if trial.once_in(8) {
        return garbage(trial);
    }
    let decoy = trial.pick(&DECOYS);
    let puzzles: Vec<String> = (0..3).map(|_| puzzle(&mut trial.random)).collect();
    let form = trial.random.below(10);
    let line = |puzzle: &String| match form {
        0 => format!("{decoy} {puzzle}\n"),
        1 => format!("{decoy},{puzzle}\n"),
        2 => format!("{puzzle} {decoy}\n"),
        3 => format!("{puzzle};{decoy}\n"),
        4 => format!("{decoy}\t{puzzle}\t{decoy}\n"),
        5 => format!("{{\"id\": \"{decoy}\", \"puzzle\": \"{puzzle}\"}}\n"),
        6 => format!("{{\"solution\": \"{SOLUTION}\", \"puzzle\": \"{puzzle}\"}}\n"),
        7 => format!("\"{decoy}\",\"{puzzle}\"\n"),
        8 => format!("{SOLUTION},{puzzle}\n"),
        _ => format!("{PUZZLE} {SOLUTION} {puzzle}\n"),
    };
    let text: String = puzzles.iter().map(line).collect();
    trial.file("puzzles.txt", &text);
    let ran = trial.run(&Run::words("corpus convert --to sdm puzzles.txt"));
    let out = String::from_utf8_lossy(&ran.out).into_owned();
    for read in out.lines() {
        if read != PUZZLE && !puzzles.iter().any(|puzzle| puzzle == read) {
            trial.fault(format!("reads {read} from {}", text.lines().next().unwrap_or_default()));
            break;
        }
    }
    if out.lines().count() < puzzles.len() && ran.code == 0 {
        trial.fault("puzzles are missing, but the exit code is 0");
    }
}

/// Lines of about 25 characters that are not puzzles: the program must count each, or refuse the file.
fn garbage(trial: &mut Trial) {
    const LINES: usize = 2000;
    let signs = b"ABCDEFGHIJKLMNOPQRSTUVWXY123456789.";
    let mut text = String::new();
    for _ in 0..LINES {
        let length = 24 + trial.random.below(3);
        text.extend((0..length).map(|_| signs[trial.random.below(signs.len())] as char));
        text.push('\n');
    }
    trial.file("garbage.txt", text);
    let ran = trial.run(&Run::words("check --summary --format json garbage.txt"));
    let out = String::from_utf8_lossy(&ran.out).into_owned();
    let counted = out.lines().last().and_then(|line| line.split("\"malformed\":").nth(1));
    let counted = counted.and_then(|rest| rest.split(',').next()).and_then(|number| number.parse().ok());
    if ran.code != 2 && counted != Some(LINES) {
        trial.fault(format!("counts {LINES} malformed lines as {counted:?}, and does not refuse the file"));
    }
}

/// An engine may need more nodes than this only if `dlx` needs at least a tenth as many.
const MOST_NODES: u64 = 20_000;

/// Random puzzles with few or many givens: engines must find the same number of solutions, and none may need far more
/// nodes than `dlx`, except for `cover`, which is Knuth's algorithm without additions.
pub(crate) fn engines(trial: &mut Trial) {
    let most = [3, 8, 8, 18, 30, 80][trial.random.below(6)];
    let mut text = String::new();
    for _ in 0..300 {
        let mut cells = vec!['.'; 81];
        for _ in 0..trial.random.below(most) {
            let sign = char::from(b'1' + trial.random.below(9) as u8);
            cells[trial.random.below(81)] = sign;
        }
        text.extend(cells);
        text.push('\n');
    }
    trial.file("random.txt", text);
    let limit = trial.pick(&["1", "2", "50"]);
    let command = "solve --engine sweep,sweep-portable,dlx,masks,cover --max-nodes 50000 --format csv random.txt --limit";
    let ran = trial.run(&Run::words(command).and(limit));
    // The answer of each engine by line: status with number of solutions, and nodes.
    let mut answers: BTreeMap<u64, BTreeMap<String, (String, u64)>> = BTreeMap::new();
    let mut reader = csv::Reader::from_reader(&ran.out[..]);
    let headers = reader.headers().cloned().unwrap_or_default();
    let column = |name: &str| headers.iter().position(|header| header == name);
    let names = ["line", "engine", "status", "solutions", "nodes"].map(column);
    let [Some(line), Some(engine), Some(status), Some(solutions), Some(nodes)] = names else {
        return trial.fault("the table of solve lacks a column");
    };
    for row in reader.records().flatten() {
        let answer = (format!("{} {}", &row[status], &row[solutions]), row[nodes].parse().unwrap_or(0));
        answers.entry(row[line].parse().unwrap_or(0)).or_default().insert(row[engine].to_owned(), answer);
    }
    for (line, by_engine) in &answers {
        let Some(known) = by_engine.get("dlx") else { continue };
        for (engine, answer) in by_engine {
            if engine != "cover" && answer.1 > MOST_NODES && known.1 < answer.1 / 10 {
                trial.fault(format!("line {line}: {engine} needs {} nodes, dlx {}", answer.1, known.1));
            } else if answer.0 != known.0 && answer.1 < 50_000 && known.1 < 50_000 {
                trial.fault(format!("line {line}: {engine} says {}, dlx {}", answer.0, known.0));
            }
        }
    }
    if answers.len() != 300 {
        trial.fault(format!("{} of 300 puzzles have an answer", answers.len()));
    }
}
