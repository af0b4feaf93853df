//! `dlxbench bench --class-by`: classes by file and by number, in every report alike.

use std::fs;
use std::path::Path;

use super::bench::{MIXED, Row, rows};
use super::{Ran, program};

/// A folder of corpora, and the record of a run on some of them.
struct Corpora(tempfile::TempDir);

impl Corpora {
    fn new(files: &[(&str, &str)]) -> Corpora {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Corpora(folder)
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        program().arg("bench").args(arguments).current_dir(self.0.path()).output().unwrap().into()
    }

    fn record(&self, arguments: &[&str]) -> Saved<'_> {
        let saved = Saved(self.0.path());
        let ran = self.run(&[&["--quiet", "--out", "run", "--per-puzzle"], arguments].concat());
        assert!(matches!(ran.code, Some(0 | 1)), "{}", ran.err);
        saved
    }
}

/// The record in the folder `run`.
struct Saved<'f>(&'f Path);

impl Saved<'_> {
    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.join("run").join(name)).unwrap()
    }

    fn column(&self, name: &str, column: &str) -> Vec<String> {
        rows(&self.text(name)).iter().map(|row: &Row| row[column].clone()).collect()
    }
}

impl Drop for Saved<'_> {
    fn drop(&mut self) {
        fs::remove_dir_all(self.0.join("run")).unwrap();
    }
}

fn puzzle() -> &'static str {
    MIXED.lines().next().unwrap()
}

#[test]
fn files_with_the_same_stem_are_classes_of_their_own_with_histograms_of_their_own() {
    let text = format!("{}\n", puzzle());
    let bad = format!("{text}too short\n");
    let corpora = Corpora::new(&[
        ("d1/set.txt", &text),
        ("d2/set.txt", &bad),
        ("sudoku_hard_v2.txt", &text),
        ("not_hard_at_all.txt", &text),
        ("a b.txt", &text),
        ("a-b.txt", &text),
    ]);
    for rule in ["auto", "file"] {
        let record = corpora.record(&[".", "--class-by", rule]);
        let classes = ["a b", "a-b", "d1/set", "d2/set", "not_hard_at_all", "sudoku_hard_v2", "all"];
        let mut found = record.column("summary.csv", "class");
        found[..6].sort();
        assert_eq!(found, classes);
        let files = ["a-b.hgrm", "a-b-2.hgrm", "d1-set.hgrm", "d2-set.hgrm", "not_hard_at_all.hgrm"];
        files.iter().for_each(|name| assert!(!record.text(name).is_empty()));
        // A line that is not a puzzle counts for its own file.
        let malformed = record.column("summary.csv", "malformed");
        let of: Vec<_> = record.column("summary.csv", "class").into_iter().zip(malformed).collect();
        assert!(of.contains(&("d2/set".to_owned(), "1".to_owned())), "{of:?}");
        assert!(of.contains(&("d1/set".to_owned(), "0".to_owned())), "{of:?}");
    }
}

#[test]
fn a_difficulty_in_two_folders_is_one_class_unless_files_are_asked_for() {
    let text = format!("{}\n", puzzle());
    let corpora = Corpora::new(&[("d1/Hard.txt", &text), ("d2/hard.txt", &text), ("d2/other.txt", &text)]);
    assert_eq!(corpora.record(&["."]).column("summary.csv", "class"), ["hard", "other", "all"]);
    let mut by_file = corpora.record(&[".", "--class-by", "file"]).column("summary.csv", "class");
    by_file.sort();
    assert_eq!(by_file, ["Hard", "all", "hard", "other"]);
}

#[test]
fn ratings_are_put_into_at_most_twelve_ranges_in_order_everywhere() {
    let line = |rating: usize| format!("{} {rating}.{}\n", puzzle(), rating % 10);
    // Not in order, and some without a rating.
    let text: String = (0..90).map(|number| line(number * 37 % 90)).collect();
    let text = format!("{text}{}\n", puzzle());
    let corpora = Corpora::new(&[("rated.txt", &text)]);
    let ten: Vec<String> = (0..9).map(|ten| format!("rating {ten}0.0-{ten}9.9")).collect();
    let ten = [&[ten[0].replace("00.0", "0.0").replace("09.9", "9.9")], &ten[1..]].concat();
    let expected = [&ten[..], &["unrated".to_owned(), "all".to_owned()]].concat();
    let record = corpora.record(&["rated.txt", "--class-by", "rating"]);
    assert_eq!(record.column("summary.csv", "class"), expected);
    assert!(!record.text("rating-30.0-39.9.hgrm").is_empty());
    // In the table of the page, of the Markdown and of the terminal.
    let table = corpora.run(&["rated.txt", "--class-by", "rating"]).ok();
    // Sentences may name a class before that.
    for (text, [before, behind]) in [
        (record.text("report.html"), [">", "<"]),
        (record.text("report.md"), ["| ", " |"]),
        (table, ["\n", " "]),
    ] {
        let cells = ten.iter().map(|class| format!("{before}{class}{behind}"));
        let places: Vec<_> = cells.map(|cell| text.find(&cell).unwrap_or(usize::MAX)).collect();
        assert!(places.is_sorted() && !places.contains(&usize::MAX), "{places:?}: {text}");
    }
    for (row, class) in record.column("puzzles.csv", "line").iter().zip(record.column("puzzles.csv", "class"))
    {
        let line: usize = row.parse().unwrap();
        let expected = if line == 91 { "unrated" } else { &ten[(line - 1) * 37 % 90 / 10] };
        assert_eq!(class, expected);
    }
    drop(record);
    let few = corpora.record(&["rated.txt", "--class-by", "rating", "--bins", "3", "--passes", "2"]);
    assert_eq!(few.column("summary.csv", "class"), ["rating 0.0-49.9", "rating 50.0-99.9", "unrated", "all"]);
    assert!(few.text("run.json").contains("\"bins\": 3"));
}

#[test]
fn clues_and_guesses_have_ranges_too_and_other_rules_none() {
    let corpora = Corpora::new(&[]);
    let classes = |arguments: &[&str]| {
        let record = corpora.record(&[&["shipped:easy", "shipped:extreme"], arguments].concat());
        record.column("summary.csv", "class")
    };
    assert_eq!(
        classes(&["--class-by", "clues"]),
        [
            "20 clues", "21 clues", "22 clues", "23 clues", "24 clues", "25 clues", "26 clues", "27 clues",
            "28 clues", "all"
        ]
    );
    assert_eq!(classes(&["--class-by", "clues", "--bins", "4"]), ["20-24 clues", "25-29 clues", "all"]);
    assert_eq!(classes(&["--class-by", "guesses", "--bins", "2"]), ["0 guesses", "1 or more", "all"]);
    // The same ranges with each number of threads.
    let record = corpora.record(&["shipped:hard", "--class-by", "clues", "--bins", "2", "--threads", "1,2"]);
    let threads = record.column("threads.csv", "class");
    let summary = record.column("summary.csv", "class");
    assert_eq!([&threads[0], &threads[2]], [&summary[0], &summary[1]]);
    let message = corpora.run(&["--bins", "3"]).failed(2);
    assert!(message.contains("--class-by rating"), "{message}");
}
