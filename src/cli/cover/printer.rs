//! Prints solutions as option lines, drawings or rows, and how the search ended.

use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use dlxbench::cover::problems::Kind;
use dlxbench::cover::text::{Document, Form};
use dlxbench::cover::{Ended, OptionId, Outcome};
use dlxbench::report::{OutputFormat, RowSink, units};
use dlxbench::sudoku::{Grid, Symbols, encode};
use serde::Serialize;

/// How to draw the solutions of a problem.
#[derive(Clone, Copy)]
enum Drawing {
    Classic(Kind),
    /// A Sudoku with these symbols for its digits.
    Sudoku(Symbols),
}

impl Drawing {
    /// Returns the drawing for the kind of problem that the first word of the first comment names.
    fn of(document: &Document) -> anyhow::Result<Drawing> {
        let mut words = document.comments.first().map_or("", String::as_str).split_whitespace();
        let Some(word) = words.next() else {
            bail!("--explain needs a problem made by `dlxbench problem`, whose first comment names its kind");
        };
        if word == "sudoku" {
            // The puzzle follows, in its own symbols.
            let puzzle = words.next().and_then(|puzzle| puzzle.parse::<Grid>().ok());
            return Ok(Drawing::Sudoku(puzzle.map_or(Symbols::default(), |puzzle| puzzle.symbols())));
        }
        let unknown = || format!("--explain cannot draw a problem whose first comment begins with {word:?}");
        word.parse().ok().map(Drawing::Classic).with_context(unknown)
    }

    fn draw(self, document: &Document, solution: &[OptionId]) -> anyhow::Result<String> {
        let problem = &document.problem;
        let drawn = match self {
            Drawing::Classic(kind) => kind.draw(problem, solution),
            Drawing::Sudoku(symbols) => {
                encode::grid_of(problem, solution, symbols).map(|grid| grid.to_string())
            }
        };
        drawn
            .context("--explain cannot draw this problem: it is not of the kind that its first comment names")
    }
}

/// Prints solutions and the outcome.
pub(super) struct Printer<'a> {
    document: &'a Document,
    drawing: Option<Drawing>,
    sink: RowSink<'a>,
    /// Solutions printed so far.
    number: u64,
    /// When the output was last flushed.
    flushed: Instant,
}

/// The longest that solutions wait in the buffer.
const FLUSH_INTERVAL: Duration = Duration::from_millis(100);

/// A solution, as a line of JSON.
#[derive(Serialize)]
struct SolutionRow {
    solution: u64,
    /// From 1, in the order of the file.
    numbers: Vec<usize>,
    options: Vec<String>,
}

/// An option of a solution, as a row of CSV or Markdown.
#[derive(Serialize)]
struct OptionRow {
    solution: u64,
    number: usize,
    option: String,
}

/// How a search ended and what it cost, for programs. `--stats` shows a part of it.
#[derive(Serialize)]
pub(super) struct OutcomeRow<'a> {
    solutions: u64,
    complete: bool,
    ended: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    item_without_option: Option<&'a str>,
    engine: &'static str,
    nodes: u64,
    guesses: u64,
    /// Removals from linked lists; the dense engine has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    updates: Option<u64>,
    time_ns: u64,
}

impl<'a> OutcomeRow<'a> {
    pub(super) fn new(
        document: &'a Document,
        outcome: &Outcome,
        engine: &'static str,
        time: Duration,
    ) -> OutcomeRow<'a> {
        let (ended, item) = match outcome.ended {
            Ended::Complete => ("complete", None),
            Ended::ItemWithoutOption(item) => ("item-without-option", Some(item)),
            Ended::SolutionLimit => ("solution-limit", None),
            Ended::NodeLimit => ("node-limit", None),
            Ended::TimeLimit => ("time-limit", None),
            Ended::Interrupted => ("interrupted", None),
        };
        OutcomeRow {
            solutions: outcome.solutions,
            complete: outcome.ended.is_complete(),
            ended,
            item_without_option: item.map(|item| document.problem.item_name(item)),
            engine,
            nodes: outcome.counters.nodes,
            guesses: outcome.counters.guesses,
            updates: (engine == "dlx").then_some(outcome.counters.updates),
            time_ns: time.as_nanos() as u64,
        }
    }
}

/// Returns an option as the input has it: its line, or its row of the matrix.
fn option_line(document: &Document, option: OptionId) -> String {
    let problem = &document.problem;
    match document.form {
        Form::Knuth => problem.option_line(option),
        Form::Matrix => {
            let mut bits = vec![b'0'; problem.item_count()];
            for entry in problem.entries(option) {
                bits[entry.item.index()] = b'1';
            }
            format!("row {}: {}", option.index() + 1, String::from_utf8_lossy(&bits))
        }
    }
}

/// Returns a solution as a line of JSON.
pub(super) fn solution_line(
    document: &Document,
    solution: u64,
    options: &[OptionId],
) -> anyhow::Result<String> {
    let numbers = options.iter().map(|option| option.index() + 1).collect();
    let options = options.iter().map(|&option| option_line(document, option)).collect();
    Ok(serde_json::to_string(&SolutionRow { solution, numbers, options })?)
}

impl<'a> Printer<'a> {
    /// Fails if solutions are to be drawn and the kind of problem is unknown.
    pub(super) fn new(
        document: &'a Document,
        explain: bool,
        sink: RowSink<'a>,
    ) -> anyhow::Result<Printer<'a>> {
        let drawing = explain.then(|| Drawing::of(document)).transpose()?;
        Ok(Printer { document, drawing, sink, number: 0, flushed: Instant::now() })
    }

    pub(super) fn solution(&mut self, solution: &[OptionId]) -> anyhow::Result<()> {
        self.number += 1;
        let numbers = solution.iter().map(|option| option.index() + 1);
        let options = solution.iter().map(|&option| option_line(self.document, option));
        match self.sink.format() {
            OutputFormat::Json => {
                let (numbers, options) = (numbers.collect(), options.collect());
                self.sink.row(&SolutionRow { solution: self.number, numbers, options })?;
            }
            OutputFormat::Csv | OutputFormat::Markdown => {
                let rows = numbers.zip(options);
                let rows = rows.map(|(number, option)| OptionRow { solution: self.number, number, option });
                let rows: Vec<OptionRow> = rows.collect();
                rows.iter().try_for_each(|row| self.sink.row(row))?;
            }
            OutputFormat::Table => {
                let body = match self.drawing {
                    Some(drawing) => drawing.draw(self.document, solution)?,
                    None => options.map(|line| line + "\n").collect(),
                };
                let gap = if self.number > 1 { "\n" } else { "" };
                self.sink.text(&format!("{gap}| solution {}\n{body}", self.number))?;
            }
        }
        // The first solutions appear at once, later ones at intervals.
        if self.number <= 100 || self.flushed.elapsed() > FLUSH_INTERVAL {
            self.sink.flush()?;
            self.flushed = Instant::now();
        }
        Ok(())
    }

    /// Prints the outcome: people get the count, programs everything, after the solutions in JSON or instead of them.
    pub(super) fn outcome(&mut self, row: &OutcomeRow<'_>, only_count: bool) -> anyhow::Result<()> {
        if only_count {
            self.sink.text(&format!("{}\n", row.solutions))?;
        }
        if only_count || self.sink.format() == OutputFormat::Json {
            self.sink.row(row)?;
        }
        Ok(self.sink.flush()?)
    }
}

/// Returns what a person should know about the end of the search.
pub(super) fn message(outcome: &Outcome, document: &Document, has_limit: bool) -> Option<String> {
    let found = match outcome.solutions {
        0 => "no solution".to_owned(),
        count => units::counted(count, "solution"),
    };
    match outcome.ended {
        Ended::Complete if outcome.solutions == 0 => Some("no solution".to_owned()),
        Ended::Complete => None,
        Ended::ItemWithoutOption(item) => {
            let name: String = document.problem.item_name(item).chars().take(60).collect();
            Some(format!("no solution: item {name} has no option"))
        }
        Ended::SolutionLimit if has_limit => {
            Some(format!("stopped at the limit of {found}; there may be more"))
        }
        Ended::SolutionLimit => {
            Some("this is the first solution; --all prints all of them, --count counts them".to_owned())
        }
        Ended::NodeLimit => Some(format!("stopped by --max-nodes: {found} so far")),
        Ended::TimeLimit => Some(format!("stopped by --timeout: {found} so far")),
        Ended::Interrupted => Some(format!("interrupted: {found} so far")),
    }
}

/// Returns the cost of the search.
pub(super) fn statistics(row: &OutcomeRow<'_>) -> String {
    let ns = row.time_ns as f64;
    let per = |count: u64, noun: &str| match count {
        0 => String::new(),
        count => format!("           {} per {noun}\n", units::time(ns / count as f64)),
    };
    let mut text = format!("engine     {}\n", row.engine);
    let counts = [("solutions", row.solutions), ("nodes", row.nodes), ("guesses", row.guesses)];
    for (name, count) in counts.into_iter().chain(row.updates.map(|updates| ("updates", updates))) {
        text += &format!("{name:<10} {}\n", units::count(count));
    }
    text += &format!("time       {}\n", units::time(ns));
    text + &per(row.nodes, "node") + &per(row.updates.unwrap_or(0), "update")
}
