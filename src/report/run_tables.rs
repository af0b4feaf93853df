//! The tables of a run, shared by the terminal, Markdown and the page.

use super::palette::Role;
use super::table::{Cell, Table};
use super::units;
use crate::engine::Status;
use crate::record::{
    Keep, Machine, MachineTimes, Merged, ResultRow, Run, SlowPuzzle, SpeedupRow, ThreadsRow,
};

/// The statuses of the puzzles and the deterministic cost per puzzle. `first` is the heading of the class column.
pub(super) fn answers<'r>(first: &str, rows: impl Iterator<Item = &'r ResultRow>) -> Table {
    /// Always shown; others only if a puzzle has them.
    const USUAL: [&str; 5] = ["unique", "multiple", "none", "invalid", "stopped"];
    let rows: Vec<&ResultRow> = rows.collect();
    let is_shown = |status: &str| {
        USUAL.contains(&status) || rows.iter().any(|row| !row.statuses().contains(&(status, 0)))
    };
    let shown = |row: &ResultRow| row.statuses().into_iter().filter(|(status, _)| is_shown(status));
    let statuses: Vec<&str> = shown(&ResultRow::default()).map(|(status, _)| status).collect();
    let headings = [first, "puzzles"].into_iter().chain(statuses).chain(["malformed", "guesses", "nodes"]);
    Table::new(1, headings).with(rows.iter().map(|row| {
        let counts =
            [row.puzzles].into_iter().chain(shown(row).map(|(_, count)| count)).chain([row.malformed]);
        let costs = [row.guesses, row.nodes].map(|sum| Cell::rate(row.per_puzzle(sum)));
        [Cell::name(row.class.name())].into_iter().chain(counts.map(Cell::from)).chain(costs)
    }))
}

/// The times, medians before means.
pub(super) fn latencies<'r>(first: &str, rows: impl Iterator<Item = &'r ResultRow>) -> Table {
    let headings = [first, "p50", "p90", "p99", "p99.9", "max", "mean", "puzzles/s"];
    Table::new(1, headings).with(rows.map(|row| {
        let latency = &row.latency;
        [
            Cell::name(row.class.name()),
            Cell::time_ns(latency.p50_ns),
            Cell::time_ns(latency.p90_ns),
            Cell::time_ns(latency.p99_ns),
            Cell::time_ns(latency.p999_ns),
            Cell::time_ns(latency.max_ns),
            mean(row),
            row.puzzles_per_second.map(|rate| rate.round() as u64).into(),
        ]
    }))
}

/// The most important figures of an engine, medians before means. Columns without information are left out: statuses
/// that no puzzle has, and `unique` if all puzzles are. If there is only one class, the row for all classes is left out.
pub(super) fn summary(engine: &str, place: usize, rows: &[&ResultRow]) -> Table {
    let statuses = ResultRow::default().statuses().map(|(status, _)| status);
    let costs = [
        "malformed",
        "guesses",
        "nodes",
        "p50",
        "p90",
        "p99",
        "p99.9",
        "max",
        "mean",
        "claimed",
        "puzzles/s",
    ];
    let headings = [engine, "puzzles"].into_iter().chain(statuses).chain(costs);
    // What all puzzles are need not be said in each row.
    let common = ["unique", "solved"]
        .into_iter()
        .find(|common| rows.iter().all(|row| row.statuses().contains(&(common, row.puzzles))));
    let classes = rows.iter().filter(|row| !row.class.is_all()).count();
    let shown = rows.iter().filter(|row| classes != 1 || !row.class.is_all());
    let cells = shown.map(|row| {
        let latency = &row.latency;
        let status = |count: u64, role: Role| match count {
            0 => Cell::from(0).role(Role::Muted),
            count => Cell::from(count).role(role),
        };
        let statuses = row.statuses().into_iter().map(move |(name, count)| match common == Some(name) {
            true => Cell::MISSING,
            false => status(count, name.parse::<Status>().map_or(Role::Plain, Role::from)),
        });
        let costs = [
            status(row.malformed, Status::Malformed.into()),
            Cell::rate(row.per_puzzle(row.guesses)),
            Cell::rate(row.per_puzzle(row.nodes)),
            Cell::time_ns(latency.p50_ns),
            Cell::time_ns(latency.p90_ns),
            Cell::time_ns(latency.p99_ns),
            Cell::time_ns(latency.p999_ns),
            Cell::time_ns(latency.max_ns),
            mean(row),
            Cell::time(row.claimed_ns),
            row.puzzles_per_second.map(|rate| rate.round() as u64).into(),
        ];
        let counts = [Cell::name(row.class.name()), row.puzzles.into()];
        counts.into_iter().chain(statuses).chain(costs)
    });
    // A solver that takes whole classes has no other figure than its rate.
    let rate = if rows.iter().any(|row| row.samples > 0) { &["puzzles/s"][..] } else { &[] };
    Table::new(1, headings)
        .with(cells)
        .without_zeros()
        .expendable(
            ["p99.9"]
                .into_iter()
                .chain(rate.iter().copied())
                .chain(["guesses", "p90", "mean", "nodes", "max", "p99", "unique", "solved"]),
        )
        .headed(Role::Engine(place), Role::Strong)
}

/// The mean, marked if a few long times put it above the 99th percentile.
fn mean(row: &ResultRow) -> Cell {
    let mark = if is_mean_above_p99(row) { "!" } else { "" };
    let mean = row.latency.mean_ns.map(|mean| format!("{mark}{}", units::time(mean)));
    Cell::from(mean).role(if mark.is_empty() { Role::Plain } else { Role::Doubtful })
}

/// Explains the mark of a mean.
pub(super) const ABOUT_MEANS: &str = "!  a few long solves put this mean above p99: read the median, p50";

/// Says what an interrupted run means for its figures.
pub(super) const ABOUT_INTERRUPTION: &str = "the figures cover only what was measured before";

/// Whether the mean says more about a few slow puzzles than about the others.
pub(super) fn is_mean_above_p99(row: &ResultRow) -> bool {
    let (mean, p99) = (row.latency.mean_ns, row.latency.p99_ns);
    mean.zip(p99).is_some_and(|(mean, p99)| mean > p99 as f64)
}

/// The paired speed-ups of the engines. `first` is the heading of the engine column.
pub(super) fn speedups(first: &str, rows: &[SpeedupRow]) -> Table {
    let headings = [first, "class", "pairs", "speed-up", "95 % interval", "noise", "verdict"];
    // The baseline is the first engine of the run and has no rows here, so positions start at 1.
    let mut others: Vec<&str> = rows.iter().map(|row| row.engine.as_str()).collect();
    others.dedup();
    let place = |engine: &str| others.iter().position(|other| *other == engine).map_or(0, |place| place + 1);
    let rows = rows.iter().map(|row| {
        [
            Cell::from(row.engine.as_str()).role(Role::Engine(place(&row.engine))),
            Cell::name(row.class.name()),
            row.pairs.into(),
            row.ratio.map_or("too few".to_owned(), |ratio| format!("{}×", ratio_of_times(ratio))).into(),
            row.low
                .zip(row.high)
                .map(|(low, high)| format!("{} … {}", ratio_of_times(low), ratio_of_times(high)))
                .into(),
            units::noise(row.floor).into(),
            Cell::from(row.judged().map(|verdict| verdict.to_string())).role(role(row)),
        ]
    });
    Table::new(2, headings).with(rows).expendable(["pairs", "noise"])
}

/// A ratio with three decimals, or more if it is very small.
fn ratio_of_times(ratio: f64) -> String {
    match ratio {
        ratio if (1e-6..0.01).contains(&ratio) => format!("{ratio:.6}"),
        ratio => format!("{ratio:.3}"),
    }
}

fn role(row: &SpeedupRow) -> Role {
    row.judged().map_or(Role::Plain, Role::from)
}

/// The speed-up by number of threads.
pub(super) fn threads(rows: &[ThreadsRow]) -> Table {
    let headings =
        ["class", "threads", "puzzles", "wall", "puzzles/s", "speed-up", "single rounds", "efficiency"];
    let rows = rows.iter().map(|row| {
        [
            Cell::name(&row.class),
            (row.threads as u64).into(),
            row.puzzles.into(),
            Cell::time_ns(row.wall_ns),
            (row.puzzles_per_second.round() as u64).into(),
            format!("{:.2}×", row.speedup).into(),
            format!("{:.2} … {:.2}", row.least, row.most).into(),
            format!("{:.0} %", row.efficiency * 100.0).into(),
        ]
    });
    Table::new(1, headings).with(rows).expendable(["puzzles", "single rounds", "wall", "puzzles/s"])
}

/// Explains the rows and the chart of threads.
pub(super) fn about_threads(run: &Run) -> String {
    let rounds = run.threads.iter().map(|row| row.rounds as u64).max().unwrap_or(0);
    let most = if run.interrupted { "up to " } else { "" };
    format!(
        "wall times of each class by itself, best of {most}{}; with perfect scaling a bar reaches its mark",
        units::counted(rounds, "round")
    )
}

/// A bar of up to `width` columns for each row, and a mark where the bar would end with perfect scaling.
pub(super) fn threads_chart(rows: &[ThreadsRow], width: usize) -> Table {
    let first = rows.first().map_or(1, |row| row.threads);
    let growth = |threads: usize| threads as f64 / first as f64;
    let most = rows.iter().map(|row| growth(row.threads)).fold(1.0, f64::max);
    let at = |speedup: f64| (speedup * width as f64 / most).round() as usize;
    let bars = rows.chunk_by(|one, next| one.class == next.class).flat_map(|class| {
        class.iter().enumerate().map(|(index, row)| {
            let name = if index == 0 { &row.class } else { "" };
            let (bar, perfect) = (at(row.speedup).clamp(1, 2 * width), at(growth(row.threads)));
            let rest =
                if bar < perfect { format!("{}|", " ".repeat(perfect - bar - 1)) } else { String::new() };
            let bar = format!("{}{rest} {:.2}×", "█".repeat(bar), row.speedup);
            [Cell::name(name), (row.threads as u64).into(), bar.into()]
        })
    });
    Table::new(3, [""; 3]).with(bars)
}

pub(super) fn slowest(rows: &[SlowPuzzle]) -> Table {
    Table::new(4, ["engine", "class", "at", "puzzle", "time", "nodes"]).with(rows.iter().map(|slow| {
        [
            slow.engine.as_str().into(),
            Cell::name(&slow.class),
            format!("{}:{}", slow.file, slow.line).into(),
            Cell::code(&slow.puzzle),
            Cell::time_ns(slow.time_ns),
            slow.nodes.into(),
        ]
    }))
}

/// Says of what a run was merged.
pub(super) fn merged_in_words(merged: &Merged) -> String {
    let shards = units::counted(u64::from(merged.shards), "shard");
    let machines = units::counted(merged.machines.len() as u64, "machine");
    match merged.machines.as_slice() {
        [one] => format!("merged from {shards} on {machines}, {}", one.host),
        _ => format!("merged from {shards} on {machines}; times of different machines do not compare:"),
    }
}

/// The times of each engine on each machine.
pub(super) fn machines(merged: &Merged) -> Table {
    let table =
        Table::new(2, ["machine", "engine", "shards", "times", "median", "mean", "p99", "max", "processor"]);
    let of_machine = |machine: &Machine| {
        let totals = machine.times.iter().filter(|times| times.class.is_all());
        let cpu = machine.environment.cpu.clone().unwrap_or_default();
        let row = |times: &MachineTimes| {
            [
                machine.host.as_str().into(),
                times.engine.as_str().into(),
                u64::from(machine.shards).into(),
                times.samples.into(),
                Cell::time_ns(times.p50_ns),
                Cell::time(times.mean_ns),
                Cell::time_ns(times.p99_ns),
                Cell::time_ns(times.max_ns),
                cpu.as_str().into(),
            ]
        };
        totals.map(row).collect::<Vec<_>>()
    };
    table.with(merged.machines.iter().flat_map(of_machine))
}

/// The notices about a run, each with its kind.
pub(super) fn notices(run: &Run) -> Vec<(&'static str, String)> {
    let interrupted = run.interrupted.then(|| ABOUT_INTERRUPTION.to_owned());
    let failures = run.corpora.iter().filter_map(|corpus| corpus.failure.clone());
    let kinds = [
        ("interrupted", interrupted.into_iter().collect()),
        ("not read", failures.collect()),
        ("malformed", run.malformed.lines()),
        ("wrong solution", run.wrong_solutions.lines()),
        ("warning", run.warnings.clone()),
    ];
    kinds.into_iter().flat_map(|(kind, lines)| lines.into_iter().map(move |line| (kind, line))).collect()
}

/// Says how often each puzzle was solved and which of its times count; `None` if it was solved once.
pub(super) fn solves_in_words(run: &Run) -> Option<String> {
    let settings = &run.options.settings;
    let count = |number: usize| units::count(number as u64);
    let most = if run.interrupted { "up to " } else { "" };
    let times = match (settings.passes, settings.repeat) {
        (1, 1) => return None,
        (1, repeat) => format!("{} solves", count(repeat)),
        (passes, 1) => format!("{most}{} passes", count(passes)),
        (passes, repeat) => format!("{most}{} passes of {} solves", count(passes), count(repeat)),
    };
    Some(match settings.keep {
        Keep::Best => format!("best of {times}"),
        Keep::All => format!("all of {times}"),
    })
}
