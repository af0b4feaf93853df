//! Writes what `cover` finds: option lines, drawings, JSON, and what a person should know about the outcome.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use dlxbench::cover::problems::Kind;
use dlxbench::cover::text::{Document, Form};
use dlxbench::cover::{Ended, OptionId, Outcome};
use dlxbench::report::units;
use dlxbench::sudoku::{Grid, Symbols, encode};
use serde::Serialize;

use super::{CoverArgs, EngineKind};

/// How to draw the solutions of a problem.
#[derive(Clone, Copy)]
enum Drawing {
    Classic(Kind),
    /// A Sudoku whose digits are written in these symbols.
    Sudoku(Symbols),
}

/// The first word of the first comment says what kind of problem it is.
fn drawing_of(document: &Document) -> anyhow::Result<Drawing> {
    let mut words = document.comments.first().map_or("", String::as_str).split_whitespace();
    let Some(word) = words.next() else {
        bail!("--explain needs a problem made by `dlxbench problem`: its first comment says what it is");
    };
    if word == "sudoku" {
        // The puzzle follows: its symbols are those that its author knows.
        let puzzle = words.next().and_then(|puzzle| puzzle.parse::<Grid>().ok());
        return Ok(Drawing::Sudoku(puzzle.map_or(Symbols::default(), |puzzle| puzzle.symbols())));
    }
    let unknown = |_| anyhow!("--explain cannot draw a problem whose first comment begins with {word:?}");
    word.parse::<Kind>().map(Drawing::Classic).map_err(unknown)
}

/// Writes solutions and the outcome in the form asked for.
pub(super) struct Printer<'a> {
    args: &'a CoverArgs,
    document: &'a Document,
    drawing: Option<Drawing>,
    output: &'a mut dyn Write,
    /// How many solutions have been written.
    number: u64,
    /// When the output was last flushed.
    flushed: Instant,
}

/// How long solutions may wait in a buffer.
const FLUSH_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Serialize)]
struct JsonSolution {
    solution: u64,
    /// From 1, in the order of the file.
    numbers: Vec<usize>,
    options: Vec<String>,
}

#[derive(Serialize)]
struct JsonOutcome {
    solutions: u64,
    complete: bool,
    ended: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    item_without_option: Option<String>,
    engine: &'static str,
    nodes: u64,
    guesses: u64,
    /// Only an engine with links has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    updates: Option<u64>,
    time_ns: u64,
}

impl<'a> Printer<'a> {
    /// Fails if the solutions are to be drawn and nobody knows how.
    pub(super) fn new(
        args: &'a CoverArgs,
        document: &'a Document,
        output: &'a mut dyn Write,
    ) -> anyhow::Result<Printer<'a>> {
        let drawing = if args.explain { Some(drawing_of(document)?) } else { None };
        Ok(Printer { args, document, drawing, output, number: 0, flushed: Instant::now() })
    }

    pub(super) fn solution(&mut self, solution: &[OptionId]) -> anyhow::Result<()> {
        self.number += 1;
        self.write_solution(solution)?;
        // The first ones at once, later ones at the latest when the next one comes after a while.
        if self.number <= 100 || self.flushed.elapsed() > FLUSH_INTERVAL {
            self.output.flush()?;
            self.flushed = Instant::now();
        }
        Ok(())
    }

    fn write_solution(&mut self, solution: &[OptionId]) -> anyhow::Result<()> {
        if self.args.json {
            let line = JsonSolution {
                solution: self.number,
                numbers: solution.iter().map(|option| option.index() + 1).collect(),
                options: solution.iter().map(|&option| self.option_line(option)).collect(),
            };
            writeln!(self.output, "{}", serde_json::to_string(&line)?)?;
            return Ok(());
        }
        if self.number > 1 {
            writeln!(self.output)?;
        }
        writeln!(self.output, "| solution {}", self.number)?;
        match self.drawing {
            Some(drawing) => write!(self.output, "{}", self.drawn(drawing, solution)?)?,
            None => {
                for &option in solution {
                    writeln!(self.output, "{}", self.option_line(option))?;
                }
            }
        }
        Ok(())
    }

    fn drawn(&self, drawing: Drawing, solution: &[OptionId]) -> anyhow::Result<String> {
        let problem = &self.document.problem;
        let drawn = match drawing {
            Drawing::Classic(kind) => kind.draw(problem, solution),
            Drawing::Sudoku(symbols) => {
                encode::grid_of(problem, solution, symbols).map(|grid| grid.to_string())
            }
        };
        drawn.context("the first comment names a kind of problem that this is not: it cannot be drawn")
    }

    /// An option as the input has it: its line, or for a matrix its row.
    fn option_line(&self, option: OptionId) -> String {
        let problem = &self.document.problem;
        match self.document.form {
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

    pub(super) fn outcome(&mut self, outcome: &Outcome, time: Duration) -> anyhow::Result<()> {
        if self.args.json {
            let line = serde_json::to_string(&self.json_outcome(outcome, time))?;
            writeln!(self.output, "{line}")?;
            return Ok(());
        }
        if self.args.count {
            writeln!(self.output, "{}", outcome.solutions)?;
        }
        self.output.flush()?;
        if let Some(message) = self.message(outcome) {
            eprintln!("dlxbench: {message}");
        }
        if self.args.stats {
            let counters = outcome.counters;
            let ns = time.as_nanos() as f64;
            eprintln!("engine     {}", self.args.engine().name());
            eprintln!("solutions  {}", units::count(outcome.solutions));
            eprintln!("nodes      {}", units::count(counters.nodes));
            eprintln!("guesses    {}", units::count(counters.guesses));
            if let Some(updates) = self.updates(outcome) {
                eprintln!("updates    {}", units::count(updates));
            }
            eprintln!("time       {}", units::time(ns));
            if counters.nodes > 0 {
                eprintln!("           {} a node", units::time(ns / counters.nodes as f64));
            }
            if counters.updates > 0 {
                eprintln!("           {} an update", units::time(ns / counters.updates as f64));
            }
        }
        Ok(())
    }

    /// Updates are removals from rings; the dense engine has no rings, and nothing to count.
    fn updates(&self, outcome: &Outcome) -> Option<u64> {
        (self.args.engine() == EngineKind::Dlx).then_some(outcome.counters.updates)
    }

    /// What a person should know about how the search ended.
    fn message(&self, outcome: &Outcome) -> Option<String> {
        let so_far = match outcome.solutions {
            0 => "no solution so far".to_owned(),
            1 => "1 solution so far".to_owned(),
            count => format!("{} solutions so far", units::count(count)),
        };
        match outcome.ended {
            Ended::Complete if outcome.solutions == 0 => Some("no solution".to_owned()),
            Ended::Complete => None,
            Ended::ItemWithoutOption(item) => {
                let name: String = self.document.problem.item_name(item).chars().take(60).collect();
                Some(format!("no solution: item {name} has no option"))
            }
            Ended::SolutionLimit if self.args.limit.is_some() => {
                let plural = if outcome.solutions == 1 { "" } else { "s" };
                Some(format!(
                    "stopped at the limit of {} solution{plural}; there may be more",
                    outcome.solutions
                ))
            }
            Ended::SolutionLimit => {
                Some("this is the first solution; --all prints every one, --count counts".into())
            }
            Ended::NodeLimit => Some(format!("stopped by --max-nodes: {so_far}")),
            Ended::TimeLimit => Some(format!("stopped by --timeout: {so_far}")),
            Ended::Interrupted => Some(format!("interrupted: {so_far}")),
        }
    }

    fn json_outcome(&self, outcome: &Outcome, time: Duration) -> JsonOutcome {
        let mut item_without_option = None;
        let ended = match outcome.ended {
            Ended::Complete => "complete",
            Ended::ItemWithoutOption(item) => {
                item_without_option = Some(self.document.problem.item_name(item).to_owned());
                "item-without-option"
            }
            Ended::SolutionLimit => "solution-limit",
            Ended::NodeLimit => "node-limit",
            Ended::TimeLimit => "time-limit",
            Ended::Interrupted => "interrupted",
        };
        JsonOutcome {
            solutions: outcome.solutions,
            complete: outcome.ended.is_complete(),
            ended,
            item_without_option,
            engine: self.args.engine().name(),
            nodes: outcome.counters.nodes,
            guesses: outcome.counters.guesses,
            updates: self.updates(outcome),
            time_ns: time.as_nanos() as u64,
        }
    }
}
