//! External solvers need the pipes and process groups of Unix; on other systems they say so.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::reply::Reply;
use super::spec::{External, Form};
use super::terms::Terms;
use crate::engine::solver::{Engine, MakeEngine};
use crate::engine::status::Status;
use crate::sudoku::Geometry;

const WORDS: &str = "external solvers run on Unix systems only";

/// An external solver, which cannot run here.
#[derive(Debug)]
pub struct ExternalSolver(Arc<External>);

/// An external solver, which cannot run here.
#[derive(Debug)]
pub struct ExternalEngine;

impl ExternalSolver {
    /// A solver that cannot run here.
    pub fn new(external: Arc<External>, _terms: Terms) -> Arc<ExternalSolver> {
        Arc::new(ExternalSolver(external))
    }

    /// A solver that cannot run here.
    pub fn engine(self: &Arc<ExternalSolver>) -> ExternalEngine {
        ExternalEngine
    }

    /// Says that it cannot run here.
    pub fn try_start(self: &Arc<ExternalSolver>, _stop: &AtomicBool) -> Result<(), String> {
        Err(WORDS.to_owned())
    }

    /// How the solver would be reached.
    pub fn form(&self) -> Form {
        self.0.form()
    }
}

impl ExternalEngine {
    /// Whether it is worth asking for many puzzles at once.
    pub fn takes_many(&self) -> bool {
        false
    }

    /// Fails.
    pub fn solve(
        &mut self,
        _geometry: Geometry,
        _givens: &[u8],
        _repeat: usize,
        _stop: &AtomicBool,
    ) -> Option<Reply> {
        Some(Reply::faulty(Status::Failed, "", WORDS.to_owned()))
    }

    /// Fails.
    pub fn warm_up(&mut self, _geometry: Geometry, _givens: &[u8], _stop: &AtomicBool) -> bool {
        false
    }

    /// Fails.
    pub fn solve_many(&mut self, puzzles: &[&[u8]], _repeat: usize, _stop: &AtomicBool) -> Vec<Reply> {
        puzzles.iter().map(|_| Reply::faulty(Status::Failed, "", WORDS.to_owned())).collect()
    }
}

impl MakeEngine for Arc<ExternalSolver> {
    fn make(&self, _geometry: Geometry) -> Option<Box<dyn Engine>> {
        None
    }
}

/// Fails.
pub fn solve_batch(
    _external: &External,
    _terms: &Terms,
    _puzzles: (&Path, u64),
    _answers: &File,
    _stop: &AtomicBool,
) -> io::Result<Option<Result<u64, (Status, String)>>> {
    Err(unsupported())
}

/// Fails.
pub fn round_trips(_terms: &Terms, _stop: &AtomicBool) -> Result<Vec<u64>, String> {
    Err(WORDS.to_owned())
}

/// Fails.
pub fn echo() -> io::Result<()> {
    Err(unsupported())
}

/// Fails.
pub fn guard() -> io::Result<()> {
    Err(unsupported())
}

/// Fails.
pub fn host(_file: &Path, _symbol: &str) -> io::Result<()> {
    Err(unsupported())
}

fn unsupported() -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, WORDS)
}
