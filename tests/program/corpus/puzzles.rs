//! `corpus dedupe`, `canon`, `isomorphs` and `minimize`: what becomes of each puzzle.

use super::*;

const EASY: &str = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";

#[test]
fn isomorphs_have_the_same_canonical_set() {
    // With one solution, with many, with none, and of other sizes.
    let mut input = corpus(&["sample", "300", &shipped("expert.txt")]).ok();
    input += &format!("{}\n{}\n", ".".repeat(81), EASY.replacen("7.9", "7.5", 1));
    input += "1..2......34....\n1..............1\n..3..4.......1...2.....5....6.......\n";
    let canon = piped(&["canon"], &input).ok();
    for seed in ["1", "7"] {
        let images = piped(&["isomorphs", "--seed", seed], &input).ok();
        assert!(images != input);
        let shuffled = piped(&["shuffle", "--seed", "3"], &images).ok();
        let again = piped(&["canon"], &shuffled).ok();
        assert!(sorted(&again) == sorted(&canon), "seed {seed}");
    }
    assert!(piped(&["canon"], &canon).ok() == canon, "a canonical form is its own");
    let images = piped(&["isomorphs", "--seed", "1", "--count", "3"], &input).ok();
    assert_eq!(images.lines().count(), 3 * input.lines().count());
    let firsts: Vec<&str> = images.lines().step_by(3).collect();
    let single = piped(&["isomorphs", "--seed", "1"], &input).ok();
    assert!(firsts.into_iter().eq(single.lines()));
}

#[test]
fn solutions_and_labels_go_with_their_puzzles() {
    let table = run(&["solve", &shipped("hard.txt"), "--format", "csv"]).ok();
    for tool in [&["canon"][..], &["isomorphs", "--seed", "4"], &["minimize"], &["shuffle"]] {
        let made = piped(&[tool, &["--to", "csv"]].concat(), &table).ok();
        let summary = run_with_input(&["check", "-", "--summary", "--format", "json"], made.as_bytes()).ok();
        let summary: serde_json::Value = serde_json::from_str(summary.lines().last().unwrap()).unwrap();
        assert_eq!(summary["unique"], 2000, "{tool:?}");
        let solved =
            made.lines().skip(1).filter(|line| line.split(',').nth(1).is_some_and(|field| field.len() == 81));
        assert_eq!(solved.count(), 2000, "{tool:?}");
    }
    let labeled = piped(&["canon"], &format!("{EASY} Name 8.4\n")).ok();
    assert!(labeled.ends_with(" Name 8.4\n"), "{labeled}");
}

#[test]
fn the_first_of_equal_puzzles_stays() {
    let image = piped(&["isomorphs", "--seed", "2"], EASY).ok();
    let image = image.trim();
    let input =
        format!("{EASY} first\n{image} image\n{} again\n1..2......34.... x\n", EASY.replace('.', "0"));
    let ran = piped(&["dedupe"], &input);
    assert_eq!(ran.out, format!("{EASY} first\n{image} image\n1..2......34.... x\n"));
    assert!(ran.err.contains("3 puzzles kept, 1 left out: duplicates"), "{}", ran.err);
    let ran = piped(&["dedupe", "--isomorphs"], &input);
    assert_eq!(ran.out, format!("{EASY} first\n1..2......34.... x\n"));
    assert!(ran.err.contains("2 puzzles kept, 2 left out: isomorphs of earlier ones"), "{}", ran.err);
}

#[test]
fn a_limit_of_memory_changes_nothing_but_how_often_files_are_read() {
    let folder = Folder::new();
    // 40 bytes of each are sorted: several times the least memory there is.
    let text: String = (0..4)
        .map(|seed| {
            corpus(&["isomorphs", &shipped("famous.txt"), "--count", "99", "--seed", &(seed / 2).to_string()])
                .ok()
        })
        .collect();
    let one = folder.write("one.txt", &format!("{EASY} first\n?\n{text}1..2......34.... x\n"));
    let two = folder.write("two.txt", &format!("1..2......34....\n{text}{}\n", EASY.replace('.', "0")));
    let free = |arguments: &[&str]| run(&[arguments, &[&one, &two]].concat());
    let within = |arguments: &[&str]| {
        let ran = free(&[arguments, &["--memory", "64K", "--temp", &folder.path("")]].concat());
        assert_eq!(folder.names(), ["one.txt", "two.txt"], "temporary files are removed");
        ran
    };
    for arguments in [
        &["corpus", "dedupe"][..],
        &["corpus", "dedupe", "--isomorphs", "--threads", "2"],
        &["corpus", "dedupe", "--to", "pencilmarks"],
        &["check", "--duplicates", "--format", "csv", "--show", "9999"],
        &["check", "--duplicates", "--isomorphs", "--format", "csv", "--show", "9999", "--engine", "sweep"],
    ] {
        let (free, within) = (free(arguments), within(arguments));
        assert_eq!(
            (&within.out, &within.err, within.code),
            (&free.out, &free.err, free.code),
            "{arguments:?}"
        );
        assert!(free.out.len() > 2000 && free.code != Some(0), "{arguments:?}: {}", free.err);
    }
    for command in [&["corpus", "dedupe"][..], &["check", "--duplicates"]] {
        let ran = run_with_input(&[command, &["-", "--memory", "1G"]].concat(), EASY.as_bytes());
        assert!(
            ran.out.is_empty()
                && ran.failed(2).contains("standard input can be read only once: --memory needs files")
        );
    }
    assert!(run(&["check", &one, "--memory", "1G"]).failed(2).contains("add --duplicates or --isomorphs"));
}

#[test]
fn minimized_puzzles_are_minimal_and_others_are_reported() {
    let rich =
        run(&["generate", "--class", "easy", "--clues", "34..40", "--no-minimal", "--count", "40"]).ok();
    let minimal = piped(&["minimize", "--seed", "3"], &rich).ok();
    assert_eq!(minimal.lines().count(), 40);
    run_with_input(&["check", "-", "--minimal"], minimal.as_bytes()).ok();
    assert!(minimal != piped(&["minimize", "--seed", "4"], &rich).ok(), "the seed matters");
    let small = run(&["generate", "--size", "16", "--count", "2", "--seed", "5"]).ok();
    assert_eq!(piped(&["minimize"], &small).out.lines().count(), 2);
    let clash = "11".to_owned() + &".".repeat(79);
    let input = format!("{EASY}\n{}\n{clash}\n12..............\n", ".".repeat(81));
    let ran = piped(&["minimize"], &input);
    assert_eq!((ran.code, ran.out.lines().count()), (Some(1), 1));
    assert!(ran.err.contains("line 2: multiple: it has several solutions"), "{}", ran.err);
    assert!(ran.err.contains("line 3: invalid: two of its givens clash"), "{}", ran.err);
    assert!(ran.err.contains("left out: 3 puzzles"), "{}", ran.err);
}

#[test]
fn what_cannot_be_solved_in_time_is_left_out_of_canon() {
    let extreme = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
    let ran = piped(&["canon", "--max-nodes", "1"], &format!("{extreme}\n"));
    let message = ran.failed(1);
    assert!(message.contains("line 1: given up after --max-nodes"), "{message}");
}
