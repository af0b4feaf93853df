//! The sections of the page and the list of contents.

use maud::{Markup, Render, html};

use super::cards::{cards, panels};
use super::data::Data;
use super::plot::{Plot, Size};
use super::{dots, environment, grids, guesses, histograms, percentiles, tables, threads};
use crate::record::{ResultRow, Run};
use crate::report::table::Table;
use crate::report::{external, reproduction, run_tables, units};

/// A section of the page.
pub(super) struct Section {
    /// The target of links.
    id: &'static str,
    name: &'static str,
    /// An introduction, or nothing.
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

/// The list of contents, with links to all sections.
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
        "The same times as histograms: the share of the puzzles of a class by their time. All classes have the same \
         logarithmic time axis.",
        charts(data, "histograms", histograms::charts),
    );
    let name = if data.engines.len() > 1 { "Throughput and engines side by side" } else { "Throughput" };
    section("throughput", name, about_throughput(data), throughput(data));
    section(
        "threads",
        "Threads",
        "The speed-up of each class with more threads, by wall time. The best of several rounds counts; the thin line is \
         perfect scaling.",
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
        "Each mark stands for puzzles with about the same guesses and time; a larger mark stands for more puzzles. The \
         horizontal axis shows guesses, the vertical axis the time of a puzzle.",
        charts(data, "guesses", guesses::charts),
    );
    section("answers", "Answers", "", answers(data));
    section("external", "External solvers", &external::about_times(run).join(". "), external_solvers(data));
    section(
        "hardest",
        "Hardest puzzles",
        "Up to three puzzles of each class and engine, with their times and nodes. Click the text below a grid to select \
         it.",
        grids::hardest(data),
    );
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
    let mut words = "The time within which half of the puzzles were solved, 90 % of them, 99 %, and so on to the slowest."
        .to_owned();
    words.push_str(match data.has_panels() {
        true => {
            " The horizontal axis shows the share of the puzzles, the vertical axis the time; both are logarithmic."
        }
        false => " Both scales are logarithmic.",
    });
    if data.has_more_classes {
        let count = data.classes.len();
        words.push_str(&format!(
            " Charts show the {count} classes with the most puzzles; tables show all classes."
        ));
    }
    words
}

fn about_throughput(data: &Data<'_>) -> &'static str {
    match data.engines.len() {
        0 | 1 => "The puzzles per second of one thread that does nothing but solve.",
        _ => {
            "The puzzles per second of one thread that does nothing but solve, and the time of a puzzle. A speed-up is \
             the ratio of mean times on the same puzzles."
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

/// The answers by class, folded if all puzzles are unique and nothing is wrong.
fn answers(data: &Data<'_>) -> Markup {
    let run = data.run;
    let tables = html! {
        p.words { "The statuses of the puzzles, and the work per puzzle, which is the same on every machine." }
        @for engine in &data.engines {
            (tables::table(&format!("Answers, {engine}"), &run_tables::answers("class", run.rows_of(engine)), &[], ""))
        }
    };
    let unique = |row: &ResultRow| row.unique == row.puzzles;
    html! {
        @if !run.has_findings() && run.totals().all(unique) {
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

/// The ranking, who solved what, what went wrong, and what was run.
fn external_solvers(data: &Data<'_>) -> Markup {
    let run = data.run;
    let faulty = &external::faulty_table(run);
    html! {
        @if let Some(ranking) = external::ranking_table(run) {
            (tables::table("Ranking", &ranking, &data.engines, external::ABOUT_RANKING))
        }
        @if let Some(solved_by) = external::solved_by(run) {
            (tables::table("Puzzles by the engines that solved them", &solved_by, &[], ""))
        }
        @if !run.faulty.is_empty() {
            details open[run.faulty.len() <= SHOWN_FAULTY] {
                summary { span.bad { (external::findings(run).join("; ")) } "; the first of each engine" }
                (tables::table("Wrong and missing answers", faulty, &data.engines, ""))
            }
        }
        @if !run.external.is_empty() {
            (tables::table("What was run", &external::receipts(run), &data.engines, ""))
        }
    }
}

/// More faulty answers than this are folded.
const SHOWN_FAULTY: usize = 6;

/// The tables of a reproduction, with the notes on what they compare.
fn published(run: &Run) -> Markup {
    let Some(reproduction) = &run.reproduction else { return html! {} };
    let tables: Vec<(String, Table)> = reproduction::tables(reproduction);
    html! {
        @for note in &reproduction.notes { p.words { (note) } }
        @for (title, table) in &tables { (tables::table(title, table, &[], "")) }
    }
}
