//! A run as a person reads it on a terminal.

use super::screen::{Look, Screen};
use super::table::{Cell, Table};
use super::{run_tables, units};
use crate::record::{ResultRow, Run, SlowPuzzle};

/// How many characters wide the histograms may be.
const HISTOGRAM_WIDTH: usize = 48;

/// All of it, as bench prints it in two parts.
pub(super) fn report(run: &Run, look: Look) -> Screen {
    let engines: Vec<&str> = run.options.engines.iter().map(String::as_str).collect();
    let corpora: Vec<String> = run.corpora.iter().map(|corpus| corpus.name.clone()).collect();
    let cpu = run.environment.cpu.as_deref();
    let mut screen = Screen::new(look);
    header(&run.version, &engines, run.options.settings.threads, cpu, &corpora, &mut screen);
    body(run, &mut screen);
    screen
}

/// What is known before a run: program, engines that were asked for, threads, machine, corpora.
pub fn header(
    version: &str,
    engines: &[&str],
    threads: usize,
    cpu: Option<&str>,
    corpora: &[String],
    screen: &mut Screen,
) {
    const SHOWN: usize = 6;
    let mut names = corpora[..corpora.len().min(SHOWN)].join(", ");
    if corpora.len() > SHOWN {
        names.push_str(&format!(" and {} more", corpora.len() - SHOWN));
    }
    let engines = match engines {
        [] => "dlx (masks for sizes other than 9×9)".to_owned(),
        named => named.join(", "),
    };
    let (threads, cpu) = (units::counted(threads as u64, "thread"), cpu.unwrap_or("an unknown processor"));
    screen.heading(format!("dlxbench {version}"));
    screen.line(format!("engine   {engines}"));
    screen.line(format!("threads  {threads} on {cpu}"));
    screen.line(format!("corpora  {names}"));
}

/// The tables by class, the histograms, the comparisons, the slowest puzzles, and what to know.
pub fn body(run: &Run, screen: &mut Screen) {
    for engine in run.engines() {
        for table in [
            run_tables::answers(engine, run.rows_of(engine)),
            run_tables::latencies(engine, run.rows_of(engine)),
        ] {
            screen.line("");
            screen.table(&table);
        }
        histograms(run.rows_of(engine), screen);
    }
    if let Some(first) = run.speedups.first() {
        screen.line("");
        screen.table(&run_tables::speedups(&format!("against {}", first.baseline), &run.speedups));
        if run.options.settings.passes == 1 {
            screen.hint("for the noise, and a verdict: --passes 10 --keep best");
        }
    }
    if !run.threads.is_empty() {
        screen.line("");
        screen.table(&run_tables::threads(&run.threads));
        screen.line("");
        screen.table(&run_tables::threads_chart(&run.threads));
        screen.hint(run_tables::about_threads(run));
    }
    slowest(run, screen);
    screen.line("");
    footer(run, screen);
}

/// A histogram in one line for each class, on one logarithmic axis of time.
fn histograms<'r>(rows: impl Iterator<Item = &'r ResultRow>, screen: &mut Screen) {
    let classes: Vec<&ResultRow> = rows.filter(|row| !row.class.is_all() && row.samples > 0).collect();
    let low = classes.iter().filter_map(|row| row.latency.buckets.first()).map(|bucket| bucket.0).min();
    let high = classes.iter().filter_map(|row| row.latency.buckets.last()).map(|bucket| bucket.0).max();
    let (Some(low), Some(high)) = (low, high) else { return };
    // A quarter of a doubling more, so that the last bucket lies inside; and no more columns than buckets.
    let high = ((high as f64 * 1.19) as u64).max(low + 1);
    let width = ((high as f64 / low as f64).log2() * 4.0).round().clamp(1.0, HISTOGRAM_WIDTH as f64) as usize;
    let (left, right) = (units::time(low as f64), units::time(high as f64));
    let gap = width.saturating_sub(left.chars().count() + right.chars().count()).max(3);
    let scale = format!("{left}{}{right}", " ".repeat(gap));
    let table = Table::new(2, ["", &scale]).with(classes.iter().map(|row| {
        let bars = bars(&row.latency.buckets, low, high, width);
        [Cell::name(row.class.name()), bars.into()]
    }));
    screen.line("");
    screen.table(&table);
}

/// Counts at times as bars of one character. Any count above zero shows, and the highest bar is full.
fn bars(buckets: &[(u64, u64)], low: u64, high: u64, width: usize) -> String {
    const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let logarithm = |time: u64| (time.max(1) as f64).ln();
    let mut counts = vec![0_u64; width];
    for &(time, count) in buckets {
        let share = (logarithm(time) - logarithm(low)) / (logarithm(high) - logarithm(low));
        counts[((share * width as f64 + 1e-9) as usize).min(width - 1)] += count;
    }
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let bars: String =
        counts.into_iter().map(|count| BARS[(count as f64 / most as f64 * 8.0).ceil() as usize]).collect();
    bars.trim_end().to_owned()
}

/// The slowest puzzles, by engine and class; where they stand comes last, for it may be long.
fn slowest(run: &Run, screen: &mut Screen) {
    let alike =
        |one: &SlowPuzzle, next: &SlowPuzzle| (&one.engine, &one.class) == (&next.engine, &next.class);
    for group in run.slowest.chunk_by(alike) {
        screen.line("");
        screen.heading(format!("slowest of {} ({})", group[0].class, group[0].engine));
        let table = Table::new(4, [""; 4]).with(group.iter().map(|slow| {
            [
                Cell::time_ns(slow.time_ns),
                units::counted(slow.nodes, "node").into(),
                Cell::code(&slow.puzzle),
                format!("{}:{}", slow.file, slow.line).into(),
            ]
        }));
        screen.table(&table);
    }
    if let Some(first) = run.slowest.first() {
        screen.hint(format!("replay one: dlxbench solve --engine {} {}", first.engine, first.puzzle));
    }
}

/// Wall time, rate, digest, clock, and the warnings.
fn footer(run: &Run, screen: &mut Screen) {
    let settings = &run.options.settings;
    // Every pass and repetition counts; engines side by side on a puzzle count once.
    let visits = run.visits.unwrap_or(run.puzzles() * settings.passes as u64);
    let rate = (visits * settings.repeat as u64) as f64 / (run.wall_ns.max(1) as f64 / 1e9);
    let often = run_tables::solves_in_words(run).map_or(String::new(), |words| format!(", {words},"));
    let clock = run.environment.clock;
    screen.line(format!(
        "{}{often} in {} ({} a second on {}); digest {}",
        units::counted(run.puzzles(), "puzzle"),
        units::time(run.wall_ns as f64),
        units::count(rate.round() as u64),
        units::counted(settings.threads as u64, "thread"),
        run.digest,
    ));
    screen.line(format!(
        "clock: steps of {}, a read takes {}; seed {}",
        units::time(clock.resolution_ns),
        units::time(clock.overhead_ns),
        settings.seed
    ));
    notices(run, screen);
}

pub(super) fn notices(run: &Run, screen: &mut Screen) {
    run_tables::notices(run).iter().for_each(|(kind, words)| screen.notice(kind, words));
}
