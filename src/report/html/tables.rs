//! The tables of the page. Each scrolls within its own box where the screen is too narrow for it.

use maud::{Markup, html};

use super::colors::class;
use super::engines;
use crate::engine::Status;
use crate::record::{CorpusResult, ResultRow, Run};
use crate::report::palette::Role;
use crate::report::table::{Cell, Table};
use crate::report::units;
use crate::stats::Verdict;

/// Stands behind a mean that is above the 99th percentile.
const HIGH: &str = "▲";

/// A table with what it is about, and words below it that it needs. The names in its first column stay in view.
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

/// What a cell says, which its color only repeats.
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

/// The times of an engine by class: percentiles first, for a few slow puzzles can raise a mean above all of them.
pub(super) fn latencies<'r>(caption: &str, rows: impl Iterator<Item = &'r ResultRow>) -> Markup {
    let headings = ["class", "median", "90 %", "99 %", "99.9 %", "longest", "mean", "puzzles/s"];
    let mut has_high = false;
    let table = Table::new(1, headings).with(rows.map(|row| {
        let latency = &row.latency;
        let is_high = latency.mean_ns.zip(latency.p99_ns).is_some_and(|(mean, p99)| mean > p99 as f64);
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

/// Where the puzzles came from.
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
