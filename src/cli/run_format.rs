//! The formats in which a run can be printed, by `bench` and by `report`.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use dlxbench::report::{MetricFormat, OutputFormat};

/// The formats of a report. The name or the alias of a format is the extension of its files.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum RunFormat {
    /// Tables and histograms for people
    #[value(alias = "txt")]
    Table,
    /// The rows of summary.csv
    Csv,
    /// The whole of run.json
    Json,
    /// The text of report.md
    #[value(alias = "md")]
    Markdown,
    /// Bencher Metric Format: JSON for bencher.dev
    Bmf,
    /// JSON for github-action-benchmark
    GithubActionBenchmark,
    /// A page with charts, in one file
    #[value(alias = "htm")]
    Html,
}

impl RunFormat {
    /// Parses a format that `bench` prints: any but a page, which needs a record.
    pub(super) fn printed() -> impl TypedValueParser<Value = RunFormat> {
        let printed = RunFormat::value_variants().iter().filter(|format| **format != RunFormat::Html);
        PossibleValuesParser::new(printed.filter_map(ValueEnum::to_possible_value))
            .map(|name| RunFormat::from_str(&name, false).expect("clap checks the name"))
    }

    /// The format of a report; none for the others.
    pub(super) fn output(self) -> Option<OutputFormat> {
        match self {
            RunFormat::Table => Some(OutputFormat::Table),
            RunFormat::Csv => Some(OutputFormat::Csv),
            RunFormat::Json => Some(OutputFormat::Json),
            RunFormat::Markdown => Some(OutputFormat::Markdown),
            RunFormat::Bmf | RunFormat::GithubActionBenchmark | RunFormat::Html => None,
        }
    }

    /// The format for a service that tracks benchmarks; none for the others.
    pub(super) fn metrics(self) -> Option<MetricFormat> {
        match self {
            RunFormat::Bmf => Some(MetricFormat::Bmf),
            RunFormat::GithubActionBenchmark => Some(MetricFormat::GithubActionBenchmark),
            _ => None,
        }
    }
}
