//! Speed-ups by threads: for a terminal, as Markdown, as CSV.

use std::io::Write;

use super::columns::{Align, aligned};
use super::markdown;
use super::paint::Paint;
use super::terminal::shortened;
use super::visible::{markdown_escaped as escaped, shell};
use super::{units, visible};
use crate::scaling::{Row, Scaling};

/// How wide the bar of a perfect speed-up is.
const CHART_WIDTH: usize = 40;

const HEADS: [&str; 8] =
    ["class", "threads", "puzzles", "wall", "puzzles/s", "speed-up", "single rounds", "efficiency"];

/// The table and the chart, for a terminal.
pub fn table(scaling: &Scaling, paint: Paint) -> String {
    let mut table = vec![HEADS.map(str::to_owned).to_vec()];
    table.extend(scaling.rows.iter().map(cells));
    let mut text = String::new();
    for (index, line) in aligned(&table, Align::Right).into_iter().enumerate() {
        text.push_str(&if index == 0 { paint.bold(&line) } else { line });
        text.push('\n');
    }
    text.push_str(&format!("\n{}\n{}\n", chart(scaling), footer(scaling)));
    for line in scaling.malformed.lines() {
        text.push_str(&format!("{} {}\n", paint.warn("malformed:"), visible(&line)));
    }
    for warning in &scaling.warnings {
        text.push_str(&format!("{} {}\n", paint.warn("warning:"), visible(warning)));
    }
    text
}

/// Everything as a document.
pub fn report(scaling: &Scaling) -> String {
    let environment = &scaling.environment;
    let rows: Vec<Vec<String>> =
        scaling.rows.iter().map(|row| cells(row).iter().map(|cell| escaped(cell)).collect()).collect();
    let mut text = format!("# Scaling\n\n```sh\n{}\n```\n\n", shell(&scaling.command));
    text.push_str(&format!(
        "{}, dlxbench {} {}, {}, {} cores\n\n",
        scaling.started,
        scaling.version,
        escaped(scaling.commit.as_deref().unwrap_or("")),
        escaped(environment.cpu.as_deref().unwrap_or("an unknown processor")),
        environment.cores
    ));
    text.push_str(&markdown::table(&HEADS, &rows, 1));
    text.push_str(&format!("\n```text\n{}```\n\n{}\n", chart(scaling), escaped(&footer(scaling))));
    if !scaling.malformed.is_empty() {
        text.push_str(&format!("\n## Malformed lines: {}\n\n", units::count(scaling.malformed.count)));
        scaling.malformed.lines().iter().for_each(|line| text.push_str(&format!("- {}\n", escaped(line))));
    }
    if !scaling.warnings.is_empty() {
        text.push_str("\n## Warnings\n\n");
        scaling.warnings.iter().for_each(|warning| text.push_str(&format!("- {}\n", escaped(warning))));
    }
    text
}

/// A row for each class and number of threads.
pub fn csv(scaling: &Scaling, output: impl Write) -> Result<(), csv::Error> {
    let mut writer = csv::Writer::from_writer(output);
    writer.write_record([
        "class",
        "threads",
        "puzzles",
        "wall_ns",
        "puzzles_per_second",
        "speedup",
        "least",
        "most",
        "efficiency",
    ])?;
    for row in &scaling.rows {
        let mut record = vec![row.class.clone(), row.threads.to_string(), row.puzzles.to_string()];
        record.extend([row.wall_ns.to_string(), format!("{:.1}", row.puzzles_per_second)]);
        record
            .extend([row.speedup, row.least, row.most, row.efficiency].map(|figure| format!("{figure:.4}")));
        writer.write_record(&record)?;
    }
    writer.flush()?;
    Ok(())
}

fn cells(row: &Row) -> Vec<String> {
    vec![
        shortened(&row.class),
        row.threads.to_string(),
        units::count(row.puzzles),
        units::time(row.wall_ns as f64),
        units::count(row.puzzles_per_second.round() as u64),
        format!("{:.2}×", row.speedup),
        format!("{:.2} … {:.2}", row.least, row.most),
        format!("{:.0} %", row.efficiency * 100.0),
    ]
}

/// A bar for each row, and a mark where it would end if threads shared nothing.
fn chart(scaling: &Scaling) -> String {
    let most = scaling.rows.iter().map(|row| row.threads).max().unwrap_or(1).max(1);
    let names = scaling.rows.iter().map(|row| shortened(&row.class).chars().count()).max().unwrap_or(0);
    let digits = most.to_string().len();
    let mut text = String::new();
    let mut last = "";
    for row in &scaling.rows {
        let name = if row.class == last { String::new() } else { shortened(&row.class) };
        last = &row.class;
        let at = |speedup: f64| (speedup * CHART_WIDTH as f64 / most as f64).round() as usize;
        let (bar, perfect) = (at(row.speedup).clamp(1, 2 * CHART_WIDTH), at(row.threads as f64));
        let rest = if bar < perfect { format!("{}|", " ".repeat(perfect - bar - 1)) } else { String::new() };
        let bars = "█".repeat(bar);
        text.push_str(&format!(
            "{name:<names$}  {:>digits$}  {bars}{rest} {:.2}×\n",
            row.threads, row.speedup
        ));
    }
    text
}

fn footer(scaling: &Scaling) -> String {
    let load =
        scaling.environment.load_before.map_or(String::new(), |load| format!("; load before {load:.1}"));
    let most = if scaling.interrupted { "up to " } else { "" };
    format!(
        "engine {}; wall times, the best of {most}{} in turn; the mark is where nothing is shared{load}",
        scaling.engine.as_deref().unwrap_or("by size"),
        units::counted(scaling.rounds as u64, "round")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::environment::Environment;
    use crate::bench::{Clock, ClockFigures};

    fn scaling() -> Scaling {
        let row = |class: &str, threads: usize, wall_ns: u64, speedup: f64| Row {
            class: class.to_owned(),
            threads,
            puzzles: 4000,
            wall_ns,
            puzzles_per_second: 4000.0 / (wall_ns as f64 / 1e9),
            speedup,
            least: speedup * 0.9,
            most: speedup * 1.1,
            efficiency: speedup / threads as f64,
        };
        let clock: ClockFigures = Clock::new().figures();
        Scaling {
            version: "1.0".to_owned(),
            commit: None,
            command: vec!["dlxbench".to_owned(), "scaling".to_owned()],
            started: "2026-01-01T00:00:00Z".to_owned(),
            engine: None,
            rounds: 5,
            environment: Environment {
                cpu: Some("a_cpu".to_owned()),
                cores: 2,
                load_before: Some(0.25),
                ..Environment::observe(clock)
            },
            rows: vec![
                row("easy", 1, 20_000_000, 1.0),
                row("easy", 2, 10_416_667, 1.92),
                row("<hard>", 1, 40_000_000, 1.0),
                row("<hard>", 2, 26_666_667, 1.5),
            ],
            interrupted: false,
            malformed: Default::default(),
            warnings: vec!["beware".to_owned()],
        }
    }

    #[test]
    fn the_table_has_a_chart() {
        assert_eq!(
            table(&scaling(), Paint(false)),
            "\
class   threads  puzzles     wall  puzzles/s  speed-up  single rounds  efficiency
easy          1    4,000  20.0 ms    200,000     1.00×    0.90 … 1.10       100 %
easy          2    4,000  10.4 ms    384,000     1.92×    1.73 … 2.11        96 %
<hard>        1    4,000  40.0 ms    100,000     1.00×    0.90 … 1.10       100 %
<hard>        2    4,000  26.7 ms    150,000     1.50×    1.35 … 1.65        75 %

easy    1  ████████████████████ 1.00×
        2  ██████████████████████████████████████ | 1.92×
<hard>  1  ████████████████████ 1.00×
        2  ██████████████████████████████         | 1.50×

engine by size; wall times, the best of 5 rounds in turn; the mark is where nothing is shared; load before 0.2
warning: beware
"
        );
    }

    #[test]
    fn the_document_escapes_and_the_table_for_programs_has_units() {
        let text = report(&scaling());
        assert!(text.contains("| &lt;hard&gt; | 2 | 4,000 | 26.7 ms | 150,000 | 1.50× |"), "{text}");
        assert!(text.contains("a\\_cpu") && text.contains("- beware"), "{text}");
        let mut output = Vec::new();
        csv(&scaling(), &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(
            text.starts_with(
                "class,threads,puzzles,wall_ns,puzzles_per_second,speedup,least,most,efficiency\n"
            )
        );
        assert!(text.contains("\neasy,2,4000,10416667,384000.0,1.9200,1.7280,2.1120,0.9600\n"), "{text}");
    }
}
