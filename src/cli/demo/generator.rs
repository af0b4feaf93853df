//! The making of new puzzles, as far as the board knows about it.

use std::time::Duration;

use dlxbench::generate::Wish;
use dlxbench::logic::Difficulty;
use dlxbench::report::units;
use dlxbench::sudoku::Geometry;

use super::work::{Job, Ticket, makeable};

/// Asks for puzzles, each from the next random seed.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Generator {
    seed: u64,
    running: Option<Running>,
}

#[derive(Clone, PartialEq, Debug)]
struct Running {
    ticket: Ticket,
    /// What is being made, such as `hard 9×9, seed 7`.
    wanted: String,
    tries: u64,
    elapsed: Duration,
}

impl Generator {
    pub(super) fn new(seed: u64) -> Generator {
        Generator { seed, running: None }
    }

    /// Begins to make a puzzle, and returns the job.
    pub(super) fn start(&mut self, ticket: Ticket, geometry: Geometry, class: Option<Difficulty>) -> Job {
        let (seed, class_name) = (self.seed, class.map_or(String::new(), |class| format!("{class} ")));
        self.seed += 1;
        let wanted = format!("{class_name}{geometry}, seed {seed}");
        self.running = Some(Running { ticket, wanted, tries: 0, elapsed: Duration::ZERO });
        Job::Generate(makeable(Wish::new(geometry, class)), seed)
    }

    /// Ends the job with this ticket, and returns what it made; `None` if it is no longer wanted.
    pub(super) fn finish(&mut self, ticket: Ticket) -> Option<String> {
        self.running.take_if(|running| running.ticket == ticket).map(|running| running.wanted)
    }

    /// Records the number of tries.
    pub(super) fn count(&mut self, ticket: Ticket, tries: u64) {
        if let Some(running) = self.running.as_mut().filter(|running| running.ticket == ticket) {
            running.tries = tries;
        }
    }

    /// Records that time passed.
    pub(super) fn wait(&mut self, time: Duration) {
        if let Some(running) = &mut self.running {
            running.elapsed += time;
        }
    }

    /// Forgets the job. Returns whether there was one.
    pub(super) fn stop(&mut self) -> bool {
        self.running.take().is_some()
    }

    /// Describes the job that is running.
    pub(super) fn in_words(&self) -> Option<String> {
        let Running { wanted, tries, elapsed, .. } = self.running.as_ref()?;
        let (tries, seconds) = (units::counted(*tries, "try"), elapsed.as_secs());
        Some(format!("making a puzzle ({wanted}): {tries}, {seconds} s; Esc cancels"))
    }
}
