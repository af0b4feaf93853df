//! Writes the results: tables for the terminal, Markdown for `results/` and the README, CSV for programs.

use std::io::Write;

use dlxbench::record::{Build, Environment};
use dlxbench::report::{Table, units};

use crate::measure::{Plan, Times};
use crate::peers::{BASELINE, version};
use crate::solver::{Facts, Origin};

/// The times of all solvers on one corpus.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    pub(crate) corpus: String,
    pub(crate) puzzles: usize,
    /// The number of solutions counted up to.
    pub(crate) limit: u64,
    pub(crate) times: Vec<Times>,
}

/// Stands for a missing figure.
const NOTHING: &str = "–";

/// Formats a figure with three significant digits.
fn figure(value: f64) -> String {
    let decimals = match value {
        value if value < 0.9995 => 3,
        value if value < 9.995 => 2,
        value if value < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}")
}

/// Returns a solver's name with the crate's version.
pub(crate) fn label(facts: &Facts) -> String {
    match version(facts.name).filter(|_| facts.origin == Origin::Peer) {
        Some(version) => format!("{} {version}", facts.name),
        None => format!("dlxbench {}", facts.name),
    }
}

/// Returns a solver's name, and a mark if it finds only the first of several solutions.
fn marked(facts: &Facts, limit: u64) -> String {
    let mark = if facts.reach.up_to(limit) < limit { " ‡" } else { "" };
    format!("{}{mark}", label(facts))
}

/// Says how many solutions are counted.
fn heading(limit: u64) -> String {
    match limit {
        1 => "First solution only".to_owned(),
        2 => "Up to two solutions, which proves that there is only one".to_owned(),
        _ => format!("Up to {} solutions", units::count(limit)),
    }
}

/// Returns the rows of a corpus: a header, then a row for each solver.
fn rows(measured: &Measured) -> Vec<Vec<String>> {
    let head = ["solver", "µs best", "µs median", "spread", "× sudoku", "guesses", "nodes", "puzzles"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for times in &measured.times {
        let each = |total: u64| figure(total as f64 / times.puzzles as f64);
        rows.push(vec![
            marked(&times.facts, measured.limit),
            figure(times.best_us()),
            figure(times.median_us()),
            format!("{:.0} %", times.spread() * 100.0),
            times.ratio.map_or(NOTHING.to_owned(), figure),
            times.work.map_or(NOTHING.to_owned(), |(guesses, _)| each(guesses)),
            times.work.map_or(NOTHING.to_owned(), |(_, nodes)| each(nodes)),
            units::count(times.puzzles as u64),
        ]);
    }
    rows
}

fn title(measured: &Measured) -> String {
    let solutions = units::counted(measured.limit, "solution");
    format!("{}: {} puzzles, up to {solutions}", measured.corpus, units::count(measured.puzzles as u64))
}

/// Returns the table of a corpus for the terminal.
pub(crate) fn table(measured: &Measured) -> String {
    let head = title(measured);
    let rows = rows(measured);
    let mut table = Table::new(1, rows[0].clone());
    rows[1..].iter().for_each(|row| table.push(row.iter().map(|cell| cell.as_str().into())));
    format!("{head}\n{}\n", table.lines().join("\n"))
}

/// Returns a table in Markdown, with all columns but the first right-aligned.
fn markdown(rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule = format!("|---|{}\n", "---:|".repeat(rows[0].len() - 1));
    line(&rows[0]) + &rule + &rows[1..].iter().map(|row| line(row)).collect::<String>()
}

/// Returns a table for each limit, under a line that says what it is if there are several.
pub(crate) fn matrices(all: &[Measured]) -> String {
    let mut limits: Vec<u64> = all.iter().map(|measured| measured.limit).collect();
    limits.sort_unstable();
    limits.dedup();
    let of = |&limit: &u64| -> String {
        let measured: Vec<&Measured> = all.iter().filter(|measured| measured.limit == limit).collect();
        let head = if limits.len() > 1 { format!("{}:\n\n", heading(limit)) } else { String::new() };
        head + &matrix(&measured, limit)
    };
    limits.iter().map(of).collect::<Vec<_>>().join("\n")
}

/// Returns the table of times and ratios of all solvers on all corpora, with notes on its marks.
fn matrix(all: &[&Measured], limit: u64) -> String {
    let mut rows = vec![vec!["µs per puzzle (× `sudoku`)".to_owned()]];
    rows[0].extend(
        all.iter().map(|measured| format!("{} ({})", measured.corpus, units::count(measured.puzzles as u64))),
    );
    let mut solvers: Vec<Facts> = Vec::new();
    for times in all.iter().flat_map(|measured| &measured.times) {
        if !solvers.contains(&times.facts) {
            solvers.push(times.facts);
        }
    }
    for facts in &solvers {
        let cell = |measured: &&Measured| {
            let Some(times) = measured.times.iter().find(|times| times.facts == *facts) else {
                return NOTHING.to_owned();
            };
            let ratio = times.ratio.map_or(String::new(), |ratio| format!(" ({})", figure(ratio)));
            let mark = if times.puzzles < measured.puzzles { " †" } else { "" };
            format!("{}{ratio}{mark}", figure(times.best_us()))
        };
        let name = match facts.origin {
            Origin::Engine => format!("**{}**", label(facts)),
            Origin::Peer => marked(facts, limit),
        };
        rows.push([name].into_iter().chain(all.iter().map(cell)).collect());
    }
    let mut notes =
        vec![format!("Bold: engines of dlxbench. In parentheses: the time divided by that of `{BASELINE}`.")];
    if all.iter().any(|measured| measured.times.iter().any(|times| times.puzzles < measured.puzzles)) {
        notes.push(
            "† on a random sample of the corpus; ratios are on the puzzles that both solvers solved."
                .to_owned(),
        );
    }
    if solvers.iter().any(|facts| facts.reach.up_to(limit) < limit) {
        notes.push("‡ finds only the first solution and does not prove that it is unique.".to_owned());
    }
    format!("{}\n{}\n", markdown(&rows), notes.join(" "))
}

/// Says how far the median rounds are above the best times.
fn noise(all: &[Measured]) -> String {
    let mut spreads: Vec<f64> =
        all.iter().flat_map(|measured| &measured.times).map(|times| times.spread() * 100.0).collect();
    spreads.sort_by(f64::total_cmp);
    let (Some(middle), Some(last)) = (spreads.get(spreads.len() / 2), spreads.last()) else {
        return String::new();
    };
    format!(
        "Noise: the median round took {middle:.0} % longer than the sum of the fastest slices (the median over all rows), \
         and {last:.0} % longer at worst, because of other programs on the machine. Compare best times with best times, \
         and only within this run; a difference of a few percent means nothing."
    )
}

/// Returns the whole report.
pub(crate) fn report(
    all: &[Measured],
    plans: &[Plan],
    command: &str,
    build: &Build,
    machine: &Environment,
) -> String {
    let plan = plans[0];
    let limits: Vec<String> = plans.iter().map(|plan| plan.limit.to_string()).collect();
    let mut text = format!("# Engines and peers\n\n```sh\n{command}\n```\n\n");
    let commit = build.commit.as_ref().map_or(String::new(), |commit| format!(" at {commit}"));
    text += &format!(
        "One thread of {} ({} cores, {} vectors, {} {}, load {}), built by {} for {}{commit}.\n\n",
        machine.cpu.as_deref().unwrap_or("an unknown processor"),
        machine.cores,
        machine.vectors.as_deref().unwrap_or("unknown"),
        machine.os,
        machine.kernel.as_deref().unwrap_or(""),
        machine.load_before.map_or(NOTHING.to_owned(), |load| load.to_string()),
        machine.rustc,
        machine.target,
    );
    text += &format!(
        "Solutions are counted up to {}; with two, every time includes the proof of uniqueness. All solvers gave the \
         same counts. Puzzles are parsed before the clock starts. In each of {} rounds all solvers take turns on every {} \
         puzzles, and another one is first; a solver that takes longer than {:?} for a round gets a sample. Best: the \
         sum of the fastest rounds of each slice of about 50 µs. Median: the median of the rounds.\n\n{}\n\n{}",
        limits.join(" and up to "),
        plan.rounds,
        plan.chunk,
        plan.budget,
        noise(all),
        matrices(all),
    );
    for measured in all {
        text += &format!("\n## {}\n\n{}", title(measured), markdown(&rows(measured)));
    }
    text
}

/// Writes a row for each solver and corpus as CSV.
pub(crate) fn write_csv(all: &[Measured], output: impl Write) -> csv::Result<()> {
    let mut writer = csv::Writer::from_writer(output);
    writer.write_record([
        "corpus",
        "corpus_puzzles",
        "solver",
        "origin",
        "version",
        "counts_to",
        "puzzles",
        "best_us",
        "median_us",
        "ratio",
        "guesses",
        "nodes",
        "limit",
    ])?;
    for measured in all {
        for times in &measured.times {
            let facts = times.facts;
            let peer_version = version(facts.name).filter(|_| facts.origin == Origin::Peer);
            let each = |total: u64| format!("{:.4}", total as f64 / times.puzzles as f64);
            writer.write_record([
                measured.corpus.clone(),
                measured.puzzles.to_string(),
                facts.name.to_owned(),
                facts.origin.name().to_owned(),
                peer_version.unwrap_or_default().to_owned(),
                facts.reach.up_to(measured.limit).to_string(),
                times.puzzles.to_string(),
                format!("{:.4}", times.best_us()),
                format!("{:.4}", times.median_us()),
                times.ratio.map_or(String::new(), |ratio| format!("{ratio:.4}")),
                times.work.map_or(String::new(), |(guesses, _)| each(guesses)),
                times.work.map_or(String::new(), |(_, nodes)| each(nodes)),
                measured.limit.to_string(),
            ])?;
        }
    }
    writer.flush()?;
    Ok(())
}

/// Replaces what is between the two markers of a text; `None` if it has no markers.
pub(crate) fn between_markers(text: &str, replacement: &str) -> Option<String> {
    const BEGIN: &str = "<!-- peers: begin -->\n";
    const END: &str = "<!-- peers: end -->";
    let begin = text.find(BEGIN)? + BEGIN.len();
    let end = begin + text[begin..].find(END)?;
    Some(format!("{}{replacement}{}", &text[..begin], &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Reach;

    fn measured() -> Measured {
        let facts = Facts { name: "ours", origin: Origin::Engine, reach: Reach::Counts };
        let times = Times {
            facts,
            puzzles: 10,
            best_ns: 20_000.0,
            median_ns: 21_000.0,
            work: Some((25, 300)),
            ratio: Some(0.5),
        };
        Measured { corpus: "some".to_owned(), puzzles: 1000, limit: 2, times: vec![times] }
    }

    #[test]
    fn the_terminal_gets_an_aligned_table() {
        let expected = "some: 1,000 puzzles, up to 2 solutions\n\
                        solver         µs best  µs median  spread  × sudoku  guesses  nodes  puzzles\n\
                        dlxbench ours     2.00       2.10     5 %     0.500     2.50   30.0       10\n";
        assert_eq!(table(&measured()), expected);
    }

    #[test]
    fn a_sample_is_marked() {
        assert!(matrices(&[measured()]).contains("| **dlxbench ours** | 2.00 (0.500) † |\n"));
    }

    #[test]
    fn each_limit_has_a_table_and_marks_who_does_not_reach_it() {
        let first_only = |limit| {
            let mut measured = Measured { limit, ..measured() };
            measured.times[0].facts.reach = Reach::FirstOnly;
            measured.times[0].facts.origin = Origin::Peer;
            measured
        };
        let text = matrices(&[first_only(2), first_only(1)]);
        let (first, both) = text.split_once("Up to two solutions").unwrap();
        assert!(first.starts_with("First solution only:\n\n| ") && !first.contains('‡'), "{text}");
        assert!(both.contains("| dlxbench ours ‡ |") && both.contains("‡ finds only the first"), "{text}");
    }

    #[test]
    fn csv_has_a_row_for_each_solver() {
        let mut bytes = Vec::new();
        write_csv(&[measured()], &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(
            text.lines().nth(1),
            Some("some,1000,ours,engine,,2,10,2.0000,2.1000,0.5000,2.5000,30.0000,2")
        );
    }

    #[test]
    fn only_what_is_between_the_markers_changes() {
        let text = "a\n<!-- peers: begin -->\nold\n<!-- peers: end -->\nb\n";
        let expected = "a\n<!-- peers: begin -->\nnew\n<!-- peers: end -->\nb\n";
        assert_eq!(between_markers(text, "new\n").as_deref(), Some(expected));
        assert_eq!(between_markers("a\n", "new\n"), None);
    }
}
