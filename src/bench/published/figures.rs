//! Published figures, exactly as they were printed.

pub(super) const GO: &str = "Go";
const CPP: &str = "C++/Qt";
const TYPESCRIPT: &str = "TypeScript";

/// The sources of the figures: the name used in rows, a title, and the address if it is known.
pub(super) const SOURCES: [(&str, &str, Option<&str>); 3] = [
    (GO, "Solver in Go", Some("github.com/kpitt/sudoku")),
    (CPP, "C++ with Qt, a student project", None),
    (TYPESCRIPT, "TypeScript, the same puzzles", Some("github.com/alextanhongpin/algorithm-x")),
];

/// The time that the Go solver takes for a puzzle of each class. It has no class `expert`.
pub(super) const GO_BOUNDS: [(&str, &str); 4] = [
    ("easy", "below 1 ms"),
    ("medium", "1 to 10 ms"),
    ("hard", "10 to 100 ms"),
    ("extreme", "100 ms to 1 s"),
];

/// Which of our puzzles a published time is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Puzzles {
    /// At most this many puzzles from the start of a shipped class.
    First(usize, &'static str),
    /// The very puzzle that was published: its name and its cells.
    Same(&'static str, &'static str),
}

/// The puzzles that were published with their times. The second example is known as Platinum Blonde.
pub(super) const SAME: [Puzzles; 3] = [QASSIM_HAMZA, FIRST_EXAMPLE, SECOND_EXAMPLE];
const QASSIM_HAMZA: Puzzles = Puzzles::Same(
    "Qassim Hamza",
    "...7..8......4..3......9..16..5......1..3..4...5..1..75..2..6...3..8..9...7.....2",
);
const FIRST_EXAMPLE: Puzzles = Puzzles::Same(
    "first example",
    ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.",
);
const SECOND_EXAMPLE: Puzzles = Puzzles::Same(
    "second example",
    ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
);

/// Published times, some of which were measured twice: the source, the item, the time as printed, the number of puzzles,
/// and the puzzles that we solve for comparison.
pub(super) const TIMES: [(&str, &str, &str, u64, Puzzles); 10] = [
    (CPP, "easy, 100 puzzles", "6 ms", 100, Puzzles::First(100, "easy")),
    (CPP, "medium, 100 puzzles, first time", "444 ms", 100, Puzzles::First(100, "medium")),
    (CPP, "medium, 100 puzzles, second time", "436 ms", 100, Puzzles::First(100, "medium")),
    (CPP, "hard, 1 puzzle, first time", "15 ms", 1, Puzzles::First(1, "hard")),
    (CPP, "hard, 1 puzzle, second time", "1 ms", 1, Puzzles::First(1, "hard")),
    (CPP, "expert, 1 puzzle, first time", "10 ms", 1, Puzzles::First(1, "expert")),
    (CPP, "expert, 1 puzzle, second time", "11 ms", 1, Puzzles::First(1, "expert")),
    (CPP, "Qassim Hamza", "129 ms", 1, QASSIM_HAMZA),
    (TYPESCRIPT, "first example", "26.947 ms", 1, FIRST_EXAMPLE),
    (TYPESCRIPT, "second example", "19.776 ms", 1, SECOND_EXAMPLE),
];

/// Converts a printed time to nanoseconds; a range becomes its upper end.
pub(super) fn nanoseconds(printed: &str) -> u64 {
    let words: Vec<&str> = printed.split(' ').collect();
    let [.., number, unit] = words[..] else { panic!("{printed:?} has no unit") };
    let scale = if unit == "ms" { 1e6 } else { 1e9 };
    (number.parse::<f64>().expect("published times are numbers") * scale).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_times_are_numbers() {
        let bounds = GO_BOUNDS.map(|(_, printed)| nanoseconds(printed));
        assert_eq!(bounds, [1_000_000, 10_000_000, 100_000_000, 1_000_000_000]);
        assert_eq!(TIMES.map(|time| nanoseconds(time.2))[7..], [129_000_000, 26_947_000, 19_776_000]);
    }

    #[test]
    fn published_puzzles_are_in_the_famous_corpus() {
        let famous = include_str!("../../../corpora/famous.txt");
        for puzzles in SAME {
            let Puzzles::Same(_, cells) = puzzles else { panic!("{puzzles:?} is a class") };
            assert!(famous.lines().any(|line| line.starts_with(cells)), "{cells}");
        }
    }
}
