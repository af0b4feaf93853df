//! Published timing tables beside ours: for a terminal, as Markdown, as CSV.

use std::io::Write;

use super::columns::{Align, aligned};
use super::markdown;
use super::paint::Paint;
use super::units::{self, rate};
use super::visible::{markdown_escaped as escaped, shell};
use crate::reproduce::published::{CPP, TYPESCRIPT};
use crate::reproduce::{CALLS_OF_CLASS, Reproduction};

/// How wide the notes are on a terminal.
const NOTE_WIDTH: usize = 100;

/// The columns of the CSV.
pub const COLUMNS: [&str; 8] =
    ["table", "item", "puzzles", "measure", "published", "here", "ratio", "within"];

/// A table with its title.
struct Section {
    title: String,
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The tables for a terminal.
pub fn table(reproduction: &Reproduction, paint: Paint) -> String {
    let mut text = String::new();
    for section in sections(reproduction) {
        text.push_str(&format!("{}\n", paint.bold(&section.title)));
        let lines: Vec<Vec<String>> = std::iter::once(section.heads).chain(section.rows).collect();
        aligned(&lines, Align::Right).iter().for_each(|line| text.push_str(&format!("{line}\n")));
        text.push('\n');
    }
    for note in &reproduction.notes {
        text.push_str(&wrapped(note));
    }
    let environment = &reproduction.environment;
    let cpu = environment.cpu.as_deref().unwrap_or("an unknown processor");
    text.push_str(&format!("dlxbench {}, {} build, on {cpu}\n", reproduction.version, environment.profile));
    for warning in &reproduction.warnings {
        text.push_str(&format!("{} {warning}\n", paint.warn("warning:")));
    }
    text
}

/// A paragraph in lines of readable length.
fn wrapped(paragraph: &str) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in paragraph.split_whitespace() {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > NOTE_WIDTH {
            text.push('\n');
            width = 0;
        }
        if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text.push('\n');
    text
}

/// The tables as a document.
pub fn report(reproduction: &Reproduction) -> String {
    let environment = &reproduction.environment;
    let commit = reproduction.commit.as_deref().unwrap_or("");
    let mut text =
        format!("# Published times, run again\n\n```sh\n{}\n```\n\n", shell(&reproduction.command));
    let rows = [
        ("when", reproduction.started.clone()),
        ("program", format!("dlxbench {} {commit}", reproduction.version)),
        ("build", format!("{}, {}, {}", environment.profile, environment.target, environment.rustc)),
        (
            "processor",
            format!("{}, {} cores", environment.cpu.as_deref().unwrap_or("unknown"), environment.cores),
        ),
    ];
    let rows = rows.map(|(name, value)| vec![name.to_owned(), escaped(value.trim())]);
    text.push_str(&markdown::table(&["", ""], &rows, 2));
    reproduction.notes.iter().for_each(|note| text.push_str(&format!("\n{}\n", escaped(note))));
    for section in sections(reproduction) {
        let heads: Vec<&str> = section.heads.iter().map(String::as_str).collect();
        text.push_str(&format!("\n## {}\n\n", escaped(&section.title)));
        text.push_str(&markdown::table(&heads, &section.rows, 1));
    }
    if !reproduction.warnings.is_empty() {
        text.push_str("\n## Warnings\n\n");
        reproduction.warnings.iter().for_each(|warning| text.push_str(&format!("- {}\n", escaped(warning))));
    }
    text
}

/// All figures in one table: times in nanoseconds, calls in numbers.
pub fn csv(reproduction: &Reproduction, output: impl Write) -> Result<(), csv::Error> {
    let mut writer = csv::Writer::from_writer(output);
    writer.write_record(COLUMNS)?;
    for row in &reproduction.bounds {
        for (measure, here) in
            [("mean_ns", row.mean_ns), ("p50_ns", row.p50_ns as f64), ("max_ns", row.max_ns as f64)]
        {
            let published = row.published_ns as f64;
            writer.write_record([
                "Go",
                &row.class,
                &row.puzzles.to_string(),
                measure,
                &row.published_ns.to_string(),
                &format!("{here:.0}"),
                &format!("{:.3}", published / here.max(1.0)),
                &(here <= published).to_string(),
            ])?;
        }
    }
    for row in &reproduction.times {
        writer.write_record([
            &row.source,
            &row.item,
            &row.puzzles.to_string(),
            "total_ns",
            &row.published_ns.to_string(),
            &row.here_ns.to_string(),
            &format!("{:.3}", row.ratio),
            "",
        ])?;
    }
    for row in &reproduction.calls {
        for engine in &row.calls {
            writer.write_record([
                "recursive calls",
                &row.item,
                &row.puzzles.to_string(),
                &engine.engine,
                "",
                &engine.calls.to_string(),
                &format!("{:.3}", engine.ratio),
                "",
            ])?;
        }
    }
    writer.flush()?;
    Ok(())
}

fn sections(reproduction: &Reproduction) -> Vec<Section> {
    vec![
        bounds(reproduction),
        times(reproduction, CPP, "C++ with Qt"),
        times(reproduction, TYPESCRIPT, "TypeScript, the same puzzles"),
        calls(reproduction),
    ]
}

fn bounds(reproduction: &Reproduction) -> Section {
    let heads = ["class", "puzzles here", "published", "mean", "p50", "max", "within", "ratio"];
    let row = |row: &crate::reproduce::BoundRow| {
        vec![
            row.class.clone(),
            units::count(row.puzzles),
            row.printed.clone(),
            units::time(row.mean_ns),
            units::time(row.p50_ns as f64),
            units::time(row.max_ns as f64),
            if row.within { "yes" } else { "no" }.to_owned(),
            rate(row.ratio),
        ]
    };
    Section {
        title: format!("A Go implementation, time of a puzzle by class; here {}", reproduction.engine),
        heads: heads.map(str::to_owned).to_vec(),
        rows: reproduction.bounds.iter().map(row).collect(),
    }
}

fn times(reproduction: &Reproduction, source: &str, title: &str) -> Section {
    let row = |row: &crate::reproduce::TimeRow| {
        vec![
            row.item.clone(),
            units::count(row.puzzles),
            row.printed.clone(),
            units::time(row.here_ns as f64),
            rate(row.ratio),
        ]
    };
    Section {
        title: format!("{title}; here {}", reproduction.engine),
        heads: ["puzzles", "puzzles here", "published", "here", "ratio"].map(str::to_owned).to_vec(),
        rows: reproduction.times.iter().filter(|row| row.source == source).map(row).collect(),
    }
}

fn calls(reproduction: &Reproduction) -> Section {
    let engines: Vec<&str> = reproduction
        .calls
        .first()
        .map_or(Vec::new(), |row| row.calls.iter().map(|c| c.engine.as_str()).collect());
    let mut heads = vec!["puzzles".to_owned(), "puzzles here".to_owned()];
    heads.extend(engines.iter().map(|&engine| engine.to_owned()));
    heads.extend(engines.iter().skip(1).map(|engine| format!("{} / {engine}", engines[0])));
    let row = |row: &crate::reproduce::CallRow| {
        let mut cells = vec![row.item.clone(), units::count(row.puzzles)];
        cells.extend(row.calls.iter().map(|engine| units::count(engine.calls)));
        cells.extend(row.calls.iter().skip(1).map(|engine| rate(engine.ratio)));
        cells
    };
    Section {
        title: format!("Recursive calls, the first {CALLS_OF_CLASS} puzzles of each class"),
        heads,
        rows: reproduction.calls.iter().map(row).collect(),
    }
}
