//! How often the puzzles of a run were solved: passes by repetitions.

use super::units;
use crate::bench::Run;

/// Solves of puzzles, every pass and repetition counted; engines side by side on a puzzle count once.
pub(super) fn total(run: &Run) -> u64 {
    let puzzles: u64 = run.corpora.iter().map(|corpus| corpus.puzzles).sum();
    let visits = run.visits.unwrap_or(puzzles * run.options.passes as u64);
    visits * run.options.repeat as u64
}

/// Whether puzzles were solved more than once.
pub(super) fn are_several(run: &Run) -> bool {
    run.options.passes > 1 || run.options.repeat > 1
}

/// How often each puzzle was solved, and which of its times count.
pub(super) fn words(run: &Run) -> String {
    let count = |number: usize| units::count(number as u64);
    let most = if run.interrupted { "up to " } else { "" };
    let times = match (run.options.passes, run.options.repeat) {
        (1, 1) => return "each solved once".to_owned(),
        (1, repeat) => format!("{} solves", count(repeat)),
        (passes, 1) => format!("{most}{} passes", count(passes)),
        (passes, repeat) => format!("{most}{} passes of {} solves", count(passes), count(repeat)),
    };
    match run.options.keep.as_str() {
        "best" => format!("best of {times}"),
        _ => format!("all of {times}"),
    }
}
