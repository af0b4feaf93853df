//! Two runs against each other: for a terminal, as Markdown, as rows.

use serde::Serialize;

use super::markdown::list;
use super::paint::Paint;
use super::table::{Cell, Table};
use super::units;
use super::visible::{markdown_escaped, shell, visible};
use crate::compare::{Basis, Comparison, ComparisonRow, Counter, Side};
use crate::stats::{Estimate, Figures, SAME_WITHIN, Verdict};

/// A row of the CSV.
#[derive(Serialize)]
pub(super) struct FlatRow<'r> {
    engine: &'r str,
    class: &'r str,
    puzzles: u64,
    basis: Basis,
    base_mean_ns: f64,
    new_mean_ns: f64,
    mean_ratio: f64,
    mean_low: f64,
    mean_high: f64,
    p50_ratio: f64,
    p50_low: f64,
    p50_high: f64,
    p90_ratio: f64,
    p90_low: f64,
    p90_high: f64,
    p99_ratio: f64,
    p99_low: f64,
    p99_high: f64,
    floor: Option<f64>,
    base_nodes: u64,
    new_nodes: u64,
    base_guesses: u64,
    new_guesses: u64,
    nodes_change: i64,
    guesses_change: i64,
    verdict: Verdict,
}

impl<'r> From<&'r ComparisonRow> for FlatRow<'r> {
    fn from(row: &'r ComparisonRow) -> FlatRow<'r> {
        let rounded = |figure: f64, unit: f64| (figure * unit).round() / unit;
        let estimates = row
            .estimates()
            .map(|Estimate { ratio, low, high }| [ratio, low, high].map(|figure| rounded(figure, 1e5)));
        let [
            [mean_ratio, mean_low, mean_high],
            [p50_ratio, p50_low, p50_high],
            [p90_ratio, p90_low, p90_high],
            [p99_ratio, p99_low, p99_high],
        ] = estimates;
        FlatRow {
            engine: &row.engine,
            class: row.class.name(),
            puzzles: row.puzzles,
            basis: row.basis,
            base_mean_ns: rounded(row.base_mean_ns, 10.0),
            new_mean_ns: rounded(row.new_mean_ns, 10.0),
            mean_ratio,
            mean_low,
            mean_high,
            p50_ratio,
            p50_low,
            p50_high,
            p90_ratio,
            p90_low,
            p90_high,
            p99_ratio,
            p99_low,
            p99_high,
            floor: row.floor.map(|floor| rounded(floor, 1e5)),
            base_nodes: row.nodes.base,
            new_nodes: row.nodes.new,
            base_guesses: row.guesses.base,
            new_guesses: row.guesses.new,
            nodes_change: difference(row.nodes) as i64,
            guesses_change: difference(row.guesses) as i64,
            verdict: row.verdict,
        }
    }
}

/// Everything for a terminal.
pub(super) fn text(comparison: &Comparison, paint: Paint) -> String {
    let mut text = format!("base  {}\nnew   {}\n", side(&comparison.base), side(&comparison.new));
    for rows in by_engine(comparison) {
        let engine = &rows[0].engine;
        for table in [verdicts(engine, rows), percentiles(engine, rows)] {
            text.push_str(&format!("\n{}", table.text(paint)));
        }
    }
    text.push_str(&format!("\n{}\n", legend()));
    for (word, lines) in [("forced:", &comparison.forced), ("warning:", &comparison.warnings)] {
        for line in lines {
            text.push_str(&format!("{} {}\n", paint.warn(word), visible(line)));
        }
    }
    text
}

/// Everything as a document.
pub(super) fn markdown(comparison: &Comparison) -> String {
    let mut sides = Table::new(6, ["", "run", "when", "program", "load", "command"]);
    for (name, side) in [("base", &comparison.base), ("new", &comparison.new)] {
        let loads: Vec<String> = side.load.iter().flatten().map(|load| format!("{load:.1}")).collect();
        sides.push([
            name.into(),
            side.name.as_str().into(),
            side.started.as_str().into(),
            format!("{} {}", side.version, side.commit.as_deref().unwrap_or("")).trim().into(),
            loads.join(" to ").into(),
            Cell::Code(shell(&side.command)),
        ]);
    }
    let mut text = format!("# Comparison\n\n{}", sides.markdown());
    for rows in by_engine(comparison) {
        text.push_str(&format!("\n## Engine {}\n", markdown_escaped(&rows[0].engine)));
        for table in [verdicts("class", rows), percentiles("class", rows)] {
            text.push_str(&format!("\n{}", table.markdown()));
        }
    }
    text.push_str(&format!("\n{}\n", markdown_escaped(&legend())));
    text + &list("Compared by force", &comparison.forced) + &list("Warnings", &comparison.warnings)
}

/// The rows of each engine.
fn by_engine(comparison: &Comparison) -> impl Iterator<Item = &[ComparisonRow]> {
    comparison.rows.chunk_by(|one, next| one.engine == next.engine)
}

fn side(side: &Side) -> String {
    let program = format!("dlxbench {} {}", side.version, side.commit.as_deref().unwrap_or(""));
    visible(&format!("{}, {}, {}", side.name, side.started, program.trim())).into_owned()
}

fn verdicts(first: &str, rows: &[ComparisonRow]) -> Table {
    let headings =
        [first, "puzzles", "base", "new", "ratio", "95 % interval", "noise", "nodes", "guesses", "verdict"];
    let mut table = Table::new(1, headings);
    for row in rows {
        table.push([
            Cell::name(row.class.name()),
            row.puzzles.into(),
            Cell::time(row.base_mean_ns),
            Cell::time(row.new_mean_ns),
            format!("{:.3}", row.mean.ratio).into(),
            interval(row.mean).into(),
            units::noise(row.floor).into(),
            change(row.nodes).into(),
            change(row.guesses).into(),
            row.verdict.to_string().into(),
        ]);
    }
    table
}

fn percentiles(first: &str, rows: &[ComparisonRow]) -> Table {
    let names = Figures::NAMES[1..].iter().flat_map(|name| [*name, "95 % interval"]);
    let mut table = Table::new(1, std::iter::once(first).chain(names));
    for row in rows {
        let estimates = row.estimates();
        let cells = estimates[1..]
            .iter()
            .flat_map(|estimate| [format!("{:.3}", estimate.ratio).into(), interval(*estimate).into()]);
        table.push(std::iter::once(Cell::name(row.class.name())).chain(cells));
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
        "Ratios are new to base: above 1 is slower. A change counts if its interval does not contain 1 and it is larger \
         than the noise; same: the interval lies within {:.0} %.",
        SAME_WITHIN * 100.0
    )
}
