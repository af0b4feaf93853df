//! `dlxbench corpus stats`: what a corpus is made of.

use std::io::{self, BufWriter};

use clap::Args;
use dlxbench::check::{Census, PuzzleTraits};
use dlxbench::corpus::{ClassBy, Classes};
use dlxbench::generate::Symmetry;
use dlxbench::report::{OutputFormat, RowSink, units};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::classifier::Classifier;
use super::job::{InputArgs, Job, search_rule};
use crate::cli::exit::Exit;
use crate::cli::value;

const EXAMPLES: &str = "\
The digest is the same for the same puzzles in another order, in another format
or with another character for blanks; run records have it too. Duplicates equal
an earlier puzzle, isomorphs equal one up to symmetry. A pattern of givens may
have several symmetries.

Puzzles are streamed; 24 bytes of each different one are kept in a hash table,
and 24 more in another with --isomorphs. Without it, ten million take less than
a gigabyte.

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

    /// What decides the class of a puzzle
    #[arg(long, value_name = "RULE", default_value_t, value_parser = value::named::<ClassBy>(), help_heading = "How")]
    class_by: ClassBy,

    /// PuzzleFormat of the output
    #[arg(long, value_name = "FORMAT", default_value_t = OutputFormat::Table, value_parser = value::named::<OutputFormat>(), help_heading = "Output")]
    format: OutputFormat,
}

pub(super) fn run(args: StatsArgs) -> anyhow::Result<Exit> {
    let mut job = Job::new(args.input, false)?;
    job.stream.options.class_by = args.class_by;
    let interrupt = job.stream.interrupt();
    let rule = search_rule(None, &interrupt);
    let mut census = Census::default();
    let mut of_class: Vec<u64> = Vec::new();
    let (mut labels, mut solutions) = (0, 0);
    job.each(
        || Classifier::new(args.class_by, rule),
        |classifier, item| {
            let face = PuzzleTraits::of(&item.entry.puzzle, args.isomorphs);
            let has = (!item.entry.label.is_empty(), item.entry.solution.is_some());
            Ok((face, classifier.class(&item), has))
        },
        |_, (face, class, (has_label, has_solution))| {
            census.add(&face);
            let class = usize::from(class);
            of_class.resize(of_class.len().max(class + 1), 0);
            of_class[class] += 1;
            labels += u64::from(has_label);
            solutions += u64::from(has_solution);
            Ok(())
        },
    )?;
    let classes = Classes::from_names(job.stream.classes().to_vec());
    let count = |class: u16| of_class.get(usize::from(class)).copied().unwrap_or(0);
    let classes = classes
        .in_order()
        .into_iter()
        .map(|class| (classes.names()[usize::from(class)].clone(), count(class)));
    let classes = classes.filter(|(_, count)| *count > 0).collect();
    let statistics = Statistics {
        figures: [
            ("puzzles", Some(census.puzzles)),
            ("malformed", Some(job.malformed)),
            ("with_label", Some(labels)),
            ("with_solution", Some(solutions)),
            ("duplicates", Some(census.duplicates)),
            ("isomorphs", args.isomorphs.then_some(census.isomorphs)),
        ],
        digest: census.digest.to_string(),
        sections: sections(&census, classes),
    };
    statistics.write(&mut RowSink::new(args.format, &mut BufWriter::new(io::stdout())))?;
    Ok(job.exit())
}

fn sections(census: &Census, classes: Vec<(String, u64)>) -> [Section; 4] {
    let of_symmetry = |symmetry: &Symmetry| {
        (symmetry.name().to_owned(), census.symmetries.get(symmetry).copied().unwrap_or(0))
    };
    let sizes = census.sizes.iter().map(|(geometry, &count)| (geometry.to_string(), count));
    let clues = census.clues.iter().map(|(clues, &count)| (clues.to_string(), count));
    [
        Section { name: "size", counts: sizes.collect() },
        Section { name: "class", counts: classes },
        Section { name: "clues", counts: clues.collect() },
        Section { name: "symmetry", counts: Symmetry::ALL.iter().map(of_symmetry).collect() },
    ]
}

/// Everything that is printed.
struct Statistics {
    /// Single figures; `None` for what was not looked for.
    figures: [(&'static str, Option<u64>); 6],
    digest: String,
    sections: [Section; 4],
}

/// Counts that belong together, each with its name.
struct Section {
    name: &'static str,
    counts: Vec<(String, u64)>,
}

/// A figure as a row of CSV or Markdown.
#[derive(Serialize)]
struct FigureRow<'r> {
    what: &'r str,
    name: &'r str,
    value: Option<&'r str>,
}

impl Statistics {
    fn write(&self, sink: &mut RowSink<'_>) -> io::Result<()> {
        match sink.format() {
            OutputFormat::Table => sink.text(&self.drawn())?,
            OutputFormat::Json => sink.row(&self.object())?,
            OutputFormat::Csv | OutputFormat::Markdown => {
                for (name, value) in self.figures {
                    let value = value.map(|value| value.to_string());
                    sink.row(&FigureRow { what: "corpus", name, value: value.as_deref() })?;
                }
                sink.row(&FigureRow { what: "corpus", name: "digest", value: Some(&self.digest) })?;
                for Section { name: what, counts } in &self.sections {
                    for (name, count) in counts {
                        sink.row(&FigureRow { what, name, value: Some(&count.to_string()) })?;
                    }
                }
            }
        }
        sink.flush()
    }

    fn object(&self) -> Value {
        let figures = self.figures.iter().map(|(name, value)| ((*name).to_owned(), json!(value)));
        let mut object: Map<String, Value> = figures.collect();
        object.insert("digest".to_owned(), json!(self.digest));
        for Section { name, counts } in &self.sections {
            let counts: Map<String, Value> =
                counts.iter().map(|(name, count)| (name.clone(), json!(count))).collect();
            object.insert((*name).to_owned(), Value::Object(counts));
        }
        Value::Object(object)
    }

    fn drawn(&self) -> String {
        let mut text = String::new();
        for (name, value) in self.figures {
            let value = value.map_or_else(|| "not counted (--isomorphs)".to_owned(), units::count);
            text.push_str(&format!("{:<14} {value}\n", name.replace('_', " ")));
        }
        text.push_str(&format!("{:<14} {}\n", "digest", self.digest));
        for section in &self.sections {
            text.push_str(&format!("\n{}", section.drawn()));
        }
        text
    }
}

impl Section {
    /// A line for each count, with a bar.
    fn drawn(&self) -> String {
        let widest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
        let names =
            widest(&mut self.counts.iter().map(|(name, _)| name.chars().count())).max(self.name.len());
        let counts = widest(&mut self.counts.iter().map(|(_, count)| units::count(*count).len())).max(7);
        let most = self.counts.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let mut text = format!("{:<names$}  {:>counts$}\n", self.name, "puzzles");
        for (name, count) in &self.counts {
            let line = format!("{name:<names$}  {:>counts$}  {}", units::count(*count), bar(*count, most));
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// The longest bar, in characters.
const BAR: usize = 40;

/// A bar in eighths of a character; any count above zero shows.
fn bar(count: u64, most: u64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    if count == 0 {
        return String::new();
    }
    let eighths = ((count as f64 / most as f64 * (8 * BAR) as f64).round() as usize).max(1);
    format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_the_counts_are_large() {
        assert_eq!([bar(0, 10), bar(1, 1_000_000), bar(1, 80)], ["", "▏", "▌"]);
        assert_eq!(bar(10, 10).chars().count(), BAR);
    }

    #[test]
    fn sections_are_drawn_in_columns() {
        let counts = vec![("17".to_owned(), 1000), ("18".to_owned(), 500)];
        let section = Section { name: "clues", counts };
        let bars = ["█".repeat(40), "█".repeat(20)];
        let expected = format!("clues  puzzles\n17       1,000  {}\n18         500  {}\n", bars[0], bars[1]);
        assert_eq!(section.drawn(), expected);
    }
}
