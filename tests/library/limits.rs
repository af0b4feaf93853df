//! Limits end a search cleanly, say so, and leave the links as they were.

use std::ops::ControlFlow;
use std::time::Duration;

use dlxbench::cover::{
    Counters, Dense, Ended, Explorer, Limits, Matrix, Monitor, OptionId, ParallelSearch, Problem, Terms,
    problems, text,
};

#[test]
fn every_limit_stops_and_restores_the_links() {
    let mut matrix = Matrix::new(&problems::langford(16).unwrap());
    let before = matrix.clone();
    let cases = [
        (Limits::solutions(5), Ended::SolutionLimit),
        (Limits { nodes: Some(12_345), ..Limits::default() }, Ended::NodeLimit),
        (Limits { nodes: Some(0), ..Limits::default() }, Ended::NodeLimit),
        (Limits { time: Some(Duration::ZERO), ..Limits::default() }, Ended::TimeLimit),
        (Limits::solutions(0), Ended::SolutionLimit),
    ];
    for (limits, ended) in cases {
        let outcome = matrix.search(limits).finish();
        assert_eq!(outcome.ended, ended);
        assert!(limits.nodes.is_none_or(|nodes| outcome.counters.nodes == nodes));
        assert!(limits.solutions.is_none_or(|solutions| outcome.solutions == solutions));
        matrix.check().unwrap();
        assert_eq!(matrix, before);
    }
}

#[test]
fn a_search_that_is_dropped_midway_restores_the_links() {
    let colored = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
    let colored = text::read(colored.as_bytes()).unwrap().problem;
    for problem in [problems::queens(8).unwrap(), colored] {
        let mut matrix = Matrix::new(&problem);
        let before = matrix.clone();
        let mut search = matrix.search(Limits::default());
        search.next_solution().unwrap();
        drop(search);
        matrix.check().unwrap();
        assert_eq!(matrix, before);
    }
}

#[test]
fn a_limit_that_is_not_reached_changes_nothing() {
    let mut matrix = Matrix::new(&problems::queens(6).unwrap());
    let outcome = matrix.search(Limits::solutions(5)).finish();
    assert_eq!((outcome.solutions, outcome.ended), (4, Ended::Complete));
    // As many as there are: the search cannot know that there is no fifth one.
    assert_eq!(matrix.search(Limits::solutions(4)).finish().ended, Ended::SolutionLimit);
}

#[test]
fn an_item_without_option_is_answered_without_a_search() {
    let problem = text::read("a b c | x\na b\na x\n".as_bytes()).unwrap().problem;
    let mut matrix = Matrix::new(&problem);
    let monitor = Monitor::new();
    let sequential = matrix.search(Limits::default()).finish();
    let parallel = ParallelSearch::new(&matrix, Limits::default(), 2, &monitor).unwrap().count();
    for outcome in [sequential, parallel] {
        assert_eq!(outcome.counters, Counters::default());
        let Ended::ItemWithoutOption(item) = outcome.ended else { panic!("{outcome:?}") };
        assert_eq!(problem.item_name(item), "c");
    }
}

#[test]
fn a_monitor_sees_the_whole_search_and_can_stop_it() {
    let mut matrix = Matrix::new(&problems::queens(8).unwrap());
    let monitor = Monitor::new();
    let outcome = matrix.search(Terms::default().monitored(&monitor)).finish();
    let progress = monitor.progress();
    assert_eq!((progress.solutions, progress.nodes), (92, outcome.counters.nodes));
    assert!((progress.fraction - 1.0).abs() < 1e-9, "{progress:?}");

    let mut matrix = Matrix::new(&problems::langford(16).unwrap());
    let stopped = Monitor::new();
    stopped.stop();
    let outcome = matrix.search(Terms::default().monitored(&stopped)).finish();
    assert_eq!(outcome.ended, Ended::Interrupted);
    let outcome = ParallelSearch::new(&matrix, Limits::default(), 2, &stopped).unwrap().count();
    assert_eq!(outcome.ended, Ended::Interrupted);
}

#[test]
fn progress_grows_from_nothing_to_all() {
    let mut matrix = Matrix::new(&problems::queens(8).unwrap());
    let mut search = matrix.search(Limits::default());
    let mut last = 0.0;
    while search.next_solution().is_some() {
        assert!(search.progress() >= last && search.progress() < 1.0);
        last = search.progress();
    }
    assert!(last > 0.9);
    assert_eq!(search.progress(), 1.0);
}

#[test]
fn parallel_limits_stop_all_threads() {
    let matrix = Matrix::new(&problems::langford(16).unwrap());
    for threads in [1, 2, 5] {
        let run = |limits: Limits| {
            let monitor = Monitor::new();
            ParallelSearch::new(&matrix, limits, threads, &monitor).unwrap().count()
        };
        let outcome = run(Limits::solutions(1000));
        assert_eq!((outcome.solutions, outcome.ended), (1000, Ended::SolutionLimit));
        let outcome = run(Limits { nodes: Some(200_000), ..Limits::default() });
        assert_eq!(outcome.ended, Ended::NodeLimit);
        let most = 200_000 + 2048 * threads as u64;
        assert!((200_000..most).contains(&outcome.counters.nodes), "{outcome:?}");
        assert_eq!(run(Limits { time: Some(Duration::ZERO), ..Limits::default() }).ended, Ended::TimeLimit);
    }
}

#[test]
fn the_first_solutions_are_the_same_with_any_number_of_threads() {
    let mut matrix = Matrix::new(&problems::langford(11).unwrap());
    let expected: Vec<Vec<OptionId>> = matrix.search(Limits::solutions(300)).collect();
    for threads in [1, 2, 3, 8] {
        let monitor = Monitor::new();
        let mut found = Vec::new();
        let search = ParallelSearch::new(&matrix, Limits::solutions(300), threads, &monitor).unwrap();
        let outcome = search.for_each(&mut |solution| {
            found.push(solution.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!((outcome.solutions, outcome.ended), (300, Ended::SolutionLimit));
        assert_eq!(found, expected);
    }
}

#[test]
fn a_reader_that_breaks_off_ends_the_search() {
    let matrix = Matrix::new(&problems::langford(16).unwrap());
    let monitor = Monitor::new();
    let mut seen = 0;
    let outcome = ParallelSearch::new(&matrix, Limits::default(), 3, &monitor).unwrap().for_each(&mut |_| {
        seen += 1;
        if seen == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((outcome.solutions, outcome.ended, seen), (10, Ended::Interrupted, 10));
}

/// A problem that is too large for bitsets at first.
fn large_problem() -> Problem {
    problems::queens(33).unwrap()
}

#[test]
fn the_dense_engine_keeps_every_limit_and_can_be_used_again() {
    for problem in [problems::langford(16).unwrap(), large_problem()] {
        let mut dense = Dense::new(&problem);
        let mut matrix = Matrix::new(&problem);
        let cases = [
            (Limits::solutions(5), Ended::SolutionLimit),
            (Limits { nodes: Some(12_345), ..Limits::default() }, Ended::NodeLimit),
            (Limits { nodes: Some(0), ..Limits::default() }, Ended::NodeLimit),
            (Limits { time: Some(Duration::ZERO), ..Limits::default() }, Ended::TimeLimit),
            (Limits::solutions(0), Ended::SolutionLimit),
        ];
        for (limits, ended) in cases {
            let outcome = dense.count(Terms::new(limits));
            let expected = matrix.count(Terms::new(limits));
            assert_eq!((outcome.ended, expected.ended), (ended, ended));
            assert_eq!(outcome.solutions, expected.solutions);
            assert_eq!(outcome.counters.nodes, expected.counters.nodes);
            assert_eq!(outcome.counters.guesses, expected.counters.guesses);
        }
    }
}

#[test]
fn the_dense_engine_lists_the_first_solutions_on_any_number_of_threads() {
    for problem in [problems::langford(11).unwrap(), large_problem()] {
        let expected: Vec<Vec<OptionId>> = Matrix::new(&problem).search(Limits::solutions(30)).collect();
        let dense = Dense::new(&problem);
        for threads in [1, 2, 5] {
            let monitor = Monitor::new();
            let search = ParallelSearch::new(&dense, Limits::solutions(30), threads, &monitor).unwrap();
            let mut found = Vec::new();
            let outcome = search.for_each(&mut |solution| {
                found.push(solution.to_vec());
                ControlFlow::Continue(())
            });
            assert_eq!((outcome.solutions, outcome.ended), (30, Ended::SolutionLimit));
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn a_monitor_sees_all_of_a_dense_search_and_can_stop_it() {
    let mut dense = Dense::new(&problems::queens(8).unwrap());
    for threads in [0, 1, 2] {
        let monitor = Monitor::new();
        let outcome = match threads {
            0 => dense.count(Terms::default().monitored(&monitor)),
            threads => ParallelSearch::new(&dense, Limits::default(), threads, &monitor).unwrap().count(),
        };
        let progress = monitor.progress();
        assert_eq!((progress.solutions, progress.nodes), (92, outcome.counters.nodes));
        assert!((progress.fraction - 1.0).abs() < 1e-9, "{progress:?}");
    }
    let stopped = Monitor::new();
    stopped.stop();
    let mut dense = Dense::new(&problems::langford(16).unwrap());
    assert_eq!(dense.count(Terms::default().monitored(&stopped)).ended, Ended::Interrupted);
    let parallel = ParallelSearch::new(&dense, Limits::default(), 2, &stopped).unwrap();
    assert_eq!(parallel.count().ended, Ended::Interrupted);
    let mut seen = 0;
    let outcome = dense.explore(Terms::default(), &mut |_: &[OptionId]| {
        seen += 1;
        if seen == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((outcome.solutions, outcome.ended), (10, Ended::Interrupted));
}
