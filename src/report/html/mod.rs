//! A run as a page: one file with everything in it, without scripts or requests. It supports light and dark mode,
//! phones and printing.
//!
//! The words are put together by maud, which escapes whatever it is given, and the charts by [`svg`], which does the
//! same; a policy in the head of the page forbids scripts and requests all the same. What a corpus calls its puzzles
//! stays text.

mod axis;
mod data;
mod dots;
mod grids;
mod guesses;
mod histograms;
mod ink;
mod percentiles;
mod plot;
mod svg;
mod tables;
mod threads;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::data::Data;
use self::plot::Plot;
use super::table::Table;
use super::visible::{shell, visible};
use super::{run_tables, units};
use crate::record::{ReadError, Run, SavedRun};

const STYLE: &str = include_str!("style.css");

/// What the page may do: nothing but be styled by itself.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// The page of a record, which must have been opened with its histograms.
pub fn page(saved: &SavedRun) -> Result<String, ReadError> {
    let data = Data::read(saved)?;
    let run = &saved.run;
    let notices = run_tables::notices(run);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                // Without it, browsers ask for one.
                link rel="icon" href="data:,";
                title { (run.name) " · dlxbench" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (head(run))
                main {
                    @if !notices.is_empty() {
                        ul.notices { @for (kind, words) in &notices { li { strong { (kind) } " " (words) } } }
                    }
                    (tiles(run))
                    (sections(&data))
                }
                footer { p { "Made by dlxbench " (env!("CARGO_PKG_VERSION")) " from the record of a run. Digest " code { (run.digest) } } }
            }
        }
    };
    // Neither a browser nor a terminal has any use for control characters; the line breaks of the style are ours.
    Ok(page.into_string().split('\n').map(visible).collect::<Vec<_>>().join("\n"))
}

fn head(run: &Run) -> Markup {
    let threads = units::counted(run.options.settings.threads as u64, "thread");
    html! {
        header {
            p.kind { "dlxbench run" }
            h1 { (run.name) }
            p.facts {
                time datetime=(run.started) { (run.started.replace('T', " ").replace('Z', " UTC")) }
                " · " (threads) " on " (run.environment.cpu.as_deref().unwrap_or("an unknown processor"))
                " · version " (run.version) @if let Some(commit) = &run.commit { " (" (commit) ")" }
            }
            pre.command tabindex="0" aria-label="command line" { code { (shell(&run.command)) } }
        }
    }
}

fn tiles(run: &Run) -> Markup {
    // Engines by size share the puzzles among them; engines by name all solve what they can.
    let unique = run.totals().map(|row| row.unique);
    let unique: u64 = if run.options.engines.is_empty() { unique.sum() } else { unique.max().unwrap_or(0) };
    html! {
        dl.tiles {
            div { dt { "puzzles" } dd { (units::count(run.puzzles())) } dd.more { (units::count(unique)) " unique" } }
            div {
                dt { "wall time" } dd { (units::time(run.wall_ns as f64)) }
                dd.more { (run_tables::solves_in_words(run).unwrap_or("each solved once".to_owned())) }
            }
            @for row in run.totals() {
                @if let Some(mean) = row.latency.mean_ns {
                    div {
                        dt { (row.engine) ", mean" } dd { (units::time(mean)) }
                        dd.more { @if let Some(p99) = row.latency.p99_ns { "p99 " (units::time(p99 as f64)) } }
                    }
                }
            }
        }
    }
}

fn sections(data: &Data<'_>) -> Markup {
    let run = data.run;
    let few = match data.has_more_classes {
        true => format!(
            " Charts show the {} classes with the most puzzles, tables all of them.",
            data.classes.len()
        ),
        false => String::new(),
    };
    let tables = |caption: &str, table: &dyn Fn(&str) -> Table| {
        html! { @for engine in &data.engines { (tables::table(&format!("{caption}, {engine}"), &table(engine))) } }
    };
    let dots = [dots::throughput(data), dots::side_by_side(data)].into_iter().flatten();
    let throughput = html! {
        (figures("engines", dots))
        @if let Some(first) = run.speedups.first() {
            @let caption = format!("Speed-up against {}", first.baseline);
            (tables::table(&caption, &run_tables::speedups("engine", &run.speedups)))
        }
    };
    html! {
        (section("Latency",
            &format!("How long a solve took: half of the puzzles at most so long, 90 % of them, 99 %, and so on to the \
                      slowest. Both scales are logarithmic.{few}"),
            html! {
                (figures("percentiles", percentiles::charts(data)))
                (tables("Times", &|engine| run_tables::latencies("class", run.rows_of(engine))))
            }))
        (section("Distribution",
            "The same times as histograms: which share of the puzzles of a class took how long. The axis of time is the \
             same for all classes.",
            figures("histograms", histograms::charts(data))))
        @if data.engines.len() == 1 {
            (section("Throughput", "What one thread would do if it did nothing but solve.", throughput))
        } @else {
            (section("Throughput, engines side by side",
                "What one thread would do if it did nothing but solve, and how long a puzzle takes. A speed-up is the \
                 ratio of mean times on the same puzzles.",
                throughput))
        }
        @if let Some(chart) = threads::chart(run) {
            (section("Threads",
                "How much faster a class is solved with more threads, by wall time. The best of several rounds counts.",
                html! {
                    (figures("threads", [chart]))
                    (tables::table("Threads", &run_tables::threads(&run.threads)))
                }))
        }
        (section("Time against guesses",
            "Each mark stands for puzzles with about the same figures; the larger, the more of them.",
            figures("guesses", guesses::charts(data))))
        (section("Answers",
            "What became of the puzzles, and the work per puzzle, which is the same on every machine.",
            tables("Answers", &|engine| run_tables::answers("class", run.rows_of(engine)))))
        (section("Slowest puzzles", "The three slowest of each class; the record has five.", grids::slowest(data)))
        (section("Corpora", "", tables::corpora(run)))
        (section("Environment", "", tables::environment(run)))
    }
}

/// A part of the page; nothing if it has no content.
fn section(name: &str, words: &str, content: Markup) -> Markup {
    html! {
        @if !content.0.is_empty() {
            section {
                h2 { (name) }
                @if !words.is_empty() { p.words { (words) } }
                (content)
            }
        }
    }
}

/// Charts of a kind, side by side where there is room; nothing if there are none.
fn figures(kind: &str, charts: impl IntoIterator<Item = Plot>) -> Markup {
    let mut charts = charts.into_iter().enumerate().peekable();
    html! {
        @if charts.peek().is_some() {
            div.figures { @for (number, chart) in charts { (chart.markup(&format!("{kind}-{number}"))) } }
        }
    }
}
