//! A run as a person reads it on a terminal.

use super::paint::Paint;
use super::table::{Cell, Table};
use super::visible::{shortened, visible};
use super::{run_tables, sparkline, units};
use crate::record::{ResultRow, Run, SlowPuzzle};

/// How many characters wide the histograms may be.
const HISTOGRAM_WIDTH: usize = 48;
/// How many characters of a class stand beside its histogram.
const CLASS_WIDTH: usize = 20;

/// All of it, as bench prints it in two parts.
pub(super) fn report(run: &Run, paint: Paint) -> String {
    let engines: Vec<&str> = run.options.engines.iter().map(String::as_str).collect();
    let corpora: Vec<String> = run.corpora.iter().map(|corpus| corpus.name.clone()).collect();
    let cpu = run.environment.cpu.as_deref();
    header(&run.version, &engines, run.options.settings.threads, cpu, &corpora, paint) + &body(run, paint)
}

/// What is known before a run: program, engines that were asked for, threads, machine, corpora.
pub fn header(
    version: &str,
    engines: &[&str],
    threads: usize,
    cpu: Option<&str>,
    corpora: &[String],
    paint: Paint,
) -> String {
    const SHOWN: usize = 6;
    let mut names = corpora.iter().take(SHOWN).map(|name| visible(name)).collect::<Vec<_>>().join(", ");
    if corpora.len() > SHOWN {
        names.push_str(&format!(" and {} more", corpora.len() - SHOWN));
    }
    let engines = match engines {
        [] => "dlx (masks for sizes other than 9×9)".to_owned(),
        named => named.join(", "),
    };
    let cpu = cpu.unwrap_or("an unknown processor");
    let plural = if threads == 1 { "" } else { "s" };
    format!(
        "{}\nengine   {engines}\nthreads  {threads} thread{plural} on {cpu}\ncorpora  {names}\n",
        paint.bold(&format!("dlxbench {version}"))
    )
}

/// The tables by class, the histograms, the comparisons, the slowest puzzles, and what to know.
pub fn body(run: &Run, paint: Paint) -> String {
    let mut text = String::new();
    for engine in run.engines() {
        for table in [
            run_tables::answers(engine, run.rows_of(engine)),
            run_tables::latencies(engine, run.rows_of(engine)),
        ] {
            text.push_str(&format!("\n{}", table.text(paint)));
        }
        text.push_str(&histograms(run.rows_of(engine), paint));
    }
    if let Some(first) = run.speedups.first() {
        let table = run_tables::speedups(&format!("against {}", first.baseline), &run.speedups);
        text.push_str(&format!("\n{}", table.text(paint)));
        if run.options.settings.passes == 1 {
            let hint = "for the noise, and a verdict: --passes 10 --keep best";
            text.push_str(&format!("{}\n", paint.dim(hint)));
        }
    }
    if !run.threads.is_empty() {
        let (table, chart) = (run_tables::threads(&run.threads), run_tables::threads_chart(&run.threads));
        text.push_str(&format!("\n{}\n{chart}", table.text(paint)));
        text.push_str(&format!("{}\n", paint.dim(&run_tables::about_threads(run))));
    }
    text.push_str(&slowest(run, paint));
    text.push('\n');
    text.push_str(&footer(run, paint));
    text
}

fn histograms<'r>(rows: impl Iterator<Item = &'r ResultRow>, paint: Paint) -> String {
    let classes: Vec<&ResultRow> = rows.filter(|row| !row.class.is_all() && row.samples > 0).collect();
    let low = classes.iter().filter_map(|row| row.latency.buckets.first()).map(|bucket| bucket.0).min();
    let high = classes.iter().filter_map(|row| row.latency.buckets.last()).map(|bucket| bucket.0).max();
    let (Some(low), Some(high)) = (low, high) else { return String::new() };
    // A quarter of a doubling more, so that the last bucket lies inside; and no more columns than buckets.
    let high = ((high as f64 * 1.19) as u64).max(low + 1);
    let width = ((high as f64 / low as f64).log2() * 4.0).round().clamp(1.0, HISTOGRAM_WIDTH as f64) as usize;
    let name = |row: &ResultRow| shortened(row.class.name(), CLASS_WIDTH);
    let names = classes.iter().map(|row| name(row).chars().count()).max().unwrap_or(0);
    let (left, right) = (units::time(low as f64), units::time(high as f64));
    let gap = width.saturating_sub(left.chars().count() + right.chars().count()).max(3);
    let mut text = format!("\n{:<names$}  {}\n", "", paint.dim(&format!("{left}{}{right}", " ".repeat(gap))));
    for row in classes {
        let bars = sparkline::drawn(&row.latency.buckets, low, high, width);
        text.push_str(format!("{:<names$}  {bars}", name(row)).trim_end());
        text.push('\n');
    }
    text
}

/// The slowest puzzles, by engine and class; where they stand comes last, for it may be long.
fn slowest(run: &Run, paint: Paint) -> String {
    let mut text = String::new();
    let alike =
        |one: &SlowPuzzle, next: &SlowPuzzle| (&one.engine, &one.class) == (&next.engine, &next.class);
    for group in run.slowest.chunk_by(alike) {
        let title = format!("slowest of {} ({})", visible(&group[0].class), group[0].engine);
        text.push_str(&format!("\n{}\n", paint.bold(&title)));
        let table = Table::new(4, [""; 4]).with(group.iter().map(|slow| {
            [
                Cell::time_ns(slow.time_ns),
                units::counted(slow.nodes, "node").into(),
                Cell::Code(slow.puzzle.clone()),
                format!("{}:{}", slow.file, slow.line).into(),
            ]
        }));
        table.lines().iter().for_each(|line| text.push_str(&format!("  {line}\n")));
    }
    if let Some(first) = run.slowest.first() {
        let replay =
            format!("replay one: dlxbench solve --engine {} {}", first.engine, visible(&first.puzzle));
        text.push_str(&format!("{}\n", paint.dim(&replay)));
    }
    text
}

/// Wall time, rate, digest, clock, and the warnings.
fn footer(run: &Run, paint: Paint) -> String {
    let seconds = run.wall_ns as f64 / 1e9;
    let rate = if seconds > 0.0 { run_tables::solves(run) as f64 / seconds } else { 0.0 };
    let often = run_tables::solves_in_words(run).map_or(String::new(), |words| format!(", {words},"));
    let clock = run.environment.clock;
    let mut text = format!(
        "{}{often} in {} ({} a second on {}); digest {}\n",
        units::counted(run.puzzles(), "puzzle"),
        units::time(run.wall_ns as f64),
        units::count(rate.round() as u64),
        units::counted(run.options.settings.threads as u64, "thread"),
        run.digest,
    );
    text.push_str(&format!(
        "clock: steps of {}, a read takes {}; seed {}\n",
        units::time(clock.resolution_ns),
        units::time(clock.overhead_ns),
        run.options.settings.seed
    ));
    text + &notice_lines(run, paint)
}

/// What to know about the figures, line by line.
pub(super) fn notice_lines(run: &Run, paint: Paint) -> String {
    let line =
        |(kind, words): (&str, String)| format!("{} {}\n", paint.warn(&format!("{kind}:")), visible(&words));
    run_tables::notices(run).into_iter().map(line).collect()
}
