//! What a reader of the figures should know, and what can be done about it.

use std::fmt;

use super::environment::Environment;
use super::results::ResultRow;
use crate::report::units;

/// Something that makes figures less trustworthy.
#[derive(Clone, PartialEq, Debug)]
pub enum Warning {
    /// The program was built without optimisation.
    DebugBuild,
    /// Other programs want the cores too.
    Load {
        /// The load before the run.
        load: f64,
        /// The cores of the machine.
        cores: usize,
    },
    /// The processor changes its frequency.
    Governor(String),
    /// Threads were preempted while they measured.
    Preempted {
        /// How often.
        preemptions: u64,
        /// How many times were measured.
        samples: u64,
    },
    /// More threads than cores.
    Oversubscribed {
        /// Threads that solve.
        threads: usize,
        /// Cores of the machine.
        cores: usize,
    },
    /// The clock is too coarse for the times that it measures.
    CoarseClock {
        /// Its own time or its step, whichever is larger.
        clock_ns: f64,
        /// The class with the shortest times.
        class: String,
        /// Half of them are shorter than this.
        p50_ns: u64,
    },
    /// Only one solution was looked for.
    UniquenessNotAsked,
    /// Solves were made longer on purpose.
    Delayed {
        /// By how many per cent.
        percent: u32,
    },
}

/// More preemptions than one in this many samples are worth a word.
const SAMPLES_PER_PREEMPTION: u64 = 1000;
/// The clock should be at least this many times finer than what it measures.
const CLOCK_FINENESS: f64 = 20.0;

impl Warning {
    /// What is to be said about a run.
    pub fn of_run(environment: &Environment, rows: &[ResultRow], threads: usize, limit: u64) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if environment.profile == "debug" {
            warnings.push(Warning::DebugBuild);
        }
        let cores = environment.cores;
        if threads > cores {
            warnings.push(Warning::Oversubscribed { threads, cores });
        }
        if let Some(load) = environment.load_before.filter(|&load| load > cores as f64) {
            warnings.push(Warning::Load { load, cores });
        }
        if let Some(governor) = environment.governor.clone().filter(|governor| governor != "performance") {
            warnings.push(Warning::Governor(governor));
        }
        let samples: u64 = rows.iter().filter(|row| row.class == "all").map(|row| row.samples).sum();
        if let Some(preemptions) = environment.preemptions
            && preemptions > 10
            && samples > 0
            && preemptions * SAMPLES_PER_PREEMPTION > samples
        {
            warnings.push(Warning::Preempted { preemptions, samples });
        }
        let clock_ns = environment.clock.resolution_ns.max(environment.clock.overhead_ns);
        let fastest = rows.iter().filter(|row| row.class != "all" && row.engine != "idle");
        let fastest = fastest.filter_map(|row| Some((row.latency.p50_ns?, row))).min_by_key(|(p50, _)| *p50);
        if let Some((p50_ns, row)) = fastest
            && clock_ns * CLOCK_FINENESS > p50_ns as f64
        {
            warnings.push(Warning::CoarseClock { clock_ns, class: row.class.clone(), p50_ns });
        }
        if limit == 1 {
            warnings.push(Warning::UniquenessNotAsked);
        }
        warnings
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::DebugBuild => {
                write!(f, "this is a debug build, many times slower: build with --release")
            }
            Warning::Load { load, cores } => write!(
                f,
                "the machine was busy before the run (load {load:.1} on {cores} cores): end other programs and run again"
            ),
            Warning::Governor(governor) => write!(
                f,
                "the CPU governor is {governor:?}, so the frequency varies: cpupower frequency-set -g performance"
            ),
            Warning::Preempted { preemptions, samples } => write!(
                f,
                "threads were preempted {} times during {} samples, so the highest percentiles are too high: use fewer \
                 --threads, a quieter machine, or --repeat 5 --keep best",
                units::count(*preemptions),
                units::count(*samples)
            ),
            Warning::Oversubscribed { threads, cores } => {
                write!(
                    f,
                    "{threads} threads on {cores} cores disturb each other: use --threads {cores} or fewer"
                )
            }
            Warning::CoarseClock { clock_ns, class, p50_ns } => write!(
                f,
                "the clock ({}) is coarse for the times of class {class} (p50 {}): compare totals rather than percentiles",
                units::time(*clock_ns),
                units::time(*p50_ns as f64)
            ),
            Warning::Delayed { percent } => {
                write!(
                    f,
                    "every solve was made {percent} % longer by --inject-delay: these are no figures of an engine"
                )
            }
            Warning::UniquenessNotAsked => write!(
                f,
                "with --limit 1 nobody looks for a second solution: solved puzzles count as stopped; use --limit 2"
            ),
        }
    }
}
