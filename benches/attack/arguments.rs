//! Absurd numbers as option values, and inputs that are not regular files.

use super::run::Run;
use super::samples::PUZZLE;
use super::trial::{Trial, find};

/// Options that take a number, each with a job that is small without it.
const NUMBERED: [&str; 34] = [
    "bench shipped:famous --sample 3 --threads",
    "bench shipped:famous --sample 3 --warmup",
    "bench shipped:famous --repeat 1 --sample",
    "bench shipped:famous --sample 3 --limit",
    "bench shipped:famous --sample 3 --max-nodes",
    "bench shipped:famous --sample 3 --seed",
    "bench shipped:famous --sample 3 --column",
    "bench shipped:famous --sample 3 --fail-on",
    "solve --max-nodes 5000 --limit 3 shipped:famous --column",
    "solve shipped:famous --max-nodes",
    "check shipped:famous --threads",
    "check shipped:famous --show",
    "check shipped:famous --max-nodes",
    "rate shipped:famous --isomorphs 0 --threads",
    "rate shipped:famous --isomorphs 0 --max-nodes",
    "rate shipped:famous --isomorphs 0 --seed",
    "generate --tries 20 --seed",
    "generate --size",
    "generate --threads",
    "generate --tries 20 --clues",
    "cover matrix.txt --limit",
    "cover matrix.txt --threads",
    "cover matrix.txt --max-nodes",
    "cover matrix.txt --timeout",
    "problem queens",
    "problem langford",
    "problem latin",
    "problem pentominoes",
    "corpus sample",
    "corpus shuffle shipped:famous --seed",
    "corpus sort shipped:famous --by clues --memory",
    "corpus sort shipped:famous --by clues --threads",
    "corpus split shipped:famous --out parts --by",
    "corpus isomorphs shipped:famous --threads",
];

/// An option with an absurd number. The program must refuse numbers that would make it run forever.
pub(crate) fn numbers(trial: &mut Trial) {
    // `problem queens 512` writes 30 MB, as documented.
    trial.most_output = 64 << 20;
    trial.file("matrix.txt", "001\n100\n010\n");
    trial.expects("parts");
    let command = trial.pick(&NUMBERED);
    let number = trial.pick(&[
        "0",
        "1",
        "-1",
        "3",
        "1024",
        "65536",
        "100000",
        "4294967295",
        "4294967296",
        "9223372036854775807",
        "18446744073709551615",
        "18446744073709551616",
        "1e9",
        "1e999",
        "NaN",
        "inf",
        "",
        " ",
        "0x10",
        "1,0,1",
        "9..1",
        "0..0",
        "18446744073709551615..",
        "1x1",
        "0x0",
        "60x1",
        "4294967296x1",
        "1e-9",
        "-0",
        "5%",
        "1e308%",
        "18446744073709551615G",
        "1K",
    ]);
    trial.run(&Run::words(command).and(number));
}

/// Pipes, devices, folders and missing files as inputs.
pub(crate) fn sources(trial: &mut Trial) {
    trial.file("one.txt", format!("{PUZZLE}\n"));
    trial.file("empty.txt", "");
    trial.expects("pipe");
    trial.expects("record");
    let command = trial.pick(&[
        "solve",
        "check",
        "check --summary",
        "rate",
        "bench --warmup 0",
        "bench --warmup 0 --passes 2",
        "bench --warmup 0 --threads 1,2",
        "bench --warmup 0 --out record",
        "corpus stats",
        "corpus convert",
        "corpus dedupe",
        "corpus sort --by canonical",
        "cover",
        "report",
        "problem timetable",
    ]);
    let source =
        trial.pick(&["pipe", "pipe", "/dev/null", "empty.txt", ".", "absent", "/proc/self/mem", "*", ""]);
    let mut run = Run::words(command).and(source);
    if source == "pipe" {
        // The pipe has only one writer, so a program that opens it a second time would wait forever.
        run.before = "mkfifo pipe && { timeout 30 bash -c 'cat one.txt >pipe' & } && ".to_owned();
    }
    let ran = trial.run(&run);
    let claims_success = find(&ran.out, b"all unique").is_some() || find(&ran.err, b"all unique").is_some();
    if claims_success && ran.code != 0 {
        trial.fault(format!("says that all puzzles are unique, but exits with {}", ran.code));
    }
}
