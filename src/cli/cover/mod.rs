//! `dlxbench cover`: solves the exact-cover problem in a file.

mod args;
mod divided;
mod part;
mod printer;

use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::Context;
use dlxbench::cover::text::{self, Document};
use dlxbench::cover::{Dense, Ended, Explorer, Matrix, Monitor, OptionId, Outcome, ParallelSearch, Terms};
use dlxbench::report::{RowSink, shortened, units};

pub(crate) use self::args::CoverArgs;
use self::args::CoverEngine;
use self::divided::Divided;
pub(super) use self::part::{PART_FILE, merge};
use self::printer::{OutcomeRow, Printer};
use super::console::{say, stdout};
use super::exit::Exit;
use super::interrupt::stop_on_signals;
use super::{input, progress};

pub(crate) fn run(args: CoverArgs) -> anyhow::Result<Exit> {
    let (name, reader) = input::open_unpacked(&args.file)?;
    let document = text::read_as(reader, args.input).context(name)?;
    warn_of_useless_options(&document);
    let monitor = Monitor::stopped_by(stop_on_signals()?);
    let mut output = stdout();
    let sink = RowSink::new(args.format, &mut output);
    let mut printer = Printer::new(&document, args.explain, sink)?;
    let begun = Instant::now();
    let divided = Divided::new(&args, &document)?;
    let (engine, outcome) = progress::shown_while(&monitor, !args.count, || {
        let (matrix, dense) = (|| Matrix::new(&document.problem), || Dense::new(&document.problem));
        match (args.engine, &divided) {
            (CoverEngine::Dlx, None) => ("dlx", search(matrix(), &args, &monitor, &mut printer)),
            (CoverEngine::Dense, None) => ("dense", search(dense(), &args, &monitor, &mut printer)),
            (CoverEngine::Dlx, Some(divided)) => ("dlx", divided.search(&matrix(), "dlx", &monitor)),
            (CoverEngine::Dense, Some(divided)) => ("dense", divided.search(&dense(), "dense", &monitor)),
        }
    });
    let outcome = outcome?;
    let row = OutcomeRow::new(&document, &outcome, engine, begun.elapsed());
    printer.outcome(&row, args.count)?;
    // That a part has no solution says nothing of the problem.
    let says_nothing = args.shard.shard.is_some() && outcome.ended.is_complete();
    let message = printer::message(&outcome, &document, args.limit.is_some());
    if let Some(message) = message.filter(|_| !says_nothing) {
        say(format!("dlxbench: {message}"));
    }
    if args.stats {
        printer::statistics(&row).lines().for_each(say);
    }
    Ok(match outcome.ended {
        Ended::Interrupted => Exit::Interrupted,
        Ended::NodeLimit | Ended::TimeLimit => Exit::Finding,
        // Other shards may have solutions.
        _ if outcome.solutions == 0 && args.shard.shard.is_none() => Exit::Finding,
        _ => Exit::Success,
    })
}

fn warn_of_useless_options(document: &Document) {
    let problem = &document.problem;
    let mut useless = problem.options().filter(|&option| !problem.has_primary_item(option));
    if let Some(first) = useless.next() {
        let (count, line) =
            (1 + useless.count() as u64, shortened(&problem.option_line(first), input::SHOWN));
        let options = units::counted(count, "option without a primary item");
        say(format!("dlxbench: {options} can never be chosen; the first is: {line}"));
    }
}

fn search(
    mut engine: impl Explorer,
    args: &CoverArgs,
    monitor: &Monitor,
    printer: &mut Printer<'_>,
) -> anyhow::Result<Outcome> {
    let mut failure = None;
    let mut visit = |solution: &[OptionId]| match printer.solution(solution) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    };
    let outcome = if args.threads == 1 {
        let terms = Terms::new(args.limits()).monitored(monitor);
        if args.count { engine.count(terms) } else { engine.explore(terms, &mut visit) }
    } else {
        let search = ParallelSearch::new(&engine, args.limits(), args.threads, monitor);
        let search = search.context("cannot start the threads")?;
        if args.count { search.count() } else { search.for_each(&mut visit) }
    };
    failure.map_or(Ok(outcome), Err)
}
