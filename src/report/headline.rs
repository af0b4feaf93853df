//! The findings of a run in a few sentences, for the top of the page.

use super::finding::of_speedups;
use super::span::Span;
use super::{external, units};
use crate::record::{ResultRow, Run, SlowPuzzle, SpeedupRow};

/// Returns the sentences, the main finding first. Never empty.
pub(super) fn headline(run: &Run) -> Vec<String> {
    let mut sentences = match &run.reproduction {
        Some(_) => published(run),
        None => [threads(run), comparisons(run), medians(run)].concat(),
    };
    sentences.push(answers(run));
    sentences.extend(external::findings(run).into_iter().map(|finding| finding + "."));
    sentences.extend(hardest(run));
    sentences
}

/// How the engines compare with the first one.
fn comparisons(run: &Run) -> Vec<String> {
    let totals = run.speedups.iter().filter(|row| row.class.is_all());
    let findings = of_speedups(&run.speedups, &[], run.options.settings.passes);
    let sentence = |(index, (total, finding)): (usize, (&SpeedupRow, Vec<Span>))| {
        let finding: String = finding.iter().map(Span::as_str).collect();
        match (index, total.pairs == run.puzzles()) {
            (0, true) => format!("On these {}, {finding}.", units::counted(total.pairs, "puzzle")),
            (_, true) => format!("{finding}."),
            (_, false) => {
                format!("On the {} that both solved, {finding}.", units::counted(total.pairs, "puzzle"))
            }
        }
    };
    totals.zip(findings).enumerate().map(sentence).collect()
}

/// How long a puzzle takes. The median is used because a few slow puzzles do not move it.
fn medians(run: &Run) -> Vec<String> {
    let totals: Vec<&ResultRow> = run.totals().filter(|row| row.samples > 0).collect();
    let mut sentences = Vec::new();
    if run.speedups.is_empty() {
        sentences.extend(totals.iter().filter_map(|row| {
            let these = if row.puzzles == run.puzzles() { "these" } else { "its" };
            let puzzles = units::counted(row.puzzles, "puzzle");
            let [p50, p99] = [row.latency.p50_ns?, row.latency.p99_ns?].map(|ns| units::time(ns as f64));
            Some(match row.puzzles {
                1 => format!("{} solves this puzzle in {p50}.", row.engine),
                _ => format!(
                    "{} solves half of {these} {puzzles} within {p50} each, and 99 % within {p99}.",
                    row.engine
                ),
            })
        }));
    }
    let Some(first) = totals.first() else {
        return vec!["No puzzle was solved.".to_owned()];
    };
    // If engines are compared, only the first one counts; if they share the puzzles, all of them do.
    let is_relevant = |row: &&ResultRow| run.speedups.is_empty() || row.engine == first.engine;
    let classes: Vec<&ResultRow> =
        run.results.iter().filter(is_relevant).filter(|row| !row.class.is_all() && row.samples > 0).collect();
    let slowest = classes.iter().max_by_key(|row| row.latency.p50_ns).filter(|_| classes.len() > 1);
    if let Some((row, p50)) = slowest.and_then(|row| Some((row, row.latency.p50_ns?))) {
        let p50 = units::time(p50 as f64);
        sentences
            .push(format!("The slowest class is {}, with a median of {p50} ({}).", row.class, row.engine));
    }
    sentences
}

/// The speed-up by more threads.
fn threads(run: &Run) -> Vec<String> {
    let Some(first) = run.threads.first() else { return Vec::new() };
    let most = run.threads.iter().map(|row| row.threads).max().unwrap_or(first.threads);
    let speedups = || run.threads.iter().filter(|row| row.threads == most).map(|row| row.speedup);
    let [low, high] =
        [speedups().fold(f64::INFINITY, f64::min), speedups().fold(0.0, f64::max)].map(units::times);
    let times = if low == high { low } else { format!("{low} to {high}") };
    let threads = |count: usize| units::counted(count as u64, "thread");
    let [most, first] = [most, first.threads].map(threads);
    vec![format!("By class, {most} are {times} times as fast as {first} (wall time).")]
}

/// How many puzzles have exactly one solution, and what is wrong with the others.
fn answers(run: &Run) -> String {
    // Engines chosen by size share the puzzles; engines named by the user each solve all the puzzles they can.
    let shared = run.options.engines.is_empty();
    let open = |row: &ResultRow| row.stopped + row.wrong + row.failed + row.timeout;
    let best = run.totals().max_by_key(|row| (row.puzzles, std::cmp::Reverse(open(row))));
    let rows: Vec<&ResultRow> = if shared { run.totals().collect() } else { best.into_iter().collect() };
    let sum = |of: fn(&ResultRow) -> u64| rows.iter().map(|row| of(row)).sum::<u64>();
    let (puzzles, unique, solved) = (sum(|row| row.puzzles), sum(|row| row.unique), sum(|row| row.solved));
    // Where no engine looked for a second solution, that is what is said of all puzzles.
    let (sound, is_sound) = match solved > unique {
        true => (solved, ["is solved", "are solved"]),
        false => (unique, ["has exactly one solution", "have exactly one solution"]),
    };
    let rest = [
        (sum(|row| row.multiple), "with several solutions"),
        (sum(|row| row.none), "without a solution"),
        (sum(|row| row.invalid), "with givens that clash"),
        (if solved > unique { unique } else { solved }, "of which only one is known"),
        (sum(|row| row.stopped), "stopped at a limit"),
        (sum(|row| row.wrong + row.failed + row.timeout), "without a right answer"),
        (run.puzzles() - puzzles.min(run.puzzles()), "of a size that no engine supports"),
    ];
    let rest: Vec<String> = rest
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{} {what}", units::count(count)))
        .collect();
    let mut sentence = match (run.puzzles(), rest.is_empty()) {
        (0, _) => "These files contain no puzzles".to_owned(),
        (1, true) => format!("The puzzle {}", is_sound[0]),
        (all, true) => format!("All {} {}", units::counted(all, "puzzle"), is_sound[1]),
        (all, false) => format!(
            "{} of {} {}; {}",
            units::count(sound),
            units::counted(all, "puzzle"),
            is_sound[1],
            rest.join(", ")
        ),
    };
    for (faults, [one, many]) in [
        (&run.malformed, ["line is not a puzzle", "lines are not puzzles"]),
        (&run.wrong_solutions, ["solution in the files is wrong", "solutions in the files are wrong"]),
    ] {
        if !faults.is_empty() {
            let words = if faults.count == 1 { one } else { many };
            sentence.push_str(&format!("; {} {words}", units::count(faults.count)));
        }
    }
    sentence + "."
}

/// The hardest of the listed puzzles by the nodes of its search, because a long time may be an accident.
fn hardest(run: &Run) -> Option<String> {
    let first = &run.totals().find(|row| row.samples > 0)?.engine;
    let is_relevant = |slow: &&SlowPuzzle| run.speedups.is_empty() || slow.engine == *first;
    let slow =
        run.slowest.iter().filter(is_relevant).filter(|_| run.puzzles() > 1).max_by_key(|slow| slow.nodes)?;
    // Nobody knows the nodes of an external solver.
    let nodes = (slow.nodes > 0).then(|| format!("{} in ", units::counted(slow.nodes, "node")));
    Some(format!(
        "The hardest puzzle listed is {}:{}, with {}{} ({}).",
        slow.file,
        slow.line,
        nodes.unwrap_or_default(),
        units::time(slow.time_ns as f64),
        slow.engine
    ))
}

/// How published times compare with ours.
fn published(run: &Run) -> Vec<String> {
    let Some(reproduction) = &run.reproduction else { return Vec::new() };
    let engine = &reproduction.engine;
    let mut sentences = Vec::new();
    let ratios = || reproduction.times.iter().map(|row| row.ratio);
    if let (Some(low), Some(high)) = (ratios().reduce(f64::min), ratios().reduce(f64::max)) {
        let [low, high] = [low, high].map(units::times);
        sentences.push(format!(
            "Published times, measured on other machines, are {low} to {high} times those of {engine} here."
        ));
    }
    let bounds = reproduction.bounds.len();
    if bounds > 0 {
        let within = reproduction.bounds.iter().filter(|row| row.within).count();
        sentences.push(format!("{engine} is within {within} of {bounds} published bounds."));
    }
    sentences
}
