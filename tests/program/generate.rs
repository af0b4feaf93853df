//! `dlxbench generate`.

use std::fs;

use super::{run, run_with_input};

#[test]
fn the_same_options_give_the_same_bytes_with_any_number_of_threads() {
    let arguments = ["generate", "--class", "hard", "--count", "12", "--seed", "9"];
    let out = run(&arguments).ok();
    assert_eq!(out.lines().count(), 12);
    for threads in ["1", "3"] {
        assert_eq!(run(&[&arguments[..], &["--threads", threads]].concat()).ok(), out);
    }
    assert_ne!(run(&["generate", "--class", "hard", "--count", "12", "--seed", "8"]).ok(), out);
    let rated = run_with_input(&["rate", "-", "--format", "csv"], out.as_bytes()).ok();
    assert_eq!(rated.lines().filter(|line| line.contains(",hard,")).count(), 12, "{rated}");
}

#[test]
fn sizes_clues_and_symmetry_are_as_asked() {
    let out = run(&["generate", "--size", "6", "--count", "3"]).ok();
    assert!(out.lines().all(|line| line.len() == 36), "{out}");
    let clues = |line: &str| line.chars().filter(|&sign| sign != '.').count();
    let options =
        ["generate", "--clues", "28..30", "--no-minimal", "--symmetry", "rotational", "--count", "5"];
    let out = run(&options).ok();
    for line in out.lines() {
        assert!((28..=30).contains(&clues(line)), "{line}");
        let pattern: Vec<bool> = line.chars().map(|sign| sign == '.').collect();
        assert!(pattern.iter().eq(pattern.iter().rev()), "{line}");
    }
    let out = run(&["generate", "--clues", "23"]).ok();
    assert_eq!(clues(out.trim()), 23);
}

#[test]
fn options_that_cannot_be_met_get_a_clear_answer() {
    let ran = run(&["generate", "--clues", "40", "--tries", "200"]);
    assert!(ran.out.is_empty());
    let message = ran.failed(1);
    assert!(message.contains("made 0 of 1 puzzle (9×9, 40 to 40 clues, minimal)"), "{message}");
    let message = run(&["generate", "--size", "6", "--class", "extreme", "--tries", "300"]).failed(1);
    assert!(message.contains("extreme 6×6, minimal"), "{message}");
    assert!(run(&["generate", "--clues", "16"]).failed(2).contains("fewer than 17"));
    assert!(run(&["generate", "--clues", "9..3"]).failed(2).contains("9..3 is empty"));
    assert!(run(&["generate", "--clues", "x"]).failed(2).contains("such as 22..26"));
    assert!(run(&["generate", "--size", "8"]).failed(2).contains("4, 6, 9, 12, 16 or 25"));
    assert!(run(&["generate", "--size", "4", "--clues", "17"]).failed(2).contains("16 cells"));
    assert!(run(&["generate", "--no-minimal"]).failed(2).contains("--clues"));
}

#[test]
fn a_file_gets_its_name_when_it_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("easy.txt");
    let file = path.to_str().unwrap();
    run(&["generate", "--class", "easy", "--count", "3", "--out", file]).ok();
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        run(&["generate", "--class", "easy", "--count", "3"]).ok()
    );
    let message = run(&["generate", "--out", file]).failed(2);
    assert!(
        message.contains("already exists; choose another name") && !message.contains("--force"),
        "{message}"
    );
    let packed = folder.path().join("easy.txt.zst");
    let file = packed.to_str().unwrap();
    run(&["generate", "--class", "easy", "--count", "3", "--out", file]).ok();
    assert!(fs::read(&packed).unwrap().starts_with(&[0x28, 0xb5, 0x2f, 0xfd]));
    assert_eq!(run(&["corpus", "convert", file]).ok(), fs::read_to_string(&path).unwrap());
    let few = folder.path().join("few.txt");
    let file = few.to_str().unwrap();
    let message =
        run(&["generate", "--size", "4", "--count", "100000", "--tries", "500", "--out", file]).failed(1);
    assert!(message.contains("few.txt.partial"), "{message}");
    assert!(!few.exists());
    let partial = fs::read_to_string(folder.path().join("few.txt.partial")).unwrap();
    assert!(partial.lines().count() > 5, "{partial}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing is left behind");
}

#[test]
fn options_that_would_take_forever_get_a_clear_answer() {
    let message = run(&["generate", "--size", "25"]).failed(2);
    assert!(message.contains("--clues 320..360 --no-minimal"), "{message}");
}
