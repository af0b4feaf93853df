//! The tables of the page. A table that is too wide for the screen scrolls within its own box.

use maud::{Markup, html};

use super::colors::class;
use super::engines;
use crate::engine::Status;
use crate::record::{CorpusResult, ResultRow, Run};
use crate::report::palette::Role;
use crate::report::run_tables::is_mean_above_p99;
use crate::report::table::{Cell, Table};
use crate::report::units;
use crate::stats::Verdict;

/// The sign after a mean that is above the 99th percentile.
const HIGH: &str = "▲";

/// Returns a table with a caption, and a note below it unless that is empty. The names in its first column stay in view.
pub(super) fn table(caption: &str, table: &Table, engines: &[&str], note: &str) -> Markup {
    let column_class = |column: usize| if column < table.left { "words" } else { "figure" };
    html! {
        div.table {
            div.scroll tabindex="0" role="region" aria-label=(caption) {
                table {
                    caption { span { (caption) } }
                    thead { tr { @for (column, heading) in table.headings.iter().enumerate() { th scope="col" class=(column_class(column)) { (heading) } } } }
                    tbody {
                        @for row in &table.rows {
                            tr {
                                @for (column, cell) in row.iter().enumerate() {
                                    @if column == 0 { th scope="row" { span.name { (engines::named(cell.as_str(), engines)) } } }
                                    @else {
                                        @let role = role(&table.headings[column], cell);
                                        @if role == Role::Plain { td class=(column_class(column)) { (cell.as_str()) } }
                                        @else { td class={ (column_class(column)) " " (class(role)) } { (cell.as_str()) } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            @if !note.is_empty() { p.note { (note) } }
        }
    }
}

/// Returns the role of a cell. The color only repeats what the text says.
fn role(heading: &str, cell: &Cell) -> Role {
    match (heading, cell.as_str()) {
        (_, "0") => Role::Muted,
        ("verdict", text) => text.parse().map_or(Role::Plain, |verdict: Verdict| verdict.into()),
        ("mean", text) if text.ends_with(HIGH) => Role::Doubtful,
        ("mean", _) => Role::Muted,
        ("unique", _) => Role::Plain,
        (heading, _) => heading.parse().map_or(Role::Plain, |status: Status| status.into()),
    }
}

/// The times of an engine by class, percentiles first, because a few slow puzzles can raise the mean above all of them.
pub(super) fn latencies<'r>(caption: &str, rows: impl Iterator<Item = &'r ResultRow>) -> Markup {
    let headings = ["class", "median", "90 %", "99 %", "99.9 %", "longest", "mean", "puzzles/s"];
    let mut has_high = false;
    let table = Table::new(1, headings).with(rows.map(|row| {
        let latency = &row.latency;
        let is_high = is_mean_above_p99(row);
        has_high |= is_high;
        let sign = if is_high { format!(" {HIGH}") } else { String::new() };
        [
            Cell::name(row.class.name()),
            Cell::time_ns(latency.p50_ns),
            Cell::time_ns(latency.p90_ns),
            Cell::time_ns(latency.p99_ns),
            Cell::time_ns(latency.p999_ns),
            Cell::time_ns(latency.max_ns),
            latency.mean_ns.map(|mean| units::time(mean) + &sign).into(),
            row.puzzles_per_second.map(|rate| rate.round() as u64).into(),
        ]
    }));
    let note = format!("{HIGH} This mean is above the 99th percentile: a few puzzles took most of the time.");
    self::table(caption, &table, &[], if has_high { &note } else { "" })
}

/// The corpora of the run, with their puzzles and faults.
pub(super) fn corpora(run: &Run) -> Markup {
    let mut table = Table::new(1, ["corpus", "puzzles", "malformed", "wrong solutions", "digest"]);
    let mut row = |name: &str, counts: [u64; 3], digest: &str| {
        table.push([name.into()].into_iter().chain(counts.map(Cell::from)).chain([digest.into()]));
    };
    for corpus in &run.corpora {
        row(&corpus.name, [corpus.puzzles, corpus.malformed, corpus.wrong_solutions], &corpus.digest);
    }
    let sum = |figure: fn(&CorpusResult) -> u64| run.corpora.iter().map(figure).sum();
    let sums = [run.puzzles(), sum(|corpus| corpus.malformed), sum(|corpus| corpus.wrong_solutions)];
    row("all", sums, &run.digest);
    self::table("Corpora", &table, &[], "")
}
