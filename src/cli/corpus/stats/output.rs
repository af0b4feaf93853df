//! The census of a corpus: drawn for people, as csv and as JSON.

use std::io::Write;

use dlxbench::check::{Census, PatternSymmetry};
use dlxbench::named::Named;
use dlxbench::report::units;
use serde_json::{Map, Value, json};

use crate::cli::rows::RowFormat;

/// The longest bar, in characters.
const BAR: usize = 40;

/// All that is known.
pub(super) struct Summary<'a> {
    pub(super) census: &'a Census,
    pub(super) malformed: u64,
    /// Nothing if nobody looked.
    pub(super) isomorphs: Option<u64>,
    pub(super) classes: Vec<(String, u64)>,
    pub(super) labels: u64,
    pub(super) solutions: u64,
}

/// Counts that belong together, each with its name.
struct Section {
    name: &'static str,
    rows: Vec<(String, u64)>,
}

impl Summary<'_> {
    pub(super) fn write(&self, format: RowFormat, writer: &mut dyn Write) -> anyhow::Result<()> {
        match format {
            RowFormat::Table => writer.write_all(self.drawn().as_bytes())?,
            RowFormat::Json => {
                serde_json::to_writer(&mut *writer, &self.object())?;
                writer.write_all(b"\n")?;
            }
            RowFormat::Csv => {
                let mut table = csv::Writer::from_writer(&mut *writer);
                table.write_record(["what", "name", "value"])?;
                for (name, value) in self.figures() {
                    table.write_record([
                        "corpus",
                        name,
                        &value.map(|value| value.to_string()).unwrap_or_default(),
                    ])?;
                }
                table.write_record(["corpus", "digest", &self.census.digest.to_string()])?;
                for Section { name, rows } in self.sections() {
                    for (row, count) in rows {
                        table.write_record([name, &row, &count.to_string()])?;
                    }
                }
                table.flush()?;
            }
        }
        writer.flush()?;
        Ok(())
    }

    /// Single figures; nothing for what nobody looked for.
    fn figures(&self) -> [(&'static str, Option<u64>); 6] {
        [
            ("puzzles", Some(self.census.puzzles)),
            ("malformed", Some(self.malformed)),
            ("with_label", Some(self.labels)),
            ("with_solution", Some(self.solutions)),
            ("duplicates", Some(self.census.duplicates)),
            ("isomorphs", self.isomorphs),
        ]
    }

    fn sections(&self) -> [Section; 4] {
        let census = self.census;
        let of_symmetry = |symmetry: PatternSymmetry| {
            (symmetry.to_string(), census.symmetries.get(&symmetry).copied().unwrap_or(0))
        };
        let mut symmetries: Vec<(String, u64)> =
            PatternSymmetry::ALL.iter().copied().map(of_symmetry).collect();
        symmetries.push(("none".to_owned(), census.asymmetric));
        let sizes = census.sizes.iter().map(|(geometry, &count)| (geometry.to_string(), count)).collect();
        let clues = census.clues.iter().map(|(clues, &count)| (clues.to_string(), count)).collect();
        [
            Section { name: "size", rows: sizes },
            Section { name: "class", rows: self.classes.clone() },
            Section { name: "clues", rows: clues },
            Section { name: "symmetry", rows: symmetries },
        ]
    }

    fn object(&self) -> Value {
        let mut object = Map::new();
        for (name, value) in self.figures() {
            object.insert(name.to_owned(), json!(value));
        }
        object.insert("digest".to_owned(), json!(self.census.digest.to_string()));
        for Section { name, rows } in self.sections() {
            let rows: Map<String, Value> = rows.into_iter().map(|(row, count)| (row, json!(count))).collect();
            object.insert(name.to_owned(), Value::Object(rows));
        }
        Value::Object(object)
    }

    fn drawn(&self) -> String {
        let mut text = String::new();
        for (name, value) in self.figures() {
            let value = value.map_or_else(|| "not looked for (--isomorphs)".to_owned(), units::count);
            text.push_str(&format!("{:<14} {value}\n", name.replace('_', " ")));
        }
        text.push_str(&format!("{:<14} {}\n", "digest", self.census.digest));
        for section in self.sections() {
            text.push('\n');
            text.push_str(&section.drawn());
        }
        text
    }
}

impl Section {
    fn drawn(&self) -> String {
        let width = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
        let names = width(&mut self.rows.iter().map(|(name, _)| name.chars().count())).max(self.name.len());
        let counts = width(&mut self.rows.iter().map(|(_, count)| units::count(*count).len())).max(7);
        let most = self.rows.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let mut text = format!("{:<names$}  {:>counts$}\n", self.name, "puzzles");
        for (name, count) in &self.rows {
            let line = format!("{name:<names$}  {:>counts$}  {}", units::count(*count), bar(*count, most));
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// A bar in eighths of a character; what is not nothing is seen.
fn bar(count: u64, most: u64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    if count == 0 {
        return String::new();
    }
    let eighths = ((count as f64 / most as f64 * (8 * BAR) as f64).round() as usize).max(1);
    format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_the_counts_are_large() {
        assert_eq!([bar(0, 10), bar(1, 1_000_000), bar(1, 80)], ["", "▏", "▌"]);
        assert_eq!(bar(10, 10).chars().count(), BAR);
    }

    #[test]
    fn sections_are_drawn_in_columns() {
        let section = Section { name: "clues", rows: vec![("17".to_owned(), 1000), ("18".to_owned(), 500)] };
        let bars = ["█".repeat(40), "█".repeat(20)];
        let expected = format!("clues  puzzles\n17       1,000  {}\n18         500  {}\n", bars[0], bars[1]);
        assert_eq!(section.drawn(), expected);
    }
}
