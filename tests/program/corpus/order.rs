//! `corpus sample`, `shuffle` and `sort`: which puzzles come, and in which order.

use super::*;

const EASY: &str = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";
const SWORDFISH: &str = "...4.75......9.1....21....4.56...8.2..8...6.9....5..1......2..7.1..3..6..39......";
const EXTREME: &str = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

#[test]
fn a_sample_is_part_of_the_corpus_in_its_order() {
    let whole = corpus(&["convert", &shipped("hard.txt")]).ok();
    let some = corpus(&["sample", "100", &shipped("hard.txt"), "--seed", "7"]).ok();
    assert_eq!(some.lines().count(), 100);
    let mut lines = whole.lines();
    assert!(some.lines().all(|puzzle| lines.any(|line| line == puzzle)), "in input order, each once");
    assert!(some == corpus(&["sample", "100", &shipped("hard.txt"), "--seed", "7"]).ok());
    assert!(some != corpus(&["sample", "100", &shipped("hard.txt"), "--seed", "8"]).ok());
    let all = corpus(&["sample", "999999", &shipped("hard.txt")]);
    assert!(all.out == whole && all.err.contains("the input has only 2,000 puzzles"), "{}", all.err);
}

#[test]
fn a_shuffle_is_another_order_of_the_same_lines() {
    let whole = corpus(&["convert", &shipped("hard.txt")]).ok();
    let shuffle = |more: &[&str]| corpus(&[&["shuffle", &shipped("hard.txt")], more].concat()).ok();
    let shuffled = shuffle(&["--seed", "7"]);
    assert!(shuffled != whole);
    assert!(sorted(&shuffled) == sorted(&whole));
    assert!(shuffled != shuffle(&["--seed", "8"]));
    // With less memory than the puzzles need there are temporary files, with the same result.
    let folder = Folder::new();
    assert!(shuffled == shuffle(&["--seed", "7", "--memory", "64K", "--temp", &folder.path("")]));
    assert_eq!(folder.names(), [""; 0]);
    assert!(corpus(&["shuffle", "--memory", "10"]).failed(2).contains("expected a size such as 512M"));
    let nowhere =
        corpus(&["shuffle", &shipped("hard.txt"), "--memory", "64K", "--temp", "/no/such"]).failed(2);
    assert!(nowhere.contains("cannot sort with temporary files in /no/such"), "{nowhere}");
}

#[test]
fn puzzles_are_sorted_by_what_is_asked_for() {
    let blank = ".".repeat(81);
    let input = format!("{SWORDFISH} a 2.5\n{blank}\n{EASY} b 11.9\n{EXTREME}\n{EASY} c\n");
    let order = |arguments: &[&str]| -> Vec<usize> {
        let out = piped(&[&["sort", "--by"], arguments].concat(), &input).ok();
        out.lines().map(|line| 1 + input.lines().position(|other| other == line).unwrap()).collect()
    };
    assert_eq!(order(&["clues"]), [2, 4, 1, 3, 5]);
    assert_eq!(order(&["clues", "--reverse"]), [3, 5, 1, 4, 2]);
    assert_eq!(order(&["rating"]), [1, 3, 5, 4, 2]);
    assert_eq!(order(&["rating", "--reverse"]), [3, 1, 4, 5, 2]);
    assert_eq!(order(&["logic"]), [3, 5, 1, 4, 2]);
    assert_eq!(order(&["logic", "--reverse"]), [4, 1, 3, 5, 2]);
    assert_eq!(order(&["guesses", "--reverse"])[0], 4);
    let ran = piped(&["sort", "--by", "guesses"], &input);
    assert!(ran.err.contains("1 puzzle put last"), "{}", ran.err);
}

#[test]
fn sorted_by_canonical_form_is_the_order_of_the_forms() {
    let files = [shipped("easy.txt"), shipped("extreme.txt")];
    let first = corpus(&["sort", "--by", "canonical", &files[0], &files[1]]).ok();
    let forms = piped(&["canon"], &first).ok();
    let lines: Vec<String> = forms.lines().map(|line| line.replace('.', "0")).collect();
    assert!(lines.is_sorted());
    let limited = corpus(&["sort", "--by", "canonical", &files[0], &files[1], "--memory", "64K"]).ok();
    assert!(limited == first);
}

#[test]
fn a_share_is_the_number_that_it_stands_for() {
    let whole = shipped("hard.txt");
    let (share, number) = (corpus(&["sample", "10%", &whole]), corpus(&["sample", "200", &whole]));
    assert_eq!(share.ok(), number.ok());
    let two = corpus(&["sample", "0.15%", &whole, &shipped("famous.txt"), "--seed", "4"]).ok();
    assert_eq!(two, corpus(&["sample", "3", &whole, &shipped("famous.txt"), "--seed", "4"]).ok());
    assert_eq!(corpus(&["sample", "100%", &whole]).ok().lines().count(), 2000);
    assert!(
        corpus(&["sample", "0.01%", &whole])
            .failed(2)
            .contains("0.01% of 2,000 puzzles rounds to zero; choose a larger share")
    );
    let pipe = piped(&["sample", "10%", "-"], "1..2......34....\n").failed(2);
    assert!(
        pipe.contains("standard input can be read only once, so its puzzles cannot be counted for 10%"),
        "{pipe}"
    );
    let wrong = corpus(&["sample", "ten", &whole]).failed(2);
    assert!(
        wrong.contains("expected a number of puzzles from 1 to 1,000,000,000, or a share such as 10%"),
        "{wrong}"
    );
}
