//! A run as Markdown: `report.md` of a record.

use super::table::Table;
use super::visible::{markdown_escaped as escaped, shell};
use super::{external, run_tables, units};
use crate::record::Run;

pub(super) fn report(run: &Run) -> String {
    let mut text = format!("# {}\n\n", escaped(&run.name));
    if run.interrupted {
        text.push_str(&format!("**Interrupted:** {}.\n\n", run_tables::ABOUT_INTERRUPTION));
    }
    text.push_str(&provenance(run, &settings(run)));
    for engine in run.engines() {
        let mut answers = run_tables::answers("class", run.rows_of(engine));
        let costs = answers.headings.len() - 2;
        answers.headings[costs..].iter_mut().for_each(|heading| heading.push_str(" per puzzle"));
        let latencies = run_tables::latencies("class", run.rows_of(engine));
        let (answers, latencies) = (answers.markdown(), latencies.markdown());
        text.push_str(&format!("\n## Engine {}\n\n{answers}\n{latencies}", escaped(engine)));
    }
    if run.results.iter().any(run_tables::is_mean_above_p99) {
        text.push_str(&format!("\n{}\n", escaped(run_tables::ABOUT_MEANS)));
    }
    if let Some(first) = run.speedups.first() {
        let table = run_tables::speedups("engine", &run.speedups).markdown();
        text.push_str(&format!("\n## Against {}\n\n{table}", escaped(&first.baseline)));
    }
    text.push_str(&external_solvers(run));
    if !run.threads.is_empty() {
        let (table, chart) =
            (run_tables::threads(&run.threads), run_tables::threads_chart(&run.threads, 40).text());
        text.push_str(&format!("\n## Threads\n\n{}\n```text\n{chart}```\n", table.markdown()));
        text.push_str(&format!("\n{}\n", escaped(&run_tables::about_threads(run))));
    }
    if let Some(merged) = &run.merged {
        let (words, table) = (run_tables::merged_in_words(merged), run_tables::machines(merged).markdown());
        text.push_str(&format!("\n## Machines\n\n{}\n\n{table}", escaped(&words)));
    }
    if !run.slowest.is_empty() {
        text.push_str(&format!("\n## Hardest puzzles\n\n{}", run_tables::slowest(&run.slowest).markdown()));
    }
    for (title, faults) in
        [("Malformed lines", &run.malformed), ("Wrong solutions in the corpora", &run.wrong_solutions)]
    {
        text.push_str(&list(&format!("{title}: {}", units::count(faults.count)), &faults.lines()));
    }
    let failures: Vec<String> = run.corpora.iter().filter_map(|corpus| corpus.failure.clone()).collect();
    text.push_str(&list("Not read to the end", &failures));
    text.push_str(&list("Warnings", &run.warnings));
    text
}

/// Returns the ranking, who solved what, what external solvers got wrong, and what was run.
fn external_solvers(run: &Run) -> String {
    let titled = |title: &str, table: Option<Table>| {
        table
            .filter(|table| !table.rows.is_empty())
            .map(|table| format!("\n## {title}\n\n{}", table.markdown()))
    };
    let parts = [
        titled("Ranking", external::ranking_table(run)),
        titled("Who solved what", external::solved_by(run)),
        titled("Wrong and missing answers", Some(external::faulty_table(run))),
        titled("External solvers", Some(external::receipts(run))),
    ];
    let mut text: String = parts.into_iter().flatten().collect();
    for words in external::about_times(run) {
        text.push_str(&format!("\n{}\n", escaped(&words)));
    }
    text
}

/// Returns a list under a title; empty if there are no lines.
pub(super) fn list(title: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let lines: String = lines.iter().map(|line| format!("- {}\n", escaped(line))).collect();
    format!("\n## {title}\n\n{lines}")
}

/// Returns the command line, when and where it ran, and further facts.
pub(super) fn provenance(run: &Run, more: &[(&str, String)]) -> String {
    let environment = &run.environment;
    let cpu = environment.cpu.as_deref().unwrap_or("unknown");
    let program = format!("dlxbench {} {}", run.version, run.commit.as_deref().unwrap_or(""));
    let vectors =
        environment.vectors.as_ref().map_or(String::new(), |vectors| format!(", {vectors} vectors"));
    let facts = [
        ("when", run.started.clone()),
        ("program", program.trim().to_owned()),
        ("build", format!("{}, {}, {}", environment.profile, environment.target, environment.rustc)),
        ("processor", format!("{cpu}, {}{vectors}", units::counted(environment.cores as u64, "core"))),
    ];
    let rows = facts.iter().chain(more).map(|(name, fact)| [(*name).into(), fact.as_str().into()]);
    let table = Table::new(2, ["", ""]).with(rows);
    format!("```sh\n{}\n```\n\n{}", shell(&run.command), table.markdown())
}

fn settings(run: &Run) -> [(&'static str, String); 8] {
    let settings = &run.options.settings;
    let names: Vec<&str> = run.corpora.iter().map(|corpus| corpus.name.as_str()).collect();
    [
        ("threads", settings.threads.to_string()),
        ("passes", units::count(settings.passes as u64)),
        ("repeat", units::count(settings.repeat as u64)),
        ("keep", settings.keep.to_string()),
        ("puzzles", format!("{} in {}", units::count(run.puzzles()), units::time(run.wall_ns as f64))),
        ("corpora", names.join(", ")),
        ("digest", run.digest.clone()),
        ("seed", settings.seed.to_string()),
    ]
}
