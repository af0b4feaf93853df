//! A run as data: everything that a report needs, as it stands in `run.json`.

use serde::{Deserialize, Serialize};

use super::environment::{self, Environment};
use super::job::{Job, Keep};
use super::recorder::Tally;
use super::runner::Measured;
use super::speedups::{noise_rows, speedups};
use super::warnings::Warning;
use crate::corpus::{ClassBy, Source};
use crate::engine::EngineKind;
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
        let mut digest = super::digest::Digest::default();
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

/// The engines that were asked for and do not know the sizes of all puzzles.
fn unsolved<'m>(job: &'m Job, measured: &'m Measured) -> impl Iterator<Item = Warning> + 'm {
    let puzzles: u64 = measured.sources.iter().map(|tally| tally.puzzles + tally.unsolved).sum();
    let nine_only = job.engines.iter().filter(|engine| engine.knows_nine_only());
    nine_only.filter_map(move |&engine| {
        let solved = measured.recorder.total(engine).puzzles;
        (solved < puzzles).then_some(Warning::Unsolved { engine, solved, puzzles })
    })
}

/// The engines of a run, in the order in which they were asked for.
pub(super) fn engines_in_order(job: &Job, measured: &Measured) -> Vec<EngineKind> {
    let mut engines = measured.recorder.engines();
    engines.sort_by_key(|kind| job.engines.iter().position(|asked| asked == kind).unwrap_or(usize::MAX));
    engines
}

fn result_rows(sources: &[Source], job: &Job, measured: &Measured) -> Vec<ResultRow> {
    let names = measured.classes.names();
    // A bad line has no class of its own: it counts for its file's, where classes are files'.
    let by_file = matches!(job.class_by, ClassBy::Auto | ClassBy::File);
    let mut classes = measured.classes.clone();
    let numbers: Vec<u16> = sources.iter().map(|source| classes.number(&source.class)).collect();
    let bad_lines = |class: u16| -> u64 {
        let mine = numbers.iter().zip(&measured.sources).filter(|(number, _)| by_file && **number == class);
        mine.map(|(_, tally)| tally.bad_lines).sum()
    };
    let mut rows = Vec::new();
    let mut engines = engines_in_order(job, measured);
    if engines.is_empty() {
        // Nothing was solved: say so with the engine that would have been used.
        engines.push(job.engines.first().copied().unwrap_or(EngineKind::Dlx));
    }
    for engine in engines {
        for class in measured.classes.in_order() {
            let name = &names[usize::from(class)];
            match (measured.recorder.get(engine, class), bad_lines(class)) {
                (Some(tally), bad) => rows.push(ResultRow::new(engine, name, tally, bad)),
                (None, 0) => {}
                (None, bad) => rows.push(ResultRow::new(engine, name, &Tally::default(), bad)),
            }
        }
        let all_bad = measured.sources.iter().map(|tally| tally.bad_lines).sum();
        rows.push(ResultRow::new(engine, "all", &measured.recorder.total(engine), all_bad));
    }
    rows
}

impl ResultRow {
    fn new(engine: EngineKind, class: &str, tally: &Tally, malformed: u64) -> ResultRow {
        let measured = tally.samples() > 0;
        let [unique, multiple, none, invalid, stopped] = tally.statuses;
        ResultRow {
            engine: engine.name().to_owned(),
            class: class.to_owned(),
            puzzles: tally.puzzles,
            samples: tally.samples(),
            unique,
            multiple,
            none,
            invalid,
            stopped,
            malformed,
            total_ns: tally.total_ns,
            latency: Latency {
                mean_ns: tally.mean_ns(),
                stdev_ns: tally.stdev_ns(),
                min_ns: measured.then_some(tally.min_ns),
                p50_ns: tally.quantile_ns(0.5),
                p90_ns: tally.quantile_ns(0.9),
                p99_ns: tally.quantile_ns(0.99),
                p999_ns: tally.quantile_ns(0.999),
                max_ns: measured.then_some(tally.max_ns),
                buckets: buckets(tally),
            },
            nodes: tally.counters.nodes,
            guesses: tally.counters.guesses,
            updates: tally.counters.updates,
            puzzles_per_second: (tally.total_ns > 0)
                .then(|| tally.samples() as f64 / (tally.total_ns as f64 / 1e9)),
        }
    }
}

/// The histogram with four buckets for each doubling; empty ones are left out.
fn buckets(tally: &Tally) -> Vec<(u64, u64)> {
    let mut buckets: Vec<(u64, u64)> = Vec::new();
    for step in tally.histogram.iter_recorded() {
        let quarter = ((step.value_iterated_to() as f64).log2() * 4.0).floor();
        let bound = (quarter / 4.0).exp2().ceil() as u64;
        match buckets.last_mut() {
            Some((last, count)) if *last == bound => *count += step.count_at_value(),
            _ => buckets.push((bound, step.count_at_value())),
        }
    }
    buckets
}

fn corpora(sources: &[Source], measured: &Measured) -> Vec<CorpusResult> {
    let corpus = |(source, tally): (&Source, &super::runner::SourceTally)| CorpusResult {
        name: source.name.clone(),
        puzzles: tally.puzzles,
        unsolved: tally.unsolved,
        malformed: tally.bad_lines,
        wrong_solutions: tally.wrong_columns,
        digest: tally.digest.to_string(),
        failure: tally.failure.clone(),
    };
    sources.iter().zip(&measured.sources).map(corpus).collect()
}

fn slowest(sources: &[Source], job: &Job, measured: &Measured) -> Vec<SlowPuzzle> {
    let mut slowest = Vec::new();
    for engine in engines_in_order(job, measured) {
        for class in measured.classes.in_order() {
            let Some(tally) = measured.recorder.get(engine, class) else { continue };
            slowest.extend(tally.slowest.iter().map(|slow| SlowPuzzle {
                engine: engine.name().to_owned(),
                class: measured.classes.names()[usize::from(class)].clone(),
                time_ns: slow.time_ns,
                file: sources[slow.source].name.clone(),
                line: slow.line,
                nodes: slow.nodes,
                puzzle: slow.puzzle.clone(),
            }));
        }
    }
    slowest
}
