//! Writes the figures as Markdown for people and as CSV for programs.

use std::io::Write;

use dlxbench::bench::environment::{build_of_source_tree, observe};
use dlxbench::report::{Cell, Table, units};

use crate::figures::{ByDifficulty, BySize, Figures};

/// Returns the means of a group: time, nodes, guesses, and time per node; dashes if nothing was solved.
fn means(figures: &Figures) -> [String; 4] {
    if figures.solved == 0 {
        return [(); 4].map(|()| "–".to_owned());
    }
    let mean = |sum: f64| sum / figures.solved as f64;
    [
        units::time(mean(figures.best_ns)),
        format!("{:.1}", mean(figures.nodes as f64)),
        format!("{:.2}", mean(figures.guesses as f64)),
        units::time(figures.best_ns / figures.nodes as f64),
    ]
}

/// Returns the whole report.
pub(crate) fn markdown(
    command: &str,
    rounds: u32,
    max_nodes: u64,
    sizes: &[BySize],
    difficulties: &[ByDifficulty],
) -> String {
    let build = build_of_source_tree();
    let machine = observe(&build);
    let mut text = format!("# How cost grows\n\n```sh\n{command}\n```\n\n");
    text += &format!(
        "One thread of {} ({} cores, {}, load {}), {}{}. Means over the puzzles, with the fastest of {rounds} rounds of \
         each. Solutions are counted up to two. An engine stops after {} nodes; the puzzles that it did not finish are \
         counted but not included in its means, which flatters it. Everything but the times is the same in every run.\n\n",
        machine.cpu.as_deref().unwrap_or("an unknown processor"),
        machine.cores,
        machine.os,
        machine.load_after.or(machine.load_before).map_or("unknown".to_owned(), |load| load.to_string()),
        machine.rustc,
        build.commit.map_or(String::new(), |commit| format!(", at {commit}")),
        units::count(max_nodes),
    );
    text += "## By size\n\nPuzzles with one solution, made from regular grids by removing givens.\n\n";
    let names =
        ["size", "blank", "engine", "puzzles", "stopped", "time", "nodes", "guesses", "time per node"];
    let mut table = Table::new(3, names);
    for row in sizes {
        let cells = [
            row.geometry.to_string(),
            format!("{:.0} %", row.blank_percent),
            row.engine.to_owned(),
            (row.figures.solved + row.figures.stopped).to_string(),
            row.figures.stopped.to_string(),
        ];
        table.push(cells.into_iter().chain(means(&row.figures)).map(Cell::from));
    }
    text += &table.markdown();
    text += "\n## By difficulty\n\n9×9 puzzles by the guesses that the engine itself needs.\n\n";
    let names = ["engine", "guesses", "puzzles", "time", "nodes", "mean guesses", "time per node"];
    let mut table = Table::new(2, names);
    for row in difficulties {
        let range = match (row.from, row.to) {
            (_, u64::MAX) => "stopped".to_owned(),
            (from, to) if from == to => from.to_string(),
            (from, to) => format!("{}–{}", units::count(from), units::count(to)),
        };
        let puzzles = units::count(row.figures.solved + row.figures.stopped);
        let cells = [row.engine.to_owned(), range, puzzles];
        table.push(cells.into_iter().chain(means(&row.figures)).map(Cell::from));
    }
    text + &table.markdown()
}

/// Writes both tables to one file, as sums so that nothing is rounded twice.
pub(crate) fn write_csv(
    sizes: &[BySize],
    difficulties: &[ByDifficulty],
    output: impl Write,
) -> csv::Result<()> {
    let mut writer = csv::Writer::from_writer(output);
    writer.write_record([
        "table",
        "size",
        "blank_percent",
        "guesses_from",
        "engine",
        "solved",
        "stopped",
        "best_ns",
        "nodes",
        "guesses",
    ])?;
    let sums = |figures: &Figures| {
        [
            figures.solved.to_string(),
            figures.stopped.to_string(),
            format!("{:.0}", figures.best_ns),
            figures.nodes.to_string(),
            figures.guesses.to_string(),
        ]
    };
    for row in sizes {
        let blank = format!("{:.2}", row.blank_percent);
        let cells = ["size", &row.geometry.size().to_string(), &blank, "", row.engine].map(str::to_owned);
        writer.write_record(cells.iter().chain(&sums(&row.figures)))?;
    }
    for row in difficulties {
        let from = if row.to == u64::MAX { String::new() } else { row.from.to_string() };
        let cells = ["difficulty", "9", "", &from, row.engine].map(str::to_owned);
        writer.write_record(cells.iter().chain(&sums(&row.figures)))?;
    }
    writer.flush()?;
    Ok(())
}
