//! Merges the shards of a job into the run that they are together.
//!
//! All that is counted adds up, and histograms are added bucket by bucket, so the merged run is that of a single run in
//! everything but times. Lines have other numbers in a shard that begins in the middle of a file; each shard counts its
//! lines, so the numbers are put right here.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::job::{Job, Provenance};
use super::measured::Measured;
use super::pieces::{MergeError, Piece, pieces, refused};
use super::recorder::{Recorder, place_of};
use super::rows::Rows;
use super::run::assemble;
use super::shards::ShardRecord;
use crate::corpus::{ClassBy, Digest, MAX_CLASSES, OTHER};
use crate::engine::external::EngineChoice;
use crate::record::{
    CorpusResult, Environment, Faults, FaultyAnswer, Machine, MachineTimes, Merged, ResultRow, Run, shifted,
};

/// The shards of a job, in order, and found to be complete.
#[derive(Debug)]
pub struct Shards {
    records: Vec<ShardRecord>,
    /// In input order.
    pieces: Vec<Piece>,
}

/// Where the rows of a source are in the records of shards.
#[derive(Clone, Debug)]
pub struct RowsOf<'s> {
    /// The record.
    pub record: &'s Path,
    /// The name of the source.
    pub file: &'s str,
    /// What to add to the numbers of lines.
    pub offset: u64,
}

impl Shards {
    /// Opens the records of all shards of a job, in any order.
    pub fn open(paths: &[PathBuf]) -> Result<Shards, MergeError> {
        let mut records: Vec<ShardRecord> =
            paths.iter().map(|path| ShardRecord::open(path)).collect::<Result<_, _>>()?;
        records.sort_by_key(|record| record.shard.index());
        let pieces = pieces(&records)?;
        Ok(Shards { records, pieces })
    }

    /// Returns the name of the runs.
    pub fn name(&self) -> &str {
        &self.records[0].run.name
    }

    /// Returns when the first shard began, in UTC.
    pub fn started(&self) -> String {
        self.records.iter().map(|record| record.run.started.clone()).min().unwrap_or_default()
    }

    /// Returns the machine of the first shard, with the loads and preemptions of all.
    pub fn environment(&self) -> Environment {
        let environments = || self.records.iter().map(|record| &record.run.environment);
        let highest =
            |load: fn(&Environment) -> Option<f64>| environments().filter_map(load).reduce(f64::max);
        let mut environment = self.records[0].run.environment.clone();
        environment.load_before = highest(|environment| environment.load_before);
        environment.load_after = highest(|environment| environment.load_after);
        environment.preemptions = environments().map(|environment| environment.preemptions).sum();
        environment
    }

    /// Returns where the rows of all sources are, in input order.
    pub fn rows(&self) -> impl Iterator<Item = RowsOf<'_>> {
        self.pieces.iter().map(|&Piece { source, shard, offset }| {
            let record = &self.records[shard];
            RowsOf { record: &record.path, file: &record.header.sources[source].name, offset }
        })
    }

    /// Adds up what the shards measured.
    pub fn merge(&self, provenance: Provenance) -> Result<Run, MergeError> {
        let first = &self.records[0];
        let job = job_of(first)?;
        let mut sum = Sum::new(first);
        let mut machines: BTreeMap<&str, (u32, &Environment, Recorder)> = BTreeMap::new();
        for (index, record) in self.records.iter().enumerate() {
            let offsets: BTreeMap<usize, u64> = self
                .pieces
                .iter()
                .filter(|piece| piece.shard == index)
                .map(|piece| (piece.source, piece.offset))
                .collect();
            let recorder = sum.add(record, record.measured()?, &offsets);
            let new = || (0, &record.run.environment, Recorder::default());
            let machine = machines.entry(&record.header.host).or_insert_with(new);
            machine.0 += 1;
            machine.2.merge(&recorder);
        }
        let mut measured = sum.end(job.settings.class_by)?;
        let command = first.run.command.clone();
        let mut run = assemble(&job, &mut measured, provenance, first.run.external.clone());
        let machines = machines.into_iter().map(|(host, (shards, environment, recorder))| Machine {
            host: host.to_owned(),
            shards,
            environment: environment.clone(),
            times: times_of(&job, &measured.classes, recorder),
        });
        let machines = machines.collect();
        run.merged = Some(Merged { shards: first.shard.count(), command, machines });
        run.round_trip = first.run.round_trip;
        Ok(run)
    }
}

fn job_of(record: &ShardRecord) -> Result<Job, MergeError> {
    let mut engines = Vec::new();
    for typed in &record.header.engines {
        match EngineChoice::parse_list(typed) {
            Ok(choices) => engines.extend(choices),
            Err(error) => return refused(format!("{}: {error}", record.path.display())),
        }
    }
    let silenced = record.header.silenced.iter().filter_map(|name| name.parse().ok()).collect();
    Ok(Job { settings: record.run.options.settings.clone(), silenced, ..Job::of_engines(engines) })
}

fn times_of(job: &Job, classes: &[String], recorder: Recorder) -> Vec<MachineTimes> {
    let measured = Measured { recorder, classes: classes.to_vec(), ..Measured::default() };
    let rows = Rows { job, measured: &measured }.results();
    let times = |row: ResultRow| MachineTimes {
        engine: row.engine,
        class: row.class,
        samples: row.samples,
        mean_ns: row.latency.mean_ns,
        p50_ns: row.latency.p50_ns,
        p99_ns: row.latency.p99_ns,
        max_ns: row.latency.max_ns,
        histogram: row.histogram,
    };
    rows.into_iter().map(times).collect()
}

/// A message about a line of a source, in input order.
type Located = (usize, u64, String);

/// The sum of the shards so far.
struct Sum {
    measured: Measured,
    names: Vec<String>,
    malformed: Vec<Located>,
    wrong_solutions: Vec<Located>,
    faulty: Vec<(usize, FaultyAnswer)>,
}

impl Sum {
    fn new(first: &ShardRecord) -> Sum {
        let names: Vec<String> = first.header.sources.iter().map(|stamp| stamp.name.clone()).collect();
        let corpus = |name: &String| CorpusResult { name: name.clone(), ..CorpusResult::default() };
        let measured = Measured {
            corpora: names.iter().map(corpus).collect(),
            digests: vec![Digest::default(); names.len()],
            preemptions: Some(0),
            ..Measured::default()
        };
        Sum { measured, names, malformed: Vec::new(), wrong_solutions: Vec::new(), faulty: Vec::new() }
    }

    /// Adds what a shard measured, and returns its recorder with the classes and lines of the whole.
    fn add(&mut self, record: &ShardRecord, mut shard: Measured, offsets: &BTreeMap<usize, u64>) -> Recorder {
        let whole = &mut self.measured;
        let number = |name: &String| {
            let known = whole.classes.iter().position(|known| known == name);
            known.unwrap_or_else(|| {
                whole.classes.push(name.clone());
                whole.classes.len() - 1
            }) as u16
        };
        let classes: Vec<u16> = shard.classes.iter().map(number).collect();
        let source_of = |file: &str| self.names.iter().position(|name| name == file).unwrap_or(0);
        let true_line =
            |source: usize, line: u64| line.wrapping_add(offsets.get(&source).copied().unwrap_or(0));
        shard.recorder.relocate(|place, slow| {
            let source = source_of(&slow.file);
            slow.line = true_line(source, slow.line);
            *place = place_of(source, slow.line);
        });
        let recorder = shard.recorder.renumbered(&classes);
        whole.recorder.merge(&recorder);
        for (sum, corpus) in whole.corpora.iter_mut().zip(&shard.corpora) {
            sum.puzzles += corpus.puzzles;
            sum.unsolved += corpus.unsolved;
            sum.malformed += corpus.malformed;
            sum.wrong_solutions += corpus.wrong_solutions;
        }
        whole.digests.iter_mut().zip(&shard.digests).for_each(|(sum, digest)| *sum += *digest);
        for (class, count) in &shard.bad_lines {
            *whole.bad_lines.entry(classes[usize::from(*class)]).or_default() += count;
        }
        for (sum, faults, located) in [
            (&mut whole.malformed, &shard.malformed, &mut self.malformed),
            (&mut whole.wrong_solutions, &shard.wrong_solutions, &mut self.wrong_solutions),
        ] {
            sum.count += faults.count;
            located.extend(faults.first.iter().map(|text| located_in(text, &self.names, true_line)));
            located.sort();
            located.truncate(Faults::LISTED);
        }
        for mut answer in shard.faulty {
            let source = source_of(&answer.file);
            answer.line = true_line(source, answer.line);
            self.faulty.push((source, answer));
        }
        whole.progress.puzzles += shard.progress.puzzles;
        whole.progress.bytes += shard.progress.bytes;
        whole.wall_ns += record.run.wall_ns;
        whole.preemptions =
            whole.preemptions.zip(record.run.environment.preemptions).map(|(sum, more)| sum + more);
        recorder
    }

    fn end(self, class_by: ClassBy) -> Result<Measured, MergeError> {
        let Sum { mut measured, malformed, wrong_solutions, mut faulty, .. } = self;
        let classes = &measured.classes;
        if classes.len() > MAX_CLASSES
            && class_by != ClassBy::File
            && classes.iter().any(|class| class == OTHER)
        {
            return refused(format!(
                "the shards have {} classes together, and a run at most {MAX_CLASSES}: choose another --class-by",
                classes.len()
            ));
        }
        let texts = |located: Vec<Located>| located.into_iter().map(|(.., text)| text).collect();
        (measured.malformed.first, measured.wrong_solutions.first) =
            (texts(malformed), texts(wrong_solutions));
        faulty.sort_by_key(|(source, answer)| (*source, answer.line));
        for (_, answer) in faulty {
            if measured.faulty.iter().filter(|known| known.engine == answer.engine).count() < Faults::LISTED {
                measured.faulty.push(answer);
            }
        }
        Ok(measured)
    }
}

/// Puts the number of the line in a message right. Messages begin with the name of the source and `, line N`.
fn located_in(text: &str, names: &[String], true_line: impl Fn(usize, u64) -> u64) -> Located {
    let of_source = names.iter().enumerate().find_map(|(source, name)| {
        let rest = text.strip_prefix(name.as_str())?.strip_prefix(", ")?;
        let (line, rest) = shifted(rest, |line| true_line(source, line))?;
        Some((source, line, format!("{name}, {rest}")))
    });
    of_source.unwrap_or_else(|| (names.len(), 0, text.to_owned()))
}
