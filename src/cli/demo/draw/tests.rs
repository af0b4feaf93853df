//! Screens to the letter. With `DLXBENCH_BLESS` set, what is drawn becomes what is expected: read the difference before
//! you commit it.

use std::fs;
use std::path::Path;
use std::time::Duration;

use dlxbench::cover::{Problem, problems, text};
use dlxbench::sudoku::{Geometry, Grid};

use super::super::key::Event;
use super::super::person::{EXAMPLE, Person, endless};
use super::super::puzzles::Puzzles;
use super::*;

const SWORDFISH: &str = "...4.75......9.1....21....4.56...8.2..8...6.9....5..1......2..7.1..3..6..39......";

/// Compares what is drawn with the golden text, at three sizes.
#[track_caller]
fn is_as_ever(name: &str, person: &mut Person) {
    for (width, height) in [(80, 24), (120, 40), (40, 12)] {
        let file = format!("tests/golden/demo/{name}-{width}x{height}.txt");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file);
        let shown = person.screen(width, height);
        if std::env::var_os("DLXBENCH_BLESS").is_some() {
            fs::write(&path, &shown).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        assert!(shown == expected, "{file} was\n{expected}\nand is\n{shown}");
    }
}

/// The screens of a puzzle after these keys.
#[track_caller]
fn puzzle_is_as_ever(name: &str, lines: &str, keys: &str) {
    is_as_ever(name, Person::at(lines).types("<Home>").types(keys));
}

#[test]
fn a_puzzle_with_one_solution() {
    let line = format!("{EXAMPLE} Wikipedia's example\n");
    puzzle_is_as_ever("unique", &line, "");
    puzzle_is_as_ever("solution", &line, "s");
    puzzle_is_as_ever("candidates", &line, "c");
    puzzle_is_as_ever("hint", &line, "h");
    puzzle_is_as_ever("solved", &line, "s<Enter>");
    puzzle_is_as_ever("generate", &line, "g<Right>");
    puzzle_is_as_ever("write", &line, "wmine.txt");
    puzzle_is_as_ever("help", &line, "?");
}

#[test]
fn a_hint_that_removes_candidates() {
    let mut person = Person::at(SWORDFISH);
    person.types("h");
    while person.board().hint().step().is_some_and(|step| step.placement.is_some()) {
        person.types("hh");
    }
    is_as_ever("removal", &mut person);
}

#[test]
fn clashes_and_puzzles_without_one_solution() {
    puzzle_is_as_ever("clash", EXAMPLE, "5");
    puzzle_is_as_ever("none", ".....142...3.2..", "");
    puzzle_is_as_ever("several", "1..2............", "s");
}

#[test]
fn a_board_that_is_larger_than_the_terminal() {
    let mut person = Person::at_endless(endless());
    is_as_ever("searching", person.types("<PageUp><Home>"));
    person.sees(Event::Tick(Duration::from_millis(2500)));
    is_as_ever("stopped", person.types("<End><Down><Esc>"));
}

#[test]
fn a_dance_on_a_sudoku() {
    puzzle_is_as_ever("dance-start", EXAMPLE, "<Tab>");
    puzzle_is_as_ever("dance-cover", EXAMPLE, "<Tab><Right>");
    puzzle_is_as_ever("dance-guess", SWORDFISH, "<Tab>g<Right>");
    puzzle_is_as_ever("dance-items", SWORDFISH, "<Tab>gv");
    puzzle_is_as_ever("dance-dead-end", SWORDFISH, "<Tab>d");
    puzzle_is_as_ever("dance-solution", SWORDFISH, "<Tab>s");
    puzzle_is_as_ever("dance-back", SWORDFISH, "<Tab>s<Left><Left>");
    puzzle_is_as_ever("dance-links", SWORDFISH, "<Tab>d<Right>vvv");
    puzzle_is_as_ever("dance-end", SWORDFISH, "<Tab><End>");
    let line =
        Grid::pattern(Geometry::from_size(16).unwrap()).to_line().replace(['1', '2', '3', '4', '5'], ".");
    puzzle_is_as_ever("dance-16", &line, "<Tab>g<Right>");
}

/// The screens of a dance on a problem after these keys.
#[track_caller]
fn problem_is_as_ever(name: &str, problem: Problem, keys: &str) {
    let mut person =
        Person::before(Model::of_problem(problem, name.to_owned()), Puzzles::new(Vec::new(), None, None));
    is_as_ever(name, person.types(keys));
}

#[test]
fn a_dance_on_a_problem() {
    problem_is_as_ever("dance-queens", problems::queens(6).unwrap(), "ggg<Right>");
    problem_is_as_ever("dance-queens-choice", problems::queens(4).unwrap(), "gg");
    problem_is_as_ever("dance-pentominoes", problems::pentominoes(10, 6).unwrap(), "s<Left><Left><Left>");
    problem_is_as_ever("dance-latin", problems::latin(10).unwrap(), "gggggggggg<Right>");
    // The example of Knuth's paper "Dancing Links".
    let knuth =
        || text::read("A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n".as_bytes()).unwrap().problem;
    problem_is_as_ever("dance-matrix", knuth(), "g<Right>");
    problem_is_as_ever("dance-uncover", knuth(), "d<Right>");
    let colors = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
    problem_is_as_ever("dance-colors", text::read(colors.as_bytes()).unwrap().problem, "s<Left><Left><Left>");
}

#[test]
fn a_dance_that_runs() {
    let model = Model::of_problem(problems::queens(16).unwrap(), "queens 16".to_owned());
    let mut person = Person::before(model, Puzzles::new(Vec::new(), None, None));
    person.types("<Space>++").sees(Event::Tick(Duration::from_secs(1)));
    is_as_ever("dance-running", &mut person);
    is_as_ever("dance-seeking", person.types("<End>"));
}

#[test]
fn no_terminal_is_too_small_or_too_large_to_draw() {
    for (width, height) in
        [(0, 0), (1, 1), (1, 24), (80, 1), (39, 12), (40, 11), (40, 12), (41, 13), (500, 300)]
    {
        for geometry in Geometry::ALL {
            let mut person = Person::at_endless(Grid::pattern(geometry));
            for keys in ["", "c", "g", "<Esc><Tab>", "?"] {
                person.types(keys);
                let screen = person.screen(width, height);
                let is_small = width < 40 || height < 12;
                assert!(!is_small || width < 20 || screen.contains("terminal"), "{screen}");
            }
        }
    }
}

#[test]
fn controls_in_names_are_shown_and_not_obeyed() {
    let mut person = Person::at(&format!("{EXAMPLE} e\u{9b}31m\u{202e}\u{200b}l\n"));
    let screen = person.screen(120, 24);
    assert!(screen.contains(r"e\u{9b}31m\u{202e}\u{200b}l"), "{screen}");
    // The text format refuses control characters, but not characters that reverse the line.
    let lines = "a b\u{202e} | x\u{2066}y\na b\u{202e} x\u{2066}y:c\u{202e}\na\n";
    let problem = text::read(lines.as_bytes()).unwrap().problem;
    let model = Model::of_problem(problem, "t\u{1b}]0;x\u{7}".to_owned());
    let mut person = Person::before(model, Puzzles::new(Vec::new(), None, None));
    for keys in ["", "<Right>", "<Right>", "<Right>", "<Right>", "v", "v", "v", "?"] {
        let screen = person.types(keys).screen(120, 40);
        let is_hostile = |c: char| c.is_control() && c != '\n' || "\u{202e}\u{2066}".contains(c);
        assert!(!screen.contains(is_hostile), "{screen}");
        assert!(screen.contains(r"t\u{1b}]0;x\u{7}"), "{screen}");
    }
}
