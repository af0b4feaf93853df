//! What makes the figures of a run less trustworthy, and what to do about it.
//!
//! Each warning has a name, by which it can be silenced, and a threshold, which its help says.

use crate::counts::counted;
use crate::named::named;
use crate::record::{Environment, Keep, ResultRow, Settings};

/// More preemptions than one in this many solves are worth a word.
const SOLVES_PER_PREEMPTION: u64 = 1000;
/// The same where the best of several solves counts: hardly one of them was left alone.
const BEST_SOLVES_PER_PREEMPTION: u64 = 2;
/// Up to so many are worth none, however few the solves.
const FEWEST_PREEMPTIONS: u64 = 10;
/// The clock should be at least this many times finer than what it measures.
const CLOCK_FINENESS: f64 = 20.0;

named! {
    /// What a run may warn of.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub enum Warning, "warning" {
        Debug => "debug", "A debug build";
        Threads => "threads", "More threads than cores";
        Load => "load", "A load before the run above the number of cores";
        Governor => "governor", "A CPU governor other than performance";
        Preempted => "preempted", "More than 10 preemptions, and more than one in 1,000 solves (in 2 where the best of several counts)";
        Passes => "passes", "2 to 5 passes: too few to know the noise";
        Clock => "clock", "A clock less than 20 times finer than the median time of the fastest class";
        Limit => "limit", "A limit of one solution";
        Sizes => "sizes", "An engine that does not know the sizes of all puzzles";
    }
}

impl Warning {
    /// The words of a warning, which end in its name.
    pub(super) fn named(self, words: &str) -> String {
        format!("{words} [{self}]")
    }
}

/// What a reader of these rows should know.
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
        warn(Warning::Debug, "this is a debug build, many times slower: build with --release".to_owned());
    }
    let threads = settings.thread_counts.iter().copied().max().unwrap_or(threads);
    if threads > cores {
        let (on, fewer) = (counted(cores as u64, "core"), counted(cores as u64, "thread"));
        warn(Warning::Threads, format!("{threads} threads on {on} disturb each other: use {fewer} or fewer"));
    }
    if let Some(load) = environment.load_before.filter(|&load| load > cores as f64) {
        let on = counted(cores as u64, "core");
        warn(
            Warning::Load,
            format!(
                "the machine was busy before the run (load {load:.1} on {on}): end other programs and run again"
            ),
        );
    }
    if let Some(governor) = environment.governor.as_ref().filter(|governor| *governor != "performance") {
        warn(
            Warning::Governor,
            format!(
                "the CPU governor is {governor:?}, so the frequency varies: cpupower frequency-set -g performance"
            ),
        );
    }
    let puzzles: u64 = rows.iter().filter(|row| row.class.is_all()).map(|row| row.puzzles).sum();
    let solves = puzzles * (passes * repeat) as u64;
    // Where the best of several solves counts, only many preemptions do harm.
    let (most, effect) = match keep == Keep::Best && passes * repeat > 1 {
        true => (
            solves / BEST_SOLVES_PER_PREEMPTION,
            "even the best times may be too long: use fewer threads or a quieter machine",
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
        warn(Warning::Passes, "too few passes to know the noise: 10 or more would tell".to_owned());
    }
    // By its step or its own time, the clock may be too coarse for the class with the shortest times.
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
                "the clock ({clock_ns:.0} ns) is coarse for the times of class {class} (p50 {p50_ns} ns): compare \
                 totals rather than percentiles"
            ),
        );
    }
    if settings.limit == 1 {
        warn(
            Warning::Limit,
            "a limit of 1 does not look for a second solution, so solved puzzles count as stopped: use a limit of 2"
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
    fn help_names_the_thresholds() {
        let says = |warning: Warning, figure: &str| assert!(warning.help().contains(figure), "{figure}");
        says(Warning::Preempted, &format!("More than {FEWEST_PREEMPTIONS} preemptions"));
        says(Warning::Preempted, "one in 1,000 solves (in 2");
        assert_eq!((SOLVES_PER_PREEMPTION, BEST_SOLVES_PER_PREEMPTION), (1000, 2));
        says(Warning::Clock, &format!("than {CLOCK_FINENESS} times"));
        let few = |passes| Settings { passes, ..Settings::default() }.has_few_passes();
        says(Warning::Passes, "2 to 5 passes");
        assert_eq!([1, 2, 5, 6].map(few), [false, true, true, false]);
    }

    #[test]
    fn preemptions_are_set_against_solves_and_the_best_of_many_needs_no_advice() {
        let plain = of(289, Settings::default());
        assert!(plain[0].contains("289 times during 8060 solves") && plain.len() == 1, "{plain:?}");
        assert!(plain[0].ends_with("or the best of 10 passes [preempted]"), "{plain:?}");
        let best = |passes, repeat| Settings { passes, repeat, keep: Keep::Best, ..Settings::default() };
        assert_eq!(of(289, best(10, 1)), [""; 0]);
        assert_eq!(of(289, best(1, 5)), [""; 0]);
        // With one solve there is nothing to choose from.
        assert_eq!(of(289, best(1, 1)), plain);
        let busy = of(50_000, best(10, 1));
        assert!(
            busy[0].contains("50000 times during 80600 solves") && !busy[0].contains("best of"),
            "{busy:?}"
        );
    }
}
