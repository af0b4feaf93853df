//! Valid inputs to start from: puzzles in every format, and exact-cover problems.

use dlxbench::random::Random;

/// The example puzzle of Wikipedia, and its solution.
pub(crate) const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

const HARD: &str = include_str!("../../corpora/hard.txt");
const EXTREME: &str = include_str!("../../corpora/extreme.txt");
const SIZES: [&str; 5] = [
    include_str!("../../corpora/sizes/4x4.txt"),
    include_str!("../../corpora/sizes/6x6.txt"),
    include_str!("../../corpora/sizes/12x12.txt"),
    include_str!("../../corpora/sizes/16x16.txt"),
    include_str!("../../corpora/sizes/25x25.txt"),
];
const WHOLE: [&str; 2] =
    [include_str!("../../corpora/famous.txt"), include_str!("../../examples/faulty.txt")];

/// Picks a puzzle of a shipped file.
fn one_of(file: &str, random: &mut Random) -> String {
    let lines: Vec<&str> = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let line = lines[random.below(lines.len())];
    line.split_whitespace().next().unwrap_or(line).to_owned()
}

/// Picks a 9×9 puzzle.
pub(crate) fn puzzle(random: &mut Random) -> String {
    one_of([HARD, EXTREME][random.below(2)], random)
}

/// Returns a few puzzles in one of the formats, and the extension for the file.
pub(crate) fn puzzles(random: &mut Random) -> (String, &'static str) {
    let some: Vec<String> = (0..1 + random.below(6)).map(|_| puzzle(random)).collect();
    let each = |form: &dyn Fn(&str) -> String| some.iter().map(|puzzle| form(puzzle)).collect::<String>();
    match random.below(14) {
        0 => (each(&|puzzle| format!("{puzzle}\n")), ".sdm"),
        1 => (each(&|puzzle| format!("{puzzle} ED=8.4/8.4/2.6 name\n")), ".txt"),
        2 => (format!("# comment\n{PUZZLE}:1:{SOLUTION}\n{PUZZLE},{SOLUTION}\n"), ".txt"),
        3 => (each(&|puzzle| format!("0000001b3e62 {puzzle}  2.3\n")), ".txt"),
        4 => (each(&|puzzle| format!("99480,99408,114,1895,{puzzle},Easter-Monster,20.00s\n")), ".csv"),
        5 => (format!("quizzes,solutions\n{}", format!("{PUZZLE},{SOLUTION}\n").repeat(3)), ".csv"),
        6 => {
            let rows = each(&|puzzle| format!("\"a \"\"source\"\"\",{puzzle},,8.4\n"));
            (format!("source,question,answer,rating\n{rows}"), ".csv")
        }
        7 => (each(&|puzzle| format!("Grid 01\n{}\n", rows(puzzle, "", "\n"))), ".txt"),
        8 => (each(&|puzzle| format!("+---+\n{}\n\n", rows(puzzle, "|", "|\n"))), ".txt"),
        9 => (each(&|puzzle| format!("#A author\n#D name\n{}", rows(puzzle, "", "\n"))), ".sdk"),
        10 => (each(&|puzzle| puzzle.chars().map(pencilmarks).collect::<String>() + "\n"), ".txt"),
        11 => (json(&some, random), ".jsonl"),
        12 => (one_of(SIZES[random.below(SIZES.len())], random) + "\n", ".txt"),
        _ => (WHOLE[random.below(WHOLE.len())].to_owned(), ".txt"),
    }
}

/// Returns nine rows, each between `before` and `after`.
fn rows(puzzle: &str, before: &str, after: &str) -> String {
    puzzle
        .as_bytes()
        .chunks(9)
        .map(|row| format!("{before}{}{after}", String::from_utf8_lossy(row)))
        .collect()
}

/// Returns the candidates of a cell: all digits if it is blank, otherwise the given.
fn pencilmarks(cell: char) -> String {
    ('1'..='9').map(|digit| if cell == digit || !cell.is_ascii_digit() { digit } else { '.' }).collect()
}

/// Returns JSON objects, one per line, with cells in one of the accepted forms.
fn json(puzzles: &[String], random: &mut Random) -> String {
    let form = random.below(3);
    let cells = |row: &[u8]| {
        let digits: Vec<String> = row
            .iter()
            .map(|&cell| if cell == b'.' { "0".to_owned() } else { (cell as char).to_string() })
            .collect();
        format!("[{}]", digits.join(","))
    };
    let value = |puzzle: &str| match form {
        0 => format!("\"{puzzle}\""),
        1 => cells(puzzle.as_bytes()),
        _ => format!("[{}]", puzzle.as_bytes().chunks(9).map(cells).collect::<Vec<_>>().join(",")),
    };
    puzzles
        .iter()
        .map(|puzzle| format!("{{\"id\": 7, \"puzzle\": {}, \"difficulty\": 2.5}}\n", value(puzzle)))
        .collect()
}

/// Returns an exact-cover problem, a matrix or a timetable.
pub(crate) fn cover(random: &mut Random) -> String {
    let knuth = "| Knuth's example\na b c d e f g | x y\nc e x:A\na d g y\nb c f x:B\na d f\nb g y\nd e g\n";
    let matrix = "0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n";
    [knuth, matrix, "0 0 1\n1 0 0\n0 1 0\n", TIMETABLE][random.below(4)].to_owned()
}

pub(crate) const TIMETABLE: &str = include_str!("../../examples/timetable.csv");
