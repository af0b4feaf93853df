//! The parts of the page with their headings, and the list of them.

use maud::{Markup, Render, html};

use super::cards::{cards, panels};
use super::data::Data;
use super::plot::{Plot, Size};
use super::{dots, environment, grids, guesses, histograms, percentiles, tables, threads};
use crate::record::{ResultRow, Run};
use crate::report::table::Table;
use crate::report::{reproduction, run_tables, units};

/// A part of the page.
pub(super) struct Section {
    /// Where links lead.
    id: &'static str,
    name: &'static str,
    /// What it shows.
    words: String,
    content: Markup,
}

impl Render for Section {
    fn render(&self) -> Markup {
        html! {
            section id=(self.id) {
                h2 { (self.name) }
                @if !self.words.is_empty() { p.words { (self.words) } }
                (self.content)
            }
        }
    }
}

/// Links to all sections.
pub(super) fn contents(sections: &[Section]) -> Markup {
    html! {
        nav.contents aria-label="Contents" {
            ul { @for section in sections { li { a href={ "#" (section.id) } { (section.name) } } } }
        }
    }
}

/// All sections that have something to show.
pub(super) fn sections(data: &Data<'_>) -> Vec<Section> {
    let run = data.run;
    let mut sections = Vec::new();
    let mut section = |id, name, words: &str, content: Markup| {
        if !content.0.is_empty() {
            sections.push(Section { id, name, words: words.to_owned(), content });
        }
    };
    section("published", "Published times", "", published(run));
    section(
        "latency",
        "Latency",
        &about_latency(data),
        html! {
            (charts(data, "percentiles", percentiles::charts))
            @for engine in &data.engines { (tables::latencies(&format!("Times, {engine}"), run.rows_of(engine))) }
        },
    );
    section(
        "distribution",
        "Distribution",
        "The same times as histograms: which share of the puzzles of a class took how long. The axis of time is the same \
         for all classes, and logarithmic.",
        charts(data, "histograms", histograms::charts),
    );
    let name = if data.engines.len() > 1 { "Throughput, engines side by side" } else { "Throughput" };
    section("throughput", name, about_throughput(data), throughput(data));
    section(
        "threads",
        "Threads",
        "How much faster a class is solved with more threads, by wall time. The best of several rounds counts; the thin \
         line is perfect scaling.",
        html! {
            (charts(data, "threads", threads::charts))
            @if !run.threads.is_empty() {
                (tables::table("Threads", &run_tables::threads(&run.threads), &[], ""))
            }
        },
    );
    section(
        "guesses",
        "Time against guesses",
        "Each mark stands for puzzles with about the same figures; the larger, the more of them. Guesses go to the right, \
         the time of a puzzle upwards.",
        charts(data, "guesses", guesses::charts),
    );
    section("answers", "Answers", "", answers(data));
    let three =
        "Three of each class, with their times and nodes. A click on the letters below a grid selects them.";
    section("hardest", "Hardest puzzles", three, grids::hardest(data));
    section("corpora", "Corpora", "", tables::corpora(run));
    section("environment", "Environment", "", environment::lists(run));
    sections
}

/// Charts as cards, or as panels if there are many classes.
fn charts(data: &Data<'_>, kind: &str, draw: impl Fn(&Data<'_>, Size) -> Vec<Plot>) -> Markup {
    match data.has_panels() {
        true => panels(kind, &data.engines, |size| draw(data, size)),
        false => cards(kind, |size| draw(data, size)),
    }
}

fn about_latency(data: &Data<'_>) -> String {
    let mut words =
        "How long a solve took: half of the puzzles at most so long, 90 % of them, 99 %, and so on to the \
                     slowest."
            .to_owned();
    words.push_str(match data.has_panels() {
        true => " The share of the puzzles goes to the right, the time upwards, both on logarithmic scales.",
        false => " Both scales are logarithmic.",
    });
    if data.has_more_classes {
        let count = data.classes.len();
        words.push_str(&format!(
            " Charts show the {count} classes with the most puzzles, tables all of them."
        ));
    }
    words
}

fn about_throughput(data: &Data<'_>) -> &'static str {
    match data.engines.len() {
        0 | 1 => "What one thread would do if it did nothing but solve.",
        _ => {
            "What one thread would do if it did nothing but solve, and how long a puzzle takes. A speed-up is the ratio \
             of mean times on the same puzzles."
        }
    }
}

fn throughput(data: &Data<'_>) -> Markup {
    let speedups = &data.run.speedups;
    html! {
        (cards("engines", |size| dots::charts(data, size)))
        @if let Some(first) = speedups.first() {
            @let caption = format!("Speed-up against {}", first.baseline);
            (tables::table(&caption, &run_tables::speedups("engine", speedups), &data.engines, ""))
        }
    }
}

/// The answers by class, folded if they are what one hopes for.
fn answers(data: &Data<'_>) -> Markup {
    let run = data.run;
    let tables = html! {
        p.words { "What became of the puzzles, and the work per puzzle, which is the same on every machine." }
        @for engine in &data.engines {
            (tables::table(&format!("Answers, {engine}"), &run_tables::answers("class", run.rows_of(engine)), &[], ""))
        }
    };
    let unique = |row: &ResultRow| row.unique == row.puzzles;
    let is_well = !run.has_findings() && run.totals().all(unique);
    html! {
        @if is_well {
            details {
                summary {
                    span.good { "✓ all " (units::counted(run.puzzles(), "puzzle")) " unique" }
                    ", nothing malformed; guesses and nodes by class"
                }
                (tables)
            }
        } @else { (tables) }
    }
}

/// The tables of a reproduction, with what they compare.
fn published(run: &Run) -> Markup {
    let Some(reproduction) = &run.reproduction else { return html! {} };
    let tables: Vec<(String, Table)> = reproduction::tables(reproduction);
    html! {
        @for note in &reproduction.notes { p.words { (note) } }
        @for (title, table) in &tables { (tables::table(title, table, &[], "")) }
    }
}
