//! Two runs against each other: for a terminal, as Markdown, as CSV.

use std::io::Write;

use super::columns::{Align, aligned};
use super::markdown;
use super::paint::Paint;
use super::terminal::shortened;
use super::visible::{markdown_escaped as escaped, shell};
use super::{units, visible};
use crate::compare::{Comparison, Counter, Row, Side};
use crate::stats::{Estimate, Figures, SAME_WITHIN};

/// The columns of the CSV.
const COLUMNS: [&str; 26] = [
    "engine",
    "class",
    "puzzles",
    "basis",
    "base_mean_ns",
    "new_mean_ns",
    "mean_ratio",
    "mean_low",
    "mean_high",
    "p50_ratio",
    "p50_low",
    "p50_high",
    "p90_ratio",
    "p90_low",
    "p90_high",
    "p99_ratio",
    "p99_low",
    "p99_high",
    "floor",
    "base_nodes",
    "new_nodes",
    "base_guesses",
    "new_guesses",
    "nodes_change",
    "guesses_change",
    "verdict",
];

/// Everything for a terminal.
pub fn table(comparison: &Comparison, paint: Paint) -> String {
    let mut text = format!("base  {}\nnew   {}\n", side(&comparison.base), side(&comparison.new));
    for engine in engines(comparison) {
        let rows: Vec<&Row> = comparison.rows.iter().filter(|row| row.engine == engine).collect();
        for table in [verdicts(engine, &rows), percentiles(engine, &rows)] {
            text.push('\n');
            for (index, line) in aligned(&table, Align::Right).into_iter().enumerate() {
                text.push_str(&if index == 0 { paint.bold(&line) } else { line });
                text.push('\n');
            }
        }
    }
    text.push_str(&format!("\n{}\n", legend()));
    for reason in &comparison.forced {
        text.push_str(&format!("{} {}\n", paint.warn("forced:"), visible(reason)));
    }
    for warning in &comparison.warnings {
        text.push_str(&format!("{} {}\n", paint.warn("warning:"), visible(warning)));
    }
    text
}

/// Everything as a document.
pub fn report(comparison: &Comparison) -> String {
    let mut text = String::from("# Comparison\n\n");
    let line = |(name, side): (&str, &Side)| {
        let loads: Vec<String> = side.load.iter().flatten().map(|load| format!("{load:.1}")).collect();
        vec![
            name.to_owned(),
            escaped(&side.name),
            side.started.clone(),
            escaped(format!("{} {}", side.version, side.commit.as_deref().unwrap_or("")).trim()),
            loads.join(" to "),
            format!("`{}`", shell(&side.command).replace('`', "'")),
        ]
    };
    let sides = [("base", &comparison.base), ("new", &comparison.new)].map(line);
    text.push_str(&markdown::table(&["", "run", "when", "program", "load", "command"], &sides, 6));
    for engine in engines(comparison) {
        let rows: Vec<&Row> = comparison.rows.iter().filter(|row| row.engine == engine).collect();
        text.push_str(&format!("\n## Engine {engine}\n"));
        for table in [verdicts("class", &rows), percentiles("class", &rows)] {
            let heads: Vec<&str> = table[0].iter().map(String::as_str).collect();
            let body: Vec<Vec<String>> =
                table[1..].iter().map(|row| row.iter().map(|cell| escaped(cell)).collect()).collect();
            text.push_str(&format!("\n{}", markdown::table(&heads, &body, 1)));
        }
    }
    text.push_str(&format!("\n{}\n", escaped(&legend())));
    for (title, lines) in [("Compared by force", &comparison.forced), ("Warnings", &comparison.warnings)] {
        if !lines.is_empty() {
            text.push_str(&format!("\n## {title}\n\n"));
            lines.iter().for_each(|line| text.push_str(&format!("- {}\n", escaped(line))));
        }
    }
    text
}

/// A row for each engine and class.
pub fn csv(comparison: &Comparison, output: impl Write) -> Result<(), csv::Error> {
    let mut writer = csv::Writer::from_writer(output);
    writer.write_record(COLUMNS)?;
    for row in &comparison.rows {
        let basis = match row.basis {
            crate::compare::Basis::Pairs => "pairs",
            crate::compare::Basis::Histograms => "histograms",
        };
        let mut record =
            vec![row.engine.clone(), row.class.clone(), row.puzzles.to_string(), basis.to_owned()];
        record.extend([row.base_mean_ns, row.new_mean_ns].map(|ns| format!("{ns:.1}")));
        for Estimate { ratio, low, high } in row.estimates() {
            record.extend([ratio, low, high].map(|figure| format!("{figure:.5}")));
        }
        record.push(row.floor.map_or(String::new(), |floor| format!("{floor:.5}")));
        let counters = [row.nodes.base, row.nodes.new, row.guesses.base, row.guesses.new];
        record.extend(counters.map(|count| count.to_string()));
        record.extend([row.nodes, row.guesses].map(|counter| difference(counter).to_string()));
        record.push(row.verdict.to_string());
        writer.write_record(&record)?;
    }
    writer.flush()?;
    Ok(())
}

/// The engines in the order of the rows.
fn engines(comparison: &Comparison) -> Vec<&str> {
    let mut engines: Vec<&str> = comparison.rows.iter().map(|row| row.engine.as_str()).collect();
    engines.dedup();
    engines
}

fn side(side: &Side) -> String {
    let program = format!("dlxbench {} {}", side.version, side.commit.as_deref().unwrap_or(""));
    visible(&format!("{}, {}, {}", side.name, side.started, program.trim())).into_owned()
}

fn verdicts(first: &str, rows: &[&Row]) -> Vec<Vec<String>> {
    let heads =
        [first, "puzzles", "base", "new", "ratio", "95 % interval", "noise", "nodes", "guesses", "verdict"];
    let mut table = vec![heads.map(str::to_owned).to_vec()];
    for row in rows {
        table.push(vec![
            shortened(&row.class),
            units::count(row.puzzles),
            units::time(row.base_mean_ns),
            units::time(row.new_mean_ns),
            format!("{:.3}", row.mean.ratio),
            interval(row.mean),
            units::noise(row.floor),
            change(row.nodes),
            change(row.guesses),
            row.verdict.to_string(),
        ]);
    }
    table
}

fn percentiles(first: &str, rows: &[&Row]) -> Vec<Vec<String>> {
    let names = Figures::NAMES[1..].iter().flat_map(|name| [(*name).to_owned(), "95 % interval".to_owned()]);
    let mut table = vec![std::iter::once(first.to_owned()).chain(names).collect::<Vec<_>>()];
    for row in rows {
        let figures = row.estimates()[1..].to_vec();
        let cells =
            figures.iter().flat_map(|estimate| [format!("{:.3}", estimate.ratio), interval(*estimate)]);
        table.push(std::iter::once(shortened(&row.class)).chain(cells).collect());
    }
    table
}

fn interval(estimate: Estimate) -> String {
    format!("{:.3} … {:.3}", estimate.low, estimate.high)
}

fn difference(counter: Counter) -> i128 {
    i128::from(counter.new) - i128::from(counter.base)
}

/// How a counter changed: `=`, or by how much.
fn change(counter: Counter) -> String {
    let difference = difference(counter);
    let sign = if difference > 0 { '+' } else { '-' };
    let share = match counter.base {
        0 => String::new(),
        base => format!(" ({:+.2} %)", difference as f64 / base as f64 * 100.0),
    };
    match difference {
        0 => "=".to_owned(),
        difference => format!("{sign}{}{share}", units::count(difference.unsigned_abs() as u64)),
    }
}

fn legend() -> String {
    format!(
        "Ratios are new to base: above 1 is slower. A change counts if its interval excludes 1 and it is larger than the \
         noise; same: the interval lies within {:.0} %.",
        SAME_WITHIN * 100.0
    )
}
