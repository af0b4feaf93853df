//! A run as Markdown: `report.md` of a record.

use super::visible::{markdown_escaped as escaped, shell};
use super::{units, visible};
use crate::bench::{ResultRow, Run};

/// The report of a run.
pub fn report(run: &Run) -> String {
    let mut text = format!("# {}\n\n", escaped(&run.name));
    if run.interrupted {
        text.push_str("**Interrupted:** these are the figures of what was done until then.\n\n");
    }
    text.push_str(&format!("```sh\n{}\n```\n\n", shell(&run.command)));
    text.push_str(&circumstances(run));
    for engine in run.engines() {
        let rows: Vec<&ResultRow> = run.results.iter().filter(|row| row.engine == engine).collect();
        text.push_str(&format!("\n## Engine {engine}\n\n{}\n{}", answers(&rows), latencies(&rows)));
    }
    if !run.speedups.is_empty() {
        text.push_str(&format!("\n## Against {}\n\n{}", run.speedups[0].baseline, speedups(run)));
    }
    if !run.slowest.is_empty() {
        text.push_str(&format!("\n## The slowest puzzles\n\n{}", slowest(run)));
    }
    for (title, faulty) in
        [("Malformed lines", &run.malformed), ("Wrong solutions in the corpora", &run.wrong_solutions)]
    {
        if !faulty.is_empty() {
            text.push_str(&format!("\n## {title}: {}\n\n", units::count(faulty.count)));
            faulty.lines().iter().for_each(|line| text.push_str(&format!("- {}\n", escaped(line))));
        }
    }
    let failures: Vec<&String> = run.corpora.iter().filter_map(|corpus| corpus.failure.as_ref()).collect();
    if !failures.is_empty() {
        text.push_str("\n## Not read to the end\n\n");
        failures.iter().for_each(|failure| text.push_str(&format!("- {}\n", escaped(failure))));
    }
    if !run.warnings.is_empty() {
        text.push_str("\n## Warnings\n\n");
        run.warnings.iter().for_each(|warning| text.push_str(&format!("- {}\n", escaped(warning))));
    }
    text
}

fn circumstances(run: &Run) -> String {
    let environment = &run.environment;
    let puzzles: u64 = run.corpora.iter().map(|corpus| corpus.puzzles).sum();
    let rows = [
        ("when", run.started.clone()),
        ("program", format!("dlxbench {} {}", run.version, run.commit.as_deref().unwrap_or(""))),
        ("build", format!("{}, {}, {}", environment.profile, environment.target, environment.rustc)),
        (
            "processor",
            format!("{}, {} cores", environment.cpu.as_deref().unwrap_or("unknown"), environment.cores),
        ),
        ("threads", run.options.threads.to_string()),
        ("passes", units::count(run.options.passes as u64)),
        ("repeat", units::count(run.options.repeat as u64)),
        ("keep", run.options.keep.clone()),
        ("puzzles", format!("{} in {}", units::count(puzzles), units::time(run.wall_ns as f64))),
        ("corpora", run.corpora.iter().map(|corpus| corpus.name.as_str()).collect::<Vec<_>>().join(", ")),
        ("digest", run.digest.clone()),
        ("seed", run.options.seed.to_string()),
    ];
    table(&["", ""], &rows.map(|(name, value)| vec![name.to_owned(), escaped(value.trim())]), 2)
}

/// A Markdown table; columns from `left` on are aligned to the right.
pub(super) fn table(heads: &[&str], rows: &[Vec<String>], left: usize) -> String {
    let rule = |column: usize| if column < left { "---" } else { "---:" };
    let rules: Vec<&str> = (0..heads.len()).map(rule).collect();
    let mut text = format!("| {} |\n|{}|\n", heads.join(" | "), rules.join("|"));
    rows.iter().for_each(|row| text.push_str(&format!("| {} |\n", row.join(" | "))));
    text
}

fn answers(rows: &[&ResultRow]) -> String {
    let heads = [
        "class",
        "puzzles",
        "unique",
        "multiple",
        "none",
        "invalid",
        "stopped",
        "malformed",
        "guesses per puzzle",
        "nodes per puzzle",
    ];
    let line = |row: &&ResultRow| {
        let counts =
            [row.puzzles, row.unique, row.multiple, row.none, row.invalid, row.stopped, row.malformed];
        let each = |sum: u64| match row.puzzles {
            0 => String::new(),
            puzzles => format!("{:.2}", sum as f64 / puzzles as f64),
        };
        let mut line = vec![escaped(&row.class)];
        line.extend(counts.map(units::count));
        line.extend([each(row.guesses), each(row.nodes)]);
        line
    };
    table(&heads, &rows.iter().map(line).collect::<Vec<_>>(), 1)
}

fn latencies(rows: &[&ResultRow]) -> String {
    let heads = ["class", "mean", "p50", "p90", "p99", "p99.9", "max", "puzzles per second"];
    let line = |row: &&ResultRow| {
        let latency = &row.latency;
        let times = [latency.p50_ns, latency.p90_ns, latency.p99_ns, latency.p999_ns, latency.max_ns];
        let mut line = vec![escaped(&row.class), latency.mean_ns.map_or(String::new(), units::time)];
        line.extend(times.map(|ns| ns.map_or(String::new(), |ns| units::time(ns as f64))));
        line.push(row.puzzles_per_second.map_or(String::new(), |rate| units::count(rate.round() as u64)));
        line
    };
    table(&heads, &rows.iter().map(line).collect::<Vec<_>>(), 1)
}

fn speedups(run: &Run) -> String {
    let figure = |figure: Option<f64>| figure.map_or(String::new(), |figure| format!("{figure:.3}"));
    let line = |row: &crate::bench::SpeedupRow| {
        let names = [row.engine.clone(), escaped(&row.class), units::count(row.pairs)];
        let verdict = row.verdict.map_or(String::new(), |verdict| verdict.to_string());
        let figures = [row.ratio, row.low, row.high].map(figure);
        names
            .into_iter()
            .chain(figures)
            .chain([escaped(&units::noise(row.floor)), verdict])
            .collect::<Vec<_>>()
    };
    let heads = ["engine", "class", "pairs", "speed-up", "from", "to (95 %)", "noise", "verdict"];
    table(&heads, &run.speedups.iter().map(line).collect::<Vec<_>>(), 2)
}

fn slowest(run: &Run) -> String {
    let line = |slow: &crate::bench::SlowPuzzle| {
        vec![
            slow.engine.clone(),
            escaped(&slow.class),
            format!("{}:{}", escaped(&slow.file), slow.line),
            format!("`{}`", visible(&slow.puzzle)),
            units::time(slow.time_ns as f64),
            units::count(slow.nodes),
        ]
    };
    let heads = ["engine", "class", "at", "puzzle", "time", "nodes"];
    table(&heads, &run.slowest.iter().map(line).collect::<Vec<_>>(), 4)
}
