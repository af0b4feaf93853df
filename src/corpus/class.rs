//! Classes of difficulty: which class a puzzle counts for, and the names of all classes of a run.

use std::collections::HashMap;
use std::path::Path;

use super::batch::Batch;
use super::entry::{Entry, Puzzle};
use super::label::{Parts, first_number, label_word, rating};
use crate::counts::counted;
use crate::logic::Difficulty;
use crate::named::named;

/// The five classes that the shipped corpora have, from easy to extreme.
pub const DIFFICULTIES: [&str; 5] = {
    let &[easy, medium, hard, expert, extreme] = Difficulty::ALL else { panic!("there are five") };
    [easy.name(), medium.name(), hard.name(), expert.name(), extreme.name()]
};

/// What decides the class of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum ClassBy {
    /// The puzzle's label if it names one of the five difficulties, otherwise the file.
    #[default]
    Auto,
    /// The name of the file.
    File,
    /// The column of a table that names the class, otherwise the first word behind the puzzle, or before it.
    Label,
    /// The number of givens.
    Clues,
    /// The column of a table that holds a rating, otherwise the first number behind the puzzle; rounded down. What
    /// stands before a puzzle is never a rating.
    Rating,
    /// How many guesses the first engine needs: only known when the puzzle has been solved.
    Guesses,
}

named! { ClassBy, "class rule",
    Auto => "auto", "A difficulty named behind the puzzle, otherwise the file";
    File => "file", "The file's name";
    Label => "label", "The table's column of that name, or the first word behind the puzzle";
    Clues => "clues", "The number of givens";
    Rating => "rating", "The table's column of that name, or the first number behind the puzzle; rounded down";
    Guesses => "guesses", "The guesses that the first engine needs";
}

/// More classes than this are no table any more; puzzles of further ones count as [`OTHER`].
pub const MAX_CLASSES: usize = 100;

/// The class of puzzles that would need one class too many.
pub const OTHER: &str = "other";

/// The bounds of the classes by guesses: each class begins at one of them and ends before the next.
const GUESS_BOUNDS: [(u64, &str); 6] =
    [(0, "0 guesses"), (1, "1-2"), (3, "3-9"), (10, "10-99"), (100, "100-999"), (1000, "1000 or more")];

/// The names of the classes of a run, in the order in which they were met.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    names: Vec<String>,
    numbers: HashMap<String, u16>,
}

impl Classes {
    /// No classes yet; for [`ClassBy::Guesses`], the fixed ones.
    pub fn new(by: ClassBy) -> Classes {
        let fixed = if by == ClassBy::Guesses { &GUESS_BOUNDS[..] } else { &[] };
        Classes::from_names(fixed.iter().map(|(_, name)| (*name).to_owned()).collect())
    }

    /// Classes of these names, numbered in this order.
    pub fn from_names(names: Vec<String>) -> Classes {
        let numbers = names.iter().cloned().zip(0..).collect();
        Classes { names, numbers }
    }

    /// The number of a class, which is new or known.
    pub fn number(&mut self, name: &str) -> u16 {
        // Reports have a row `all` for all classes together.
        let name = if name == "all" { "all-puzzles" } else { name };
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        if self.names.len() >= MAX_CLASSES && name != OTHER {
            return self.number(OTHER);
        }
        let number = self.names.len() as u16;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// Gives the puzzles of a batch their classes by what is known before they are solved. `by_file` is the class of
    /// their file.
    pub fn assign(&mut self, batch: &mut Batch, by: ClassBy, by_file: u16) {
        for index in 0..batch.len() {
            let class = class_of(by, &batch.puzzle(index), by_file, self);
            batch.set_class(index, class);
        }
    }

    /// The names, by number.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The numbers in the order of a table: the five difficulties first, then by name, numbers by value.
    pub fn in_order(&self) -> Vec<u16> {
        let mut numbers: Vec<u16> = (0..self.names.len() as u16).collect();
        numbers.sort_by_key(|&number| {
            let name = &self.names[usize::from(number)];
            let difficulty = DIFFICULTIES.iter().position(|difficulty| difficulty == name);
            let guesses = GUESS_BOUNDS.iter().position(|(_, bound)| bound == name);
            let value = first_number(name).map_or(u64::MAX, |value| (value * 1000.0) as u64);
            (
                difficulty.unwrap_or(usize::MAX),
                guesses.unwrap_or(usize::MAX),
                name == OTHER,
                value,
                name.clone(),
            )
        });
        numbers
    }
}

fn class_of(by: ClassBy, puzzle: &Puzzle<'_>, by_file: u16, classes: &mut Classes) -> u16 {
    let parts = || Parts::of(puzzle.parts, puzzle.label);
    match by {
        ClassBy::File | ClassBy::Guesses => by_file,
        ClassBy::Auto if puzzle.label.is_empty() => by_file,
        ClassBy::Auto => match label_word(parts().1, puzzle.geometry) {
            Some(word) if DIFFICULTIES.contains(&word.to_ascii_lowercase().as_str()) => {
                classes.number(&word.to_ascii_lowercase())
            }
            _ => by_file,
        },
        ClassBy::Label if puzzle.parts.is_some_and(|parts| parts.has_class_column) => {
            classes.number(parts().1)
        }
        ClassBy::Label => classes.number(label_word(parts().1, puzzle.geometry).unwrap_or("unlabelled")),
        ClassBy::Clues => {
            let clues = puzzle.cells.iter().filter(|&&cell| cell != 0).count();
            classes.number(&counted(clues as u64, "clue"))
        }
        ClassBy::Rating => match rating(parts().0) {
            Some(rating) => classes.number(&format!("rating {}", rating.floor())),
            None => classes.number("unrated"),
        },
    }
}

impl Entry {
    /// The name of its class by what is known before it is solved; `by_file` is the class of its file.
    pub fn class_name(&self, by: ClassBy, by_file: &str) -> String {
        let mut classes = Classes::default();
        let by_file = classes.number(by_file);
        let class = class_of(by, &self.as_puzzle(by_file), by_file, &mut classes);
        classes.names()[usize::from(class)].clone()
    }
}

/// The class of a puzzle by the guesses that it took.
pub fn class_of_guesses(guesses: u64) -> u16 {
    GUESS_BOUNDS.iter().rposition(|(bound, _)| *bound <= guesses).unwrap_or(0) as u16
}

/// The class that a file's name stands for: a difficulty if the name holds exactly one, otherwise its stem.
pub fn class_of_file(path: &str) -> String {
    let name = Path::new(path)
        .file_name()
        .map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned());
    let words: Vec<String> =
        name.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_ascii_lowercase).collect();
    let named: Vec<&str> =
        DIFFICULTIES.into_iter().filter(|class| words.iter().any(|word| word == class)).collect();
    match named.as_slice() {
        [one] => (*one).to_owned(),
        _ => name.split('.').find(|part| !part.is_empty()).unwrap_or(&name).to_owned(),
    }
}
