//! A search that is a shard, or that can be interrupted and resumed: its folder and its journal.

use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, bail};
use dlxbench::cover::text::Document;
use dlxbench::cover::{Division, Explorer, Limits, Monitor, OptionId, Outcome, ParallelSearch, Subtree};
use dlxbench::journal::{Identity, Journal};
use dlxbench::record::{Begin, Workspace};
use dlxbench::report::units;
use dlxbench::shard::Shard;

use super::args::CoverArgs;
use super::part::{Part, SOLUTIONS};
use super::printer::solution_line;
use crate::cli::console::say;
use crate::cli::provenance::build;

/// A search with a folder for its result.
pub(super) struct Divided<'a> {
    args: &'a CoverArgs,
    document: &'a Document,
    shard: Shard,
    out: &'a Path,
}

/// What is done so far, and where it is saved.
struct Saved<'a> {
    part: Part,
    journal: Journal,
    /// The file of solutions, if they are wanted.
    file: Option<BufWriter<File>>,
    document: &'a Document,
    /// The number of solutions in the file, and of those of the current subtree.
    numbered: u64,
    of_subtree: u64,
    failure: Option<anyhow::Error>,
}

impl<'a> Divided<'a> {
    /// Returns the search if the options ask for a folder; fails if they do not fit one.
    pub(super) fn new(args: &'a CoverArgs, document: &'a Document) -> anyhow::Result<Option<Divided<'a>>> {
        let shard = args.shard.shard()?;
        let Some(out) = &args.out else {
            if shard.is_some() {
                bail!("--shard writes a folder that dlxbench merge reads: add --out DIR");
            }
            return Ok(None);
        };
        if !(args.count || args.all) {
            bail!("--out needs --count or --all");
        }
        if args.max_nodes.is_some() || args.timeout.is_some() || args.limit.is_some() || args.explain {
            bail!("--out holds complete searches: --limit, --max-nodes, --timeout and --explain do not fit");
        }
        let shard = shard.map_or_else(|| Shard::new(0, 1), Ok)?;
        Ok(Some(Divided { args, document, shard, out }))
    }

    /// Searches what is left of the part, and returns the outcome of all of it.
    pub(super) fn search(
        &self,
        engine: &impl Explorer,
        name: &str,
        monitor: &Monitor,
    ) -> anyhow::Result<Outcome> {
        let search = self.identity(name);
        let identity = search.clone().with("shard", self.shard.to_string());
        let interval = self.args.resume.interval();
        let (workspace, journal, state) =
            match Workspace::open(self.out, identity, interval, self.args.resume.resume)? {
                Begin::Complete => {
                    say(format!("dlxbench: {} is complete already", self.out.display()));
                    let part = Part::read(self.out)?;
                    return Ok(Outcome {
                        solutions: part.solutions,
                        counters: part.counters(),
                        ..Outcome::default()
                    });
                }
                Begin::Open(workspace, journal, state) => (workspace, journal, state),
            };
        let part = match state {
            Some(text) => serde_json::from_slice(&text).context("the journal is damaged")?,
            None => Part::new(self.shard, search),
        };
        if part.nodes > 0 {
            say(format!("dlxbench: goes on after {}", units::counted(part.nodes, "node")));
        }
        let file = self.args.all.then(|| solutions_file(workspace.path(), part.bytes)).transpose()?;
        let numbered = part.written.iter().map(|(_, count)| count).sum();
        let before = part.clone();
        let saved =
            Saved { part, journal, file, document: self.document, numbered, of_subtree: 0, failure: None };
        let saved = Mutex::new(saved);
        let outcome = self.search_rest(engine, monitor, &before, &saved)?;
        let mut saved = saved.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(failure) = saved.failure.take() {
            return Err(failure);
        }
        saved.save()?;
        let Saved { part, .. } = saved;
        let whole = Outcome { solutions: part.solutions, counters: part.counters(), ..outcome };
        if outcome.ended.is_complete() {
            part.write(workspace.path())?;
            let path = self.out.display();
            match workspace.publish(|folder| part.check_equal(folder))? {
                true => say(format!("wrote {path}")),
                false => say(format!("{path} is complete already: another process did the same work")),
            }
        } else {
            say("dlxbench: interrupted; with --resume, the same command goes on from here");
        }
        Ok(whole)
    }

    fn search_rest(
        &self,
        engine: &impl Explorer,
        monitor: &Monitor,
        before: &Part,
        saved: &Mutex<Saved<'_>>,
    ) -> anyhow::Result<Outcome> {
        let is_done = |subtree: Option<usize>| before.has(self.shard, subtree);
        let done = |subtree: Subtree| {
            let mut saved = lock(saved);
            if let Err(error) = saved.add(self.shard, subtree) {
                saved.failure.get_or_insert(error);
                monitor.stop();
            }
        };
        let search = ParallelSearch::new(engine, Limits::default(), self.args.threads, monitor);
        let search = search.context("cannot start the threads")?;
        let search = search.divided(Division { shard: self.shard, is_done: &is_done, done: &done });
        if self.args.count {
            return Ok(search.count());
        }
        Ok(search.for_each(&mut |solution: &[OptionId]| {
            let mut saved = lock(saved);
            match saved.solution(solution) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    saved.failure.get_or_insert(error);
                    ControlFlow::Break(())
                }
            }
        }))
    }

    /// Returns what all shards of the search have in common.
    fn identity(&self, engine: &str) -> Identity {
        let problem = &self.document.problem;
        let mut text: Vec<u8> = Vec::new();
        for option in problem.options() {
            text.extend_from_slice(problem.option_line(option).as_bytes());
            text.push(b'\n');
        }
        let hash = dlxbench::check::Fingerprint::of(&text);
        let options = units::counted(problem.options().count() as u64, "option");
        Identity::default()
            .with("command", if self.args.count { "cover --count" } else { "cover --all" })
            .with("version", build())
            .with("problem", format!("{options}, hash {hash}"))
            .with("engine", engine)
    }
}

impl Saved<'_> {
    fn solution(&mut self, solution: &[OptionId]) -> anyhow::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        self.numbered += 1;
        self.of_subtree += 1;
        Ok(writeln!(file, "{}", solution_line(self.document, self.numbered, solution)?)?)
    }

    fn add(&mut self, shard: Shard, subtree: Subtree) -> anyhow::Result<()> {
        self.part.add(shard, subtree);
        if let Some(index) = subtree.index.filter(|_| self.of_subtree > 0) {
            self.part.written.push((index, std::mem::take(&mut self.of_subtree)));
        }
        if self.journal.is_due() { self.save() } else { Ok(()) }
    }

    /// Saves what is done. The solutions come first: the state relies on them.
    fn save(&mut self) -> anyhow::Result<()> {
        // Solutions of a subtree that is not done are found again.
        if let Some(file) = self.file.as_mut().filter(|_| self.of_subtree == 0) {
            file.flush()?;
            file.get_ref().sync_data()?;
            self.part.bytes = file.get_ref().metadata()?.len();
        } else if self.file.is_some() {
            return Ok(());
        }
        let text = serde_json::to_vec(&self.part)?;
        Ok(self.journal.save(self.part.nodes, &text)?)
    }
}

fn solutions_file(folder: &Path, bytes: u64) -> anyhow::Result<BufWriter<File>> {
    let path = folder.join(SOLUTIONS);
    let mut file = File::options().create(true).write(true).truncate(false).open(&path)?;
    file.set_len(bytes)?;
    file.seek(SeekFrom::End(0))?;
    Ok(BufWriter::with_capacity(1 << 16, file))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
