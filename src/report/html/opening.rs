//! The top of the page: what ran, the findings, the notices, and the most important figures.

use maud::{Markup, html};

use super::engines;
use crate::record::Run;
use crate::report::headline::headline;
use crate::report::visible::shell;
use crate::report::{run_tables, units};

/// The number of notices of each kind that are shown; the others are folded.
const SHOWN: usize = 3;

pub(super) fn head(run: &Run) -> Markup {
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
        }
    }
}

/// The findings in words, with the command line.
pub(super) fn finding(run: &Run) -> Markup {
    let sentences = headline(run);
    html! {
        div.finding {
            @if let Some((lead, more)) = sentences.split_first() {
                p.lead { (lead) }
                @for sentence in more { p { (sentence) } }
            }
            pre.command aria-label="command line" { code { (shell(&run.command)) } }
        }
    }
}

/// The notices about the run. The first of each kind are shown, and the others are folded.
pub(super) fn notices(run: &Run) -> Markup {
    let notices = run_tables::notices(run);
    html! {
        @if !notices.is_empty() {
            ul.notices {
                @for of_kind in notices.chunk_by(|(one, _), (next, _)| one == next) {
                    @let (first, rest) = of_kind.split_at(of_kind.len().min(SHOWN));
                    @let kind = of_kind[0].0;
                    @for (_, words) in first { li { strong { (kind) } " " (words) } }
                    @if !rest.is_empty() {
                        // A record does not have all faults; its last line may only say how many more there are.
                        @let count = match kind {
                            "malformed" => run.malformed.count,
                            "wrong solution" => run.wrong_solutions.count,
                            _ => of_kind.len() as u64,
                        };
                        li {
                            details {
                                summary { strong { (kind) } " " (units::count(count - SHOWN as u64)) " more" }
                                ul { @for (_, words) in rest { li { (words) } } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The most important figures. They are medians, because a mean says little if a few puzzles take most of the time.
pub(super) fn tiles(run: &Run, engines: &[&str]) -> Markup {
    html! {
        dl.tiles {
            @for row in run.totals() {
                @if let Some(p50) = row.latency.p50_ns {
                    div {
                        dt { (engines::named(&row.engine, engines)) ", median" } dd { (units::time(p50 as f64)) }
                        dd.more { @if let Some(p99) = row.latency.p99_ns { "99 %: " (units::time(p99 as f64)) } }
                    }
                }
            }
            div {
                dt { "puzzles" } dd { (units::count(run.puzzles())) }
                dd.more { (run.corpora.len()) @if run.corpora.len() == 1 { " corpus" } @else { " corpora" } }
            }
            div {
                dt { "wall time" } dd { (units::time(run.wall_ns as f64)) }
                dd.more { (run_tables::solves_in_words(run).unwrap_or("each solved once".to_owned())) }
            }
        }
    }
}
