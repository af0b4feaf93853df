//! Random small problems with secondary items and colors, against a solver that tries every set of options.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use dlxbench::cover::{
    Dense, ExactCover, Explorer, Limits, Matrix, Monitor, OptionId, Outcome, ParallelSearch, Problem, Terms,
    text,
};
use proptest::prelude::*;

/// For each option: the primary items as bits, and for each secondary item nothing, no color, or one of two.
pub(super) type Options = Vec<(u8, Vec<u8>)>;

pub(super) fn options() -> impl Strategy<Value = Options> {
    prop::collection::vec((1_u8..32, prop::collection::vec(0_u8..4, 3)), 0..13)
}

pub(super) fn problem(options: &Options) -> Problem {
    let mut builder = ExactCover::new(["p0", "p1", "p2", "p3", "p4"], ["s0", "s1", "s2"]).unwrap();
    for (primary, secondary) in options {
        let primary = (0..5).filter(|item| primary & 1 << item != 0).map(|item| format!("p{item}"));
        let secondary = secondary.iter().enumerate().filter(|(_, color)| **color != 0);
        let secondary = secondary
            .map(|(item, &color)| format!("s{item}{}", ["", ":red", ":blue"][usize::from(color) - 1]));
        builder.option(primary.chain(secondary)).unwrap();
    }
    builder.build().unwrap()
}

/// All solutions by the definition, each as a set of option numbers.
fn by_definition(problem: &Problem) -> BTreeSet<Vec<usize>> {
    let all: Vec<OptionId> = problem.options().collect();
    let is_solution = |set: &Vec<usize>| {
        let mut uses: HashMap<usize, Vec<Option<&str>>> = HashMap::new();
        for entry in set.iter().flat_map(|&option| problem.entries(all[option])) {
            let color = entry.color.map(|color| problem.color_name(color));
            uses.entry(entry.item.index()).or_default().push(color);
        }
        problem.items().all(|item| {
            let colors = uses.get(&item.index()).map_or(&[][..], Vec::as_slice);
            let same_color = colors.iter().all(|&color| color.is_some() && color == colors[0]);
            match problem.is_primary(item) {
                true => colors.len() == 1,
                false => colors.len() <= 1 || same_color,
            }
        })
    };
    let subsets = 0..1_u32 << all.len();
    let sets =
        subsets.map(|bits| (0..all.len()).filter(|option| bits & 1 << option != 0).collect::<Vec<_>>());
    sets.filter(is_solution).collect()
}

fn numbers(solution: &[OptionId]) -> Vec<usize> {
    let mut numbers: Vec<usize> = solution.iter().map(|option| option.index()).collect();
    numbers.sort_unstable();
    numbers
}

/// What an engine finds, in order, and what it costs but for updates, which dancing links alone have.
fn explored(engine: &mut impl Explorer) -> (Vec<Vec<OptionId>>, Outcome) {
    let mut found = Vec::new();
    let mut outcome = engine.explore(Terms::default(), &mut |solution: &[OptionId]| {
        found.push(solution.to_vec());
        ControlFlow::Continue(())
    });
    let counted = engine.count(Terms::default());
    assert_eq!(counted, outcome, "counting is listing without the list");
    outcome.counters.updates = 0;
    (found, outcome)
}

/// The same on threads.
fn explored_on_threads(engine: &impl Explorer, threads: usize) -> (Vec<Vec<OptionId>>, Outcome) {
    let mut found = Vec::new();
    let monitor = Monitor::new();
    let search = ParallelSearch::new(engine, Limits::default(), threads, &monitor).unwrap();
    let mut outcome = search.for_each(&mut |solution| {
        found.push(solution.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(search.count(), outcome, "counting is listing without the list");
    outcome.counters.updates = 0;
    (found, outcome)
}

/// For each option: the primary items as bits of 40, and the secondary ones as bits of 6.
fn larger_options() -> impl Strategy<Value = Vec<(u64, u8)>> {
    let primary = prop::collection::vec(0_u32..40, 1..5);
    let primary = primary.prop_map(|items| items.iter().fold(0, |bits, item| bits | 1 << item));
    prop::collection::vec((primary, 0_u8..64), 60..300)
}

/// A problem that is compiled to bitsets of several words: with single items too, so that there are solutions.
fn larger_problem(options: &[(u64, u8)], colored: bool) -> Problem {
    let primary: Vec<String> = (0..40).map(|item| format!("p{item}")).collect();
    let secondary = ["s0", "s1", "s2", "s3", "s4", "s5"];
    let mut builder = ExactCover::new(primary.iter().map(String::as_str), secondary).unwrap();
    for &(bits, more) in options {
        let primary = (0..40).filter(|item| bits & 1 << item != 0);
        let mut items: Vec<String> = primary.map(|item| format!("p{item}")).collect();
        // An option of one item has no secondary ones, and every item has few of those.
        if items.len() > 1 {
            let chosen = (0..6).filter(|item| more & 1 << item != 0);
            let color = if colored { [":red", ":blue"][usize::from(more % 2)] } else { "" };
            items.extend(chosen.map(|item| format!("s{item}{color}")));
        }
        builder.option(items).unwrap();
    }
    builder.build().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_search_finds_what_the_definition_says(options in options()) {
        let problem = problem(&options);
        let mut matrix = Matrix::new(&problem);
        let before = matrix.clone();
        let found: Vec<Vec<usize>> = matrix.search(Limits::default()).map(|solution| numbers(&solution)).collect();
        let distinct: BTreeSet<Vec<usize>> = found.iter().cloned().collect();
        prop_assert_eq!(found.len(), distinct.len());
        prop_assert_eq!(distinct, by_definition(&problem));
        prop_assert!(matrix.check().is_ok());
        prop_assert_eq!(&matrix, &before);
    }

    #[test]
    fn threads_find_the_same_solutions_in_the_same_order_at_the_same_cost(options in options(), threads in 1_usize..5) {
        let problem = problem(&options);
        let mut matrix = Matrix::new(&problem);
        let mut search = matrix.search(Limits::default());
        let expected: Vec<Vec<OptionId>> = search.by_ref().collect();
        let outcome = search.outcome();
        drop(search);
        let monitor = Monitor::new();
        let parallel = ParallelSearch::new(&matrix, Limits::default(), threads, &monitor).unwrap();
        prop_assert_eq!(parallel.count(), outcome);
        let mut found = Vec::new();
        let listed = parallel.for_each(&mut |solution| {
            found.push(solution.to_vec());
            ControlFlow::Continue(())
        });
        prop_assert_eq!(listed, outcome);
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn the_dense_engine_does_what_dancing_links_do(options in options(), threads in 1_usize..5) {
        let problem = problem(&options);
        let expected = explored(&mut Matrix::new(&problem));
        for mut dense in [Dense::new(&problem), Dense::portable(&problem)] {
            prop_assert_eq!(&explored(&mut dense), &expected);
            prop_assert_eq!(&explored(&mut dense), &expected, "again");
            prop_assert_eq!(&explored_on_threads(&dense, threads), &expected);
        }
    }

    #[test]
    fn a_written_problem_is_read_back(options in options()) {
        let problem = problem(&options);
        let mut written = Vec::new();
        text::write(&problem, &[], &mut written).unwrap();
        let lines = |problem: &Problem| problem.options().map(|o| problem.option_line(o)).collect::<Vec<_>>();
        let read = text::read(&written[..]).unwrap().problem;
        prop_assert_eq!(lines(&read), lines(&problem));
        prop_assert_eq!(read.primary_count(), problem.primary_count());
    }

    #[test]
    fn no_input_makes_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = text::read(&bytes[..]);
    }

    #[test]
    fn no_text_makes_the_reader_panic(lines in "([a-c01 |:]{0,12}\n){0,6}") {
        let _ = text::read(lines.as_bytes());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_dense_engine_agrees_on_larger_problems(options in larger_options(), colored: bool, threads in 1_usize..4) {
        let problem = larger_problem(&options, colored);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let mut matrix = Matrix::new(&problem);
        let expected = matrix.count(Terms::new(limits));
        for mut dense in [Dense::new(&problem), Dense::portable(&problem)] {
            let outcome = dense.count(Terms::new(limits));
            prop_assert_eq!((outcome.solutions, outcome.ended), (expected.solutions, expected.ended));
            prop_assert_eq!(outcome.counters.nodes, expected.counters.nodes);
            prop_assert_eq!(outcome.counters.guesses, expected.counters.guesses);
        }
        if expected.ended.is_complete() {
            let expected = explored(&mut matrix);
            prop_assert_eq!(&explored(&mut Dense::new(&problem)), &expected);
            prop_assert_eq!(&explored_on_threads(&Dense::new(&problem), threads), &expected);
            prop_assert_eq!(&explored_on_threads(&matrix, threads), &expected);
        }
    }
}
