//! Merges the shards of a job into the run that they are together.
//!
//! All that is counted adds up, and histograms are added bucket by bucket, so the merged run is that of a single run in
//! everything but times. Lines have other numbers in a shard that begins in the middle of a file; each shard counts its
//! lines, so the numbers are put right here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::job::{Job, Provenance};
use super::measured::Measured;
use super::recorder::{Recorder, place_of};
use super::rows::Rows;
use super::run::assemble;
use super::shards::{ShardError, ShardRecord};
use crate::corpus::{ClassBy, Digest, MAX_CLASSES, OTHER};
use crate::engine::external::EngineChoice;
use crate::record::{
    CorpusResult, Environment, Faults, FaultyAnswer, Machine, MachineTimes, Merged, ResultRow, Run, shifted,
};
use crate::shard::Shard;

/// Why records cannot be merged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// A record is not that of a shard, or cannot be read.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// There is nothing to merge.
    #[error("no shards to merge")]
    None,
    /// The records are not the shards of one job, or not all of them.
    #[error("{0}")]
    Refused(String),
}

fn refused<T>(reason: String) -> Result<T, MergeError> {
    Err(MergeError::Refused(reason))
}

/// A stretch of a source that a shard read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    source: usize,
    /// The index of the shard.
    shard: usize,
    /// What to add to the shard's numbers of lines.
    offset: u64,
}

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
        let first = records.first().ok_or(MergeError::None)?;
        records.iter().try_for_each(|record| check_equal(first, record))?;
        check_complete(&records)?;
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

/// Refuses a shard of another job, and says in what it differs.
fn check_equal(first: &ShardRecord, record: &ShardRecord) -> Result<(), MergeError> {
    let [one, other] = [first, record].map(|record| record.path.display());
    let differ = |what: &str, of_one: &dyn std::fmt::Display, of_other: &dyn std::fmt::Display| {
        refused(format!("the {what} differ: {one} has {of_one}, {other} has {of_other}"))
    };
    if first.shard.count() != record.shard.count() {
        return differ("numbers of shards", &first.shard, &record.shard);
    }
    if record.run.interrupted {
        return refused(format!(
            "{other} (shard {}) was interrupted; run it again with --resume",
            record.shard
        ));
    }
    if let Some(failure) = record.run.corpora.iter().find_map(|corpus| corpus.failure.as_ref()) {
        return refused(format!(
            "{other} (shard {}) could not read all of its part: {failure}",
            record.shard
        ));
    }
    if first.header.build != record.header.build {
        return differ("versions of dlxbench", &first.header.build, &record.header.build);
    }
    let list =
        |engines: &[String]| if engines.is_empty() { "the default".to_owned() } else { engines.join(",") };
    if first.header.engines != record.header.engines {
        return differ("engines", &list(&first.header.engines), &list(&record.header.engines));
    }
    for (index, stamp) in first.header.sources.iter().enumerate() {
        match record.header.sources.get(index) {
            Some(same) if same == stamp => {}
            Some(stamp_of_other) => return differ("corpora", stamp, stamp_of_other),
            None => return differ("corpora", stamp, &"one file less"),
        }
    }
    if let Some(more) = record.header.sources.get(first.header.sources.len()) {
        return differ("corpora", &"one file less", more);
    }
    let [of_one, of_other] = [first, record].map(|record| serde_json::to_value(&record.run.options.settings));
    let (Ok(serde_json::Value::Object(of_one)), Ok(serde_json::Value::Object(of_other))) = (of_one, of_other)
    else {
        return Ok(());
    };
    // The number of threads may suit each machine.
    let names: BTreeSet<&String> =
        of_one.keys().chain(of_other.keys()).filter(|name| *name != "threads").collect();
    for name in names {
        let [of_one, of_other] = [&of_one, &of_other].map(|settings| settings.get(name));
        if of_one != of_other {
            let value =
                |value: Option<&serde_json::Value>| value.map_or("none".to_owned(), ToString::to_string);
            return differ(&format!("settings ({name})"), &value(of_one), &value(of_other));
        }
    }
    Ok(())
}

/// Refuses shards that are missing or doubled.
fn check_complete(records: &[ShardRecord]) -> Result<(), MergeError> {
    if let Some([one, other]) = records.windows(2).find(|pair| pair[0].shard == pair[1].shard) {
        let [path, again] = [one, other].map(|record| record.path.display());
        return refused(format!("shard {} is there twice: {path} and {again}", one.shard));
    }
    let count = records[0].shard.count();
    let there: BTreeSet<u32> = records.iter().map(|record| record.shard.index()).collect();
    let missing: Vec<u32> = (0..count).filter(|index| !there.contains(index)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    const SHOWN: usize = 10;
    let mut names: Vec<String> = missing
        .iter()
        .take(SHOWN)
        .filter_map(|&index| Shard::new(index, count).ok())
        .map(|shard| shard.to_string())
        .collect();
    if missing.len() > SHOWN {
        names.push(format!("and {} more", missing.len() - SHOWN));
    }
    let are = if missing.len() == 1 { "shard is" } else { "shards are" };
    refused(format!("{} of {count} {are} missing: {}", missing.len(), names.join(", ")))
}

/// Puts what the shards read in order; fails if anything was read twice, not at all, or differently.
fn pieces(records: &[ShardRecord]) -> Result<Vec<Piece>, MergeError> {
    let mut pieces = Vec::new();
    for (source, stamp) in records[0].header.sources.iter().enumerate() {
        let name = &stamp.name;
        let owners: Vec<usize> =
            (0..records.len()).filter(|&shard| records[shard].header.whole.contains(&source)).collect();
        let mut parts: Vec<_> = (0..records.len())
            .filter(|shard| !owners.contains(shard))
            .filter_map(|shard| Some((shard, *records[shard].header.parts.get(&source)?)))
            .filter(|(_, part)| part.from.byte < part.to.byte)
            .collect();
        let shown = |shard: usize| format!("{} ({})", records[shard].path.display(), records[shard].shard);
        match (owners.as_slice(), parts.is_empty()) {
            (&[shard], true) => {
                pieces.push(Piece { source, shard, offset: 0 });
                continue;
            }
            (&[one, other, ..], _) => {
                return refused(format!(
                    "{} and {} overlap: both read all of {name}",
                    shown(one),
                    shown(other)
                ));
            }
            (&[shard], false) => {
                return refused(format!("{} read all of {name}, and others parts of it", shown(shard)));
            }
            ([], true) if stamp.bytes > 0 => return refused(format!("no shard read {name}")),
            ([], _) => {}
        }
        parts.sort_by_key(|(_, part)| part.from.byte);
        let (mut byte, mut line, mut seam, mut before) = (0, 0_u64, None, None);
        for &(shard, part) in &parts {
            let neighbor = |before: Option<usize>| before.map_or("the beginning".to_owned(), shown);
            if part.from.byte != byte {
                let what = if part.from.byte < byte { "overlap" } else { "leave a gap" };
                return refused(format!(
                    "{} and {} {what} in {name}: one ends at byte {byte}, the other begins at byte {}",
                    neighbor(before),
                    shown(shard),
                    part.from.byte
                ));
            }
            if seam.is_some_and(|seam| seam != part.from.seam) {
                return refused(format!(
                    "{name} cannot be divided: its lines change their form before byte {byte}, so {} read them \
                     otherwise than a single run; give this file its own run without --shard",
                    shown(shard)
                ));
            }
            let offset = line.wrapping_sub(part.from.line);
            pieces.push(Piece { source, shard, offset });
            (byte, line) = (part.to.byte, part.to.line.wrapping_add(offset));
            (seam, before) = (Some(part.to.seam), Some(shard));
        }
        if byte < stamp.bytes {
            return refused(format!("no shard read {name} from byte {byte} on; it has {}", stamp.bytes));
        }
    }
    Ok(pieces)
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
