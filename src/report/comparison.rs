//! The comparison of two runs, for a terminal, as Markdown and as CSV.

use super::finding::{Found, by_class};
use super::markdown::list;
use super::palette::Role;
use super::screen::{Look, Screen};
use super::sink::csv_text;
use super::span::Span;
use super::table::{Cell, Table};
use super::units;
use super::visible::{markdown_escaped, shell};
use super::write::Report;
use crate::compare::{Comparison, ComparisonRow, Counter, Side};
use crate::stats::{Estimate, FAR, Figures, SAME_WITHIN};

const COLUMNS: &str = "engine,class,puzzles,basis,base_mean_ns,new_mean_ns,mean_ratio,mean_low,mean_high,\
    p50_ratio,p50_low,p50_high,p90_ratio,p90_low,p90_high,p99_ratio,p99_low,p99_high,floor,\
    base_nodes,new_nodes,base_guesses,new_guesses,nodes_change,guesses_change,verdict";

/// The class name of the row for all classes.
const ALL: &str = "all";

impl Report for Comparison {
    fn text(&self, look: Look) -> Screen {
        let mut screen = Screen::new(look);
        screen.prose(6, [format!("base  {}", side(&self.base)).into()]);
        screen.prose(6, [format!("new   {}", side(&self.new)).into()]);
        screen.line("");
        for rows in by_engine(self) {
            screen.prose(2, finding(self, rows));
        }
        for rows in by_engine(self) {
            let engine = &rows[0].engine;
            for table in [verdicts(engine, rows).without_zeros(), percentiles(engine, rows)] {
                screen.line("");
                screen.table(&table);
            }
        }
        screen.line("");
        if self.rows.iter().all(|row| difference(row.nodes) == 0 && difference(row.guesses) == 0) {
            screen.hint("Nodes and guesses are the same in both runs.");
        }
        screen.hint(legend());
        for (kind, lines) in [("forced", &self.forced), ("warning", &self.warnings)] {
            lines.iter().for_each(|line| screen.notice(kind, line));
        }
        screen
    }

    fn markdown(&self) -> String {
        let sides = [("base", &self.base), ("new", &self.new)].map(|(name, side)| {
            let loads: Vec<String> = side.load.iter().flatten().map(|load| format!("{load:.1}")).collect();
            [
                name.into(),
                side.name.as_str().into(),
                side.started.as_str().into(),
                program(side).into(),
                loads.join(" to ").into(),
                Cell::code(shell(&side.command)),
            ]
        });
        let sides = Table::new(6, ["", "run", "when", "program", "load", "command"]).with(sides);
        let mut text = format!("# Comparison\n\n{}", sides.markdown());
        for rows in by_engine(self) {
            let finding: String = finding(self, rows).iter().map(Span::as_str).collect();
            text.push_str(&format!("\n## Engine {}\n", markdown_escaped(&rows[0].engine)));
            text.push_str(&format!("\n{}\n", markdown_escaped(&finding)));
            for table in [verdicts("class", rows), percentiles("class", rows)] {
                text.push_str(&format!("\n{}", table.markdown()));
            }
        }
        text.push_str(&format!("\n{}\n", markdown_escaped(&legend())));
        text + &list("Compared despite differences", &self.forced) + &list("Warnings", &self.warnings)
    }

    fn csv(&self) -> String {
        let rounded = |figure: f64, unit: f64| (figure * unit).round() / unit;
        let rows = self.rows.iter().map(|row| {
            let estimates = row.estimates().map(|Estimate { ratio, low, high }| [ratio, low, high]);
            let (nodes, guesses) = (row.nodes, row.guesses);
            (
                (&row.engine, &row.class, row.puzzles, row.basis),
                [row.base_mean_ns, row.new_mean_ns].map(|mean| rounded(mean, 10.0)),
                estimates.map(|estimate| estimate.map(|figure| rounded(figure, 1e5))),
                row.floor.map(|floor| rounded(floor, 1e5)),
                [nodes.base, nodes.new, guesses.base, guesses.new],
                [difference(nodes), difference(guesses)],
                row.verdict,
            )
        });
        csv_text(&COLUMNS.split(',').collect::<Vec<_>>(), rows)
    }
}

fn by_engine(comparison: &Comparison) -> impl Iterator<Item = &[ComparisonRow]> {
    comparison.rows.chunk_by(|one, next| one.engine == next.engine)
}

fn side(side: &Side) -> String {
    format!("{}, {}, dlxbench {}", side.name, side.started, program(side))
}

fn program(side: &Side) -> String {
    format!("{} {}", side.version, side.commit.as_deref().unwrap_or("")).trim().to_owned()
}

/// Says how the new run compares with the base for an engine.
fn finding(comparison: &Comparison, rows: &[ComparisonRow]) -> Vec<Span> {
    let passes = comparison.base.passes.min(comparison.new.passes);
    let found = |row: &ComparisonRow| Found::of_times(row, passes);
    let (classes, all): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.class != ALL);
    let classes: Vec<(&str, Found)> =
        classes.into_iter().map(|row| (row.class.as_str(), found(row))).collect();
    let mut sentence = vec![Role::Strong.of(format!("{}: ", rows[0].engine))];
    for all in all {
        sentence.extend(found(all).sentence("the new run".into(), "the base".into()));
        sentence.push(by_class(&found(all), &classes, true).into());
    }
    sentence
}

fn verdicts(first: &str, rows: &[ComparisonRow]) -> Table {
    let headings =
        [first, "puzzles", "base", "new", "ratio", "95 % interval", "noise", "nodes", "guesses", "verdict"];
    let rows = rows.iter().map(|row| {
        [
            Cell::name(&row.class),
            row.puzzles.into(),
            Cell::time(row.base_mean_ns),
            Cell::time(row.new_mean_ns),
            format!("{:.3}", row.mean.ratio).into(),
            interval(row.mean).into(),
            units::noise(row.floor).into(),
            change(row.nodes).into(),
            change(row.guesses).into(),
            Cell::from(row.verdict.to_string()).role(row.verdict),
        ]
    });
    Table::new(1, headings).with(rows).expendable(["puzzles", "guesses", "nodes", "noise"])
}

fn percentiles(first: &str, rows: &[ComparisonRow]) -> Table {
    let names = Figures::NAMES[1..].iter().flat_map(|name| [*name, "95 % interval"]);
    let rows = rows.iter().map(|row| {
        let estimates = row.estimates().into_iter().skip(1);
        let cells = estimates
            .flat_map(|estimate| [format!("{:.3}", estimate.ratio).into(), interval(estimate).into()]);
        [Cell::name(&row.class)].into_iter().chain(cells)
    });
    Table::new(1, [first].into_iter().chain(names)).with(rows).expendable(["95 % interval"])
}

fn interval(estimate: Estimate) -> String {
    format!("{:.3} … {:.3}", estimate.low, estimate.high)
}

fn difference(counter: Counter) -> i64 {
    counter.new.wrapping_sub(counter.base) as i64
}

/// The change of a counter; `=` if there is none.
fn change(counter: Counter) -> String {
    let difference = difference(counter);
    let sign = if difference > 0 { '+' } else { '-' };
    let share = match counter.base {
        0 => String::new(),
        base => format!(" ({:+.2} %)", difference as f64 / base as f64 * 100.0),
    };
    match difference {
        0 => "=".to_owned(),
        difference => format!("{sign}{}{share}", units::count(difference.unsigned_abs())),
    }
}

fn legend() -> String {
    format!(
        "Ratios of mean times, new to base: above 1 is slower. A change counts if its interval does not contain 1 and it \
         is larger than the noise, or if its interval lies beyond {:.0} %. \"same\" means that the interval lies within \
         {:.0} % of 1.",
        FAR * 100.0,
        SAME_WITHIN * 100.0
    )
}
