//! Warnings: what makes the figures of a run less trustworthy, and what to do about it.
//!
//! Each warning has a name, by which it can be silenced, and a threshold, which its help states.

use crate::counts::counted;
use crate::named::named;
use crate::record::{Environment, Keep, ResultRow, Settings};

/// A run warns if more than one in this many solves was preempted.
const SOLVES_PER_PREEMPTION: u64 = 1000;
/// The same if only the best of several solves counts: above this, few puzzles have a solve that was not preempted.
const BEST_SOLVES_PER_PREEMPTION: u64 = 2;
/// A run does not warn of this many preemptions or fewer, however few its solves.
const FEWEST_PREEMPTIONS: u64 = 10;
/// The clock should be at least this many times finer than the times it measures.
const CLOCK_FINENESS: f64 = 20.0;

named! {
    /// What a run may warn of.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub enum Warning, "warning" {
        Debug => "debug", "Debug build";
        Threads => "threads", "More threads than cores";
        Load => "load", "Load before the run above the number of cores";
        Governor => "governor", "CPU governor other than performance";
        Preempted => "preempted", "More than 10 preemptions, and more than one in 1,000 solves (one in 2 if only the best of several counts)";
        Passes => "passes", "2 to 5 passes: too few to measure noise";
        Clock => "clock", "Clock less than 20 times finer than the median time of the fastest class";
        Limit => "limit", "Limit of one solution";
        Work => "work", "Engine that proves uniqueness beside one that stops at the first solution";
        Sizes => "sizes", "Engine that does not support the sizes of all puzzles";
    }
}

impl Warning {
    /// Returns the text of a warning followed by its name.
    pub(super) fn named(self, words: &str) -> String {
        format!("{words} [{self}]")
    }
}

/// Returns the warnings that apply to a run, with their texts.
pub(super) fn warnings(
    environment: &Environment,
    rows: &[ResultRow],
    settings: &Settings,
) -> Vec<(Warning, String)> {
    let &Settings { threads, passes, repeat, keep, .. } = settings;
    let cores = environment.cores;
    let mut warnings = Vec::new();
    let mut warn = |warning, words| warnings.push((warning, words));
    if environment.profile == "debug" {
        warn(
            Warning::Debug,
            "this is a debug build, which is many times slower: build with --release".to_owned(),
        );
    }
    let threads = settings.thread_counts.iter().copied().max().unwrap_or(threads);
    if threads > cores {
        let (on, fewer) = (counted(cores as u64, "core"), counted(cores as u64, "thread"));
        warn(
            Warning::Threads,
            format!("{threads} threads share {on} and slow each other: use {fewer} or fewer"),
        );
    }
    if let Some(load) = environment.load_before.filter(|&load| load > cores as f64) {
        let on = counted(cores as u64, "core");
        warn(
            Warning::Load,
            format!(
                "the machine was busy before the run (load {load:.1} on {on}): close other programs and run again"
            ),
        );
    }
    if let Some(governor) = environment.governor.as_ref().filter(|governor| *governor != "performance") {
        warn(
            Warning::Governor,
            format!(
                "the CPU governor is {governor:?}, so the frequency varies: run cpupower frequency-set -g performance"
            ),
        );
    }
    let puzzles: u64 = rows.iter().filter(|row| row.class.is_all()).map(|row| row.puzzles).sum();
    let solves = puzzles * (passes * repeat) as u64;
    // If only the best of several solves counts, a few preemptions do no harm.
    let (most, effect) = match keep == Keep::Best && passes * repeat > 1 {
        true => (
            solves / BEST_SOLVES_PER_PREEMPTION,
            "even the best times may be too high: use fewer threads or a quieter machine",
        ),
        false => (
            solves / SOLVES_PER_PREEMPTION,
            "the highest percentiles are too high: use fewer threads, a quieter machine, or the best of 10 passes",
        ),
    };
    if let Some(preemptions) =
        environment.preemptions.filter(|&preemptions| preemptions > most.max(FEWEST_PREEMPTIONS))
        && solves > 0
    {
        warn(
            Warning::Preempted,
            format!("threads were preempted {preemptions} times during {solves} solves, so {effect}"),
        );
    }
    if settings.has_few_passes() {
        warn(Warning::Passes, "too few passes to measure noise: use 10 or more".to_owned());
    }
    // The clock's step or overhead may be too large for the class with the shortest times.
    let clock_ns = environment.clock.resolution_ns.max(environment.clock.overhead_ns);
    let classes = rows.iter().filter(|row| !row.class.is_all() && row.engine != "idle");
    let fastest =
        classes.filter_map(|row| Some((row.latency.p50_ns?, &row.class))).min_by_key(|(p50, _)| *p50);
    if let Some((p50_ns, class)) = fastest
        && clock_ns * CLOCK_FINENESS > p50_ns as f64
    {
        warn(
            Warning::Clock,
            format!(
                "the clock ({clock_ns:.0} ns) is too coarse for the times of class {class} (p50 {p50_ns} ns): compare \
                 totals, not percentiles"
            ),
        );
    }
    // With external solvers that is the default, and it is said before the run.
    if settings.limit == 1 && settings.timeout_ms.is_none() {
        warn(
            Warning::Limit,
            "a limit of 1 does not search for a second solution: use a limit of 2 to prove uniqueness"
                .to_owned(),
        );
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::environment::observe;
    use crate::named::Named;
    use crate::record::{Build, ClassScope};

    fn of(preemptions: u64, settings: Settings) -> Vec<String> {
        let environment = Environment {
            profile: "release".to_owned(),
            load_before: None,
            governor: None,
            preemptions: Some(preemptions),
            cores: 64,
            ..observe(&Build::default())
        };
        let row = ResultRow { class: ClassScope::All, puzzles: 8060, ..ResultRow::default() };
        warnings(&environment, &[row], &settings)
            .into_iter()
            .map(|(warning, words)| warning.named(&words))
            .collect()
    }

    #[test]
    fn help_states_the_thresholds() {
        let says = |warning: Warning, figure: &str| assert!(warning.help().contains(figure), "{figure}");
        says(Warning::Preempted, &format!("More than {FEWEST_PREEMPTIONS} preemptions"));
        says(Warning::Preempted, "one in 1,000 solves (one in 2");
        assert_eq!((SOLVES_PER_PREEMPTION, BEST_SOLVES_PER_PREEMPTION), (1000, 2));
        says(Warning::Clock, &format!("than {CLOCK_FINENESS} times"));
        let few = |passes| Settings { passes, ..Settings::default() }.has_few_passes();
        says(Warning::Passes, "2 to 5 passes");
        assert_eq!([1, 2, 5, 6].map(few), [false, true, true, false]);
    }

    #[test]
    fn preemptions_are_compared_with_solves_and_matter_less_to_the_best_of_many() {
        let plain = of(289, Settings::default());
        assert!(plain[0].contains("289 times during 8060 solves") && plain.len() == 1, "{plain:?}");
        assert!(plain[0].ends_with("or the best of 10 passes [preempted]"), "{plain:?}");
        let best = |passes, repeat| Settings { passes, repeat, keep: Keep::Best, ..Settings::default() };
        assert_eq!(of(289, best(10, 1)), [""; 0]);
        assert_eq!(of(289, best(1, 5)), [""; 0]);
        // The best of one solve is that solve.
        assert_eq!(of(289, best(1, 1)), plain);
        let busy = of(50_000, best(10, 1));
        assert!(
            busy[0].contains("50000 times during 80600 solves") && !busy[0].contains("best of"),
            "{busy:?}"
        );
    }
}
