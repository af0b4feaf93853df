//! Classes of difficulty: what decides the class of a puzzle, and the order of classes in a table.

use dlxbench::corpus::{ClassBy, Classes, Entry, MAX_CLASSES, OTHER, class_of_file, class_of_guesses};

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
    assert_eq!(name(ClassBy::Rating, "none"), "unrated");
}

#[test]
fn file_names_stand_for_classes() {
    for (path, class) in [
        ("corpora/easy.txt", "easy"),
        ("my-HARD_ones.txt.gz", "hard"),
        ("17_clue.txt", "17_clue"),
        ("17_clue.txt.gz", "17_clue"),
        ("Extreme.csv.ZST", "extreme"),
        ("top.sdm.xz", "top"),
        ("easy-and-hard.txt", "easy-and-hard"),
        ("-", "-"),
    ] {
        assert_eq!(class_of_file(path), class);
    }
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
