//! Text in columns.

use super::visible;

/// How the cells of a column are aligned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// Lines of cells in columns as wide as their widest cell, two blanks apart; the first column to the left, the others
/// as `rest` says. Control characters are made [visible](super::visible).
pub fn aligned(table: &[Vec<String>], rest: Align) -> Vec<String> {
    let shown = |row: &Vec<String>| row.iter().map(|cell| visible(cell).into_owned()).collect();
    let table: Vec<Vec<String>> = table.iter().map(shown).collect();
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| table.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells =
            row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match (column, rest) {
                (0, _) | (_, Align::Left) => format!("{cell:<width$}"),
                (_, Align::Right) => format!("{cell:>width$}"),
            });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    table.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let table = [vec!["a".into(), "µs".into()], vec!["long".into(), "1,234".into()], vec!["x".into()]];
        assert_eq!(aligned(&table, Align::Right), ["a        µs", "long  1,234", "x"]);
        assert_eq!(aligned(&table, Align::Left), ["a     µs", "long  1,234", "x"]);
    }
}
