//! What external solvers add to the reports of a run: which puzzles were solved by which engines, a ranking, faulty
//! answers, and what was run.

use super::table::{Cell, Table};
use super::units;
use crate::record::{FaultyAnswer, ResultRow, Run};

/// Which puzzles were solved by which engines, with a column for each class; `None` if all engines solved the same
/// puzzles.
pub(super) fn solved_by(run: &Run) -> Option<Table> {
    let mut groups: Vec<&[String]> = Vec::new();
    let mut classes: Vec<&str> = Vec::new();
    for row in &run.solved_by {
        if !groups.contains(&row.engines.as_slice()) {
            groups.push(&row.engines);
        }
        if !row.class.is_all() && !classes.contains(&row.class.name()) {
            classes.push(row.class.name());
        }
    }
    if groups.len() < 2 {
        return None;
    }
    let engines: Vec<&String> = run.options.engines.iter().collect();
    groups.sort_by_key(|engines| std::cmp::Reverse(engines.len()));
    let count = |engines: &[String], class: &str| -> u64 {
        let rows = run.solved_by.iter().filter(|row| row.engines == engines && row.class.name() == class);
        rows.map(|row| row.puzzles).sum()
    };
    let all = if classes.len() == 1 { &[][..] } else { &["all"] };
    let columns: Vec<&str> = classes.iter().copied().chain(all.iter().copied()).collect();
    let rows = groups.iter().map(|group| {
        let name = group_name(group, &engines);
        [Cell::name(name)].into_iter().chain(columns.iter().map(|class| count(group, class).into()))
    });
    Some(Table::new(1, ["solved by"].into_iter().chain(columns.iter().copied())).with(rows))
}

/// Names a group of engines, by those that are not in it if they are fewer.
fn group_name(group: &[String], engines: &[&String]) -> String {
    let others: Vec<&str> =
        engines.iter().filter(|engine| !group.contains(engine)).map(|engine| engine.as_str()).collect();
    match (group, others.as_slice()) {
        ([], _) => "no engine".to_owned(),
        ([one], _) => format!("{one} only"),
        ([_, _], []) => "both".to_owned(),
        (_, []) => "all engines".to_owned(),
        (group, others) if others.len() < group.len() => format!("all but {}", others.join(", ")),
        (group, _) => group.join(", "),
    }
}

/// An engine in the ranking.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Ranked<'r> {
    pub(super) engine: &'r str,
    /// The geometric mean over classes of its mean time divided by that of the fastest engine of the class.
    pub(super) factor: f64,
    /// The number of classes.
    pub(super) classes: usize,
}

/// All engines that were compared on the same work, the fastest first; empty if there are fewer than three.
pub(super) fn ranking(run: &Run) -> Vec<Ranked<'_>> {
    let Some(baseline) = run.speedups.first().map(|row| row.baseline.as_str()) else { return Vec::new() };
    let ratios = || {
        let of_classes = run.speedups.iter().filter(|row| !row.class.is_all());
        of_classes.filter_map(|row| Some((row.engine.as_str(), row.class.name(), row.ratio?)))
    };
    let fastest =
        |class: &str| ratios().filter(|(_, of, _)| *of == class).map(|(.., ratio)| ratio).fold(1.0, f64::max);
    let mut engines = vec![baseline];
    ratios().for_each(|(engine, ..)| {
        if !engines.contains(&engine) {
            engines.push(engine);
        }
    });
    if engines.len() < 3 {
        return Vec::new();
    }
    let mut classes: Vec<&str> = ratios().map(|(_, class, _)| class).collect();
    classes.sort_unstable();
    classes.dedup();
    let ranked = |engine: &'_ str| {
        let ratio = |class: &str| match engine == baseline {
            true => Some(1.0),
            false => ratios().find(|(of, on, _)| *of == engine && *on == class).map(|(.., ratio)| ratio),
        };
        let logs = classes.iter().filter_map(|class| Some((fastest(class) / ratio(class)?).ln()));
        let logs: Vec<f64> = logs.collect();
        ((logs.iter().sum::<f64>() / logs.len() as f64).exp(), logs.len())
    };
    let mut ranking: Vec<Ranked<'_>> = engines
        .iter()
        .map(|engine| {
            let (factor, classes) = ranked(engine);
            Ranked { engine, factor, classes }
        })
        .collect();
    ranking.sort_by(|one, other| one.factor.total_cmp(&other.factor));
    ranking
}

/// The ranking as a table; `None` if there is none.
pub(super) fn ranking_table(run: &Run) -> Option<Table> {
    let ranking = ranking(run);
    let most = ranking.iter().map(|ranked| ranked.classes).max()?;
    let rows = ranking.iter().enumerate().map(|(place, ranked)| {
        let classes = match ranked.classes {
            classes if classes == most => Cell::from(classes as u64),
            classes => Cell::from(format!("{classes} of {most}")),
        };
        let factor = format!("{}×", units::times(ranked.factor));
        [Cell::name(ranked.engine), Cell::from(place as u64 + 1), factor.into(), classes]
    });
    Some(Table::new(1, ["ranking", "place", "geometric mean", "classes"]).with(rows))
}

/// Explains the ranking.
pub(super) const ABOUT_RANKING: &str =
    "times as long as the fastest engine of each class, as the geometric mean over the classes";

/// What external solvers got wrong, a sentence for each.
pub(super) fn findings(run: &Run) -> Vec<String> {
    let sentence = |row: &ResultRow| {
        let parts = [(row.wrong, "wrong"), (row.failed, "failed"), (row.timeout, "timed out")];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> =
            parts.map(|(count, what)| format!("{} {what}", units::count(count))).collect();
        let puzzles = units::counted(row.puzzles, "puzzle");
        (!parts.is_empty()).then(|| format!("{}: {} of {puzzles}", row.engine, parts.join(", ")))
    };
    run.totals().filter_map(sentence).collect()
}

/// Returns what is wrong with an answer in one line, without the puzzle and the answer.
pub(super) fn faulty_in_words(faulty: &FaultyAnswer) -> String {
    let FaultyAnswer { status, engine, file, line, reason, .. } = faulty;
    format!("{status}: {engine}, {file}:{line}: {reason}")
}

/// Returns the faulty answers of a run, each in one line, and for each engine how many more there are.
pub fn faulty_lines(run: &Run) -> Vec<String> {
    let mut lines = Vec::new();
    for of_engine in run.faulty.chunk_by(|one, next| one.engine == next.engine) {
        lines.extend(of_engine.iter().map(faulty_in_words));
        let more = unlisted(run, &of_engine[0].engine, of_engine.len());
        if more > 0 {
            let (engine, more) = (&of_engine[0].engine, units::count(more));
            lines.push(format!("{engine}: {more} more in faulty.csv of a record (--save)"));
        }
    }
    lines
}

/// Returns the number of faulty answers of an engine beyond those that are listed.
pub(super) fn unlisted(run: &Run, engine: &str, listed: usize) -> u64 {
    let all = run.totals().filter(|row| row.engine == engine).map(|row| row.wrong + row.failed + row.timeout);
    all.sum::<u64>().saturating_sub(listed as u64)
}

/// The faulty answers with their puzzles.
pub(super) fn faulty_table(run: &Run) -> Table {
    let headings = ["engine", "status", "class", "at", "reason", "puzzle", "answer"];
    Table::new(headings.len(), headings).with(run.faulty.iter().map(|faulty| {
        [
            Cell::name(&faulty.engine),
            faulty.status.as_str().into(),
            Cell::name(&faulty.class),
            format!("{}:{}", faulty.file, faulty.line).into(),
            faulty.reason.as_str().into(),
            Cell::code(&faulty.puzzle),
            if faulty.answer.is_empty() { Cell::MISSING } else { Cell::code(&faulty.answer) },
        ]
    }))
}

/// What was run as external solvers: a row for each file.
pub(super) fn receipts(run: &Run) -> Table {
    let mut table = Table::new(5, ["solver", "form", "command", "file", "SHA-256", "bytes"]);
    for receipt in &run.external {
        let names =
            [Cell::name(&receipt.engine), receipt.form.as_str().into(), receipt.command.as_str().into()];
        if receipt.files.is_empty() {
            table.push(names.iter().cloned().chain([Cell::MISSING, Cell::MISSING, Cell::MISSING]));
        }
        for file in &receipt.files {
            let file = [file.path.as_str().into(), Cell::code(&file.sha256), Cell::from(file.bytes)];
            table.push(names.iter().cloned().chain(file));
        }
    }
    table
}

/// How the times of external solvers were taken.
pub(super) fn about_times(run: &Run) -> Vec<String> {
    let named = |form: &str| {
        let names = run.external.iter().filter(|receipt| receipt.form == form);
        let names: Vec<&str> = names.map(|receipt| receipt.engine.as_str()).collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    let exec = named("exec").map(|names| match run.round_trip {
        Some(trip) => {
            let [p50, p99] = [trip.p50_ns, trip.p99_ns].map(|ns| units::time(ns as f64));
            format!("{names}: times include the way through pipes: {p50} (99 %: {p99}) for a child that only echoes")
        }
        None => format!("{names}: times include the way through pipes"),
    });
    let once =
        named("once").map(|names| format!("{names}: a time is that of a whole process, its start included"));
    let batch = named("batch").map(|names| {
        format!("{names}: the wall time of each whole class, so there are no percentiles and no speed-ups")
    });
    let library =
        named("lib").map(|names| format!("{names}: a time is that of the call, taken in a host process"));
    let claimed = run.totals().any(|row| row.claimed_ns.is_some());
    let claimed = claimed.then(|| "claimed: the mean of the times that a solver says it took".to_owned());
    [exec, once, batch, library, claimed].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::SpeedupRow;

    fn row(engine: &str, class: &str, ratio: f64) -> SpeedupRow {
        SpeedupRow {
            engine: engine.to_owned(),
            baseline: "a".to_owned(),
            class: class.to_owned().into(),
            pairs: 10,
            ratio: Some(ratio),
            low: Some(ratio),
            high: Some(ratio),
            floor: None,
            verdict: None,
        }
    }

    #[test]
    fn engines_are_ranked_by_the_geometric_mean_over_classes() {
        let mut run: Run = serde_json::from_str(include_str!("../../tests/golden/record/run.json")).unwrap();
        run.speedups = vec![row("b", "x", 4.0), row("b", "y", 1.0), row("b", "all", 9.0), row("c", "x", 0.5)];
        let ranking: Vec<(&str, f64, usize)> = ranking(&run)
            .iter()
            .map(|ranked| (ranked.engine, (ranked.factor * 1e3).round() / 1e3, ranked.classes))
            .collect();
        // On x, b is the fastest, a takes 4 times as long and c 8 times; on y, a and b are alike.
        assert_eq!(ranking, [("b", 1.0, 2), ("a", 2.0, 2), ("c", 8.0, 1)]);
        run.speedups.truncate(3);
        assert!(super::ranking(&run).is_empty(), "two engines need no ranking");
    }
}
