//! What a line of a puzzle file is: a puzzle, a row of one, or neither.

use super::label::{SEPARATORS, after_separator};
use super::word;
use crate::sudoku::{Geometry, RowShape, is_cell, shape};

/// What a line looks like; whether its symbols make sense is found out when the puzzle is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line<'a> {
    /// Nothing but blanks.
    Blank,
    /// A comment.
    Comment,
    /// A heading such as `Grid 01`.
    Title,
    /// A whole puzzle, what stands before it and what stands behind it.
    Puzzle { before: &'a str, puzzle: &'a str, label: &'a str },
    /// The beginning of a part of a file, as in `[Puzzle]`.
    Section(&'a str),
    /// A line of a block.
    Block(RowKind),
    /// None of these.
    Other,
}

/// What a line of a block may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RowKind {
    /// A row for certain, of so many cells.
    Row(usize),
    /// 16 cells without anything between them: a row of a 16×16 puzzle, or a whole 4×4 puzzle.
    Sixteen,
    /// Dashes or underscores: a border, or a row of so many blanks.
    Blanks(usize),
    /// Dashes and bars that draw the borders of boxes.
    Border,
}

impl RowKind {
    /// The cells, if it is a row for certain.
    pub(super) fn cells(self) -> Option<usize> {
        match self {
            RowKind::Row(cells) => Some(cells),
            RowKind::Sixteen => Some(16),
            RowKind::Blanks(_) | RowKind::Border => None,
        }
    }
}

pub(super) fn classify(line: &str) -> Line<'_> {
    let trimmed = line.trim();
    if trimmed.is_empty() {
        return Line::Blank;
    }
    if trimmed.starts_with(['#', ';']) || trimmed.starts_with("//") {
        return Line::Comment;
    }
    let end = trimmed.find(SEPARATORS).unwrap_or(trimmed.len());
    let (word, rest) = trimmed.split_at(end);
    let label = after_separator(rest);
    if word::looks_like_puzzle(word) && !is_short_rule(word) {
        return match (word.len(), label) {
            (16, "") if is_title(trimmed) => Line::Title,
            (16, "") => Line::Block(RowKind::Sixteen),
            // 16 signs may also be a number of the file's own, and 36 too.
            (length, _) if length == 16 || !(label.is_empty() || word::is_puzzle(word)) => {
                led_puzzle(trimmed, 17).unwrap_or(Line::Puzzle { before: "", puzzle: word, label })
            }
            _ => Line::Puzzle { before: "", puzzle: word, label },
        };
    }
    if let Some(line) = led_puzzle(trimmed, 17) {
        return line;
    }
    if let Some(name) = trimmed.strip_prefix('[').and_then(|name| name.strip_suffix(']'))
        && name.chars().all(|c| c.is_alphabetic() || c.is_whitespace())
    {
        return Line::Section(name);
    }
    if is_title(trimmed) || is_numbered_title(trimmed) {
        return Line::Title;
    }
    match shape(trimmed) {
        RowShape::Border => return Line::Block(RowKind::Border),
        RowShape::Blanks(cells) => return Line::Block(RowKind::Blanks(cells)),
        RowShape::Row(cells) => return Line::Block(RowKind::Row(cells)),
        RowShape::Other => {}
    }
    if trimmed.chars().all(|c| is_cell(c) || c.is_whitespace()) {
        let cells = trimmed.chars().filter(|c| is_cell(*c)).count();
        if cells > Geometry::MAX_SIZE && Geometry::from_cell_count(cells).is_some() {
            // A puzzle with blanks between its cells.
            return Line::Puzzle { before: "", puzzle: trimmed, label: "" };
        }
    }
    led_puzzle(trimmed, 16).unwrap_or(Line::Other)
}

/// A line with a puzzle of at least so many signs behind other words, or in quotes: the first word that is a puzzle.
fn led_puzzle(line: &str, least: usize) -> Option<Line<'_>> {
    let mut start = 0;
    while start < line.len() {
        let end = line[start..].find(SEPARATORS).map_or(line.len(), |length| start + length);
        let word = line[start..end].trim_matches('"');
        if word.len() >= least && word::is_puzzle(word) {
            let before = line[..start].trim_end_matches(SEPARATORS);
            return Some(Line::Puzzle { before, puzzle: word, label: after_separator(&line[end..]) });
        }
        start = end + 1;
    }
    None
}

/// The word that was most likely meant for a puzzle, in a line that is not one.
pub(super) fn likeliest_word(line: &str) -> &str {
    let words = || line.trim().split(SEPARATORS);
    let is_long = |word: &&str| word.chars().count() >= 36;
    words().find(is_long).or(words().next()).unwrap_or("")
}

/// Whether a word that is as long as a small puzzle is rather a border, such as `.----.----.----.`: an empty puzzle is
/// nothing to solve. Longer ones are puzzles.
fn is_short_rule(word: &str) -> bool {
    word.len() < Geometry::NINE.cell_count() && matches!(shape(word), RowShape::Border | RowShape::Blanks(_))
}

/// Words of letters and nothing else, as in `Easy` or `Very hard:`. Letters are a row of a grid only if they are
/// symbols of just that size: `xxxxxxxxx`, or 25 letters in words of one length.
fn is_title(line: &str) -> bool {
    let line = line.trim_end_matches(':');
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else {
        return false;
    };
    let is_even = words.all(|word| word.len() == first.len());
    let is_row = || is_even && matches!(shape(line), RowShape::Row(_));
    line.chars().all(|c| c.is_alphabetic() || c.is_whitespace()) && !is_row()
}

/// Words of letters and then a number, as in `Grid 01` or `Sudoku No 7`.
fn is_numbered_title(line: &str) -> bool {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let number = words.pop().unwrap_or("").trim_end_matches([':', '.']);
    let is_word = |word: &&str| word.len() > 1 && word.chars().all(char::is_alphabetic);
    !words.is_empty()
        && !number.is_empty()
        && number.chars().all(|c| c.is_ascii_digit())
        && words.iter().all(is_word)
        && line.contains(|c: char| c.is_alphabetic() && !matches!(c.to_ascii_uppercase(), 'A'..='G' | 'X'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        let nine = "2..1.5..3.54...71..1.2.3.8..6.28.73.1.......2.38.47.1..2.3.8.1..96...45.8..7.1..4";
        assert_eq!(classify(nine), Line::Puzzle { before: "", puzzle: nine, label: "" });
        for separator in [" ", "\t", ",", ";", ":", " # "] {
            let line = format!("{nine}{separator}ED=8.4/8.4/2.6");
            assert_eq!(classify(&line), Line::Puzzle { before: "", puzzle: nine, label: "ED=8.4/8.4/2.6" });
        }
        assert_eq!(classify("1..2......34...."), Line::Block(RowKind::Sixteen));
        assert_eq!(
            classify("1..2......34.... easy"),
            Line::Puzzle { before: "", puzzle: "1..2......34....", label: "easy" }
        );
        let row = |cells| Line::Block(RowKind::Row(cells));
        for text in ["2..1.5..3", "2 . . | 1 . 5 | . . 3", "|2..|1.5|..3|", "2,0,0,1,0,5,0,0,3", "xxxxxxxxx"]
        {
            assert_eq!(classify(text), row(9), "{text}");
        }
        assert_eq!([classify("12|.."), classify("200")], [row(4), row(3)]);
        assert_eq!(classify("ABCDE FGHIJ KLMNO PQRST UVWXY"), row(25));
        for border in ["------+-------+------", "+===+", "├───┼───┤"] {
            assert_eq!(classify(border), Line::Block(RowKind::Border), "{border}");
        }
        for (border, signs) in [("---|---|---", 9), ("-----------", 11), (".----.----.----.", 16)] {
            assert_eq!(classify(border), Line::Block(RowKind::Blanks(signs)), "{border}");
        }
        for title in
            ["Grid 01", "Sudoku No 7", "Puzzle 12:", "Easy", "Very hard", "Schwer:", "abcdefgabcdefgaz"]
        {
            assert_eq!(classify(title), Line::Title, "{title}");
        }
        for comment in ["# a", "// b", "; c", "  # d"] {
            assert_eq!(classify(comment), Line::Comment, "{comment}");
        }
        for other in [&nine[1..], &format!("{nine}."), "hello, world", "?"] {
            assert_eq!(classify(other), Line::Other, "{other}");
        }
        assert_eq!(classify(" \t"), Line::Blank);
        assert_eq!([classify("[Puzzle]"), classify(" [State] ")], ["Puzzle", "State"].map(Line::Section));
    }

    #[test]
    fn a_puzzle_may_stand_behind_other_data() {
        let nine = "2..1.5..3.54...71..1.2.3.8..6.28.73.1.......2.38.47.1..2.3.8.1..96...45.8..7.1..4";
        for (line, before, label) in [
            (format!("00a1b2c3d4e5 {nine}  1.2"), "00a1b2c3d4e5", "1.2"),
            (format!("0011223344556677 {nine}  1.2"), "0011223344556677", "1.2"),
            (format!("12,7,{nine},Name,20.00s"), "12,7", "Name,20.00s"),
            (
                format!("0a1b2c3d-1a2b-3c4d-5e6f-00112233aabb;{nine}"),
                "0a1b2c3d-1a2b-3c4d-5e6f-00112233aabb",
                "",
            ),
            (format!("\t7\t{nine}"), "7", ""),
            (format!("\"{nine}\",\"x\""), "", "\"x\""),
        ] {
            assert_eq!(classify(&line), Line::Puzzle { before, puzzle: nine, label }, "{line}");
        }
        let four = "1..2......34....";
        assert_eq!(
            classify("no7,1..2......34....,easy"),
            Line::Puzzle { before: "no7", puzzle: four, label: "easy" }
        );
        assert_eq!(likeliest_word(&format!("7,{}?,x", &nine[1..])), format!("{}?", &nine[1..]));
        assert_eq!(likeliest_word(" too short"), "too");
    }
}
