//! Whatever is fed to the program: a clear message and an exit code, never a panic, a hang or half an answer.

use super::{run, run_with_input};

const PUZZLE: &str = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";

fn garbage() -> Vec<u8> {
    let mut random = dlxbench::random::Random::new(99);
    (0..100_000).map(|_| random.below(256) as u8).collect()
}

#[test]
fn empty_files() {
    assert!(run_with_input(&["solve", "-"], b"").failed(2).contains("contains no puzzles"));
    assert!(run_with_input(&["cover", "-"], b"").failed(2).contains("the file contains no problem"));
    assert!(run_with_input(&["solve", "-"], b"# only a comment\n").failed(2).contains("contains no puzzles"));
}

#[test]
fn binary_garbage() {
    let message = run_with_input(&["solve", "-"], &garbage()).failed(1);
    assert!(message.contains("is not text"), "{message}");
    let message = run_with_input(&["cover", "-"], &garbage()).failed(2);
    assert!(message.starts_with("dlxbench: standard input: line 1, column "), "{message}");
}

#[test]
fn too_few_and_too_many_cells() {
    for (text, cells) in [(PUZZLE[1..].to_owned(), "80 cells"), (format!("{PUZZLE}."), "82 cells")] {
        let typed = run(&["solve", &text]).failed(2);
        assert!(typed.contains(cells) && typed.contains("16, 36, 81, 144, 256 or 625"), "{typed}");
        let piped = run_with_input(&["solve", "-"], text.as_bytes()).failed(1);
        assert!(
            piped.contains("malformed: standard input, line 1, column 1") && piped.contains(cells),
            "{piped}"
        );
    }
}

#[test]
fn a_digit_out_of_range() {
    let message = run(&["solve", "1..5............"]).failed(2);
    assert!(
        message.contains("line 1, column 4: invalid character '5' in a 4×4 puzzle; expected 1-4"),
        "{message}"
    );
    let message = run_with_input(&["solve", "-"], PUZZLE.replace('8', "?").as_bytes()).failed(1);
    assert!(message.contains("line 1, column 7: invalid character '?' in a 9×9 puzzle"), "{message}");
}

#[test]
fn clashing_givens() {
    let ran = run(&["solve", &format!("5...5....{}", ".".repeat(72))]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("invalid: 5 is given twice in row 1: r1c1 and r1c5"));
}

#[test]
fn a_line_of_ten_million_characters() {
    for character in ["1", "a", "."] {
        let long = character.repeat(10_000_000);
        let message = run_with_input(&["solve", "-"], long.as_bytes()).failed(1);
        assert!(message.contains("the line has 10000000 bytes") && message.len() < 1000, "{}", message.len());
    }
    // One name of ten million letters is an item without options; ten million columns are a row like any other.
    let message = run_with_input(&["cover", "-"], "a".repeat(10_000_000).as_bytes()).failed(1);
    assert!(message.contains("has no option") && message.len() < 1000, "{}", message.len());
    let ran = run_with_input(&["cover", "-", "--count"], "1".repeat(10_000_000).as_bytes());
    assert_eq!(ran.ok(), "1\n");
}

#[test]
fn an_items_line_with_a_hundred_thousand_names() {
    let names: Vec<String> = (0..100_000).map(|number| format!("item{number}")).collect();
    let items = names.join(" ");
    let message = run_with_input(&["cover", "-"], items.as_bytes()).failed(1);
    assert!(message.contains("no solution: item item0 has no option"), "{message}");
    let message = run_with_input(&["cover", "-"], format!("{items} item7\n").as_bytes()).failed(2);
    assert!(message.contains("item \"item7\" is declared twice"), "{message}");
    let solvable = format!("{items}\n{items}\n");
    assert_eq!(run_with_input(&["cover", "-", "--count"], solvable.as_bytes()).ok(), "1\n");
}

#[test]
fn a_deep_search_needs_no_deep_stack() {
    let items: Vec<String> = (0..10_000).map(|number| format!("i{number}")).collect();
    let problem = format!("{}\n{}\n", items.join(" "), items.join("\n"));
    assert_eq!(run_with_input(&["cover", "-", "--count"], problem.as_bytes()).ok(), "1\n");
}

#[test]
fn names_that_claim_a_monstrous_board_are_not_drawn() {
    for problem in [
        "| queens 4\nR18446744073709551615 C1\nR18446744073709551615 C1\n",
        "| queens 4\nR99999999999999 C1\nR99999999999999 C1\n",
        "| langford 4\n1 s99999999999999\n1 s99999999999999\n",
        "| sudoku x\nR99999999999999999C1 R0#1 C0#1 B0#1\nR99999999999999999C1 R0#1 C0#1 B0#1\n",
    ] {
        let message = run_with_input(&["cover", "-", "--explain"], problem.as_bytes()).failed(2);
        assert!(message.contains("--explain cannot draw this problem"), "{message}");
    }
}

#[test]
fn absurd_numbers_are_refused_with_the_bounds() {
    let corpus = "shipped:famous";
    for (arguments, option) in [
        (vec!["bench", corpus], "--warmup"),
        (vec!["bench", corpus], "--passes"),
        (vec!["bench", corpus], "--repeat"),
        (vec!["bench", corpus], "--threads"),
        (vec!["bench", corpus], "--sample"),
        (vec!["bench", corpus], "--limit"),
        (vec!["bench", corpus], "--max-nodes"),
        (vec!["solve", PUZZLE], "--limit"),
        (vec!["solve", PUZZLE], "--max-nodes"),
        (vec!["check", PUZZLE], "--max-nodes"),
        (vec!["check", PUZZLE], "--show"),
        (vec!["rate", PUZZLE], "--max-nodes"),
        (vec!["rate", PUZZLE], "--isomorphs"),
        (vec!["reproduce"], "--rounds"),
        (vec!["generate"], "--count"),
        (vec!["generate"], "--tries"),
        (vec!["cover", "-"], "--limit"),
        (vec!["cover", "-"], "--max-nodes"),
        (vec!["cover", "-"], "--timeout"),
        (vec!["corpus", "isomorphs", PUZZLE], "--count"),
        (vec!["corpus", "minimize", PUZZLE], "--max-nodes"),
        (vec!["corpus", "canon", PUZZLE], "--max-nodes"),
        (vec!["corpus", "sort", PUZZLE, "--by", "clues"], "--memory"),
        (vec!["corpus", "split", PUZZLE, "--out", "never"], "--by"),
    ] {
        for absurd in ["18446744073709551615", "99999999999999999999999", "-1"] {
            let message = run(&[&arguments[..], &[&format!("{option}={absurd}")]].concat()).failed(2);
            let names_the_most = message.contains(" to ");
            assert!(message.contains(option) && message.contains("expected ") && names_the_most, "{message}");
        }
    }
    assert!(run(&["corpus", "sample", "99999999999", PUZZLE]).failed(2).contains("to 1,000,000,000"));
}

#[test]
#[cfg(unix)]
fn what_is_not_a_file_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let fifo = fifo.to_str().unwrap();
    for more in [vec!["--passes", "2"], vec!["--threads", "1,2"], vec![fifo]] {
        for source in [fifo, "/dev/null", "-"] {
            let message = run(&[&["bench", source, source], &more[..]].concat()).failed(2);
            assert!(message.contains("can be read only once"), "{message}");
        }
    }
}

#[test]
fn nothing_is_said_of_no_puzzles() {
    let ran = run_with_input(&["check", "-"], b"");
    assert_eq!(ran.out, "");
    assert!(ran.failed(2).contains("contains no puzzles"));
}

#[test]
fn what_cannot_be_solved_does_not_stop_the_rest() {
    let ran = run(&["solve", "--lines", PUZZLE, "missing.txt", &PUZZLE[1..], PUZZLE]);
    assert_eq!(ran.out.lines().count(), 2, "{}", ran.out);
    let message = ran.failed(2);
    assert!(message.contains("missing.txt: no such file") && message.contains("80 cells"), "{message}");
    let mixed = format!("{PUZZLE}\n1..2......34....\n\n{PUZZLE}\n");
    let ran = run_with_input(&["solve", "--lines", "--engine", "dlx", "-"], mixed.as_bytes());
    assert_eq!(ran.out.lines().count(), 2, "{}", ran.out);
    assert!(ran.failed(2).contains("standard input, line 2: engine dlx does not support 4×4 puzzles"));
}

#[test]
fn files_that_are_not_there_or_not_files() {
    assert!(run(&["solve", "missing.txt"]).failed(2).contains("missing.txt: no such file, and not a puzzle"));
    assert!(run(&["cover", "missing.txt"]).failed(2).contains("cannot open missing.txt"));
    assert!(run(&["cover", "src"]).failed(2).contains("src is a folder"));
    let empty = tempfile::tempdir().unwrap();
    let message = run(&["solve", empty.path().to_str().unwrap()]).failed(2);
    assert!(message.contains("holds no puzzle files"), "{message}");
    assert!(run(&["solve", ""]).failed(2).contains("an empty argument"));
}

#[test]
fn options_that_make_no_sense() {
    assert!(
        run(&["solve", "--limit", "0", PUZZLE])
            .failed(2)
            .contains("expected a whole number from 1 to 1,000,000,000,000,000")
    );
    assert!(run(&["solve", "--engine", "magic", PUZZLE]).failed(2).contains(
        "unknown engine \"magic\"; expected one of dlx, sweep, sweep-avx512, sweep-avx2, sweep-sse, sweep-neon, sweep-portable, masks"
    ));
    let message = run(&["solve", "--engine", "dlx", "1..2......34...."]).failed(2);
    assert!(
        message.contains("engine dlx does not support 4×4 puzzles; use masks, the default for this size"),
        "{message}"
    );
    let foreign = if cfg!(target_arch = "x86_64") { "sweep-neon" } else { "sweep-avx2" };
    let expected = format!("engine {foreign} needs vectors that this processor lacks; it has ");
    for command in
        [&["solve", PUZZLE][..], &["bench", PUZZLE], &["check", PUZZLE], &["rate", PUZZLE], &["reproduce"]]
    {
        let message = run(&[command, &["--engine", foreign]].concat()).failed(2);
        assert!(message.contains(&expected) && message.contains("portable"), "{message}");
    }
    assert!(run(&["solve", "--engine", "idle", PUZZLE]).failed(2).contains("engine idle solves nothing"));
    assert!(run(&["cover", "-", "--threads", "100000"]).failed(2).contains("from 0 to 1,024"));
    assert!(run(&["cover", "-", "--timeout", "soon"]).failed(2).contains("a number of seconds"));
}
