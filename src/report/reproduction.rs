//! Published timing tables beside ours, for a terminal, as Markdown and as CSV.

use super::markdown::{list, provenance};
use super::palette::Role;
use super::screen::{Look, Screen};
use super::sink::csv_text;
use super::table::{Cell, Table};
use super::terminal::notices;
use super::visible::markdown_escaped;
use crate::record::{PublishedSource, Reproduction, Run};

/// The columns of the CSV. All figures are in one table: times in nanoseconds, and numbers of calls.
const COLUMNS: [&str; 8] = ["table", "item", "puzzles", "measure", "published", "here", "ratio", "within"];

pub(super) fn text(run: &Run, reproduction: &Reproduction, look: Look) -> Screen {
    let mut screen = Screen::new(look);
    for (title, table) in tables(reproduction) {
        screen.heading(title);
        screen.table(&table);
        screen.line("");
    }
    for note in &reproduction.notes {
        screen.prose(0, [note.into()]);
    }
    let environment = &run.environment;
    let cpu = environment.cpu.as_deref().unwrap_or("an unknown processor");
    screen.line(format!("dlxbench {}, {} build, on {cpu}", run.version, environment.profile));
    notices(run, &mut screen);
    screen
}

pub(super) fn markdown(run: &Run, reproduction: &Reproduction) -> String {
    let mut text = format!("# Published times, reproduced\n\n{}", provenance(run, &[]));
    for note in &reproduction.notes {
        text.push_str(&format!("\n{}\n", markdown_escaped(note)));
    }
    for (title, table) in tables(reproduction) {
        text.push_str(&format!("\n## {}\n\n{}", markdown_escaped(&title), table.markdown()));
    }
    text + &list("Warnings", &run.warnings)
}

pub(super) fn csv(reproduction: &Reproduction) -> String {
    let thousandth = |ratio: f64| (ratio * 1000.0).round() / 1000.0;
    let mut rows = Vec::new();
    for row in &reproduction.bounds {
        let item = (&*row.source, &*row.class, row.puzzles);
        let ours = [("mean_ns", row.mean_ns), ("p50_ns", row.p50_ns as f64), ("max_ns", row.max_ns as f64)];
        rows.extend(ours.map(|(measure, here)| {
            let published = row.published_ns as f64;
            let ratio = thousandth(published / here.max(1.0));
            (item, measure, Some(row.published_ns), here.round() as u64, ratio, Some(here <= published))
        }));
    }
    for row in &reproduction.times {
        let item = (&*row.source, &*row.item, row.puzzles);
        rows.push((item, "total_ns", Some(row.published_ns), row.here_ns, thousandth(row.ratio), None));
    }
    for row in &reproduction.calls {
        let item = ("recursive calls", &*row.item, row.puzzles);
        for engine in &row.calls {
            rows.push((item, &*engine.engine, None, engine.calls, thousandth(engine.ratio), None));
        }
    }
    csv_text(&COLUMNS, rows)
}

pub(super) fn tables(reproduction: &Reproduction) -> Vec<(String, Table)> {
    let mut tables = Vec::new();
    for source in &reproduction.sources {
        let address = source.address.as_deref().unwrap_or("address unknown");
        let title = format!("{} ({address}); here {}", source.title, reproduction.engine);
        let of_source = [bounds(reproduction, source), times(reproduction, source)];
        let filled = of_source.into_iter().filter(|table| !table.rows.is_empty());
        tables.extend(filled.map(|table| (title.clone(), table)));
    }
    tables.push(("Recursive calls".to_owned(), calls(reproduction)));
    tables
}

fn bounds(reproduction: &Reproduction, source: &PublishedSource) -> Table {
    let headings = ["class", "puzzles here", "published", "p50", "mean", "max", "within", "ratio"];
    let rows = reproduction.bounds.iter().filter(|row| row.source == source.name).map(|row| {
        [
            row.class.as_str().into(),
            row.puzzles.into(),
            row.printed.as_str().into(),
            Cell::time_ns(row.p50_ns),
            Cell::time(row.mean_ns),
            Cell::time_ns(row.max_ns),
            Cell::from(if row.within { "yes" } else { "no" }).role(if row.within {
                Role::Good
            } else {
                Role::Bad
            }),
            Cell::rate(row.ratio),
        ]
    });
    Table::new(1, headings).with(rows).expendable(["max", "mean", "puzzles here"])
}

fn times(reproduction: &Reproduction, source: &PublishedSource) -> Table {
    let rows = reproduction.times.iter().filter(|row| row.source == source.name);
    let rows = rows.map(|row| {
        [
            row.item.as_str().into(),
            row.puzzles.into(),
            row.printed.as_str().into(),
            Cell::time_ns(row.here_ns),
            Cell::rate(row.ratio),
        ]
    });
    let headings = ["puzzles", "puzzles here", "published", "here", "ratio"];
    Table::new(1, headings).with(rows).expendable(["puzzles here"])
}

fn calls(reproduction: &Reproduction) -> Table {
    let first = reproduction.calls.first().map_or(&[][..], |row| &row.calls);
    let engines: Vec<&str> = first.iter().map(|calls| calls.engine.as_str()).collect();
    let ratios = engines.iter().skip(1).map(|engine| format!("{} / {engine}", engines[0]));
    let names = ["puzzles", "puzzles here"].into_iter().chain(engines.iter().copied()).map(str::to_owned);
    Table::new(1, names.chain(ratios)).with(reproduction.calls.iter().map(|row| {
        let calls = row.calls.iter().map(|engine| engine.calls.into());
        let ratios = row.calls.iter().skip(1).map(|engine| Cell::rate(engine.ratio));
        [row.item.as_str().into(), row.puzzles.into()].into_iter().chain(calls).chain(ratios)
    }))
}
