//! Classes of difficulty: what decides the class of a puzzle, and the order of classes in a table.

use dlxbench::corpus::{
    Bins, ClassBy, Classes, Entry, MAX_CLASSES, OTHER, Values, class_of_file, class_of_guesses,
    classes_of_files,
};
use proptest::prelude::*;

fn name(by: ClassBy, label: &str) -> String {
    let entry = Entry { label: label.to_owned(), ..Entry::new(1, "...1............".parse().unwrap()) };
    entry.class_name(by, "file")
}

#[test]
fn each_rule_reads_its_own_part_of_the_line() {
    assert_eq!(name(ClassBy::Auto, "Hard 8.4"), "hard");
    assert_eq!(name(ClassBy::Auto, "Easter-Monster"), "file");
    assert_eq!(name(ClassBy::File, "hard"), "file");
    assert_eq!(name(ClassBy::Label, "1,diabolical,x"), "diabolical");
    assert_eq!(name(ClassBy::Label, ""), "unlabelled");
    assert_eq!(name(ClassBy::Clues, ""), "1 clue");
    assert_eq!(name(ClassBy::Rating, "ED=8.4/8.4/2.6"), "rating 8");
    assert_eq!(name(ClassBy::Rating, "1234123412341234 11.9"), "rating 11");
    assert_eq!(name(ClassBy::Rating, "Easter Monster 20.00s"), "rating 20");
    // Years are part of names.
    for label in
        ["World's Hardest Sudoku 2012 (Arto Inkala, 2012)", "Wikipedia 2008, Easter Monster", "no. 3)"]
    {
        assert_eq!(name(ClassBy::Rating, label), "unrated");
    }
    assert_eq!(name(ClassBy::Rating, "none"), "unrated");
}

#[test]
fn a_file_is_called_by_its_stem() {
    for (path, class) in [
        ("corpora/easy.txt", "easy"),
        ("my-HARD_ones.txt.gz", "my-HARD_ones"),
        ("17_clue.txt.gz", "17_clue"),
        ("Extreme.csv.ZST", "Extreme"),
        ("top.sdm.xz", "top"),
        ("sudoku.v2.txt", "sudoku.v2"),
        (".hidden", ".hidden"),
        ("schön.txt", "schön"),
        ("é.txt", "é"),
        ("-", "-"),
    ] {
        assert_eq!(class_of_file(path), class);
    }
}

fn classes(by: ClassBy, paths: &[&str]) -> Vec<String> {
    let owned: Vec<(&str, String)> = paths.iter().map(|path| (*path, class_of_file(path))).collect();
    classes_of_files(by, owned.iter().map(|(path, class)| (*path, class.as_str())))
}

#[test]
fn files_with_the_same_stem_get_as_much_of_their_paths_as_makes_them_distinct() {
    let by_file = |paths: &[&str]| classes(ClassBy::File, paths);
    assert_eq!(
        by_file(&["sudoku_hard_v2.txt", "not_hard_at_all.txt"]),
        ["sudoku_hard_v2", "not_hard_at_all"]
    );
    assert_eq!(by_file(&["d1/set.txt", "d2/set.txt", "d2/other.txt"]), ["d1/set", "d2/set", "other"]);
    // The folder that differs may be further up; what is the same below it is needed too.
    assert_eq!(by_file(&["/x/a/d/set.txt", "/x/b/d/set.txt"]), ["a/d/set", "b/d/set"]);
    // Where only the endings differ, they are needed; not elsewhere.
    assert_eq!(by_file(&["set.txt", "set.csv", "d/set.gz"]), ["set.txt", "set.csv", "d/set"]);
    // A path that ends another one.
    assert_eq!(by_file(&["d/set.txt", "x/d/set.txt"]), ["d/set.txt", "x/d/set"]);
    // The same file twice is one class; another file of that name in a zip archive is not.
    assert_eq!(by_file(&["set.txt", "set.txt", "data.zip/set.txt"]), ["set.txt", "set.txt", "data.zip/set"]);
    assert_eq!(by_file(&["a/easy.txt", "b/Easy.txt", "b/easy.txt"]), ["a/easy", "Easy", "b/easy"]);
}

#[test]
fn a_difficulty_is_a_class_only_where_it_is_the_whole_stem() {
    let paths = [
        "a/easy.txt",
        "b/EASY.csv.gz",
        "sudoku_hard_v2.txt",
        "not_hard_at_all.txt",
        "c/set.txt",
        "d/set.txt",
    ];
    let expected = ["easy", "easy", "sudoku_hard_v2", "not_hard_at_all", "c/set", "d/set"];
    assert_eq!(classes(ClassBy::Auto, &paths), expected);
}

#[test]
fn guesses_fall_into_fixed_classes() {
    let classes = Classes::new(ClassBy::Guesses);
    let named = |guesses| classes.names()[usize::from(class_of_guesses(guesses))].as_str();
    assert_eq!([0, 2, 9, 10, 5000].map(named), ["0 guesses", "1-2", "3-9", "10-99", "1000 or more"]);
}

#[test]
fn too_many_classes_share_the_last_one() {
    let mut classes = Classes::new(ClassBy::Label);
    let numbers: Vec<u16> = (0..1000).map(|number| classes.number(&format!("c{number}"))).collect();
    assert_eq!(classes.names().len(), MAX_CLASSES + 1);
    assert_eq!(classes.names()[usize::from(numbers[999])], OTHER);
}

#[test]
fn tables_list_difficulties_then_numbers_in_order() {
    let mut classes = Classes::new(ClassBy::Label);
    for name in ["20 clues", "extreme", "9 clues", "b", "easy", "a"] {
        classes.number(name);
    }
    let order: Vec<&str> =
        classes.in_order().iter().map(|&n| classes.names()[usize::from(n)].as_str()).collect();
    assert_eq!(order, ["easy", "extreme", "9 clues", "20 clues", "a", "b"]);
}

#[test]
fn files_do_not_take_the_places_of_classes_by_something_else() {
    let mut classes = Classes::new(ClassBy::Clues);
    (0..200).for_each(|file| {
        classes.number_of_file(&format!("file{file}"), ClassBy::Clues);
    });
    (0..MAX_CLASSES).for_each(|clues| {
        classes.number(&format!("{clues} clues"));
    });
    assert!(!classes.names().iter().any(|name| name == OTHER));
    classes.number("one too many");
    assert!(classes.names().iter().any(|name| name == OTHER));
}

fn bins(by: ClassBy, most: usize, values: &[f64]) -> Vec<String> {
    let mut met = Values::default();
    values.iter().for_each(|&value| met.add(Some(value)));
    met.bins(by, most).names().to_vec()
}

#[test]
fn numbers_fall_into_ranges_of_one_width_with_round_bounds() {
    let ratings: Vec<f64> = (10..=119).map(|tenths| f64::from(tenths) / 10.0).collect();
    let names = bins(ClassBy::Rating, 12, &ratings);
    assert_eq!(
        (names.len(), names[0].as_str(), names[10].as_str()),
        (11, "rating 1.0-1.9", "rating 11.0-11.9")
    );
    assert_eq!(bins(ClassBy::Rating, 3, &ratings), ["rating 0.0-4.9", "rating 5.0-9.9", "rating 10.0-14.9"]);
    // Whole ratings, as of a scale to 100, have whole bounds.
    let scale: Vec<f64> = (0..=90).map(f64::from).collect();
    let names = bins(ClassBy::Rating, 10, &scale);
    assert_eq!((names.len(), names[0].as_str(), names[9].as_str()), (10, "rating 0-9", "rating 90-99"));
    assert_eq!(bins(ClassBy::Rating, 12, &[8.4, 8.5]), ["rating 8.4", "rating 8.5"]);
    // A range without puzzles is no class, and does not count as one.
    assert_eq!(bins(ClassBy::Rating, 2, &[1.0, 2.0, 5000.0]), ["rating 0-9", "rating 5000-5009"]);
    assert_eq!(bins(ClassBy::Clues, 12, &[17.0, 20.0, 30.0]), ["17 clues", "20 clues", "30 clues"]);
    let clues: Vec<f64> = (17..=40).map(f64::from).collect();
    let names = bins(ClassBy::Clues, 12, &clues);
    assert_eq!((names.len(), names[0].as_str(), names[4].as_str()), (6, "15-19 clues", "35-39 clues"));
}

#[test]
fn where_nothing_is_known_before_the_ranges_are_fixed_and_the_last_is_open() {
    let fixed = |by, most| Bins::fixed(by, most).names().to_vec();
    assert_eq!(fixed(ClassBy::Guesses, 3), ["0 guesses", "1-2", "3 or more"]);
    assert_eq!(fixed(ClassBy::Guesses, 12).len(), 6);
    assert_eq!(fixed(ClassBy::Clues, 3), ["0-17 clues", "18-19 clues", "20 or more clues"]);
    assert_eq!(fixed(ClassBy::Rating, 4), ["rating 0.0-0.9", "rating 1.0-1.9", "rating 2.0 or more"]);
    for by in [ClassBy::Clues, ClassBy::Rating, ClassBy::Guesses] {
        assert_eq!(fixed(by, 1).len(), 1, "{by}");
    }
}

proptest! {
    #[test]
    fn every_number_is_in_the_range_that_its_class_names(
        tenths in prop::collection::vec((0..7_u32, 1..1000_u64), 1..60),
        most in 1..15_usize,
        is_whole: bool,
    ) {
        let value = |&(magnitude, digits): &(u32, u64)| {
            let tenths = digits * 10_u64.pow(magnitude) + digits % 7;
            if is_whole { (tenths / 10) as f64 } else { tenths as f64 / 10.0 }
        };
        let values: Vec<f64> = tenths.iter().map(value).collect();
        let mut met = Values::default();
        values.iter().for_each(|&value| met.add(Some(value)));
        met.add(None);
        let bins = met.bins(ClassBy::Rating, most);
        prop_assert!(bins.names().len() < most.max(2), "{:?}", bins.names());
        for &value in &values {
            let name = &bins.names()[bins.index_of(value)];
            let range = name.strip_prefix("rating ").unwrap();
            let (low, high) = range.split_once('-').unwrap_or((range, range));
            let (low, high): (f64, f64) = (low.parse().unwrap(), high.parse().unwrap());
            prop_assert!(low <= value && value <= high, "{} is in {}", value, name);
        }
        // Tables list the classes in this order.
        let classes = Classes::from_names(bins.names().to_vec());
        prop_assert!(classes.in_order().is_sorted());
    }
}
