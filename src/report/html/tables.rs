//! The tables of the page. Each scrolls within its own box where the screen is too narrow for it.

use maud::{Markup, html};

use super::data::Data;
use crate::bench::{ResultRow, Run};
use crate::report::units::{self, rate};

/// A table whose first `left` columns are words and whose others are figures.
fn table(caption: &str, heads: &[&str], rows: &[Vec<String>], left: usize) -> Markup {
    let class = |column: usize| if column < left { "words" } else { "figure" };
    html! {
        div.scroll tabindex="0" role="region" aria-label=(caption) {
            table {
                caption { (caption) }
                thead { tr { @for (column, head) in heads.iter().enumerate() { th scope="col" class=(class(column)) { (head) } } } }
                tbody {
                    @for row in rows {
                        tr {
                            @for (column, cell) in row.iter().enumerate() {
                                @if column == 0 { th scope="row" { (cell) } }
                                @else { td class=(class(column)) { (cell) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Mean, percentiles and throughput, for each engine.
pub(super) fn latencies(data: &Data<'_>) -> Markup {
    let heads = ["class", "mean", "p50", "p90", "p99", "p99.9", "max", "puzzles/s"];
    let cells = |row: &ResultRow| {
        let latency = &row.latency;
        let times = [latency.p50_ns, latency.p90_ns, latency.p99_ns, latency.p999_ns, latency.max_ns];
        let mut cells = vec![row.class.clone(), latency.mean_ns.map_or(String::new(), units::time)];
        cells.extend(times.map(|ns| ns.map_or(String::new(), |ns| units::time(ns as f64))));
        cells.push(row.puzzles_per_second.map_or(String::new(), |rate| units::count(rate.round() as u64)));
        cells
    };
    by_engine(data, "Times", &heads, &cells)
}

/// The table of statuses and counters, for each engine.
pub(super) fn answers(data: &Data<'_>) -> Markup {
    let heads = [
        "class",
        "puzzles",
        "unique",
        "multiple",
        "none",
        "invalid",
        "stopped",
        "malformed",
        "guesses",
        "nodes",
        "updates",
    ];
    let cells = |row: &ResultRow| {
        let counts =
            [row.puzzles, row.unique, row.multiple, row.none, row.invalid, row.stopped, row.malformed];
        let each = |sum: u64| match row.puzzles {
            0 => String::new(),
            puzzles => rate(sum as f64 / puzzles as f64),
        };
        let mut cells = vec![row.class.clone()];
        cells.extend(counts.map(units::count));
        cells.extend([row.guesses, row.nodes, row.updates].map(each));
        cells
    };
    by_engine(data, "Answers", &heads, &cells)
}

fn by_engine(
    data: &Data<'_>,
    what: &str,
    heads: &[&str],
    cells: &dyn Fn(&ResultRow) -> Vec<String>,
) -> Markup {
    html! {
        @for engine in &data.engines {
            @let rows: Vec<Vec<String>> = engine.rows.iter().map(|row| cells(row)).collect();
            (table(&format!("{what}, {}", engine.name), heads, &rows, 1))
        }
    }
}

/// How the engines compare, puzzle by puzzle.
pub(super) fn speedups(data: &Data<'_>) -> Markup {
    let Some(first) = data.run.speedups.first() else { return html! {} };
    let row = |row: &crate::bench::SpeedupRow| {
        let interval = row.low.zip(row.high).map(|(low, high)| format!("{low:.3} … {high:.3}"));
        vec![
            row.engine.clone(),
            row.class.clone(),
            units::count(row.pairs),
            row.ratio.map_or("too few".to_owned(), |ratio| format!("{ratio:.3}×")),
            interval.unwrap_or_default(),
            units::noise(row.floor),
            row.verdict.map_or(String::new(), |verdict| verdict.to_string()),
        ]
    };
    let rows: Vec<Vec<String>> = data.run.speedups.iter().map(row).collect();
    let caption = format!("Speed-up against {}", first.baseline);
    let heads = ["engine", "class", "pairs", "speed-up", "95 % interval", "noise", "verdict"];
    table(&caption, &heads, &rows, 2)
}

/// Where the puzzles came from.
pub(super) fn corpora(run: &Run) -> Markup {
    let row = |corpus: &crate::bench::CorpusResult| {
        vec![
            corpus.name.clone(),
            units::count(corpus.puzzles),
            units::count(corpus.malformed),
            units::count(corpus.wrong_solutions),
            corpus.digest.clone(),
        ]
    };
    let mut rows: Vec<Vec<String>> = run.corpora.iter().map(row).collect();
    let sum = |figure: fn(&crate::bench::CorpusResult) -> u64| run.corpora.iter().map(figure).sum();
    let sums: [u64; 3] = [sum(|c| c.puzzles), sum(|c| c.malformed), sum(|c| c.wrong_solutions)];
    let mut total = vec!["all".to_owned()];
    total.extend(sums.map(units::count));
    total.push(run.digest.clone());
    rows.push(total);
    table("Corpora", &["corpus", "puzzles", "malformed", "wrong solutions", "digest"], &rows, 1)
}

/// The machine, the build and the options.
pub(super) fn environment(run: &Run) -> Markup {
    let environment = &run.environment;
    let options = &run.options;
    let known = |text: &Option<String>| text.clone().unwrap_or("unknown".to_owned());
    let load = |load: Option<f64>| load.map_or("unknown".to_owned(), |load| format!("{load:.2}"));
    let engines = match options.engines.as_slice() {
        [] => "the default for each size".to_owned(),
        named => named.join(", "),
    };
    let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    let count = |count: Option<u64>, none: &str| count.map_or(none.to_owned(), units::count);
    let machine = [
        ("processor", known(&environment.cpu)),
        ("cores", environment.cores.to_string()),
        ("system", format!("{} {}", environment.os, environment.kernel.as_deref().unwrap_or(""))),
        ("governor", known(&environment.governor)),
        ("load before", load(environment.load_before)),
        ("load after", load(environment.load_after)),
        ("preemptions", count(environment.preemptions, "unknown")),
        ("step of the clock", units::time(environment.clock.resolution_ns)),
        ("read of the clock", units::time(environment.clock.overhead_ns)),
    ];
    let build = [
        ("version", run.version.clone()),
        ("commit", known(&run.commit)),
        ("profile", environment.profile.clone()),
        ("target", environment.target.clone()),
        ("compiler", environment.rustc.clone()),
    ];
    let asked = [
        ("engines", engines),
        ("threads", options.threads.to_string()),
        ("warm-up solves", units::count(options.warmup as u64)),
        ("passes", units::count(options.passes as u64)),
        ("repeat", units::count(options.repeat as u64)),
        ("times kept", options.keep.clone()),
        ("solutions sought", units::count(options.limit)),
        ("most nodes", count(options.max_nodes, "no limit")),
        ("sample", count(options.sample.map(|sample| sample as u64), "all puzzles")),
        ("isomorphs", yes(options.isomorphs)),
        ("classes by", options.class_by.clone()),
        ("seed", options.seed.to_string()),
    ];
    html! {
        div.lists { (list("Machine", &machine)) (list("Build", &build)) (list("Options", &asked)) }
    }
}

fn list(name: &str, facts: &[(&str, String)]) -> Markup {
    html! {
        div.card {
            h3 { (name) }
            dl { @for (term, fact) in facts { div { dt { (term) } dd { (fact) } } } }
        }
    }
}
