//! A running external solver: a program that is asked line by line, one that is started for each puzzle, or a
//! shared library in a host process.

use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use super::answer::Answer;
use super::child::{Child, Trouble, command, until_started};
use super::host::{self, Called};
use super::process::{Broken, Until, shortened};
use super::referee::Referee;
use super::reply::Reply;
use super::spec::{External, Form};
use super::terms::{HIDDEN, MOST_FAILURES, Terms};
use crate::clock::Clock;
use crate::sudoku::{Geometry, Grid, Symbols};

/// A start that fails counts as this many failures, because each may take long: three of them are the end.
const FAILED_START: u32 = MOST_FAILURES / 3;
/// Puzzles that a host gets at a time.
const FRAME: usize = 256;
/// A host sends its results this often at least, so it may be late by as much.
const SLACK: Duration = Duration::from_millis(200);

/// An external solver of a run, which all workers share.
#[derive(Debug)]
pub struct ExternalSolver {
    external: Arc<External>,
    terms: Terms,
    /// Failures in a row, those of all workers together.
    failures: AtomicU32,
}

/// An external solver, running. Each worker has its own.
#[derive(Debug)]
pub struct ExternalEngine {
    solver: Arc<ExternalSolver>,
    child: Child,
    referee: Referee,
    clock: Clock,
}

impl ExternalSolver {
    /// A solver that has not been started.
    pub fn new(external: Arc<External>, terms: Terms) -> Arc<ExternalSolver> {
        Arc::new(ExternalSolver { external, terms, failures: AtomicU32::new(0) })
    }

    /// A solver for a worker. It is started when the first puzzle comes.
    pub fn engine(self: &Arc<ExternalSolver>) -> ExternalEngine {
        ExternalEngine {
            solver: Arc::clone(self),
            child: Child::default(),
            referee: Referee::default(),
            clock: Clock::new(),
        }
    }

    /// Finds out whether it can be started; an error says in words why not.
    pub fn try_start(self: &Arc<ExternalSolver>, stop: &AtomicBool) -> Result<(), String> {
        let words = self.external.words();
        let started = match self.external.form() {
            Form::Library => self.engine().host(stop),
            // It gets no puzzle, so this ends it.
            Form::Exec => {
                let (mut child, mut command) = (Child::default(), command(words, &self.terms));
                child.start(&mut command, &self.terms.program).map(|_| ())
            }
            Form::Once | Form::Batch => match self.external.program() {
                Some(_) => Ok(()),
                None => Err(Trouble::Failed(format!("cannot start {}: no such program", words[0]))),
            },
        };
        match started {
            Err(Trouble::Failed(reason)) => Err(reason),
            Err(Trouble::Late) => Err("did not start in time".to_owned()),
            Ok(()) | Err(Trouble::Stopped) => Ok(()),
        }
    }

    /// How the solver is reached.
    pub fn form(&self) -> Form {
        self.external.form()
    }
}

impl ExternalEngine {
    /// Whether it is worth asking for many puzzles at once.
    pub fn takes_many(&self) -> bool {
        self.solver.external.form() == Form::Library
    }

    /// Solves a puzzle, as often as it is to be repeated; `None` if the run is being stopped.
    pub fn solve(
        &mut self,
        geometry: Geometry,
        givens: &[u8],
        repeat: usize,
        stop: &AtomicBool,
    ) -> Option<Reply> {
        if self.takes_many() {
            return self.solve_many(&[givens], repeat, stop).pop();
        }
        if let Some(reply) = self.given_up() {
            return Some(reply);
        }
        let puzzle = Grid::new(geometry, Symbols::usual(geometry), givens).to_line();
        let mut times_ns = Vec::with_capacity(repeat);
        let mut last: Option<(String, Reply)> = None;
        for _ in 0..repeat {
            let asked = match self.solver.external.form() {
                Form::Exec => self.ask(geometry, &puzzle, stop),
                _ => self.run_once(&puzzle, stop),
            };
            let (line, ns) = match asked {
                Ok(answered) => answered,
                Err(Trouble::Stopped) => return None,
                Err(trouble) => return Some(self.failed(trouble)),
            };
            times_ns.push(ns);
            // The same line means the same.
            if last.as_ref().is_none_or(|(known, _)| *known != line) {
                let reply = self.referee.judge_line(geometry, givens, &line, self.solver.terms.limit);
                let is_fault = reply.fault.is_some();
                last = Some((line, reply));
                if is_fault {
                    break;
                }
            }
        }
        let (_, mut reply) = last?;
        if reply.fault.is_none() {
            reply.times_ns = times_ns;
        }
        self.count(&reply);
        Some(reply)
    }

    /// Solves a puzzle without counting a failure; `false` if it failed.
    pub fn warm_up(&mut self, geometry: Geometry, givens: &[u8], stop: &AtomicBool) -> bool {
        let failures = self.solver.failures.load(Ordering::Relaxed);
        let is_well = self.solve(geometry, givens, 1, stop).is_some_and(|reply| !reply.is_failure());
        self.solver.failures.store(failures, Ordering::Relaxed);
        is_well
    }

    /// Solves 9×9 puzzles with a library, each as often as it is to be repeated. If the run is being stopped there are
    /// fewer replies than puzzles.
    pub fn solve_many(&mut self, puzzles: &[&[u8]], repeat: usize, stop: &AtomicBool) -> Vec<Reply> {
        let mut replies = Vec::with_capacity(puzzles.len());
        // Puzzles before this one are asked for one by one, to find the one at which the library fails.
        let mut careful = 0;
        while replies.len() < puzzles.len() {
            if let Some(reply) = self.given_up() {
                replies.push(reply);
                continue;
            }
            let first = replies.len();
            let size = if first < careful { 1 } else { FRAME };
            let frame = &puzzles[first..puzzles.len().min(first + size)];
            match self.call(frame, repeat, stop, &mut replies) {
                Ok(()) => {}
                Err(Trouble::Stopped) => break,
                Err(trouble) if frame.len() == 1 => replies.push(self.failed(trouble)),
                Err(_) => careful = first + frame.len(),
            }
        }
        replies
    }

    /// Sends a puzzle to a program that stays alive and waits for its line; the time of both together.
    fn ask(&mut self, geometry: Geometry, puzzle: &str, stop: &AtomicBool) -> Result<(String, u64), Trouble> {
        if self.child.process().is_none()
            && let Err(trouble) = self.greet(geometry, stop)
        {
            self.solver.failures.fetch_add(FAILED_START, Ordering::Relaxed);
            return Err(trouble);
        }
        let ExternalEngine { child, clock, solver, .. } = self;
        let process = child.process().expect("it was greeted");
        if let Some(surplus) = process.surplus() {
            let reason = format!("wrote without being asked: {:?}", shortened(&surplus));
            self.child = Child::default();
            return Err(Trouble::Failed(reason));
        }
        let line = format!("{puzzle}\n");
        let until = Until::after(solver.terms.timeout, stop);
        let start = clock.read();
        let answer = process.send(line.as_bytes(), until).and_then(|()| process.line(until));
        let end = clock.read();
        answer.map(|answer| (answer, clock.nanoseconds(start, end))).map_err(|why| child.lose(&why))
    }

    /// Starts a program and has it solve a puzzle with one blank cell, so that no measured time contains its start.
    fn greet(&mut self, geometry: Geometry, stop: &AtomicBool) -> Result<(), Trouble> {
        let mut cells = Grid::pattern(geometry).cells().to_vec();
        cells[0] = 0;
        let line = Grid::new(geometry, Symbols::usual(geometry), &cells).to_line() + "\n";
        let until = until_started(&self.solver.terms, stop);
        let process = self.child.start(
            &mut command(self.solver.external.words(), &self.solver.terms),
            &self.solver.terms.program,
        )?;
        let answer = process.send(line.as_bytes(), until).and_then(|()| process.line(until));
        let reason = match answer {
            Ok(answer) => match Answer::parse(&answer, geometry) {
                Ok(_) => return Ok(()),
                Err(error) => {
                    self.child = Child::default();
                    format!("{:?} is not an answer: {error}", shortened(&answer))
                }
            },
            Err(why) => match self.child.lose(&why) {
                Trouble::Failed(reason) => reason,
                trouble => return Err(trouble),
            },
        };
        Err(Trouble::Failed(format!("at start-up, on a test puzzle: {reason}")))
    }

    /// Starts a program for one puzzle and waits for its end; the time of all that.
    fn run_once(&mut self, puzzle: &str, stop: &AtomicBool) -> Result<(String, u64), Trouble> {
        let ExternalEngine { solver, child, clock, .. } = self;
        let ExternalSolver { external, terms, .. } = &**solver;
        let mut command = command(&external.words_with(puzzle), terms);
        command.stdin(Stdio::null());
        let until = Until::after(terms.timeout, stop);
        let start = clock.read();
        let process = child.start(&mut command, &terms.program)?;
        let output =
            process.rest(until).and_then(|text| process.wait_for_end(until, || Ok(())).map(|()| text));
        let end = clock.read();
        let output = output.map_err(|why| child.lose(&why))?;
        let process = child.process().expect("it has just ended");
        if process.exit().is_none_or(|status| !status.success()) {
            return Err(child.lose(&Broken::Closed));
        }
        let mut lines = output.lines().filter(|line| !line.trim().is_empty());
        let answer = lines.next().unwrap_or_default().to_owned();
        match lines.next() {
            None => Ok((answer, clock.nanoseconds(start, end))),
            Some(more) => Err(Trouble::Failed(format!("wrote a second line: {:?}", shortened(more)))),
        }
    }

    /// Sends puzzles to the host and takes its results.
    fn call(
        &mut self,
        puzzles: &[&[u8]],
        repeat: usize,
        stop: &AtomicBool,
        replies: &mut Vec<Reply>,
    ) -> Result<(), Trouble> {
        if self.child.process().is_none() {
            self.host(stop)?;
        }
        let frame = host::frame(puzzles, repeat, self.solver.terms.limit);
        let patience = self.solver.terms.timeout * repeat as u32 + SLACK;
        let process = self.child.process().expect("it was started");
        process.send(&frame, Until::after(patience, stop)).map_err(|why| self.child.lose(&why))?;
        let mut result = vec![0; host::result_length(repeat)];
        for givens in puzzles {
            let process = self.child.process().expect("it was started");
            process.fill(&mut result, Until::after(patience, stop)).map_err(|why| self.child.lose(&why))?;
            let called = Called::read(&result);
            let mut reply = self.referee.judge_call(givens, &called, self.solver.terms.limit);
            if reply.fault.is_none() {
                reply.times_ns = called.times_ns;
            }
            self.count(&reply);
            replies.push(reply);
        }
        Ok(())
    }

    /// Starts the host of a library.
    fn host(&mut self, stop: &AtomicBool) -> Result<(), Trouble> {
        let words = self.solver.external.words();
        let program = self.solver.terms.program.to_string_lossy().into_owned();
        let host = [program, HIDDEN.to_owned(), "host".to_owned(), words[0].clone(), words[1].clone()];
        let until = until_started(&self.solver.terms, stop);
        let process =
            self.child.start(&mut command(&host, &self.solver.terms), &self.solver.terms.program)?;
        match process.line(until) {
            Ok(line) if line == host::READY => Ok(()),
            Ok(line) => {
                self.child = Child::default();
                Err(Trouble::Failed(line))
            }
            Err(why) => Err(self.child.lose(&why)),
        }
    }

    fn failed(&self, trouble: Trouble) -> Reply {
        let reply = match trouble {
            Trouble::Late => {
                let seconds = self.solver.terms.timeout.as_secs_f64();
                let hint = match self.solver.external.form() {
                    Form::Exec => " (does it flush its output after each line?)",
                    _ => "",
                };
                Reply::timeout(format!("no answer within {seconds} s{hint}"))
            }
            Trouble::Failed(reason) => Reply::failed(reason),
            Trouble::Stopped => Reply::failed("was stopped".to_owned()),
        };
        self.count(&reply);
        reply
    }

    fn count(&self, reply: &Reply) {
        match reply.is_failure() {
            true => self.solver.failures.fetch_add(1, Ordering::Relaxed),
            false => self.solver.failures.swap(0, Ordering::Relaxed),
        };
    }

    /// The reply of a solver that failed too often, which is not asked anymore.
    fn given_up(&self) -> Option<Reply> {
        let is_over = self.solver.failures.load(Ordering::Relaxed) >= MOST_FAILURES;
        is_over.then(|| Reply::failed(format!("given up after {MOST_FAILURES} failures in a row")))
    }
}
