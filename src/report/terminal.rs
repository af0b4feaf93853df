//! A run as a person reads it on a terminal.

use super::columns::{Align, aligned};
use super::paint::Paint;
use super::units::{self, rate};
use super::{solves, sparkline, visible};
use crate::bench::{ResultRow, Run, SlowPuzzle};

/// How many characters wide the histograms may be.
const HISTOGRAM_WIDTH: usize = 48;
/// How many characters of a class are shown.
const CLASS_WIDTH: usize = 20;

/// All of it, as bench prints it in two parts.
pub fn report(run: &Run, paint: Paint) -> String {
    let engines: Vec<&str> = run.options.engines.iter().map(String::as_str).collect();
    let corpora: Vec<String> = run.corpora.iter().map(|corpus| corpus.name.clone()).collect();
    let cpu = run.environment.cpu.as_deref();
    header(&run.version, &engines, run.options.threads, cpu, &corpora, paint) + &body(run, paint)
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

/// The tables by class, the histograms, the comparison of engines, the slowest puzzles, and what to know.
pub fn body(run: &Run, paint: Paint) -> String {
    let mut text = String::new();
    for engine in run.engines() {
        let rows: Vec<&ResultRow> = run.results.iter().filter(|row| row.engine == engine).collect();
        text.push('\n');
        push_table(&mut text, &answers(engine, &rows), paint);
        text.push('\n');
        push_table(&mut text, &latencies(engine, &rows), paint);
        text.push_str(&histograms(&rows, paint));
    }
    text.push_str(&speedups(run, paint));
    text.push_str(&slowest(run, paint));
    text.push('\n');
    text.push_str(&footer(run, paint));
    text
}

fn push_table(text: &mut String, table: &[Vec<String>], paint: Paint) {
    for (index, line) in aligned(table, Align::Right).into_iter().enumerate() {
        text.push_str(&if index == 0 { paint.bold(&line) } else { line });
        text.push('\n');
    }
}

fn heads(engine: &str, names: &[&str]) -> Vec<String> {
    std::iter::once(engine).chain(names.iter().copied()).map(str::to_owned).collect()
}

/// What was found, and the deterministic cost.
fn answers(engine: &str, rows: &[&ResultRow]) -> Vec<Vec<String>> {
    let names =
        ["puzzles", "unique", "multiple", "none", "invalid", "stopped", "malformed", "guesses", "nodes"];
    let mut table = vec![heads(engine, &names)];
    for row in rows {
        let counts =
            [row.puzzles, row.unique, row.multiple, row.none, row.invalid, row.stopped, row.malformed];
        let each =
            |sum: u64| if row.puzzles == 0 { String::new() } else { rate(sum as f64 / row.puzzles as f64) };
        let mut line = vec![shortened(&row.class)];
        line.extend(counts.map(units::count));
        line.extend([each(row.guesses), each(row.nodes)]);
        table.push(line);
    }
    table
}

/// A class in few characters: a file's name may be long.
pub(super) fn shortened(class: &str) -> String {
    let class = visible(class);
    if class.chars().count() <= CLASS_WIDTH {
        return class.into_owned();
    }
    class.chars().take(CLASS_WIDTH - 1).chain(['…']).collect()
}

fn latencies(engine: &str, rows: &[&ResultRow]) -> Vec<Vec<String>> {
    let mut table = vec![heads(engine, &["mean", "p50", "p90", "p99", "p99.9", "max", "puzzles/s"])];
    for row in rows {
        let latency = &row.latency;
        let times = [latency.p50_ns, latency.p90_ns, latency.p99_ns, latency.p999_ns, latency.max_ns];
        let mut line = vec![shortened(&row.class)];
        line.push(latency.mean_ns.map_or(String::new(), units::time));
        line.extend(times.map(|ns| ns.map_or(String::new(), |ns| units::time(ns as f64))));
        line.push(row.puzzles_per_second.map_or(String::new(), |rate| units::count(rate.round() as u64)));
        table.push(line);
    }
    table
}

fn histograms(rows: &[&ResultRow], paint: Paint) -> String {
    let classes: Vec<&&ResultRow> = rows.iter().filter(|row| row.class != "all" && row.samples > 0).collect();
    let low = classes.iter().filter_map(|row| row.latency.buckets.first()).map(|bucket| bucket.0).min();
    let high = classes.iter().filter_map(|row| row.latency.buckets.last()).map(|bucket| bucket.0).max();
    let (Some(low), Some(high)) = (low, high) else { return String::new() };
    // A quarter of a doubling more, so that the last bucket lies inside; and no more columns than buckets.
    let high = ((high as f64 * 1.19) as u64).max(low + 1);
    let width = ((high as f64 / low as f64).log2() * 4.0).round().clamp(1.0, HISTOGRAM_WIDTH as f64) as usize;
    let names = classes.iter().map(|row| shortened(&row.class).chars().count()).max().unwrap_or(0);
    let (left, right) = (units::time(low as f64), units::time(high as f64));
    let gap = width.saturating_sub(left.chars().count() + right.chars().count()).max(3);
    let mut text = format!("\n{:<names$}  {}\n", "", paint.dim(&format!("{left}{}{right}", " ".repeat(gap))));
    for row in classes {
        let bars = sparkline::drawn(&row.latency.buckets, low, high, width);
        text.push_str(format!("{:<names$}  {bars}", shortened(&row.class)).trim_end());
        text.push('\n');
    }
    text
}

fn speedups(run: &Run, paint: Paint) -> String {
    if run.speedups.is_empty() {
        return String::new();
    }
    let baseline = &run.speedups[0].baseline;
    let mut table = vec![heads(
        &format!("against {baseline}"),
        &["class", "pairs", "speed-up", "95 % interval", "noise", "verdict"],
    )];
    for row in &run.speedups {
        let interval = row.low.zip(row.high).map(|(low, high)| format!("{low:.3} … {high:.3}"));
        table.push(vec![
            row.engine.clone(),
            shortened(&row.class),
            units::count(row.pairs),
            row.ratio.map_or("too few".to_owned(), |ratio| format!("{ratio:.3}×")),
            interval.unwrap_or_default(),
            units::noise(row.floor),
            row.verdict.map_or(String::new(), |verdict| verdict.to_string()),
        ]);
    }
    let mut text = String::from("\n");
    push_table(&mut text, &table, paint);
    if run.options.passes == 1 {
        text.push_str(&format!("{}\n", paint.dim("for the noise, and a verdict: --passes 10 --keep best")));
    }
    text
}

/// The slowest puzzles, by engine and class; where they stand comes last, for it may be long.
fn slowest(run: &Run, paint: Paint) -> String {
    let mut text = String::new();
    let mut rest = run.slowest.as_slice();
    while let Some(first) = rest.first() {
        let is_alike = |slow: &SlowPuzzle| slow.engine == first.engine && slow.class == first.class;
        let (group, others) = rest.split_at(rest.iter().take_while(|slow| is_alike(slow)).count());
        text.push_str(&format!(
            "\n{}\n",
            paint.bold(&format!("slowest of {} ({})", visible(&first.class), first.engine))
        ));
        let line = |slow: &SlowPuzzle| {
            let nodes = units::counted(slow.nodes, "node");
            vec![
                units::time(slow.time_ns as f64),
                nodes,
                slow.puzzle.clone(),
                format!("{}:{}", slow.file, slow.line),
            ]
        };
        let lines = aligned(&group.iter().map(line).collect::<Vec<_>>(), Align::Left);
        lines.iter().for_each(|line| text.push_str(&format!("  {line}\n")));
        rest = others;
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
    let puzzles: u64 = run.corpora.iter().map(|corpus| corpus.puzzles).sum();
    let seconds = run.wall_ns as f64 / 1e9;
    let rate = if seconds > 0.0 { solves::total(run) as f64 / seconds } else { 0.0 };
    let often = if solves::are_several(run) { format!(", {},", solves::words(run)) } else { String::new() };
    let clock = run.environment.clock;
    let mut text = format!(
        "{}{often} in {} ({} a second on {}); digest {}\n",
        units::counted(puzzles, "puzzle"),
        units::time(run.wall_ns as f64),
        units::count(rate.round() as u64),
        units::counted(run.options.threads as u64, "thread"),
        run.digest,
    );
    text.push_str(&format!(
        "clock: steps of {}, a read takes {}; seed {}\n",
        units::time(clock.resolution_ns),
        units::time(clock.overhead_ns),
        run.options.seed
    ));
    if run.interrupted {
        text.push_str(&paint.warn("interrupted: these are the figures of what was done until then\n"));
    }
    for corpus in &run.corpora {
        if let Some(failure) = &corpus.failure {
            text.push_str(&format!("{} {}\n", paint.warn("not read:"), visible(failure)));
        }
    }
    for (word, faulty) in [("malformed:", &run.malformed), ("wrong solution:", &run.wrong_solutions)] {
        for line in faulty.lines() {
            text.push_str(&format!("{} {}\n", paint.warn(word), visible(&line)));
        }
    }
    for warning in &run.warnings {
        text.push_str(&format!("{} {}\n", paint.warn("warning:"), visible(warning)));
    }
    text
}
