//! `dlxbench corpus stats`: counts what a corpus contains.

use std::collections::BTreeMap;
use std::io;

use clap::Args;
use dlxbench::check::{Census, PuzzleTraits};
use dlxbench::corpus::{Bins, ClassBy, Classes};
use dlxbench::generate::Symmetry;
use dlxbench::report::{Look, OutputFormat, Role, RowSink, Screen, Span, shortened, units};
use serde::Serialize;
use serde_json::{Value, json};

use super::job::{Classifier, InputArgs, Job, search_rule};
use crate::cli::console::stdout;
use crate::cli::exit::Exit;
use crate::cli::value;

const EXAMPLES: &str = "\
The digest does not depend on the order of the puzzles, the format, or the
character for blanks; the records of runs have it too. A duplicate equals an
earlier puzzle; an isomorph equals one up to symmetry. A pattern of givens may
have several symmetries.

Puzzles are streamed. A hash of each distinct puzzle is kept, which takes 30 to
90 bytes (620 MB for ten million), and as much again with --isomorphs.

Examples:
  dlxbench corpus stats puzzles.txt
  dlxbench corpus stats puzzles.csv.gz --isomorphs --class-by rating
  dlxbench corpus stats a.txt b.txt --format json";

/// Count puzzles, clues, classes, sizes, symmetries and duplicates; compute the digest
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Count isomorphs of earlier puzzles too
    #[arg(long, help_heading = "How")]
    isomorphs: bool,

    /// What determines the class of a puzzle
    #[arg(long, value_name = "RULE", default_value_t, value_parser = value::named::<ClassBy>(), help_heading = "How")]
    class_by: ClassBy,

    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value_t = OutputFormat::Table, value_parser = value::named::<OutputFormat>(), help_heading = "Output")]
    format: OutputFormat,
}

pub(super) fn run(args: StatsArgs) -> anyhow::Result<Exit> {
    let mut job = Job::new(args.input, false)?;
    job.stream.options.class_by = args.class_by;
    job.stream.options.bins = Bins::usual(args.class_by);
    let interrupt = job.stream.interrupt();
    let rule = search_rule(None, &interrupt);
    let mut census = Census::default();
    let mut of_class: Vec<u64> = Vec::new();
    let (mut labels, mut solutions) = (0, 0);
    job.each(
        || Classifier::new(args.class_by, rule),
        |classifier, item| {
            let traits = PuzzleTraits::of(&item.entry.puzzle, args.isomorphs);
            let has = (!item.entry.label.is_empty(), item.entry.solution.is_some());
            Ok((traits, classifier.class(&item), has))
        },
        |_, (traits, class, (has_label, has_solution))| {
            census.add(&traits);
            let class = usize::from(class);
            of_class.resize(of_class.len().max(class + 1), 0);
            of_class[class] += 1;
            labels += u64::from(has_label);
            solutions += u64::from(has_solution);
            Ok(())
        },
    )?;
    let classes = Classes::from_names(job.stream.classes.to_vec());
    let by_class = classes.in_order().into_iter().map(usize::from).filter_map(|class| {
        let count = of_class.get(class).copied().filter(|&count| count > 0)?;
        Some((classes.names()[class].clone(), count))
    });
    let statistics = Statistics {
        totals: vec![
            ("puzzles", json!(census.puzzles)),
            ("malformed", json!(job.malformed)),
            ("with_label", json!(labels)),
            ("with_solution", json!(solutions)),
            ("duplicates", json!(census.duplicates)),
            ("isomorphs", json!(args.isomorphs.then_some(census.isomorphs))),
            ("digest", json!(census.digest.to_string())),
        ],
        sections: sections(&census, by_class.collect()),
    };
    statistics.write(&mut RowSink::new(args.format, &mut stdout()))?;
    Ok(job.exit())
}

/// Counts that belong together, each with its name.
type Section = (&'static str, Vec<(String, u64)>);

fn sections(census: &Census, by_class: Vec<(String, u64)>) -> [Section; 4] {
    let of_symmetry = |symmetry: &Symmetry| {
        (symmetry.name().to_owned(), census.symmetries.get(symmetry).copied().unwrap_or(0))
    };
    let sizes = census.sizes.iter().map(|(geometry, &count)| (geometry.to_string(), count));
    let clues = census.clues.iter().map(|(clues, &count)| (clues.to_string(), count));
    [
        ("size", sizes.collect()),
        ("class", by_class),
        ("clues", clues.collect()),
        ("symmetry", Symmetry::ALL.iter().map(of_symmetry).collect()),
    ]
}

/// Everything that is printed.
struct Statistics {
    /// A figure that was not computed is null.
    totals: Vec<(&'static str, Value)>,
    sections: [Section; 4],
}

/// A figure as a row of CSV or Markdown.
#[derive(Serialize)]
struct FigureRow<'r> {
    what: &'r str,
    name: &'r str,
    value: &'r Value,
}

impl Statistics {
    fn write(&self, sink: &mut RowSink<'_>) -> io::Result<()> {
        match sink.format() {
            OutputFormat::Table => sink.screen(&self.drawn(sink.look()))?,
            OutputFormat::Json => {
                let totals = self.totals.iter().map(|(name, value)| (*name, value.clone()));
                let sections = self.sections.iter().map(|(name, counts)| {
                    (*name, counts.iter().map(|(name, count)| (name.clone(), json!(count))).collect())
                });
                sink.row(&totals.chain(sections).collect::<BTreeMap<&str, Value>>())?;
            }
            OutputFormat::Csv | OutputFormat::Markdown => {
                for (name, value) in &self.totals {
                    sink.row(&FigureRow { what: "corpus", name, value })?;
                }
                for (what, counts) in &self.sections {
                    for (name, count) in counts {
                        sink.row(&FigureRow { what, name, value: &json!(count) })?;
                    }
                }
            }
        }
        sink.flush()
    }

    fn drawn(&self, look: Look) -> Screen {
        let mut screen = Screen::new(look);
        for (name, value) in &self.totals {
            let is_fault =
                matches!(*name, "malformed" | "duplicates" | "isomorphs") && value.as_u64() > Some(0);
            let value = match value {
                Value::String(text) => text.clone(),
                value => value.as_u64().map_or("not counted (--isomorphs)".to_owned(), units::count),
            };
            let role = if is_fault { Role::Bad } else { Role::Plain };
            screen.spans([format!("{:<14} ", name.replace('_', " ")).into(), role.of(value)]);
        }
        for section in &self.sections {
            screen.line("");
            draw(section, &mut screen);
        }
        screen
    }
}

/// Draws a line with a bar for each count.
fn draw((name, counts): &Section, screen: &mut Screen) {
    const LONGEST_BAR: usize = 40;
    const LONGEST_NAME: usize = 40;
    let names = counts.iter().map(|(name, _)| Span::from(name).columns()).max().unwrap_or(0);
    let names = names.min(LONGEST_NAME).max(name.len());
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(0);
    let figures = units::count(most).len().max("puzzles".len());
    let room = screen.look().width.map_or(LONGEST_BAR, |width| width.saturating_sub(names + figures + 4));
    let longest = room.clamp(1, LONGEST_BAR) as u64;
    screen.heading(format!("{name:<names$}  {:>figures$}", "puzzles"));
    for (name, count) in counts {
        // Rounded up, so that every count above zero has a bar.
        let bar = "█".repeat((count * longest).div_ceil(most.max(1)) as usize);
        let gap = if bar.is_empty() { "" } else { "  " };
        let name = Span::from(shortened(name, names));
        let blanks = " ".repeat(names - name.columns());
        screen.spans([name, format!("{blanks}  {:>figures$}{gap}{bar}", units::count(*count)).into()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_drawn_in_columns() {
        let counts = [("17", 1000), ("18", 500), ("19", 1), ("20", 0)];
        let mut screen = Screen::new(Look::PLAIN);
        draw(&("clues", counts.map(|(name, count)| (name.to_owned(), count)).to_vec()), &mut screen);
        let bars = ["█".repeat(40), "█".repeat(20)];
        let expected = format!("17       1,000  {}\n18         500  {}\n", bars[0], bars[1]);
        assert_eq!(
            screen.to_string(),
            format!("clues  puzzles\n{expected}19           1  █\n20           0\n")
        );
    }
}
