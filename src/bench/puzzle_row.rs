//! A row of `puzzles.csv`, read again: one time of one puzzle.

/// What a row says, as far as anybody asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleRow<'a> {
    /// The engine.
    pub engine: &'a str,
    /// The file that the puzzle stands in.
    pub file: &'a str,
    /// The line of that file.
    pub line: u64,
    /// The class.
    pub class: &'a str,
    /// The puzzle.
    pub puzzle: &'a str,
    /// How long it took.
    pub time_ns: u64,
    /// The guesses of the search.
    pub guesses: u64,
}

/// Where the fields of a row stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleColumns([usize; NAMES.len()]);

const NAMES: [&str; 7] = ["engine", "file", "line", "class", "puzzle", "time_ns", "guesses"];

impl PuzzleColumns {
    /// Finds the columns by this header; or says which one is missing.
    pub fn of<'h>(header: impl IntoIterator<Item = &'h str> + Clone) -> Result<PuzzleColumns, String> {
        let mut columns = [0; NAMES.len()];
        for (column, name) in columns.iter_mut().zip(NAMES) {
            let found = header.clone().into_iter().position(|field| field == name);
            *column = found.ok_or_else(|| format!("it has no column {name}"))?;
        }
        Ok(PuzzleColumns(columns))
    }

    /// A row, of which `field` gives the fields by their number; or what is wrong with it.
    pub fn read<'f>(&self, field: impl Fn(usize) -> Option<&'f str>) -> Result<PuzzleRow<'f>, String> {
        let [engine, file, line, class, puzzle, time, guesses] =
            self.0.map(|column| field(column).unwrap_or_default());
        let number = |text: &str, what: &str| text.parse().map_err(|_| format!("{text:?} is no {what}"));
        Ok(PuzzleRow {
            engine,
            file,
            line: number(line, "number of a line")?,
            class,
            puzzle,
            time_ns: number(time, "time in nanoseconds")?,
            guesses: number(guesses, "number of guesses")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::csv::PUZZLES;

    #[test]
    fn rows_are_read_by_the_names_of_their_columns() {
        let columns = PuzzleColumns::of(PUZZLES).unwrap();
        let mut fields = ["f.txt", "7", "easy", "dlx", "1..2", "1432", "unique", "250", "9", "3", "80", "2"];
        let row = columns.read(|column| fields.get(column).copied()).unwrap();
        let expected = PuzzleRow {
            engine: "dlx",
            file: "f.txt",
            line: 7,
            class: "easy",
            puzzle: "1..2",
            time_ns: 250,
            guesses: 3,
        };
        assert_eq!(row, expected);
        fields[7] = "soon";
        let wrong = columns.read(|column| fields.get(column).copied()).unwrap_err();
        assert_eq!(wrong, "\"soon\" is no time in nanoseconds");
        assert_eq!(PuzzleColumns::of(["engine"]).unwrap_err(), "it has no column file");
    }
}
