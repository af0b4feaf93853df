//! A run on one terminal screen: a header line, a table and a histogram for each engine, the findings, a closing line,
//! and the warnings.

use std::cmp::Reverse;

use super::finding;
use super::palette::Role;
use super::screen::{Look, Screen};
use super::span::Span;
use super::table::{Cell, NAME_WIDTH, Table};
use super::visible::{columns, shortened};
use super::{external, run_tables, units};
use crate::record::{ResultRow, Run, SlowPuzzle, ThreadsRow};

/// The maximum width of a faulty answer.
const WIDEST_ANSWER: usize = 120;

/// Returns the whole report, which `bench` prints in two parts.
pub(super) fn report(run: &Run, look: Look) -> Screen {
    let engines: Vec<&str> = run.options.engines.iter().map(String::as_str).collect();
    let corpora: Vec<String> = run.corpora.iter().map(|corpus| corpus.name.clone()).collect();
    let cpu = run.environment.cpu.as_deref();
    let mut screen = Screen::new(look);
    header(&run.version, &engines, run.options.settings.threads, cpu, &corpora, &mut screen);
    body(run, &mut screen);
    screen
}

/// Adds what is known before a run, in one line: program, engines, corpora, threads, machine.
pub fn header(
    version: &str,
    engines: &[&str],
    threads: usize,
    cpu: Option<&str>,
    corpora: &[String],
    screen: &mut Screen,
) {
    /// With more corpora than this, the line has their number instead of their names.
    const NAMED: usize = 2;
    let corpora = match corpora {
        named if named.len() <= NAMED => named.join(", "),
        several => format!("{} corpora", several.len()),
    };
    let mut line = vec![Role::Strong.of(format!("dlxbench {version}: "))];
    for (place, engine) in engines.iter().enumerate() {
        line.extend([if place > 0 { ", ".into() } else { Span::default() }, Role::Engine(place).of(engine)]);
    }
    if engines.is_empty() {
        line.push("dlx or masks by size,".into());
    }
    let (threads, cpu) = (units::counted(threads as u64, "thread"), cpu.unwrap_or("an unknown processor"));
    line.push(format!(" on {corpora}, {threads}, {cpu}").into());
    screen.prose(2, line);
}

/// Adds the tables by class, the histograms, how the engines compare, and the notices.
pub fn body(run: &Run, screen: &mut Screen) {
    let engines = run.engines();
    let settings = &run.options.settings;
    let axis = Axis::of(run, screen.look().width);
    for (place, engine) in engines.iter().enumerate() {
        let rows: Vec<&ResultRow> = run.rows_of(engine).collect();
        screen.line("");
        screen.table(&run_tables::summary(engine, place, &rows));
        if let Some(axis) = &axis {
            screen.line("");
            screen.table(&axis.histograms(&rows, place));
        }
    }
    if run.results.iter().any(run_tables::is_mean_above_p99) {
        screen.hint(run_tables::ABOUT_MEANS);
    }
    if !run.threads.is_empty() {
        screen.line("");
        screen.table(&run_tables::threads(&run.threads));
        screen.line("");
        screen.table(&run_tables::threads_chart(&run.threads, room(screen.look().width, &run.threads)));
        screen.hint(run_tables::about_threads(run));
    }
    slowest(run, settings.slowest, screen);
    if let Some(merged) = &run.merged {
        screen.line("");
        screen.prose(2, [run_tables::merged_in_words(merged).into()]);
        if merged.machines.len() > 1 {
            screen.table(&run_tables::machines(merged));
        }
    }
    external_solvers(run, screen);
    // Near the end, where the terminal shows it when the run is over.
    if let Some(first) = run.speedups.first() {
        screen.line("");
        for sentence in finding::of_speedups(&run.speedups, &engines, settings.passes) {
            screen.prose(2, sentence);
        }
        if settings.passes == 1 {
            screen.hint(
                "by mean times in one pass; --passes 10 --keep best is more precise and measures the noise",
            );
        }
        screen.line("");
        screen.table(&run_tables::speedups(&format!("against {}", first.baseline), &run.speedups));
        let remedies = finding::remedies(&run.speedups, settings.passes);
        remedies.iter().for_each(|remedy| screen.hint(remedy));
    }
    if let Some(ranking) = external::ranking_table(run) {
        screen.line("");
        screen.table(&ranking);
        screen.hint(external::ABOUT_RANKING);
    }
    screen.line("");
    footer(run, screen);
}

/// Adds what external solvers got wrong, who solved what, and how their times were taken.
fn external_solvers(run: &Run, screen: &mut Screen) {
    const SHOWN: usize = 3;
    for of_engine in run.faulty.chunk_by(|one, next| one.engine == next.engine) {
        screen.line("");
        for faulty in of_engine.iter().take(SHOWN) {
            let words = external::faulty_in_words(faulty);
            let (kind, rest) = words.split_at(faulty.status.len());
            screen.prose(2, [Role::Bad.of(kind), rest.into()]);
            screen.line(format!("  puzzle  {}", faulty.puzzle));
            if !faulty.answer.is_empty() {
                screen.line(format!("  answer  {}", shortened(&faulty.answer, WIDEST_ANSWER)));
            }
        }
        let more = external::unlisted(run, &of_engine[0].engine, SHOWN.min(of_engine.len()));
        if more > 0 {
            let more = units::count(more);
            screen.hint(format!("and {more} more; a record (--save) has all of them in faulty.csv"));
        }
    }
    if let Some(solved_by) = external::solved_by(run) {
        screen.line("");
        screen.table(&solved_by);
    }
    external::about_times(run).iter().for_each(|words| screen.hint(words));
}

/// The width for the bars of threads beside their names and figures.
fn room(width: Option<usize>, rows: &[ThreadsRow]) -> usize {
    const LONGEST: usize = 40;
    let names = rows.iter().map(|row| columns(&row.class).min(NAME_WIDTH)).max().unwrap_or(0);
    let figures = "  128  ".len() + "  128.00×".len();
    width.map_or(LONGEST, |width| width.saturating_sub(names + figures).clamp(8, LONGEST))
}

/// The logarithmic time axis that all histograms share.
struct Axis {
    low: u64,
    high: u64,
    /// In characters.
    width: usize,
}

impl Axis {
    /// `None` if there are no times.
    fn of(run: &Run, width: Option<usize>) -> Option<Axis> {
        /// The maximum width of a histogram in characters.
        const WIDEST: usize = 48;
        let rows = || run.results.iter().filter(|row| !row.class.is_all());
        let low = rows().filter_map(|row| row.latency.buckets.first()).map(|bucket| bucket.0).min()?;
        let high = rows().filter_map(|row| row.latency.buckets.last()).map(|bucket| bucket.0).max()?;
        // A quarter of a doubling more, so that the last bucket lies within the axis.
        let high = ((high as f64 * 1.19) as u64).max(low + 1);
        let names = rows().map(|row| columns(row.class.name()).min(NAME_WIDTH)).max().unwrap_or(0);
        let room = width.map_or(WIDEST, |width| width.saturating_sub(names + 2).clamp(8, WIDEST));
        // No more columns than buckets.
        let buckets = ((high as f64 / low as f64).log2() * 4.0).round();
        Some(Axis { low, high, width: buckets.clamp(1.0, room as f64) as usize })
    }

    /// Returns a one-line histogram for each class.
    fn histograms(&self, rows: &[&ResultRow], place: usize) -> Table {
        let (left, right) = (units::time(self.low as f64), units::time(self.high as f64));
        let gap = self.width.saturating_sub(columns(&left) + columns(&right)).max(3);
        let scale = format!("{left}{}{right}", " ".repeat(gap));
        let classes = rows.iter().filter(|row| !row.class.is_all() && row.samples > 0);
        let rows = classes.map(|row| {
            let bars = bars(&row.latency.buckets, self.low, self.high, self.width);
            [Cell::name(row.class.name()), Cell::from(bars).role(Role::Engine(place))]
        });
        Table::new(2, ["", &scale]).with(rows).headed(Role::Muted, Role::Muted)
    }
}

/// Draws a histogram as bars of one character each. Every count above zero is visible, and the highest bar is full.
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

/// Adds the `count` puzzles with the most nodes for each engine and class. Ranking by time would list accidents, because
/// any preempted solve is slow. Nodes are the same on every machine.
fn slowest(run: &Run, count: usize, screen: &mut Screen) {
    for group in run.slowest.chunk_by(is_alike).filter(|_| count > 0) {
        let mut group: Vec<&SlowPuzzle> = group.iter().collect();
        group.sort_by_key(|slow| effort(slow));
        let (engine, class) = (&group[0].engine, &group[0].class);
        screen.line("");
        let row = run.rows_of(engine).find(|row| row.class.name() == class);
        let by_nodes = group[0].nodes > 0;
        if by_nodes && row.is_some_and(|row| row.nodes == row.puzzles * group[0].nodes) {
            let nodes = units::counted(group[0].nodes, "node");
            screen.heading(format!("all puzzles of {class} are equally hard for {engine}: {nodes} each"));
            continue;
        }
        let by = if by_nodes { "nodes" } else { "time" };
        screen.heading(format!("hardest puzzles of {class} for {engine}, by {by}"));
        for slow in group.into_iter().take(count) {
            let time = units::time(slow.time_ns as f64);
            let cost = if by_nodes { format!("{}, {time}", effort_in_words(slow)) } else { time };
            screen.line(&slow.puzzle);
            screen.prose(4, [format!("  {cost}, {}:{}", slow.file, slow.line).into()]);
        }
    }
    if let Some(first) = run.slowest.first().filter(|_| count > 0) {
        screen.hint(format!("to replay one: dlxbench solve --engine {} PUZZLE", first.engine));
    }
}

/// The puzzle that took the first engine the most nodes. Earlier records list the puzzles with the longest times, in
/// that order, and do not say which puzzle was the hardest.
fn hardest(run: &Run) -> Option<&SlowPuzzle> {
    let is_by_nodes = run.slowest.chunk_by(is_alike).all(|group| group.is_sorted_by_key(effort));
    let first = run.slowest.first().filter(|_| is_by_nodes && run.puzzles() > 1)?;
    let of_first = run.slowest.iter().rev().filter(|slow| slow.engine == first.engine);
    of_first.min_by_key(|slow| effort(slow))
}

/// The nodes of a puzzle; of an external solver, whose nodes nobody knows, the time.
fn effort(slow: &SlowPuzzle) -> Reverse<u64> {
    Reverse(if slow.nodes == 0 { slow.time_ns } else { slow.nodes })
}

/// The nodes of a puzzle in words, or its time if they are unknown.
fn effort_in_words(slow: &SlowPuzzle) -> String {
    match slow.nodes {
        0 => units::time(slow.time_ns as f64),
        nodes => units::counted(nodes, "node"),
    }
}

fn is_alike(one: &SlowPuzzle, next: &SlowPuzzle) -> bool {
    (&one.engine, &one.class) == (&next.engine, &next.class)
}

/// Adds the answers, wall time and rate; the hardest puzzle; digest, seed and clock; and the notices.
fn footer(run: &Run, screen: &mut Screen) {
    let settings = &run.options.settings;
    // Every pass and repetition counts, but several engines on the same puzzle count once.
    let visits = run.visits.unwrap_or(run.puzzles() * settings.passes as u64);
    let rate = (visits * settings.repeat as u64) as f64 / (run.wall_ns.max(1) as f64 / 1e9);
    let all = |status: fn(&ResultRow) -> u64| {
        run.puzzles() > 0 && run.totals().all(|row| status(row) == row.puzzles)
    };
    let answers = match (all(|row| row.unique), all(|row| row.solved)) {
        (true, _) => Role::Good.of(", all unique"),
        (_, true) => Role::Good.of(", all solved"),
        _ => Span::default(),
    };
    let solves = run_tables::solves_in_words(run).unwrap_or("solved".to_owned());
    screen.prose(
        2,
        [
            units::counted(run.puzzles(), "puzzle").into(),
            answers,
            format!(
                "; {solves} in {}, {}/s on {}",
                units::time(run.wall_ns as f64),
                units::count(rate.round() as u64),
                units::counted(settings.threads as u64, "thread"),
            )
            .into(),
        ],
    );
    if let Some(hardest) = hardest(run).filter(|_| settings.slowest == 0) {
        let (cost, place) = (effort_in_words(hardest), format!("{}:{}", hardest.file, hardest.line));
        screen.hint(format!("hardest for {}: {place}, {cost}; --slowest 5 lists more", hardest.engine));
    }
    let clock = units::time(run.environment.clock.overhead_ns);
    screen.hint(format!("digest {}; seed {}; clock {clock} per read", run.digest, settings.seed));
    external::findings(run).iter().for_each(|words| screen.prose(2, [Role::Bad.of(words)]));
    notices(run, screen);
}

/// Adds the notices, but only the first few faults of each kind, because a long list would push the figures off screen.
pub(super) fn notices(run: &Run, screen: &mut Screen) {
    const SHOWN: usize = 3;
    let notices = run_tables::notices(run);
    for kind in notices.chunk_by(|one, next| one.0 == next.0) {
        let count = match kind[0].0 {
            "malformed" => run.malformed.count as usize,
            "wrong solution" => run.wrong_solutions.count as usize,
            // Warnings are few, and each matters.
            _ => SHOWN,
        };
        let shown = if count > SHOWN + 1 && kind.len() > SHOWN { SHOWN } else { kind.len() };
        kind[..shown].iter().for_each(|(kind, words)| screen.notice(kind, words));
        if shown < kind.len() {
            let more = units::count((count - shown) as u64);
            screen.hint(format!("  and {more} more; a record (--save) has all of them"));
        }
    }
}
