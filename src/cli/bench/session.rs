//! A run that is a shard, or that can be interrupted and resumed: its record, its journal, and where it goes on.

use anyhow::{Context, bail};
use dlxbench::bench::{Job, ShardState, State};
use dlxbench::corpus::{ClassBy, Source, Stamp, share};
use dlxbench::engine::external::Form;
use dlxbench::journal::{Identity, Journal};
use dlxbench::record::{Begin, Document, RecordWriter, Run, SavedRun, TableLengths, Workspace, host};
use dlxbench::report::units;
use dlxbench::shard::Shard;

use super::args::BenchArgs;
use crate::cli::console::say;
use crate::cli::provenance::build;
use crate::cli::resume::{identity, stamps};

/// What a run has to do.
pub(super) struct Session {
    shard: Option<Shard>,
    /// The corpora of the whole job; empty if nothing depends on them.
    stamps: Vec<Stamp>,
    /// The corpora, or the parts of them that the shard reads.
    pub(super) sources: Vec<Source>,
}

/// The beginning of a run that can be resumed.
pub(super) enum Resumed {
    /// The same command was run to its end before.
    Complete(Box<Run>),
    Open(Box<Unfinished>),
}

/// A record that is being written.
pub(super) struct Unfinished {
    pub(super) record: RecordWriter,
    /// With the lengths of the tables of the last state.
    pub(super) journal: (Journal, TableLengths),
    /// Where the run goes on; `None` at its beginning.
    pub(super) state: Option<State>,
}

impl Session {
    pub(super) fn new(args: &BenchArgs, job: &Job, sources: Vec<Source>) -> anyhow::Result<Session> {
        let shard = args.shard.shard()?;
        if shard.is_some() {
            check_shard(args, job)?;
        }
        if args.resume.resume {
            check_single_pass("--resume", args, job)?;
        }
        let stamps = if shard.is_some() || args.resume.resume { stamps(&sources)? } else { Vec::new() };
        let sources = match shard {
            Some(shard) => share(&sources, shard)?,
            None => sources,
        };
        if let Some(streamed) = sources.iter().find(|source| args.resume.resume && source.bytes.is_none()) {
            bail!("{} can be read only once; --resume needs files", streamed.name);
        }
        Ok(Session { shard, stamps, sources })
    }

    /// Returns whether the run is a part of a job. It may then be empty.
    pub(super) fn is_shard(&self) -> bool {
        self.shard.is_some()
    }

    /// Begins the record of a run that can be resumed, or finds what is left of it.
    pub(super) fn resume(&self, args: &BenchArgs, job: &Job) -> anyhow::Result<Resumed> {
        let path = args.record.out().context("--resume needs --out DIR")?;
        let identity = self.identity(job)?;
        match Workspace::open(path, identity, args.resume.interval(), true)? {
            Begin::Complete => {
                say(format!("dlxbench: {} is complete already", path.display()));
                Ok(Resumed::Complete(Box::new(SavedRun::open(path)?.run)))
            }
            Begin::Open(workspace, journal, saved) => {
                let (lengths, state) = match saved {
                    Some(text) => parsed(&text).context("the journal is damaged")?,
                    None => (TableLengths::default(), None),
                };
                if let Some(state) = &state {
                    let puzzles = units::counted(state.puzzles(), "puzzle");
                    say(format!("dlxbench: goes on after {puzzles}"));
                }
                let record = RecordWriter::resume(workspace, args.per_puzzle, lengths)?;
                let journal = (journal, lengths);
                Ok(Resumed::Open(Box::new(Unfinished { record, journal, state })))
            }
        }
    }

    fn identity(&self, job: &Job) -> anyhow::Result<Identity> {
        // The number of threads changes nothing that is counted.
        let mut settings = serde_json::to_value(&job.settings)?;
        settings.as_object_mut().map(|settings| settings.remove("threads"));
        let engines: Vec<String> = job
            .engines
            .iter()
            .map(|engine| match engine.external() {
                Some(external) => format!("{}={}", external.name(), external.command()),
                None => engine.name().to_owned(),
            })
            .collect();
        let shard = self.shard.map_or("1/1".to_owned(), |shard| shard.to_string());
        Ok(identity("bench", &self.stamps)
            .with("shard", shard)
            .with("engine", engines.join(","))
            .with("settings", settings.to_string())
            .with("per-puzzle", job.per_puzzle.to_string()))
    }

    /// Adds to a run what makes it a shard, and returns the file that goes with its record.
    pub(super) fn shard_of(&self, run: &mut Run, job: &Job, state: State) -> Option<Document> {
        let shard = self.shard?;
        run.shard = Some(shard.to_string());
        let state = ShardState::new(shard, (host(), build()), job, self.stamps.clone(), &self.sources, state);
        Some((dlxbench::bench::SHARD_FILE, state.to_text()))
    }
}

/// A journal's text: the lengths of the tables on the first line, then the state.
pub(super) fn written(lengths: TableLengths, state: &[u8]) -> Vec<u8> {
    let mut text = serde_json::to_vec(&lengths).expect("numbers can be written");
    text.push(b'\n');
    text.extend_from_slice(state);
    text
}

fn parsed(text: &[u8]) -> anyhow::Result<(TableLengths, Option<State>)> {
    let line = text.iter().position(|&byte| byte == b'\n').context("no state")?;
    Ok((serde_json::from_slice(&text[..line])?, Some(serde_json::from_slice(&text[line + 1..])?)))
}

/// Fails if the job cannot be divided exactly.
fn check_shard(args: &BenchArgs, job: &Job) -> anyhow::Result<()> {
    if args.record.out().is_none() {
        bail!("--shard writes a record that dlxbench merge reads: add --out DIR");
    }
    check_single_pass("--shard", args, job)?;
    if job.settings.isomorphs {
        bail!(
            "--isomorphs depend on the number of each puzzle, which a shard does not know: make them first, with dlxbench corpus isomorphs"
        );
    }
    if matches!(job.settings.class_by, ClassBy::Rating | ClassBy::Clues) {
        bail!(
            "the ranges of --class-by {} depend on all puzzles: choose auto, file, label or guesses",
            job.settings.class_by
        );
    }
    Ok(())
}

fn check_single_pass(option: &str, args: &BenchArgs, job: &Job) -> anyhow::Result<()> {
    let settings = &job.settings;
    let reason = if settings.passes > 1 {
        "--passes above 1: use --repeat"
    } else if !settings.thread_counts.is_empty() {
        "a list of --threads"
    } else if args.sample.is_some() {
        "--sample: choose the puzzles first, with dlxbench corpus sample"
    } else if args.baseline.is_some() {
        "--baseline: use dlxbench compare afterwards"
    } else if job.engines.iter().any(|engine| engine.form() == Some(Form::Batch)) {
        "batch solvers, which take whole classes"
    } else {
        return Ok(());
    };
    bail!("{option} cannot be combined with {reason}")
}
