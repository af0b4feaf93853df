//! Solvers that take all puzzles of a class at once: their wall time, and their answers.
//!
//! The puzzles of each class are written to a temporary file, with a second one that says where each of them stands. When
//! all passes of the other engines are over, each solver gets the files class by class, once per pass, and its answers are
//! judged afterwards.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use tempfile::NamedTempFile;

use super::error::RunError;
use super::job::{EngineIndex, Job};
use super::measured::Measured;
use super::observer::Observer;
use super::runner::stream_options;
use super::worker::{Faulty, measured_puzzle};
use crate::corpus::stream;
use crate::corpus::{Bins, Classes, Source};
use crate::counts::counted;
use crate::engine::Status;
use crate::engine::external::{EngineChoice, External, Form, Referee, Reply, solve_batch};
use crate::record::Keep;
use crate::sudoku::{Grid, Symbols};

/// Measures all solvers that take whole classes.
pub(super) fn measure_batches(
    job: &Job,
    bins: Option<&Bins>,
    sources: &[Source],
    measured: &mut Measured,
    interrupt: &AtomicBool,
    observer: &mut (dyn Observer + Send),
) -> Result<(), RunError> {
    let roster = job.roster();
    let batch =
        |choice: &EngineChoice| choice.external().filter(|external| external.form() == Form::Batch).cloned();
    let solvers: Vec<_> =
        (0..).zip(&roster).filter_map(|(index, choice)| Some((index, batch(choice)?))).collect();
    if solvers.is_empty() {
        return Ok(());
    }
    let mut classes = class_files(job, bins, sources, interrupt)?;
    let of = (solvers.len() * classes.len() * job.settings.passes) as u64;
    let mut done = 0;
    for (index, external) in &solvers {
        for (class, files) in &mut classes {
            let mut best_ns: Option<u64> = None;
            for pass in 0..job.settings.passes {
                let Some(answers) = files.solve(job, external, interrupt)? else { return Ok(()) };
                if let Ok(ns) = answers.ended {
                    best_ns = Some(match (job.settings.keep, best_ns) {
                        (_, None) => ns,
                        (Keep::Best, Some(best)) => best.min(ns),
                        (Keep::All, Some(sum)) => sum + ns,
                    });
                }
                if pass == 0 {
                    answers.judge(job, (*index, *class), files, sources, measured, observer)?;
                }
                done += 1;
                observer.batch(external.name(), done, of);
            }
            let passes = if job.settings.keep == Keep::All { job.settings.passes as u64 } else { 1 };
            measured.recorder.tally(*index, *class).batch_ns += best_ns.unwrap_or(0) / passes;
        }
    }
    Ok(())
}

/// The puzzles of a class.
struct ClassFiles {
    count: u64,
    /// A puzzle per line.
    puzzles: BufWriter<NamedTempFile>,
    /// The index of its source, and its line there.
    places: BufWriter<File>,
}

/// What a solver left behind.
struct Answers {
    /// An answer per line.
    file: File,
    lines: u64,
    /// How long it took, or the status of puzzles without an answer and the reason.
    ended: Result<u64, (Status, String)>,
}

/// Writes the puzzles of each class that are measured to files, in the order of the classes.
fn class_files(
    job: &Job,
    bins: Option<&Bins>,
    sources: &[Source],
    interrupt: &AtomicBool,
) -> Result<Vec<(u16, ClassFiles)>, RunError> {
    let mut names = Vec::new();
    let mut classes: Vec<Option<ClassFiles>> = Vec::new();
    let options = stream::Options { threads: 1, ..stream_options(&job.settings, bins) };
    stream::run(
        &options,
        sources,
        interrupt,
        |_| Vec::new(),
        |cells, portion, _| {
            let lines = portion.batch.puzzles().enumerate().map(|(index, original)| {
                let puzzle = measured_puzzle(job, original, portion.first + index as u64, cells);
                let line =
                    Grid::new(puzzle.geometry, Symbols::usual(puzzle.geometry), puzzle.cells).to_line();
                (puzzle.class, puzzle.line, line)
            });
            Ok(Some(lines.collect::<Vec<_>>()))
        },
        |portion, lines| {
            names.extend_from_slice(&portion.new_classes);
            classes.resize_with(names.len(), || None);
            for (class, number, line) in lines {
                let slot = &mut classes[usize::from(class)];
                let files = match slot {
                    Some(files) => files,
                    None => slot.insert(ClassFiles::create()?),
                };
                files.count += 1;
                writeln!(files.puzzles, "{line}")?;
                writeln!(files.places, "{} {number}", portion.source)?;
            }
            Ok::<(), RunError>(())
        },
    )?;
    let mut in_order = Vec::new();
    for class in Classes::from_names(names).in_order() {
        if let Some(mut files) = classes[usize::from(class)].take() {
            files.puzzles.flush()?;
            files.places.flush()?;
            in_order.push((class, files));
        }
    }
    Ok(in_order)
}

impl ClassFiles {
    fn create() -> io::Result<ClassFiles> {
        let puzzles = BufWriter::new(NamedTempFile::with_prefix("dlxbench-")?);
        Ok(ClassFiles { count: 0, puzzles, places: BufWriter::new(tempfile::tempfile()?) })
    }

    /// Has a solver solve all of them; `None` if the run is being stopped.
    fn solve(&self, job: &Job, external: &External, stop: &AtomicBool) -> Result<Option<Answers>, RunError> {
        let file = NamedTempFile::with_prefix("dlxbench-")?;
        let puzzles = self.puzzles.get_ref().path();
        let ended = solve_batch(external, &job.terms(), (puzzles, self.count), file.as_file(), stop)?;
        let Some(ended) = ended.filter(|_| !stop.load(Ordering::Relaxed)) else { return Ok(None) };
        let lines = BufReader::new(file.reopen()?).split(b'\n');
        // Blank lines at the end are no answers; elsewhere they say that there is no solution.
        let (mut lines_seen, mut count) = (0, 0);
        for line in lines {
            lines_seen += 1;
            if !line?.trim_ascii().is_empty() || lines_seen <= self.count {
                count = lines_seen;
            }
        }
        Ok(Some(Answers { file: file.reopen()?, lines: count, ended }))
    }
}

impl Answers {
    /// Judges each answer and counts it for an engine and a class.
    fn judge(
        &self,
        job: &Job,
        (engine, class): (EngineIndex, u16),
        files: &mut ClassFiles,
        sources: &[Source],
        measured: &mut Measured,
        observer: &mut (dyn Observer + Send),
    ) -> Result<(), RunError> {
        let mut puzzles = BufReader::new(files.puzzles.get_ref().reopen()?).lines();
        let places = files.places.get_mut();
        io::Seek::rewind(places)?;
        let mut places = BufReader::new(&*places).lines();
        let mut answers = BufReader::new(&self.file).split(b'\n');
        let mut referee = Referee::default();
        while let (Some(puzzle), Some(place)) = (puzzles.next().transpose()?, places.next().transpose()?) {
            let grid: Grid = puzzle.parse().expect("it was written here");
            let answer = answers.next().transpose()?;
            let reply = if self.lines > files.count {
                let lines = counted(self.lines, "line");
                let puzzles = counted(files.count, "puzzle");
                Reply::failed(format!("wrote {lines} for {puzzles}, so none can be matched"))
            } else {
                match (answer, &self.ended) {
                    (Some(line), _) => {
                        let line = String::from_utf8_lossy(&line);
                        let line = line.trim_end_matches('\r');
                        referee.judge_line(grid.geometry(), grid.cells(), line, job.settings.limit)
                    }
                    (None, Err((Status::Timeout, reason))) => Reply::timeout(reason.clone()),
                    (None, Err((_, reason))) => Reply::failed(reason.clone()),
                    (None, Ok(_)) => {
                        let lines = counted(self.lines, "answer");
                        Reply::failed(format!("ended after {lines} of {}", files.count))
                    }
                }
            };
            let tally = measured.recorder.tally(engine, class);
            tally.puzzle(reply.status, reply.outcome().counters);
            reply.claimed_ns.iter().for_each(|&ns| tally.claim(ns));
            let Some(fault) = reply.fault else { continue };
            let (source, line) = place.split_once(' ').expect("it was written here");
            let source = &sources[source.parse::<usize>().expect("it was written here")];
            let line = line.parse().expect("it was written here");
            let faulty = Faulty { engine, class, line, puzzle, fault };
            measured.take_faulty(job, &source.name, faulty, observer)?;
        }
        Ok(())
    }
}
