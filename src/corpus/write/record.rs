//! A puzzle and what belongs to it, whatever the format it came from.

use super::super::batch::Puzzle;
use super::super::class::{ClassBy, Classes, class_of, rating};
use super::super::entry::{Entry, Parts};
use super::super::malformed::Malformed;
use crate::sudoku::Grid;
use crate::sudoku::isomorph::Isomorphism;

/// A puzzle to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The puzzle.
    pub puzzle: Grid,
    /// The solution that stands in the file, right or wrong.
    pub solution: Option<Grid>,
    /// What else is said of it.
    pub label: String,
    /// Where in the label rating and class stand; `None` if that is to be guessed.
    pub parts: Option<Parts>,
}

impl Record {
    /// What an entry holds. A solution that stands in its label is taken out of it.
    pub fn of(entry: Entry) -> Result<Record, Malformed> {
        let Entry { puzzle, solution, label, parts, .. } = entry.with_solution_apart();
        Ok(Record { puzzle: puzzle?, solution, label, parts })
    }

    /// The rating that stands in the file.
    pub fn rating(&self) -> Option<f64> {
        rating(Parts::of(self.parts, &self.label).0)
    }

    /// The name of its class by what is known before it is solved; `by_file` is the class of its file.
    pub fn class_name(&self, by: ClassBy, by_file: &str) -> String {
        let mut classes = Classes::default();
        let by_file = classes.number(by_file);
        let puzzle = Puzzle {
            line: 0,
            geometry: self.puzzle.geometry(),
            symbols: self.puzzle.symbols(),
            class: by_file,
            cells: self.puzzle.cells(),
            label: &self.label,
            parts: self.parts,
            solution: None,
        };
        let class = class_of(by, &puzzle, by_file, &mut classes);
        classes.names()[usize::from(class)].clone()
    }

    /// The same puzzle in another guise; the solution goes with it.
    pub fn transformed(&self, isomorphism: &Isomorphism) -> Record {
        let image = |grid: &Grid| {
            let mut image = vec![0; grid.cells().len()];
            isomorphism.apply(grid.cells(), &mut image);
            grid.with_cells(&image)
        };
        Record {
            puzzle: image(&self.puzzle),
            solution: self.solution.as_ref().map(image),
            label: self.label.clone(),
            parts: self.parts,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Reader;
    use crate::random::Random;

    const PUZZLE: &str = "1..2......34....";
    const SOLUTION: &str = "1342421321343421";

    fn record(text: &str) -> Record {
        Record::of(Reader::new(text.as_bytes()).next().unwrap().unwrap()).unwrap()
    }

    #[test]
    fn the_solution_is_found_wherever_it_stands() {
        for (text, label) in [
            (format!("{PUZZLE}:7:{SOLUTION}\n"), "7"),
            (format!("{PUZZLE},{SOLUTION},hard\n"), "hard"),
            (format!("no7,{PUZZLE},{SOLUTION}\n"), "no7"),
            (format!("puzzle,solution,name\n{PUZZLE},{SOLUTION},a b\n"), "a b"),
        ] {
            let record = record(&text);
            assert_eq!(record.solution.as_ref().map(Grid::to_line).as_deref(), Some(SOLUTION), "{text}");
            assert_eq!(record.label, label, "{text}");
        }
        assert_eq!(record(&format!("{PUZZLE} 8.4\n")).rating(), Some(8.4));
        assert_eq!(record(&format!("123abc {PUZZLE}\n")).rating(), None);
    }

    #[test]
    fn an_isomorph_takes_its_solution_along() {
        let record = record(&format!("{PUZZLE} {SOLUTION} name\n"));
        let isomorphism = Isomorphism::random(record.puzzle.geometry(), &mut Random::new(3));
        let image = record.transformed(&isomorphism);
        assert_ne!(image.puzzle, record.puzzle);
        assert_eq!(image.label, "name");
        let agrees = |(cell, &given): (usize, &u8)| {
            given == 0 || given == image.solution.as_ref().unwrap().cells()[cell]
        };
        assert!(image.puzzle.cells().iter().enumerate().all(agrees));
    }
}
