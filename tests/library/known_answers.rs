//! Counts and solutions that are in print. If one is wrong, so is everything that is built on the search.

use dlxbench::cover::{
    Dense, Explorer, Limits, Matrix, Monitor, ParallelSearch, Problem, Terms, problems, text,
};

/// The number of solutions by every engine, with the links checked before and after.
fn count(problem: &Problem) -> u64 {
    let mut matrix = Matrix::new(problem);
    let before = matrix.clone();
    matrix.check().unwrap();
    let outcome = matrix.search(Limits::default()).finish();
    assert!(outcome.ended.is_complete());
    matrix.check().unwrap();
    assert_eq!(matrix, before, "the links after a search are those before it");
    assert_eq!(Dense::new(problem).count(Terms::default()).solutions, outcome.solutions);
    assert_eq!(Dense::portable(problem).count(Terms::default()).solutions, outcome.solutions);
    outcome.solutions
}

/// The number of solutions on all cores, for problems that take seconds.
fn count_on_all_cores(problem: &Problem) -> u64 {
    let (dense, monitor) = (Dense::new(problem), Monitor::new());
    ParallelSearch::new(&dense, Limits::default(), 0, &monitor).unwrap().count().solutions
}

fn solutions(text: &str) -> Vec<Vec<String>> {
    let problem = text::read(text.as_bytes()).unwrap().problem;
    let mut matrix = Matrix::new(&problem);
    let search = matrix.search(Limits::default());
    search.map(|solution| solution.iter().map(|&option| problem.option_line(option)).collect()).collect()
}

#[test]
fn queens() {
    let counts: Vec<u64> = (4..=10).map(|n| count(&problems::queens(n).unwrap())).collect();
    assert_eq!(counts, [2, 10, 4, 40, 92, 352, 724]);
    assert_eq!(count(&problems::queens(1).unwrap()), 1);
    assert_eq!(count(&problems::queens(2).unwrap()) + count(&problems::queens(3).unwrap()), 0);
}

#[test]
fn langford_pairs() {
    let counts: Vec<u64> = [3, 4, 5, 6, 7, 8].map(|n| count(&problems::langford(n).unwrap())).to_vec();
    assert_eq!(counts, [2, 2, 0, 0, 52, 300]);
}

#[test]
fn latin_squares() {
    let counts: Vec<u64> = (1..=4).map(|n| count(&problems::latin(n).unwrap())).collect();
    assert_eq!(counts, [1, 2, 12, 576]);
}

#[test]
fn pentominoes() {
    // Four times 2339, 1010, 368 and 2: rotations and reflections of the box count apart.
    assert_eq!(count_on_all_cores(&problems::pentominoes(10, 6).unwrap()), 9356);
    assert_eq!(count_on_all_cores(&problems::pentominoes(20, 3).unwrap()), 8);
    assert_eq!(count_on_all_cores(&problems::pentominoes(15, 4).unwrap()), 1472);
}

#[test]
fn the_example_of_the_dancing_links_paper() {
    let matrix = "0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n";
    let expected = [["1 4", "3 5 6", "2 7"].map(String::from).to_vec()];
    assert_eq!(solutions(matrix), expected);
    let names = "A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n";
    assert_eq!(solutions(names), [["A D", "C E F", "B G"].map(String::from).to_vec()]);
}

#[test]
fn the_example_with_colors_of_taocp_7_2_2_1() {
    let text = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
    let found = solutions(text);
    assert_eq!(found.len(), 1);
    let mut options = found[0].clone();
    options.sort();
    assert_eq!(options, ["p r x:A y", "q x:A"]);
}

#[test]
fn colors_make_word_squares() {
    // Two by two squares of words from {AB, BA, AA}: rows and columns share cells, colored by their letter.
    let mut text = String::from("r1 r2 c1 c2 | 11 12 21 22\n");
    for word in ["AB", "BA", "AA"] {
        let (first, second) = word.split_at(1);
        for (line, cells) in
            [("r1", ["11", "12"]), ("r2", ["21", "22"]), ("c1", ["11", "21"]), ("c2", ["12", "22"])]
        {
            text += &format!("{line} {}:{first} {}:{second}\n", cells[0], cells[1]);
        }
    }
    // Any square of A and B without a row or column BB: 7 of 16.
    assert_eq!(solutions(&text).len(), 7);
}

#[test]
fn knuths_counters_of_pentominoes_are_reproduced() {
    // dlx1 visits 3.6 million nodes with 1.24 billion updates on this problem.
    let problem = problems::pentominoes(6, 10).unwrap();
    let (matrix, monitor) = (Matrix::new(&problem), Monitor::new());
    let outcome = ParallelSearch::new(&matrix, Limits::default(), 0, &monitor).unwrap().count();
    assert_eq!(outcome.solutions, 9356);
    assert_eq!(outcome.counters.nodes, 3_631_923);
    assert_eq!(outcome.counters.updates, 1_241_055_502);
    let dense = Dense::new(&problem).count(Terms::default());
    assert_eq!((dense.solutions, dense.counters.nodes), (9356, 3_631_923));
    assert_eq!(dense.counters.guesses, outcome.counters.guesses);
}
