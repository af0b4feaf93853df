//! `dlxbench problem`: what it writes is what it says, and `cover` reads it.

use super::{problem_into_cover, run, run_with_input};

fn count(problem: &[&str]) -> String {
    problem_into_cover(problem, &["--count"]).ok()
}

#[test]
fn every_kind_is_written_and_counted() {
    assert_eq!(count(&["queens", "6"]), "4\n");
    assert_eq!(count(&["langford", "7"]), "52\n");
    assert_eq!(count(&["latin", "4"]), "576\n");
    assert_eq!(count(&["pentominoes", "5x5"]), "856\n");
    assert_eq!(count(&["sudoku", "................"]), "288\n");
    assert_eq!(count(&["timetable", "examples/timetable.csv"]), "104\n");
}

#[test]
fn sudoku_columns_have_their_names() {
    let text = run(&["problem", "sudoku", "1..2......34...."]).ok();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("| sudoku 1..2......34...."));
    let items = lines.next().unwrap();
    assert!(items.starts_with("R0C0 R0C1 ") && items.contains(" R3#4 C0#1 ") && items.ends_with(" B3#4"));
    assert_eq!(items.split(' ').count(), 64);
    assert_eq!(lines.next(), Some("R0C0 R0#1 C0#1 B0#1"));
}

#[test]
fn solutions_are_drawn() {
    let queens = problem_into_cover(&["queens", "4"], &["--all", "--explain"]).ok();
    let (one, two) = (". Q . .\n. . . Q\nQ . . .\n. . Q .\n", ". . Q .\nQ . . .\n. . . Q\n. Q . .\n");
    assert_eq!(queens, format!("| solution 1\n{two}\n| solution 2\n{one}"));
    let langford = problem_into_cover(&["langford", "3"], &["--all", "--explain"]).ok();
    assert!(langford.contains("3 1 2 1 3 2") && langford.contains("2 3 1 2 1 3"), "{langford}");
    let latin = problem_into_cover(&["latin", "2"], &["--all", "--explain"]).ok();
    assert_eq!(latin, "| solution 1\n1 2\n2 1\n\n| solution 2\n2 1\n1 2\n");
    let sudoku = problem_into_cover(&["sudoku", "1..2......34...."], &["--explain"]).ok();
    assert!(sudoku.contains("| 1 3 | 4 2 |"), "{sudoku}");
    let pentominoes = problem_into_cover(&["pentominoes", "20x3"], &["--explain"]).ok();
    let rows: Vec<&str> = pentominoes.lines().skip(1).collect();
    assert_eq!(rows.len(), 3);
    for piece in "FILPNTUVWXYZ".chars() {
        assert_eq!(pentominoes.matches(piece).count(), 5, "{pentominoes}");
    }
}

#[test]
fn a_timetable_reads_as_a_timetable_and_keeps_its_promises() {
    let table = problem_into_cover(&["timetable", "examples/timetable.csv"], &["--explain"]).ok();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "| solution 1");
    assert_eq!(lines[1].split_whitespace().collect::<Vec<_>>(), ["Room", "1", "Room", "2", "Lab"]);
    assert!(lines[2].starts_with("Mon 1  ") && lines[5].starts_with("Tue 2  "), "{table}");
    for slot in &lines[2..] {
        // Nobody is in two places at once.
        for name in ["7A,", "7B,", "8A,", "Noether)", "Curie)", "Austen)", "Herodot)"] {
            assert!(slot.matches(name).count() <= 1, "{name} twice in {slot}");
        }
    }
    let csv = std::fs::read_to_string("examples/timetable.csv").unwrap();
    let lessons: Vec<&str> = csv.lines().skip(3).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(lessons.len(), 11);
    for lesson in lessons {
        assert_eq!(table.matches(&format!("{lesson} (")).count(), 1, "{lesson}");
    }
}

#[test]
fn an_impossible_timetable_says_so() {
    let csv = b"lesson,teacher,group,rooms,slots\nA,T,G,R,M\nB,T,H,S,M\n";
    let problem = run_with_input(&["problem", "timetable", "-"], csv).ok();
    let message = run_with_input(&["cover", "-", "--explain"], problem.as_bytes()).failed(1);
    assert!(message.contains("no solution"), "{message}");
}

#[test]
fn impossible_sizes_and_files_are_refused() {
    assert!(run(&["problem", "queens", "0"]).failed(2).contains("the order must be from 1 to 512"));
    assert!(run(&["problem", "latin", "1000"]).failed(2).contains("from 1 to 128"));
    assert!(run(&["problem", "pentominoes", "7x7"]).failed(2).contains("49 cells; expected 60"));
    assert!(run(&["problem", "pentominoes", "sixty"]).failed(2).contains("as in 10x6"));
    assert!(run(&["problem", "sudoku", "12"]).failed(2).contains("2 cells in one line"));
    assert!(run(&["problem", "timetable", "missing.csv"]).failed(2).contains("cannot open missing.csv"));
    assert!(
        run_with_input(&["problem", "timetable", "-"], b"a,b\n").failed(2).contains("no column \"lesson\"")
    );
}
