//! A run as data: everything that a report needs, as it stands in `run.json`.

mod parts;

use serde::{Deserialize, Serialize};

pub(super) use self::parts::engines_in_order;
use self::parts::{corpora, result_rows, slowest, unsolved};
use super::environment::{self, Environment};
use super::job::{Job, Keep};
use super::runner::Measured;
use super::speedups::{noise_rows, speedups};
use super::warnings::Warning;
use crate::corpus::{ClassBy, Source};
use crate::report::units;
use crate::stats::{Figures, Verdict};

/// The version of the format of `run.json`.
pub const FORMAT: u32 = 1;

/// A benchmark that has been run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// The version of this format.
    pub format: u32,
    /// The program's version.
    pub version: String,
    /// What the program was built from.
    pub commit: Option<String>,
    /// What the run is called.
    pub name: String,
    /// The command line.
    pub command: Vec<String>,
    /// When it began, in UTC.
    pub started: String,
    /// How long it took altogether.
    pub wall_ns: u64,
    /// Puzzles gone through, each pass counted; none in records from before this was counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// Whether it was ended by Ctrl-C.
    pub interrupted: bool,
    /// What was asked for.
    pub options: Options,
    /// The machine and the build.
    pub environment: Environment,
    /// The sources of puzzles.
    pub corpora: Vec<CorpusResult>,
    /// The fingerprint of all puzzles, whatever their order.
    pub digest: String,
    /// A row for each engine and class, and one for each engine and all classes.
    pub results: Vec<ResultRow>,
    /// How much each engine differed from itself in the course of the run; nothing if there was only one pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub noise: Vec<NoiseRow>,
    /// How other engines compare with the first.
    pub speedups: Vec<SpeedupRow>,
    /// The slowest puzzles of each engine and class.
    pub slowest: Vec<SlowPuzzle>,
    /// Lines that are no puzzles.
    pub malformed: Malformed,
    /// Puzzles with another solution than their lines say.
    #[serde(default, skip_serializing_if = "Malformed::is_empty")]
    pub wrong_solutions: Malformed,
    /// What a reader of the figures should know.
    pub warnings: Vec<String>,
}

/// What was asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// The engines by name; empty for the best one for each size.
    pub engines: Vec<String>,
    /// Threads that solve.
    pub threads: usize,
    /// Solves of each thread before it measured.
    pub warmup: usize,
    /// How often each puzzle was solved.
    pub repeat: usize,
    /// `all` or `best`.
    pub keep: String,
    /// Solutions looked for.
    pub limit: u64,
    /// Nodes after which a puzzle was given up; none if never.
    pub max_nodes: Option<u64>,
    /// The seed of everything random.
    pub seed: u64,
    /// Whether puzzles were replaced by equivalent ones.
    pub isomorphs: bool,
    /// How many puzzles were chosen; none if all.
    pub sample: Option<usize>,
    /// What decided the classes.
    pub class_by: String,
    /// The column of the puzzles, by name or number; none if it was found out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// How often the corpora were gone through.
    #[serde(default = "one_pass")]
    pub passes: usize,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Records from before there were passes have one.
fn one_pass() -> usize {
    1
}

impl From<&Job> for Options {
    fn from(job: &Job) -> Options {
        let class_by = match job.class_by {
            ClassBy::Auto => "auto",
            ClassBy::File => "file",
            ClassBy::Label => "label",
            ClassBy::Clues => "clues",
            ClassBy::Rating => "rating",
            ClassBy::Guesses => "guesses",
        };
        let keep = match job.keep {
            Keep::All => "all",
            Keep::Best => "best",
        };
        Options {
            engines: job.engines.iter().map(|engine| engine.name().to_owned()).collect(),
            threads: job.threads,
            warmup: job.warmup,
            repeat: job.repeat,
            keep: keep.to_owned(),
            limit: job.limit,
            max_nodes: Some(job.max_nodes).filter(|&nodes| nodes != u64::MAX),
            seed: job.seed,
            isomorphs: job.isomorphs,
            sample: job.sample,
            class_by: class_by.to_owned(),
            column: job.column.as_ref().map(ToString::to_string),
            passes: job.passes,
        }
    }
}

/// A source of puzzles and what came of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CorpusResult {
    /// Its name.
    pub name: String,
    /// Puzzles solved.
    pub puzzles: u64,
    /// Puzzles of a size that no engine of the run knows.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unsolved: u64,
    /// Lines that are no puzzles.
    pub malformed: u64,
    /// Puzzles whose solution in the file is wrong.
    pub wrong_solutions: u64,
    /// The fingerprint of its puzzles.
    pub digest: String,
    /// Why it could not be read to its end.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub failure: Option<String>,
}

/// Times of one engine on one class; absent where nothing was measured.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Latency {
    /// The mean.
    pub mean_ns: Option<f64>,
    /// The standard deviation.
    pub stdev_ns: Option<f64>,
    /// The shortest.
    pub min_ns: Option<u64>,
    /// Half of all times are at most this.
    pub p50_ns: Option<u64>,
    /// 90 % are.
    pub p90_ns: Option<u64>,
    /// 99 % are.
    pub p99_ns: Option<u64>,
    /// 99.9 % are.
    pub p999_ns: Option<u64>,
    /// The longest.
    pub max_ns: Option<u64>,
    /// How many times lie from each bound up to the next: four bounds for each doubling.
    pub buckets: Vec<(u64, u64)>,
}

/// What one engine did on one class.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ResultRow {
    /// The engine.
    pub engine: String,
    /// The class, or `all`.
    pub class: String,
    /// Puzzles.
    pub puzzles: u64,
    /// Times recorded: more than puzzles if each was solved several times.
    pub samples: u64,
    /// Puzzles with exactly one solution.
    pub unique: u64,
    /// With two or more.
    pub multiple: u64,
    /// With none.
    pub none: u64,
    /// With givens that clash.
    pub invalid: u64,
    /// Given up because of a limit.
    pub stopped: u64,
    /// Lines that are no puzzles.
    pub malformed: u64,
    /// The sum of all times.
    pub total_ns: u64,
    /// The times.
    pub latency: Latency,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Guesses of all searches.
    pub guesses: u64,
    /// Updates of all searches.
    pub updates: u64,
    /// Puzzles that one thread solves in a second of solving.
    pub puzzles_per_second: Option<f64>,
}

/// What one engine took on one class in each half of the passes; see [`Noise`](super::Noise).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NoiseRow {
    /// The engine.
    pub engine: String,
    /// The class, or `all`.
    pub class: String,
    /// The figures of each half.
    pub halves: Vec<Figures>,
}

/// How an engine compares with the first one, on the same puzzles.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SpeedupRow {
    /// The engine.
    pub engine: String,
    /// The engine that it is compared with.
    pub baseline: String,
    /// The class, or `all`.
    pub class: String,
    /// Puzzles that both solved.
    pub pairs: u64,
    /// The baseline's mean time divided by this engine's.
    pub ratio: Option<f64>,
    /// The lower end of the 95 % confidence interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// Changes up to this are noise: 0.02 is 2 %; none if the run had only one pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<f64>,
    /// What can be said about it; none in records from before there were verdicts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
}

/// One of the slowest puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SlowPuzzle {
    /// The engine.
    pub engine: String,
    /// The class.
    pub class: String,
    /// How long it took.
    pub time_ns: u64,
    /// The file.
    pub file: String,
    /// The line in that file.
    pub line: u64,
    /// The nodes of its search.
    pub nodes: u64,
    /// The puzzle.
    pub puzzle: String,
}

/// Lines with a fault: no puzzles, or with a wrong solution.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Malformed {
    /// How many.
    pub count: u64,
    /// The first ones, in words; `malformed.csv` of the record has all.
    pub first: Vec<String>,
}

impl Malformed {
    /// How many are listed in words.
    const LISTED: usize = 20;

    /// Counts a line, and lists it if it is among the first.
    pub fn add(&mut self, line: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.len() < Malformed::LISTED {
            self.first.push(line());
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The first ones in words, and how many more there are.
    pub fn lines(&self) -> Vec<String> {
        let more = self.count.saturating_sub(self.first.len() as u64);
        let rest = (more > 0).then(|| format!("and {} more", units::count(more)));
        self.first.iter().cloned().chain(rest).collect()
    }
}

/// What is known about a run besides what was measured.
#[derive(Debug)]
pub struct Circumstances<'a> {
    /// What the run is called.
    pub name: String,
    /// The command line.
    pub command: Vec<String>,
    /// When it began, in UTC.
    pub started: String,
    /// What was asked for.
    pub job: &'a Job,
    /// Where the puzzles came from.
    pub sources: &'a [Source],
    /// The machine and the build, as they were before the run.
    pub environment: Environment,
    /// Lines that are no puzzles.
    pub malformed: Malformed,
    /// Puzzles with another solution than their lines say.
    pub wrong_solutions: Malformed,
}

impl Run {
    /// Puts together what is known and what was measured.
    pub fn new(circumstances: Circumstances<'_>, measured: &Measured) -> Run {
        let Circumstances {
            name,
            command,
            started,
            job,
            sources,
            mut environment,
            malformed,
            wrong_solutions,
        } = circumstances;
        environment.load_after = environment::load();
        environment.preemptions = measured.preemptions;
        let results = result_rows(sources, job, measured);
        let mut warnings = Warning::of_run(&environment, &results, &Options::from(job));
        warnings.extend(unsolved(job, measured));
        if job.delay_percent > 0 {
            warnings.push(Warning::Delayed { percent: job.delay_percent });
        }
        let mut digest = crate::corpus::Digest::default();
        measured.sources.iter().for_each(|tally| digest += tally.digest);
        Run {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: environment::commit(),
            name,
            command,
            started,
            wall_ns: measured.wall_ns,
            visits: Some(measured.visits),
            interrupted: measured.interrupted,
            options: Options::from(job),
            environment,
            corpora: corpora(sources, measured),
            digest: digest.to_string(),
            noise: noise_rows(job, measured),
            speedups: speedups(job, measured),
            slowest: slowest(sources, job, measured),
            results,
            malformed,
            wrong_solutions,
            warnings: warnings.iter().map(Warning::to_string).collect(),
        }
    }

    /// The engines in the order of the results.
    pub fn engines(&self) -> Vec<&str> {
        let mut engines: Vec<&str> = Vec::new();
        for row in &self.results {
            if !engines.contains(&row.engine.as_str()) {
                engines.push(&row.engine);
            }
        }
        engines
    }

    /// How many rows `puzzles.csv` has if there is one; `None` if nobody knows, for a run of several passes was
    /// interrupted and its rows may be of the last pass or of none.
    pub fn puzzle_rows(&self) -> Option<u64> {
        if self.interrupted && self.options.passes > 1 {
            return None;
        }
        // The row over all classes is the last of its engine, and a class may be called like it.
        let total = |engine: &str| self.results.iter().rfind(|row| row.engine == engine);
        Some(self.engines().into_iter().filter_map(total).map(|row| row.samples).sum())
    }

    /// Whether a puzzle has not exactly one solution or none of the engines knows its size, or a line is faulty.
    pub fn has_findings(&self) -> bool {
        let findings =
            |row: &ResultRow| row.multiple + row.none + row.invalid + row.stopped + row.malformed > 0;
        let unsolved: u64 = self.corpora.iter().map(|corpus| corpus.unsolved).sum();
        self.malformed.count + self.wrong_solutions.count + unsolved > 0 || self.results.iter().any(findings)
    }
}
