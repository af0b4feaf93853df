//! What others have published, as they printed it.

use crate::record::PublishedSource;

/// A program whose times were published.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Program {
    /// What its rows call it.
    pub(super) name: &'static str,
    /// What it is.
    pub(super) title: &'static str,
    /// Where it is published, if that is known.
    pub(super) address: Option<&'static str>,
}

/// A solver in Go.
pub(super) const GO: Program =
    Program { name: "Go", title: "Solver in Go", address: Some("github.com/kpitt/sudoku") };

/// A student project.
pub(super) const CPP: Program =
    Program { name: "C++/Qt", title: "C++ with Qt, a student project", address: None };

/// A solver in TypeScript.
pub(super) const TYPESCRIPT: Program = Program {
    name: "TypeScript",
    title: "TypeScript, the same puzzles",
    address: Some("github.com/alextanhongpin/algorithm-x"),
};

impl From<Program> for PublishedSource {
    fn from(program: Program) -> PublishedSource {
        PublishedSource {
            name: program.name.to_owned(),
            title: program.title.to_owned(),
            address: program.address.map(str::to_owned),
        }
    }
}

/// A class of a Go implementation, and how long one of its puzzles takes there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bound {
    /// The class, by a name that our corpora have too.
    pub(super) class: &'static str,
    /// The bound in words.
    pub(super) printed: &'static str,
    /// The upper bound.
    pub(super) high_ns: u64,
}

/// Which of our puzzles a published time is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Puzzles {
    /// The first ones of a shipped class, at most so many.
    First(usize, &'static str),
    /// The same puzzle: its name here, and its cells.
    Same(&'static str, &'static str),
}

/// A published time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Time {
    /// Whose it is.
    pub(super) source: Program,
    /// What was solved, in the source's words.
    pub(super) item: &'static str,
    /// The time as it is printed.
    pub(super) printed: &'static str,
    /// The same in nanoseconds.
    pub(super) ns: u64,
    /// How many puzzles that took.
    pub(super) count: u64,
    /// What is solved here.
    pub(super) puzzles: Puzzles,
}

const MS: u64 = 1_000_000;

/// The classes of the Go solver; it has no class expert.
pub(super) const GO_BOUNDS: [Bound; 4] = [
    Bound { class: "easy", printed: "below 1 ms", high_ns: MS },
    Bound { class: "medium", printed: "1 to 10 ms", high_ns: 10 * MS },
    Bound { class: "hard", printed: "10 to 100 ms", high_ns: 100 * MS },
    Bound { class: "extreme", printed: "100 ms to 1 s", high_ns: 1000 * MS },
];

/// A puzzle by Qassim Hamza.
pub(super) const QASSIM_HAMZA: Puzzles = Puzzles::Same(
    "Qassim Hamza",
    "...7..8......4..3......9..16..5......1..3..4...5..1..75..2..6...3..8..9...7.....2",
);

/// The first example of a TypeScript solver.
pub(super) const FIRST_EXAMPLE: Puzzles = Puzzles::Same(
    "first example",
    ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.",
);

/// Its second example, Platinum Blonde.
pub(super) const SECOND_EXAMPLE: Puzzles = Puzzles::Same(
    "second example",
    ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
);

/// The puzzles that are the same there and here.
pub(super) const SAME: [Puzzles; 3] = [QASSIM_HAMZA, FIRST_EXAMPLE, SECOND_EXAMPLE];

/// Published times of C++ with Qt, some of them measured twice, and of TypeScript.
pub(super) const TIMES: [Time; 10] = [
    cpp("easy, 100 puzzles", "6 ms", 6, 100, Puzzles::First(100, "easy")),
    cpp("medium, 100 puzzles, first time", "444 ms", 444, 100, Puzzles::First(100, "medium")),
    cpp("medium, 100 puzzles, second time", "436 ms", 436, 100, Puzzles::First(100, "medium")),
    cpp("hard, 1 puzzle, first time", "15 ms", 15, 1, Puzzles::First(1, "hard")),
    cpp("hard, 1 puzzle, second time", "1 ms", 1, 1, Puzzles::First(1, "hard")),
    cpp("expert, 1 puzzle, first time", "10 ms", 10, 1, Puzzles::First(1, "expert")),
    cpp("expert, 1 puzzle, second time", "11 ms", 11, 1, Puzzles::First(1, "expert")),
    cpp("Qassim Hamza", "129 ms", 129, 1, QASSIM_HAMZA),
    typescript("first example", "26.947 ms", 26_947_000, FIRST_EXAMPLE),
    typescript("second example", "19.776 ms", 19_776_000, SECOND_EXAMPLE),
];

const fn cpp(item: &'static str, printed: &'static str, ms: u64, count: u64, puzzles: Puzzles) -> Time {
    Time { source: CPP, item, printed, ns: ms * MS, count, puzzles }
}

const fn typescript(item: &'static str, printed: &'static str, ns: u64, puzzles: Puzzles) -> Time {
    Time { source: TYPESCRIPT, item, printed, ns, count: 1, puzzles }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_times_are_the_numbers() {
        for time in TIMES {
            let (number, unit) = time.printed.split_once(' ').unwrap();
            assert_eq!(unit, "ms");
            assert_eq!((number.parse::<f64>().unwrap() * 1e6).round() as u64, time.ns, "{}", time.item);
        }
    }

    #[test]
    fn puzzles_that_are_the_same_are_among_the_famous_ones() {
        let famous = include_str!("../../../corpora/famous.txt");
        for puzzles in SAME {
            let Puzzles::Same(_, cells) = puzzles else { panic!("{puzzles:?} is a class") };
            assert!(famous.lines().any(|line| line.starts_with(cells)), "{cells}");
        }
    }
}
