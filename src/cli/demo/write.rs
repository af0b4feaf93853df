//! Writes the puzzle on the board to a file.

use std::io::Write;
use std::path::Path;

use dlxbench::corpus::{BlankSign, Entry, PuzzleFormat, PuzzleWriter};
use dlxbench::sudoku::Grid;

use crate::cli::output::{IfExists, Output};

/// Writes a puzzle and its label to a new file, in the format of its extension. Returns what to tell the person.
pub(super) fn write(path: &Path, puzzle: Grid, label: String) -> anyhow::Result<String> {
    let format = PuzzleFormat::of_file(path).unwrap_or_default();
    let mut text = format.head().to_owned();
    let writer = PuzzleWriter { format, blank: BlankSign::default() };
    writer.append(&Entry { label, ..Entry::new(1, puzzle) }, &mut text)?;
    // A file is meant, even if its name is a hyphen.
    let file = if path.is_absolute() { path.to_owned() } else { Path::new(".").join(path) };
    let mut output = Output::open(Some(&file), IfExists::Fail)?;
    output.write_all(text.as_bytes())?;
    output.finish()?;
    Ok(format!("wrote {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_decides_the_format_and_nothing_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let puzzle: Grid = "1..2......34....".parse().unwrap();
        let path = folder.path().join("a.csv");
        let told = write(&path, puzzle.clone(), "Name".to_owned()).unwrap();
        assert_eq!(told, format!("wrote {}", path.display()));
        let text = "puzzle,solution,rating,class,label\n1..2......34....,,,,Name\n";
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        let refused = write(&path, puzzle, String::new()).unwrap_err().to_string();
        assert!(refused.ends_with("already exists; choose another name"), "{refused}");
    }
}
