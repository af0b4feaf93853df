use dlxbench::engine::Status;

use super::super::board_view::mark;
use super::super::person::{EXAMPLE, Person, endless};
use super::*;
use crate::cli::demo::key::Event;

const SWORDFISH: &str = "...4.75......9.1....21....4.56...8.2..8...6.9....5..1......2..7.1..3..6..39......";
/// Two solutions, which differ in four cells.
const TWO: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286..9";

/// The example with another digit in its center.
fn with_center(digit: char) -> String {
    let (before, after) = (&EXAMPLE[..40], &EXAMPLE[41..]);
    format!("{before}{digit}{after}")
}

fn status(person: &Person) -> Option<Status> {
    match person.board().known() {
        Known::Found(analysis, _) => Some(analysis.status),
        _ => None,
    }
}

fn message(person: &Person) -> &str {
    person.board().message().map_or("", |(_, words)| words)
}

#[test]
fn every_edit_is_analyzed_at_once_and_can_be_undone() {
    let mut person = Person::at(EXAMPLE);
    assert_eq!(status(&person), Some(Status::Unique));
    assert_eq!((person.types("5").line(), status(&person)), (with_center('5'), Some(Status::Unique)));
    assert_eq!((person.types("4").line(), status(&person)), (with_center('4'), None));
    let Known::Clash(words) = person.board().known() else { panic!("there are two 4 in row 5") };
    assert_eq!(words, "4 is given twice in row 5: r5c1 and r5c5");
    assert_eq!(mark(person.board(), 36), Some(('!', Role::Bad)));
    assert_eq!((person.types(".").line().as_str(), status(&person)), (EXAMPLE, Some(Status::Unique)));
    assert_eq!(person.types("uu").line(), with_center('5'));
    assert_eq!(person.types("<C-r>").line(), with_center('4'));
    assert_eq!(person.types("uuuuu").line(), EXAMPLE);
    assert_eq!(message(&person), "there is nothing to undo");
    assert_eq!(person.types("<C-r><C-r><C-r><C-r>").line(), EXAMPLE);
    assert_eq!(message(&person), "there is nothing to redo");
}

#[test]
fn a_wrong_digit_leaves_no_solution_and_the_board_says_why() {
    let mut person = Person::at(EXAMPLE);
    // The 5 belongs there.
    person.types("1");
    assert_eq!(status(&person), None);
    person.types(".<Home><Right>2");
    let Known::Found(analysis, _) = person.board().known() else { panic!("no clash is visible") };
    assert_eq!(analysis.status, if analysis.solutions.is_empty() { Status::None } else { Status::Unique });
}

#[test]
fn the_cursor_stays_on_the_board() {
    let mut person = Person::at("1..2......34....");
    let mut at = |keys: &str| person.types(keys).board().cursor();
    assert_eq!(at("<Home><PageUp>"), 0);
    assert_eq!(at("<Up><Left>kb"), 0);
    assert_eq!(at("<Right>l<Down>j"), 10);
    assert_eq!(at("<End><PageDown><Right><Down>"), 15);
}

#[test]
fn the_solution_is_shown_hidden_and_kept() {
    let mut person = Person::at(EXAMPLE);
    assert!(person.types("s").board().solution().is_some_and(Grid::is_solved));
    assert!(person.types("s").board().solution().is_none());
    assert_eq!(person.line(), EXAMPLE);
    assert!(!person.types("s<Enter>").line().contains('.'));
    assert_eq!(person.types("u").line(), EXAMPLE);
}

#[test]
fn two_solutions_are_shown_and_the_cells_that_differ_are_marked() {
    let open: String = TWO.chars().map(|digit| if "27".contains(digit) { '.' } else { digit }).collect();
    let mut person = Person::at(&open);
    person.types("<Home>");
    assert_eq!(status(&person), Some(Status::Multiple));
    let board = person.board();
    let marked: Vec<usize> =
        (0..81).filter(|&cell| mark(board, cell) == Some(('~', Role::Doubtful))).collect();
    let [one, other] = board.known().solutions() else { panic!("two solutions") };
    let differ: Vec<usize> = (0..81).filter(|&cell| one.cells()[cell] != other.cells()[cell]).collect();
    assert!(!marked.is_empty() && marked == differ);
    let (one, other) = (one.clone(), other.clone());
    assert_eq!(person.types("s").board().solution(), Some(&one));
    assert_eq!(person.types("s").board().solution(), Some(&other));
    assert_eq!(person.types("s").board().solution(), None);
}

#[test]
fn steps_are_shown_and_applied_until_the_puzzle_is_solved() {
    let mut person = Person::at(SWORDFISH);
    let (mut placed, mut removed) = (0, 0);
    person.types("h");
    while let Some(step) = person.board().hint().step().cloned() {
        let changed = step.placement.map(|(cell, _)| cell).unwrap_or_else(|| step.removals[0].1[0]);
        assert_eq!(person.board().cursor(), changed, "{}", step.text);
        assert!(mark(person.board(), changed).is_some(), "{}", step.text);
        let before = person.line();
        person.types("h");
        match step.placement {
            Some((cell, digit)) => {
                placed += 1;
                let line = person.line();
                assert_eq!(line.as_bytes()[cell], b'0' + digit);
                assert_eq!(line.matches('.').count() + 1, before.matches('.').count());
            }
            None => {
                removed += 1;
                assert_eq!(person.line(), before);
            }
        }
        assert_eq!(person.board().hint().step(), None);
        person.types("h");
    }
    assert_eq!(placed, SWORDFISH.matches('.').count());
    assert!(removed > 0 && person.board().sheet().puzzle.is_solved());
}

#[test]
fn an_edit_ends_the_hint_and_clashing_digits_get_none() {
    let mut person = Person::at(SWORDFISH);
    assert!(person.types("h").board().hint().step().is_some());
    let first = person.board().cursor();
    assert_eq!(*person.types("<Home>3").board().hint(), Hint::None);
    assert_eq!(person.types("u").types("hhh").board().hint().step().map(|_| ()), Some(()));
    assert_ne!(person.board().cursor(), first);
    person.types("<Esc>");
    assert_eq!(*person.board().hint(), Hint::None);
    person.types("<PageUp><Home>44");
    person.types("h");
    assert_eq!(message(&person), "a hint needs a board without clashing digits");
}

#[test]
fn pasted_puzzles_replace_the_board_whatever_their_size_and_can_be_undone() {
    let mut person = Person::at(EXAMPLE);
    let drawing = endless().to_string();
    person.sees(Event::Paste("1..2......34....".to_owned()));
    assert_eq!((person.line().as_str(), status(&person)), ("1..2......34....", Some(Status::Unique)));
    person.waits = false;
    person.sees(Event::Paste(drawing));
    assert_eq!(person.board().sheet().puzzle.geometry().size(), 25);
    // Upper case sets digits, lower case commands.
    person.types("<PageUp><Home>Y");
    assert!(person.line().starts_with('Y'));
    person.types("uu");
    assert_eq!(person.line(), "1..2......34....");
    person.types("7");
    assert_eq!(message(&person), "a 4×4 puzzle has the digits 1 to 4");
    person.sees(Event::Paste("nonsense".to_owned()));
    assert!(message(&person).starts_with("nothing pasted: "), "{}", message(&person));
    assert_eq!(person.types("u").line(), EXAMPLE);
}

#[test]
fn puzzles_are_generated_by_class_and_size() {
    let mut person = Person::at(EXAMPLE);
    person.types("g<Right><Enter>");
    let Known::Found(_, Grading::Done(Some(grade))) = person.board().known() else { panic!("it is graded") };
    assert_eq!(grade.difficulty.name(), "easy");
    assert_eq!(person.board().sheet().title(), "generated: easy 9×9, seed 1");
    let first = person.line();
    person.types("g1");
    assert_ne!(person.line(), first);
    assert_eq!(person.board().sheet().title(), "generated: 9×9, seed 2");
    person.types("e1");
    assert_eq!((person.line().as_str(), status(&person)), ("................", Some(Status::Multiple)));
    person.types("g<Enter>");
    assert_eq!(status(&person), Some(Status::Unique));
    person.types("g<Esc>");
    assert_eq!(person.board().prompt(), None);
}

#[test]
fn the_input_is_read_puzzle_by_puzzle_and_back() {
    let other = "1..2......34....";
    let mut person = Person::at(&format!("{EXAMPLE} first\n1.?\n{other} second\n"));
    assert_eq!(person.types("p").line(), EXAMPLE);
    assert_eq!(message(&person), "this is the first puzzle");
    assert_eq!(person.types("n").line(), other);
    assert!(message(&person).starts_with("skipped puzzles.txt, line 2: "), "{}", message(&person));
    assert_eq!(person.board().sheet().title(), "second · puzzles.txt, puzzle 2");
    person.types("nn");
    assert_eq!((person.line().as_str(), message(&person)), (other, "this is the last puzzle"));
    assert_eq!(person.types("p").line(), EXAMPLE);
    assert_eq!(person.types("u").line(), other);
}

#[test]
fn a_puzzle_is_written_with_its_label_if_it_was_not_edited() {
    let mut person = Person::at(&format!("{EXAMPLE} Name\n"));
    // Commands are letters of the name as long as it is asked for.
    person.types("wqh.txt<Enter>");
    let written = |label: &str, puzzle: &str| {
        Command::Write(PathBuf::from("qh.txt"), puzzle.parse().unwrap(), label.to_owned())
    };
    assert_eq!(person.other, [written("Name", EXAMPLE)]);
    person.sees(Event::Written(Err("qh.txt already exists".to_owned())));
    assert_eq!(message(&person), "qh.txt already exists");
    person.types("5wqh.txt<Enter>");
    assert_eq!(person.other[1], written("", &with_center('5')));
}

#[test]
fn keys_stay_live_during_an_endless_search_and_esc_cancels_it() {
    let mut person = Person::at_endless(endless());
    person.types("<Down>c");
    person.sees(Event::Tick(Duration::from_secs(2)));
    assert_eq!(*person.board().known(), Known::Searching(Duration::from_secs(2)));
    person.types("h<Esc>");
    assert_eq!(*person.board().known(), Known::Stopped(Duration::from_secs(2)));
    assert_eq!(*person.board().hint(), Hint::None);
    assert_eq!(person.other.last(), Some(&Command::Cancel));
    let asked = person.other.len();
    person.types("s");
    assert_eq!(*person.board().known(), Known::Searching(Duration::ZERO));
    assert!(matches!(person.other[asked], Command::Work(_, Job::Analyze(_))));
}

#[test]
fn findings_about_an_earlier_board_are_dropped() {
    let mut person = Person::at(EXAMPLE);
    person.types("g2");
    person.waits = false;
    person.types("5");
    let jobs = std::mem::take(&mut person.other);
    let Some(Command::Work(ticket, Job::Analyze(_))) = jobs.last() else { panic!("{jobs:?}") };
    let board = person.board().clone();
    person.sees(Event::Found(ticket - 1, Finding::Graded(None)));
    person.sees(Event::Found(ticket - 1, Finding::Generated(None)));
    assert_eq!(person.board().known(), board.known());
    assert_eq!(message(&person), "");
}
