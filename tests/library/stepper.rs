//! A search that goes forward and backward one step at a time: it does what a whole search does, and every step back
//! leaves things as they were.

use std::collections::HashMap;

use dlxbench::corpus::{Reader, Source};
use dlxbench::cover::{Limits, Matrix, OptionId, Outcome, Problem, Step, Stepper, StepperLevel, problems};
use dlxbench::sudoku::{Grid, encode};
use proptest::prelude::*;

use super::random_problems::{options, problem};

/// The chosen options.
fn chosen(stepper: &Stepper) -> Vec<OptionId> {
    stepper.levels().filter(|level| level.is_committed).filter_map(|level| level.option).collect()
}

/// Takes all steps forward, each with a check of the links, and returns all states from the start to the end.
fn whole_search(problem: &Problem) -> Vec<Stepper> {
    let mut states = vec![Stepper::new(problem)];
    let mut stepper = states[0].clone();
    while stepper.forward().is_some() {
        stepper.matrix().check().unwrap();
        states.push(stepper.clone());
    }
    states
}

/// What a whole search finds, in order.
fn searched(problem: &Problem) -> (Vec<Vec<OptionId>>, Outcome) {
    let mut matrix = Matrix::new(problem);
    let mut search = matrix.search(Limits::default());
    let solutions = search.by_ref().collect();
    (solutions, search.outcome())
}

/// Walks through a whole search, and back to its start, with the counters and solutions compared at the end.
#[track_caller]
fn goes_there_and_back(problem: &Problem) {
    let (solutions, outcome) = searched(problem);
    let start = Stepper::new(problem);
    let mut stepper = start.clone();
    let (mut steps, mut found) = (Vec::new(), Vec::new());
    while let Some(step) = stepper.forward() {
        steps.push(step);
        if step == Step::Solution {
            found.push(chosen(&stepper));
        }
    }
    assert!(stepper.is_at_end() && stepper.matrix() == start.matrix());
    assert_eq!((stepper.solutions(), stepper.counters()), (outcome.solutions, outcome.counters));
    assert_eq!(found, solutions);
    while let Some(step) = stepper.backward() {
        assert_eq!(Some(step), steps.pop());
    }
    assert!(steps.is_empty() && stepper == start);
}

/// What the matrix shows at a place of the search, by the definition: which items are covered, and which options neither
/// have a covered item nor disagree with a color.
fn shows_what_is_chosen(problem: &Problem, stepper: &Stepper) {
    let open = stepper.levels().next_back().filter(|level: &StepperLevel| !level.is_committed);
    let mut taken: HashMap<usize, Option<&str>> = HashMap::new();
    taken.extend(open.map(|level| (level.item.index(), None)));
    for entry in chosen(stepper).into_iter().flat_map(|option| problem.entries(option)) {
        taken.insert(entry.item.index(), entry.color.map(|color| problem.color_name(color)));
    }
    let matrix = stepper.matrix();
    for item in problem.items() {
        assert_eq!(matrix.is_covered(item), taken.get(&item.index()) == Some(&None));
    }
    let left = problem.items().filter(|&item| problem.is_primary(item) && !matrix.is_covered(item));
    assert!(matrix.items_left().eq(left));
    for option in problem.options() {
        let agrees = problem.entries(option).iter().all(|entry| match taken.get(&entry.item.index()) {
            None => true,
            Some(color) => color.is_some() && *color == entry.color.map(|color| problem.color_name(color)),
        });
        let expected = agrees && problem.has_primary_item(option);
        assert_eq!(matrix.is_available(option), expected, "{}", problem.option_line(option));
    }
    for item in matrix.items_left() {
        let has_item = |option: &OptionId| problem.entries(*option).iter().any(|entry| entry.item == item);
        let available = problem.options().filter(|&option| matrix.is_available(option)).filter(has_item);
        assert!(matrix.options_of(item).eq(available));
        assert_eq!(matrix.length(item), matrix.options_of(item).count());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_whole_search_goes_there_and_back(options in options()) {
        goes_there_and_back(&problem(&options));
    }

    #[test]
    fn where_the_search_is_depends_only_on_the_number_of_steps(
        options in options(),
        walk in prop::collection::vec((any::<bool>(), 0_usize..40), 1..8),
    ) {
        let states = whole_search(&problem(&options));
        let (mut stepper, mut place) = (states[0].clone(), 0);
        for (is_forward, steps) in walk {
            for _ in 0..steps {
                let step = if is_forward { stepper.forward() } else { stepper.backward() };
                let is_possible = if is_forward { place + 1 < states.len() } else { place > 0 };
                prop_assert_eq!(step.is_some(), is_possible);
                place = match (is_possible, is_forward) {
                    (false, _) => place,
                    (true, true) => place + 1,
                    (true, false) => place - 1,
                };
                prop_assert_eq!(&stepper, &states[place]);
                prop_assert!(stepper.matrix().check().is_ok());
            }
        }
    }

    #[test]
    fn the_matrix_shows_what_is_chosen(options in options()) {
        let problem = problem(&options);
        for stepper in whole_search(&problem) {
            shows_what_is_chosen(&problem, &stepper);
        }
    }
}

#[test]
fn sudoku_goes_there_and_back() {
    for source in Source::shipped() {
        let entries = Reader::new(source.open().unwrap()).take(3);
        for entry in entries {
            goes_there_and_back(&encode::options_of(&entry.unwrap().unwrap().puzzle));
        }
    }
    let empty: Grid = ".".repeat(16).parse().unwrap();
    goes_there_and_back(&encode::options_of(&empty));
}

#[test]
fn classic_problems_go_there_and_back() {
    for problem in
        [problems::queens(6), problems::langford(7), problems::pentominoes(5, 5), problems::latin(3)]
    {
        goes_there_and_back(&problem.unwrap());
    }
}

#[test]
fn the_neighbors_of_a_covered_item_are_those_between_which_it_was() {
    let problem = problems::latin(2).unwrap();
    let mut stepper = Stepper::new(&problem);
    let items: Vec<_> = problem.items().collect();
    let around = |stepper: &Stepper| stepper.matrix().neighbors(items[0]);
    assert_eq!(around(&stepper), [None, Some(items[1])]);
    assert_eq!(stepper.forward(), Some(Step::Cover(items[0], 2)));
    assert_eq!(around(&stepper), [None, Some(items[1])]);
    assert_eq!(stepper.matrix().neighbors(items[1]), [None, Some(items[2])]);
    assert_eq!(stepper.matrix().neighbors(items[11])[1], None);
}
