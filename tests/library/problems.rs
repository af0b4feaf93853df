//! Exact-cover problems: what a builder, the text format and a timetable file refuse, and in which words.

use dlxbench::cover::problems::timetable::timetable;
use dlxbench::cover::problems::{pentominoes, queens};
use dlxbench::cover::text::{Form, read, read_as, write};
use dlxbench::cover::{ExactCover, OptionId, ProblemError};

#[test]
fn each_mistake_has_its_own_error() {
    let mut b = ExactCover::new(["a", "b"], ["x"]).unwrap();
    assert_eq!(b.option(["q"]), Err(ProblemError::UnknownItem("q".into())));
    assert_eq!(b.option(["a", "a"]), Err(ProblemError::ItemTwice("a".into())));
    assert_eq!(b.option([""; 0]), Err(ProblemError::EmptyOption));
    let color = ProblemError::ColorOnPrimary { item: "a".into(), color: "red".into() };
    assert_eq!(b.option(["x:red", "a:red"]), Err(color));
    assert!(!b.build().unwrap().has_colors());
    let refused = |primary: &str, secondary: &str| ExactCover::new([primary], [secondary]).unwrap_err();
    assert_eq!(refused("a", "a"), ProblemError::DuplicateItem("a".into()));
    for name in ["", "a b", "a:b", "|", "a\tb"] {
        assert_eq!(refused("a", name), ProblemError::BadName(name.into()));
    }
    let nothing = ExactCover::new([], ["x"]).unwrap();
    assert_eq!(nothing.build(), Err(ProblemError::NoPrimaryItem));
}

#[test]
fn a_refused_option_leaves_no_trace() {
    let mut b = ExactCover::new(["a", "b"], ["x"]).unwrap();
    b.option(["a", "b", "a"]).unwrap_err();
    b.option(["b", "a"]).unwrap();
    let problem = b.build().unwrap();
    assert_eq!(problem.option_count(), 1);
    assert_eq!(problem.option_line(OptionId::from_index(0)), "b a");
    assert!(problem.items().take(2).all(|item| problem.option_count_of(item) == 1));
}

#[test]
fn long_names_are_cut_in_messages() {
    let message = ProblemError::UnknownItem("n".repeat(1_000_000)).to_string();
    assert!(message.len() < 200 && message.contains("1000000 characters"), "{message}");
}

#[test]
fn what_is_written_is_read_back() {
    let text = "| a comment\na b | x y\na x:red y\nb x:red\nb y\n";
    let document = read(text.as_bytes()).unwrap();
    let mut written = Vec::new();
    write(&document.problem, &document.comments, &mut written).unwrap();
    assert_eq!(String::from_utf8(written).unwrap(), text);
}

#[test]
fn line_ends_and_byte_order_marks_do_not_matter() {
    let plain = read("a b\na\nb".as_bytes()).unwrap();
    assert_eq!(read("\u{feff}a b\r\n\r\na\r\nb\r\n".as_bytes()).unwrap().problem, plain.problem);
}

#[test]
fn matrices_are_detected_with_and_without_blanks() {
    for text in ["001\n110\n", "0 0 1\n1 1 0\n"] {
        let document = read(text.as_bytes()).unwrap();
        assert_eq!(document.form, Form::Matrix);
        assert_eq!(document.problem.item_count(), 3);
        assert_eq!(document.problem.option_line(OptionId::from_index(1)), "1 2");
    }
    let named = read_as("0 1\n0\n1\n".as_bytes(), Some(Form::Knuth)).unwrap();
    assert_eq!(named.problem.option_count(), 2);
}

#[test]
fn mistakes_in_a_text_are_named_with_line_and_column() {
    let cases = [
        ("a b\na c\n", "line 2, column 3: unknown item \"c\": it is not on the items line"),
        ("a b\na  b a\n", "line 2, column 6: item \"a\" appears twice in this option"),
        ("a b | x\na:red\n", "line 2, column 1: primary item \"a\" cannot have a color"),
        ("a b a\n", "line 1, column 5: item \"a\" is declared twice"),
        ("a | b | c\n", "line 1, column 7: second '|'"),
        ("a b\na |\n", "line 2, column 3: '|' is not allowed in an option"),
        ("a b\n:red\n", "line 2, column 1: invalid name \"\""),
        ("a | x\na x:\n", "line 2, column 3: invalid name \"\""),
        ("011\n01\n", "line 2, column 1: this row has 2 columns; the first row has 3"),
        ("011\n0 1 2\n", "line 2, column 5: invalid character '2' in a 0/1 matrix"),
        ("011\n000\n", "line 2, column 1: row of zeros"),
        ("a b\0\n", "line 1, column 4: control character U+0000"),
        ("\u{feff}a b\0\n", "line 1, column 4: control character U+0000"),
        ("| c\n\u{feff}a b\n", "line 2, column 1: byte-order mark (U+FEFF) after the start of the text"),
        ("", "the file contains no problem"),
        ("\n\n", "the file contains no problem"),
        ("| only a comment\n", "the file contains no problem"),
        ("| x\n|\n", "the file contains no problem"),
    ];
    for (text, expected) in cases {
        let message = read(text.as_bytes()).unwrap_err().to_string();
        assert!(message.starts_with(expected), "{text:?}: {message}");
    }
    let message = read(&b"a b\na \xff\n"[..]).unwrap_err().to_string();
    assert!(message.starts_with("line 2, column 3: this is not"), "{message}");
}

#[test]
fn mistakes_in_a_timetable_are_named_with_their_line() {
    const HEADER: &str = "lesson,teacher,group,rooms,slots\n";
    let cases = [
        ("Maths,Ada,7A,R1,\n", "line 2: column \"slots\" is empty"),
        ("A,T,7A,R1,M1\nA,T,7B,R1,M1\n", "line 3: lesson \"A\" is already defined"),
        ("A,T,7A,R1;R1,M1\n", "line 2: \"R1\" appears twice in column \"rooms\""),
        ("A:B,T,7A,R1,M1\n", "line 2: invalid name \"A:B\""),
        ("A,T,7A,R1\n", "CSV error"),
        ("", "the timetable has no lessons"),
    ];
    for (rows, expected) in cases {
        let message = timetable(format!("{HEADER}{rows}").as_bytes()).unwrap_err().to_string();
        assert!(message.starts_with(expected), "{rows:?}: {message}");
    }
    let header = timetable("lesson,teacher\n".as_bytes()).unwrap_err().to_string();
    assert!(header.contains("no column \"group\""), "{header}");
}

#[test]
fn queens_declare_every_line_once_from_the_middle_outwards() {
    let lines = |order: usize| {
        let problem = queens(order).unwrap();
        let names =
            problem.items().take(problem.primary_count()).map(|item| problem.item_name(item).to_owned());
        names.collect::<Vec<String>>().join(" ")
    };
    assert_eq!(lines(5), "R2 C2 R1 C1 R3 C3 R0 C0 R4 C4");
    assert_eq!(lines(4), "R2 C2 R1 C1 R3 C3 R0 C0");
    assert_eq!(lines(1), "R0 C0");
}

#[test]
fn twelve_pentominoes_of_five_cells_go_into_a_box_in_2056_ways() {
    // The number is Knuth's.
    let problem = pentominoes(10, 6).unwrap();
    assert_eq!((problem.primary_count(), problem.option_count()), (72, 2056));
    assert!(problem.options().all(|option| problem.entries(option).len() == 6));
}
