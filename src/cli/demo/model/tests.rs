use std::time::Duration;

use dlxbench::cover::problems;
use dlxbench::sudoku::Geometry;

use super::super::person::{EXAMPLE, Person};
use super::super::puzzles::Puzzles;
use super::*;

#[test]
fn tab_dances_on_the_puzzle_of_the_board_and_goes_on_where_it_was_left() {
    let mut person = Person::at(EXAMPLE);
    person.types("<Tab><Right><Right>");
    assert_eq!(person.model.view(), View::Dance);
    let steps = |person: &Person| person.model.dance().unwrap().step_count();
    assert_eq!(steps(&person), 2);
    assert_eq!(person.types("<Tab>").model.view(), View::Board);
    assert_eq!(steps(person.types("<Tab>")), 2);
    // Another puzzle is another dance.
    assert_eq!(steps(person.types("<Tab>5<Tab>")), 0);
    // Keys of the board are not for the dance, and the other way round.
    let line = person.line();
    assert_eq!(person.types("9<Backspace>").line(), line);
}

#[test]
fn the_dance_runs_only_while_it_is_seen() {
    let mut person = Person::at(EXAMPLE);
    let steps = |person: &mut Person| {
        person.sees(Event::Tick(Duration::from_secs(1)));
        person.model.dance().unwrap().step_count()
    };
    person.types("<Tab><Space>");
    let first = steps(&mut person);
    assert!(first > 0);
    person.types("?");
    assert_eq!(steps(&mut person), first);
    person.types("x");
    assert!(steps(&mut person) > first);
}

#[test]
fn a_problem_has_a_dance_and_no_board() {
    let model = Model::of_problem(problems::queens(6).unwrap(), "queens 6".to_owned());
    let mut person = Person::before(model, Puzzles::new(Vec::new(), None, None));
    assert_eq!(person.types("<Tab><Right>5").model.view(), View::Dance);
    assert_eq!(person.model.title(), "queens 6");
    person.sees(Event::Paste(EXAMPLE.to_owned()));
    assert!(person.model.board().is_none() && person.other.is_empty());
}

#[test]
fn the_program_ends_and_sleeps_from_everywhere() {
    for before in ["", "<Tab>", "?", "w"] {
        let mut person = Person::at(EXAMPLE);
        person.types(before).types("<C-z><C-c>");
        assert_eq!(person.other, [Command::Suspend, Command::Quit], "{before}");
    }
    for (before, quits) in [("", 1), ("<Tab>", 1), ("?", 0), ("w", 0), ("g", 0)] {
        assert_eq!(Person::at(EXAMPLE).types(before).types("q").other.len(), quits, "{before}");
    }
}

#[test]
fn a_click_moves_the_cursor_of_the_board() {
    let mut person = Person::at(EXAMPLE);
    let area = Rect { x: 0, y: 0, width: 80, height: 24 };
    person.sees(Event::Resize { width: 80, height: 24 });
    let body = Frame::of(area).unwrap().body;
    for cell in 0..Geometry::NINE.cell_count() {
        let place = layout(person.board(), body).cell(cell).unwrap();
        person.sees(Event::Click { column: place.x + 1, row: place.y });
        assert_eq!(person.board().cursor(), cell);
    }
    person.sees(Event::Click { column: 79, row: 23 });
    assert_eq!(person.board().cursor(), 80);
}
