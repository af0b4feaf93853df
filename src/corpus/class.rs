//! Classes of difficulty: which class a puzzle belongs to, and the names of all classes of a run.

use std::collections::HashMap;
use std::path::{Path, is_separator};

use super::batch::Batch;
use super::bins::Bins;
use super::class_by::ClassBy;
use super::compression::Compression;
use super::entry::{Entry, Puzzle};
use super::label::{Parts, first_number, label_word, rating};
use crate::logic::Difficulty;

/// The five classes of the shipped corpora, from easy to extreme.
pub const DIFFICULTIES: [&str; 5] = {
    let &[easy, medium, hard, expert, extreme] = Difficulty::ALL else { panic!("there are five") };
    [easy.name(), medium.name(), hard.name(), expert.name(), extreme.name()]
};

/// The maximum number of classes in a table; puzzles of further classes count as [`OTHER`]. If files do not decide the
/// class, the classes of files do not count.
pub const MAX_CLASSES: usize = 100;

/// The class of puzzles beyond the maximum number of classes.
pub const OTHER: &str = "other";

/// The names of the classes of a run, in order of first appearance.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    names: Vec<String>,
    numbers: HashMap<String, u16>,
    /// The number of names that do not count toward [`MAX_CLASSES`].
    spare: usize,
    bins: Option<Bins>,
}

impl Classes {
    /// Creates an empty list of classes; for [`ClassBy::Guesses`], the list of fixed ranges. For other numbers, each
    /// whole number is a class of its own.
    pub fn new(by: ClassBy) -> Classes {
        Classes::with_bins(by, None)
    }

    /// Like [`new`](Classes::new), but with these ranges for numbers.
    pub fn with_bins(by: ClassBy, bins: Option<Bins>) -> Classes {
        let bins = bins.or_else(|| (by == ClassBy::Guesses).then(|| Bins::fixed(by, usize::MAX)));
        let fixed =
            bins.as_ref().filter(|_| by == ClassBy::Guesses).map_or(Vec::new(), |bins| bins.names().to_vec());
        Classes { bins, ..Classes::from_names(fixed) }
    }

    /// Creates classes with these names, numbered in this order.
    pub fn from_names(names: Vec<String>) -> Classes {
        let numbers = names.iter().cloned().zip(0..).collect();
        Classes { names, numbers, ..Classes::default() }
    }

    /// Adds classes that are known already.
    pub(super) fn known(mut self, names: &[String]) -> Classes {
        for name in names.iter().skip(self.names.len()) {
            self.numbers.insert(name.clone(), self.names.len() as u16);
            self.names.push(name.clone());
        }
        self
    }

    /// Returns the number of the class of a file, which is added if it is new.
    pub fn number_of_file(&mut self, name: &str, by: ClassBy) -> u16 {
        let is_spare = !by.is_by_file() && self.names.len() < usize::from(u16::MAX / 2);
        self.spare += usize::from(is_spare && !self.numbers.contains_key(name));
        self.number(name)
    }

    /// Returns the number of a class, which is added if it is new.
    pub fn number(&mut self, name: &str) -> u16 {
        // In reports, the row for all classes together is called `all`.
        let name = if name == "all" { "all-puzzles" } else { name };
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        if self.names.len() >= MAX_CLASSES + self.spare && name != OTHER {
            return self.number(OTHER);
        }
        let number = self.names.len() as u16;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// Sets the classes of the puzzles in a batch, as far as they are known before solving. `by_file` is the class of
    /// their file.
    pub fn assign(&mut self, batch: &mut Batch, by: ClassBy, by_file: u16) {
        match by {
            ClassBy::File | ClassBy::Guesses => return batch.set_classes(by_file),
            ClassBy::Auto if !batch.has_labels() => return batch.set_classes(by_file),
            _ => {}
        }
        for index in 0..batch.len() {
            let class = class_of(by, &batch.puzzle(index), by_file, self);
            batch.set_class(index, class);
        }
    }

    /// Returns the names by number.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the numbers in the order of tables: the five difficulties first, then by the number in the name, then by
    /// name.
    pub fn in_order(&self) -> Vec<u16> {
        let mut numbers: Vec<u16> = (0..self.names.len() as u16).collect();
        numbers.sort_by_key(|&number| {
            let name = &self.names[usize::from(number)];
            let difficulty = DIFFICULTIES.iter().position(|difficulty| difficulty == name);
            let value = first_number(name).map_or(u64::MAX, |value| (value * 1000.0) as u64);
            (difficulty.unwrap_or(usize::MAX), name == OTHER, value, name.clone())
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
        ClassBy::Clues | ClassBy::Rating => match value_of(by, puzzle) {
            Some(value) => {
                let bins = classes.bins.as_ref();
                let name = bins.map_or_else(|| Bins::whole(by, value), |bins| bins.name_of(value).to_owned());
                classes.number(&name)
            }
            None => classes.number("unrated"),
        },
    }
}

/// Returns the number that decides the class of a puzzle, if it is known before solving.
pub fn value_of(by: ClassBy, puzzle: &Puzzle<'_>) -> Option<f64> {
    match by {
        ClassBy::Clues => Some(puzzle.cells.iter().filter(|&&cell| cell != 0).count() as f64),
        ClassBy::Rating => rating(Parts::of(puzzle.parts, puzzle.label).0),
        _ => None,
    }
}

impl Entry {
    /// Returns the name of its class, as far as it is known before solving. `by_file` is the class of its file.
    pub fn class_name(&self, by: ClassBy, by_file: &str) -> String {
        let mut classes = Classes::default();
        let by_file = classes.number(by_file);
        let class = class_of(by, &self.as_puzzle(by_file), by_file, &mut classes);
        classes.names()[usize::from(class)].clone()
    }
}

/// Returns the name of a file without its path and its extension, and without the extension of its compression.
///
/// ```
/// use dlxbench::corpus::class_of_file;
///
/// assert_eq!(class_of_file("corpora/17_clue.txt.gz"), "17_clue");
/// ```
pub fn class_of_file(path: &str) -> String {
    path[last_part(path)..end_of_stem(path)].to_owned()
}

/// Returns the classes of files, given the name of each file and the class that it would have alone. With
/// [`ClassBy::Auto`], all files of a difficulty share its class. Other files with the same class get as much of their
/// paths as makes them distinct, and their extensions only if nothing else does.
pub fn classes_of_files<'s>(
    by: ClassBy,
    files: impl Iterator<Item = (&'s str, &'s str)> + Clone,
) -> Vec<String> {
    // The first file that each candidate fits, and whether it fits other files. A file that is named twice is one file.
    let mut owners: HashMap<&str, (&str, bool)> = HashMap::new();
    for (name, class) in files.clone() {
        for candidate in candidates(name, class) {
            let (owner, is_shared) = owners.entry(candidate).or_insert((name, false));
            *is_shared |= *owner != name;
        }
    }
    let class_of = |(name, class): (&'s str, &'s str)| {
        let difficulty = class.to_ascii_lowercase();
        if by == ClassBy::Auto && DIFFICULTIES.contains(&difficulty.as_str()) {
            return difficulty;
        }
        candidates(name, class).find(|candidate| !owners[candidate].1).unwrap_or(name).to_owned()
    };
    files.map(class_of).collect()
}

/// Returns possible classes for a file: its own class, then more and more of its path without the extension, then with
/// it.
fn candidates<'n>(name: &'n str, class: &'n str) -> impl Iterator<Item = &'n str> {
    let starts = std::iter::successors(Some(last_part(name)), |&start| {
        (start > 0).then(|| last_part(name[..start].trim_end_matches(is_separator)))
    });
    let end = end_of_stem(name);
    let without = starts.clone().map(move |start| &name[start..end]);
    std::iter::once(class).chain(without).chain(starts.map(|start| &name[start..]))
}

/// Returns where the last component of a path begins.
fn last_part(path: &str) -> usize {
    path.rfind(is_separator).map_or(0, |place| place + 1)
}

/// Returns where the extension of a path begins. A dot at the start of a file name does not begin an extension.
fn end_of_stem(path: &str) -> usize {
    let start = last_part(path);
    let cut = |end: usize| path[start..end].rfind('.').filter(|&dot| dot > 0).map_or(end, |dot| start + dot);
    let end = cut(path.len());
    if Compression::of_file(Path::new(path)).is_some() { cut(end) } else { end }
}
