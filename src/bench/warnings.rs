//! What makes figures less trustworthy, and what to do about it.

use thiserror::Error;

use crate::engine::EngineKind;
use crate::record::{Environment, Keep, ResultRow, Settings};

/// Something that makes figures less trustworthy.
#[derive(Clone, PartialEq, Debug, Error)]
pub(super) enum Warning {
    #[error("this is a debug build, many times slower: build with --release")]
    DebugBuild,
    #[error("{threads} threads on {cores} cores disturb each other: use --threads {cores} or fewer")]
    Oversubscribed { threads: usize, cores: usize },
    #[error(
        "the machine was busy before the run (load {load:.1} on {cores} cores): end other programs and run again"
    )]
    Load { load: f64, cores: usize },
    #[error("the CPU governor is {0:?}, so the frequency varies: cpupower frequency-set -g performance")]
    Governor(String),
    #[error(
        "threads were preempted {preemptions} times during {solves} solves, so the highest percentiles are too high: use \
         fewer --threads, a quieter machine, or --passes 10 --keep best"
    )]
    Preempted { preemptions: u64, solves: u64 },
    /// The same where the best of several solves counts: only many preemptions do harm.
    #[error(
        "threads were preempted {preemptions} times during {solves} solves, so even the best times may be too long: use \
         fewer --threads or a quieter machine"
    )]
    BestPreempted { preemptions: u64, solves: u64 },
    #[error("too few passes to know the noise: --passes 10 or more")]
    FewPasses,
    /// The clock, by its step or its own time, is too coarse for the class with the shortest times.
    #[error(
        "the clock ({clock_ns:.0} ns) is coarse for the times of class {class} (p50 {p50_ns} ns): compare totals rather \
         than percentiles"
    )]
    CoarseClock { clock_ns: f64, class: String, p50_ns: u64 },
    #[error("{engine} solves {solved} of {puzzles} puzzles: it knows 9×9 only")]
    Unsolved { engine: EngineKind, solved: u64, puzzles: u64 },
    #[error(
        "--limit 1 does not look for a second solution, so solved puzzles count as stopped: use --limit 2"
    )]
    UniquenessNotAsked,
}

/// More preemptions than one in this many solves are worth a word.
const SOLVES_PER_PREEMPTION: u64 = 1000;
/// The same where the best of several solves counts: hardly one of them was left alone.
const BEST_SOLVES_PER_PREEMPTION: u64 = 2;
/// The clock should be at least this many times finer than what it measures.
const CLOCK_FINENESS: f64 = 20.0;

impl Warning {
    /// What is to be said about a run.
    pub(super) fn of_run(environment: &Environment, rows: &[ResultRow], settings: &Settings) -> Vec<Warning> {
        let &Settings { threads, limit, passes, repeat, .. } = settings;
        let mut warnings = Vec::new();
        if environment.profile == "debug" {
            warnings.push(Warning::DebugBuild);
        }
        let cores = environment.cores;
        let threads = settings.thread_counts.iter().copied().max().unwrap_or(threads);
        if threads > cores {
            warnings.push(Warning::Oversubscribed { threads, cores });
        }
        if let Some(load) = environment.load_before.filter(|&load| load > cores as f64) {
            warnings.push(Warning::Load { load, cores });
        }
        if let Some(governor) = environment.governor.clone().filter(|governor| governor != "performance") {
            warnings.push(Warning::Governor(governor));
        }
        let puzzles: u64 = rows.iter().filter(|row| row.class.is_all()).map(|row| row.puzzles).sum();
        let solves = puzzles * (passes * repeat) as u64;
        let best = settings.keep == Keep::Best && passes * repeat > 1;
        let many = if best { BEST_SOLVES_PER_PREEMPTION } else { SOLVES_PER_PREEMPTION };
        if let Some(preemptions) = environment.preemptions
            && preemptions > 10
            && solves > 0
            && preemptions * many > solves
        {
            warnings.push(match best {
                true => Warning::BestPreempted { preemptions, solves },
                false => Warning::Preempted { preemptions, solves },
            });
        }
        if settings.has_few_passes() {
            warnings.push(Warning::FewPasses);
        }
        let clock_ns = environment.clock.resolution_ns.max(environment.clock.overhead_ns);
        let fastest = rows.iter().filter(|row| !row.class.is_all() && row.engine != "idle");
        let fastest = fastest.filter_map(|row| Some((row.latency.p50_ns?, row))).min_by_key(|(p50, _)| *p50);
        if let Some((p50_ns, row)) = fastest
            && clock_ns * CLOCK_FINENESS > p50_ns as f64
        {
            warnings.push(Warning::CoarseClock { clock_ns, class: row.class.to_string(), p50_ns });
        }
        if limit == 1 {
            warnings.push(Warning::UniquenessNotAsked);
        }
        warnings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::environment::observe;
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
        let warnings = Warning::of_run(&environment, &[row], &settings);
        warnings.iter().map(Warning::to_string).collect()
    }

    #[test]
    fn preemptions_are_set_against_solves_and_the_best_of_many_needs_no_advice() {
        let plain = of(289, Settings::default());
        assert!(plain[0].contains("289 times during 8060 solves") && plain.len() == 1, "{plain:?}");
        assert!(plain[0].ends_with("or --passes 10 --keep best"), "{plain:?}");
        let best = |passes, repeat| Settings { passes, repeat, keep: Keep::Best, ..Settings::default() };
        assert_eq!(of(289, best(10, 1)), [""; 0]);
        assert_eq!(of(289, best(1, 5)), [""; 0]);
        // With one solve there is nothing to choose from.
        assert_eq!(of(289, best(1, 1)), plain);
        let busy = of(50_000, best(10, 1));
        assert!(
            busy[0].contains("50000 times during 80600 solves") && !busy[0].contains("--keep"),
            "{busy:?}"
        );
    }

    #[test]
    fn few_passes_are_said_to_be_few() {
        let of = |passes| of(0, Settings { passes, ..Settings::default() });
        assert_eq!(of(2), ["too few passes to know the noise: --passes 10 or more"]);
        assert_eq!((of(1).len(), of(5).len(), of(10).len()), (0, 1, 0));
    }
}
