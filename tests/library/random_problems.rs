//! Random small problems with secondary items and colours, against a solver that tries every set of options.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use dlxbench::cover::{Limits, Matrix, Monitor, OptionId, ParallelSearch, Problem, ProblemBuilder, text};
use proptest::prelude::*;

/// For each option: the primary items as bits, and for each secondary item nothing, no colour, or one of two.
type Options = Vec<(u8, Vec<u8>)>;

fn options() -> impl Strategy<Value = Options> {
    prop::collection::vec((1_u8..32, prop::collection::vec(0_u8..4, 3)), 0..13)
}

fn problem(options: &Options) -> Problem {
    let mut builder = ProblemBuilder::new();
    for item in 0..5 {
        builder.primary(&format!("p{item}")).unwrap();
    }
    for item in 0..3 {
        builder.secondary(&format!("s{item}")).unwrap();
    }
    for (primary, secondary) in options {
        let primary = (0..5).filter(|item| primary & 1 << item != 0).map(|item| (format!("p{item}"), None));
        let secondary = secondary.iter().enumerate().filter(|(_, colour)| **colour != 0);
        let secondary = secondary.map(|(item, &colour)| {
            (format!("s{item}"), [None, Some("red"), Some("blue")][usize::from(colour) - 1])
        });
        let named: Vec<(String, Option<&str>)> = primary.chain(secondary).collect();
        let entries: Vec<(&str, Option<&str>)> =
            named.iter().map(|(name, colour)| (name.as_str(), *colour)).collect();
        builder.option(&entries).unwrap();
    }
    builder.build().unwrap()
}

/// All solutions by the definition, each as a set of option numbers.
fn by_definition(problem: &Problem) -> BTreeSet<Vec<usize>> {
    let all: Vec<OptionId> = problem.options().collect();
    let is_solution = |set: &Vec<usize>| {
        let mut uses: HashMap<usize, Vec<Option<&str>>> = HashMap::new();
        for entry in set.iter().flat_map(|&option| problem.entries(all[option])) {
            let colour = entry.colour.map(|colour| problem.colour_name(colour));
            uses.entry(entry.item.index()).or_default().push(colour);
        }
        problem.items().all(|item| {
            let colours = uses.get(&item.index()).map_or(&[][..], Vec::as_slice);
            let same_colour = colours.iter().all(|&colour| colour.is_some() && colour == colours[0]);
            match problem.is_primary(item) {
                true => colours.len() == 1,
                false => colours.len() <= 1 || same_colour,
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
