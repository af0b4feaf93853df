//! A puzzle from pasted text, in any format that is read from files.

use dlxbench::corpus::Reader;
use dlxbench::sudoku::Grid;

/// Returns the first puzzle in a text, and its label; or why there is none.
pub(super) fn pasted(text: &str) -> Result<(Grid, String), String> {
    // Terminals paste line breaks as the key Enter sends them.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mistake = match text.parse::<Grid>() {
        Ok(puzzle) => return Ok((puzzle, String::new())),
        Err(mistake) => mistake.to_string(),
    };
    let mut reason = None;
    for found in Reader::new(text.as_bytes()) {
        match found {
            Ok(Ok(entry)) => {
                let entry = entry.with_solution_apart();
                return Ok((entry.puzzle, entry.label));
            }
            Ok(Err(bad_line)) => _ = reason.get_or_insert(bad_line.reason.to_string()),
            Err(error) => _ = reason.get_or_insert(error.to_string()),
        }
    }
    Err(reason.unwrap_or(mistake))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_can_be_pasted() {
        let line = "1..2......34....";
        let drawing = line.parse::<Grid>().unwrap().to_string();
        for (text, label) in [
            (line.to_owned(), ""),
            (format!("{line} 8.4 Name"), "8.4 Name"),
            (drawing.replace('\n', "\r"), ""),
            (drawing.replace('\n', "\r\n"), ""),
            ("1..2\r....\r..34\r....\r".to_owned(), ""),
            (format!("puzzle,name\r{line},Name\r"), "Name"),
            (format!("{{\"puzzle\": \"{line}\"}}"), ""),
            (format!("# comment\r{line}\r"), ""),
        ] {
            let (puzzle, found) = pasted(&text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert_eq!((puzzle.to_line().as_str(), found.as_str()), (line, label), "{text:?}");
        }
        for text in ["", "hello", "1..2......34...", "1..9......34...."] {
            assert!(!pasted(text).unwrap_err().is_empty(), "{text:?}");
        }
    }
}
