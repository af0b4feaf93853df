//! The measurements of a run, before they become its rows.

use std::collections::BTreeMap;
use std::error::Error;
use std::io;

use serde::{Deserialize, Serialize};

use super::cut::StoredPassed;
use super::job::Job;
use super::observer::{Observer, Progress};
use super::passes::{Noise, Timed};
use super::recorder::Recorder;
use super::stored;
use super::worker::{BatchResult, Faulty};
use crate::corpus::stream::Portion;
use crate::corpus::{Digest, Source};
use crate::record::{CorpusResult, Faults, FaultyAnswer};

/// The measurements, before they become the rows of a run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Measured {
    pub(super) recorder: Recorder,
    /// The names of the classes, by number.
    pub(super) classes: Vec<String>,
    pub(super) corpora: Vec<CorpusResult>,
    /// The digests of the puzzles of each corpus.
    #[serde(with = "stored::digests")]
    pub(super) digests: Vec<Digest>,
    /// The parts of the corpora that were read, by their indices.
    #[serde(with = "stored::pairs")]
    pub(super) parts: BTreeMap<usize, StoredPassed>,
    pub(super) malformed: Faults,
    /// The number of lines that are not puzzles, by the class of their file.
    #[serde(with = "stored::pairs")]
    pub(super) bad_lines: BTreeMap<u16, u64>,
    pub(super) wrong_solutions: Faults,
    /// The first faulty answers of each external solver.
    pub(super) faulty: Vec<FaultyAnswer>,
    /// The progress over all passes.
    pub(super) progress: Progress,
    /// From the first read to the last record.
    pub(super) wall_ns: u64,
    pub(super) interrupted: bool,
    /// How often the worker threads were preempted, if the system reports it.
    pub(super) preemptions: Option<u64>,
    /// The times of all puzzles of this pass, if there are several passes.
    #[serde(skip)]
    pub(super) times: Vec<Option<Timed>>,
    #[serde(skip)]
    pub(super) noise: Noise,
}

impl Measured {
    /// Adds the result of a portion; portions arrive in input order.
    pub(super) fn take(&mut self, portion: &Portion, result: &mut BatchResult) {
        self.classes.extend_from_slice(&portion.new_classes);
        let corpus = &mut self.corpora[portion.source];
        corpus.puzzles += result.solved;
        corpus.unsolved += result.unsolved;
        let bad_lines = portion.batch.bad_lines().len() as u64;
        corpus.malformed += bad_lines;
        *self.bad_lines.entry(portion.file_class).or_default() += bad_lines;
        corpus.wrong_solutions += result.wrong_solutions.len() as u64;
        if let Some(passed) = portion.end.as_ref().and_then(|end| end.passed) {
            self.parts.insert(portion.source, passed.into());
        }
        if let Some(error) = portion.end.as_ref().and_then(|end| end.failure.as_ref()) {
            let reason = error.source().map_or(String::new(), |reason| format!(": {reason}"));
            corpus.failure = Some(format!("{error}{reason}"));
        }
        self.digests[portion.source] += result.digest;
        self.progress.puzzles += result.solved;
        self.times.append(&mut result.times);
    }

    /// Reports a faulty answer, and keeps it if it is among the first of its engine.
    pub(super) fn take_faulty(
        &mut self,
        job: &Job,
        file: &str,
        faulty: Faulty,
        observer: &mut (dyn Observer + Send),
    ) -> io::Result<()> {
        let engine = job.roster()[usize::from(faulty.engine)].to_string();
        let answer = FaultyAnswer {
            engine,
            class: self.classes[usize::from(faulty.class)].clone(),
            file: file.to_owned(),
            line: faulty.line,
            status: faulty.fault.status.to_string(),
            puzzle: faulty.puzzle,
            answer: faulty.fault.answer,
            reason: faulty.fault.reason,
        };
        observer.faulty(&answer)?;
        if self.faulty.iter().filter(|known| known.engine == answer.engine).count() < Faults::LISTED {
            self.faulty.push(answer);
        }
        Ok(())
    }

    pub(super) fn take_faults(
        &mut self,
        source: &Source,
        portion: &Portion,
        result: &BatchResult,
        observer: &mut (dyn Observer + Send),
    ) -> io::Result<()> {
        let mut wrong = result.wrong_solutions.iter().peekable();
        let mut tell = |wrong: &(u64, String), observer: &mut (dyn Observer + Send)| {
            self.wrong_solutions.add(|| format!("{}, {}", source.name, wrong.1));
            observer.bad_line(source, wrong.0, "", &wrong.1)
        };
        // In input order, which does not depend on the batches.
        for bad in portion.batch.bad_lines() {
            while let Some(earlier) = wrong.next_if(|(line, _)| *line < bad.line) {
                tell(earlier, observer)?;
            }
            let reason = bad.reason.to_string();
            self.malformed.add(|| format!("{}, {reason}", source.name));
            observer.bad_line(source, bad.line, &bad.text, &reason)?;
        }
        wrong.try_for_each(|wrong| tell(wrong, observer))?;
        if let Some(end) = &portion.end {
            observer.detected(source, &end.detected);
        }
        Ok(())
    }
}
