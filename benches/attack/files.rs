//! Damaged files: puzzles in every format and compression, exact-cover problems, and floods of malformed lines.

use dlxbench::corpus::Compression;

use super::mutate::mutate;
use super::packing::{compressed, packed};
use super::run::Run;
use super::samples;
use super::trial::Trial;

/// Commands that read puzzles, with a limit on nodes, because a damaged puzzle may make a search very long.
const READERS: [&str; 20] = [
    "solve --max-nodes 2000",
    "solve --max-nodes 2000 --format csv --limit 5",
    "solve --max-nodes 2000 --lines -v",
    "solve --explain --max-nodes 2000",
    "check --max-nodes 2000 --minimal --isomorphs",
    "check --max-nodes 2000 --duplicates --format json --all",
    "check --max-nodes 2000 --summary --class-by rating -v",
    "rate --max-nodes 2000 --isomorphs 2",
    "rate --max-nodes 2000 --isomorphs 0 --format markdown --summary",
    "bench -v --warmup 0 --max-nodes 2000 --engine dlx,cover",
    "bench --warmup 0 --max-nodes 2000 --class-by label --format json --passes 2",
    "bench --warmup 0 --max-nodes 2000 --column puzzle --class-by rating",
    "corpus stats --class-by clues",
    "corpus convert --to csv",
    "corpus convert --to boxed -v",
    "corpus convert --to pencilmarks",
    "corpus sort --by clues --max-nodes 2000",
    "corpus sample 3 --column 2",
    "corpus dedupe --memory 64K",
    "corpus isomorphs --count 2 --to sdk",
];

/// A damaged file of puzzles, read by one of the commands as a file or from standard input.
pub(crate) fn puzzles(trial: &mut Trial) {
    let (text, extension) = samples::puzzles(&mut trial.random);
    let mut text = text.into_bytes();
    let mut name = format!("puzzles{extension}");
    if !trial.once_in(10) {
        mutate(&mut text, &mut trial.random);
    }
    if trial.once_in(3) {
        let (data, extension) = packed(&text, &mut trial.random);
        text = data;
        name += extension;
        if trial.once_in(2) {
            mutate(&mut text, &mut trial.random);
        }
    }
    trial.file(&name, &text);
    let command = trial.pick(&READERS);
    if trial.once_in(4) {
        trial.run(&Run::words(command).and("-").reads(&name));
    } else {
        trial.run(&Run::words(command).and(&name));
    }
    if trial.once_in(4) {
        trial.expects("out.txt.gz");
        let whole = Run::words("corpus convert --force -o out.txt.gz").and(&name);
        // An output file under its final name must be readable.
        if trial.run(&whole).code == 0 && trial.run(&Run::words("corpus stats out.txt.gz")).code != 0 {
            trial.fault("cannot read a file that `corpus convert` wrote");
        }
    }
}

/// A damaged exact-cover problem or timetable.
pub(crate) fn covers(trial: &mut Trial) {
    let mut text = samples::cover(&mut trial.random).into_bytes();
    mutate(&mut text, &mut trial.random);
    trial.file("problem.txt", &text);
    // A long name is written with each option of its item.
    trial.most_output += 50 * text.len();
    let command = trial.pick(&[
        "cover --limit 3 --max-nodes 20000",
        "cover --count --stats --max-nodes 20000",
        "cover --count --engine dlx --threads 2 --max-nodes 20000",
        "cover --explain --limit 2 --max-nodes 20000 --format json",
        "cover --input matrix --limit 3 --max-nodes 20000",
        "cover --input knuth --limit 3 --max-nodes 20000 --format csv",
        "problem timetable",
    ]);
    trial.run(&Run::words(command).and("problem.txt"));
}

/// Very many lines that are not puzzles, or a small file that unpacks to a huge one: the program must end soon, with
/// little output.
pub(crate) fn flood(trial: &mut Trial) {
    const LINES: usize = 300_000;
    trial.most_output = 1 << 20;
    let text = match trial.random.below(4) {
        0 => format!("{}x\n", "1..2.3.4.".repeat(9)).repeat(LINES),
        1 => "not a puzzle, but \"words\" and, commas\n".repeat(LINES),
        2 => format!("puzzle,solution\n{}", "123,\n".repeat(LINES)),
        _ => " ".repeat(300 << 20),
    };
    let is_packed = text.len() > 100 << 20 || trial.once_in(4);
    let (name, data) = if is_packed {
        ("flood.gz", compressed(text.as_bytes(), Compression::Gzip))
    } else {
        ("flood.txt", text.into_bytes())
    };
    trial.file(name, data);
    let command = trial.pick(&[
        "solve",
        "check",
        "check -v --duplicates",
        "rate",
        "bench --warmup 0",
        "corpus convert",
        "corpus stats",
        "corpus dedupe",
        "corpus sort --by clues",
    ]);
    trial.run(&Run::words(command).and(name));
}
