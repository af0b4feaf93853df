//! How long external solvers may take, for the commands that use engines without measuring them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use dlxbench::engine::MakeEngine;
use dlxbench::engine::external::{EngineChoice, ExternalSolver, Form, Terms};
use dlxbench::record::USUAL_TIMEOUT;

use super::value;

#[derive(Args)]
pub(super) struct TimeoutArgs {
    /// Time limit of an external solver for a puzzle, in seconds [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = value::seconds(), help_heading = "How")]
    timeout: Option<Duration>,
}

impl TimeoutArgs {
    /// Returns what builds an engine, if one was named; an external solver is started once to see that it can be.
    pub(super) fn maker(
        &self,
        engine: Option<&EngineChoice>,
        limit: u64,
    ) -> anyhow::Result<Option<Box<dyn MakeEngine>>> {
        let external = engine.and_then(EngineChoice::external);
        if self.timeout.is_some() && external.is_none() {
            bail!("--timeout is for external solvers; for built-in engines there is --max-nodes");
        }
        let Some(external) = external else {
            return Ok(engine
                .and_then(EngineChoice::built_in)
                .map(|kind| Box::new(kind) as Box<dyn MakeEngine>));
        };
        if external.form() == Form::Batch {
            bail!("{}: batch solvers take whole corpora, and only bench can use them", external.name());
        }
        let terms = Terms::of_this_program(limit, self.timeout.unwrap_or(USUAL_TIMEOUT));
        let solver = ExternalSolver::new(Arc::clone(external), terms);
        if let Err(reason) = solver.try_start(&AtomicBool::new(false)) {
            bail!("engine {}: {reason}", external.name());
        }
        Ok(Some(Box::new(solver)))
    }
}
