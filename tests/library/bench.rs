//! Measuring: engines that lie, interruptions, warnings, the clock.

use std::sync::atomic::{AtomicBool, Ordering};

use dlxbench::bench::environment::observe;
use dlxbench::bench::{EngineBuilder, Job, Observer, Provenance, RunError, estimate, run};
use dlxbench::clock::Clock;
use dlxbench::corpus::Source;
use dlxbench::engine::{Ended, Engine, EngineKind, Limits, Outcome, Sink};
use dlxbench::record::{Build, Run, Settings};
use dlxbench::sudoku::Grid;

pub(super) fn provenance() -> Provenance {
    let environment = observe(&Build::default());
    let (name, started) = ("test".to_owned(), String::new());
    Provenance { name, command: Vec::new(), started, commit: None, environment }
}

/// Runs a job on a puzzle with one solution.
pub(super) fn run_one(job: &Job) -> Result<Run, RunError> {
    let sources = [Source::of_text("text", "\n\n1..2......34....\n")];
    run(job, &sources, provenance(), &AtomicBool::new(false), &mut ())
}

/// Claims a solution.
struct Liar(Option<&'static str>);

impl Engine for Liar {
    fn solve(&mut self, _: &[u8], _: &Limits<'_>, sink: Sink<'_>) -> Outcome {
        if let Some(text) = self.0 {
            let _ = sink(text.parse::<Grid>().unwrap().cells());
        }
        Outcome { solutions: u64::from(self.0.is_some()), ..Outcome::default() }
    }
}

/// Three wrong solutions, none, and the right one.
const CLAIMS: [Option<&str>; 5] = [
    Some("1342421321343412"),
    Some("1342421321343.21"),
    Some("2341421321343421"),
    None,
    Some("1342421321343421"),
];

/// What comes of a puzzle when a liar stands beside an honest engine.
fn with_liar<const CLAIM: usize>() -> Result<Run, RunError> {
    let build: EngineBuilder = |kind, geometry| match kind {
        EngineKind::Naive => Some(Box::new(Liar(CLAIMS[CLAIM]))),
        _ => kind.build(geometry),
    };
    let settings = Settings { warmup: 0, ..Settings::default() };
    run_one(&Job { build, settings, ..Job::of_engines([EngineKind::Cover, EngineKind::Naive]) })
}

#[test]
fn a_wrong_solution_ends_the_run_and_shows_the_puzzle() {
    for (run, claim) in [with_liar::<0>(), with_liar::<1>(), with_liar::<2>()].into_iter().zip(CLAIMS) {
        let error = run.unwrap_err().to_string();
        assert!(error.contains("engine naive gave a wrong solution"), "{error}");
        for part in ["text, line 3", "1..2......34....", claim.unwrap()] {
            assert!(error.contains(part), "{part}: {error}");
        }
    }
}

#[test]
fn engines_that_disagree_end_the_run() {
    let error = with_liar::<3>().unwrap_err().to_string();
    assert!(error.contains("cover found 1 solution, naive found 0"), "{error}");
    assert_eq!(with_liar::<4>().unwrap().puzzles(), 1);
}

#[test]
fn after_an_interruption_the_complete_rounds_of_all_numbers_of_threads_remain() {
    struct Impatient<'i>(&'i AtomicBool, Vec<(u64, u64)>);
    impl Observer for Impatient<'_> {
        fn round(&mut self, done: u64, of: u64) {
            self.1.push((done, of));
            self.0.store(done == 5, Ordering::Relaxed);
        }
    }
    let interrupt = AtomicBool::new(false);
    let mut impatient = Impatient(&interrupt, Vec::new());
    let settings = Settings { thread_counts: vec![1, 2], ..Settings::default() };
    let job = Job { settings, ..Job::default() };
    // One class of all sizes but those that no engine knows.
    let sources = [Source::of_text("tiny", "1..2......34....\n1.......\n")];
    let run = run(&job, &sources, provenance(), &interrupt, &mut impatient).unwrap();
    assert!(run.interrupted);
    assert_eq!(impatient.1, (1..=5).map(|done| (done, 10)).collect::<Vec<_>>());
    let rounds: Vec<(usize, usize)> = run.threads.iter().map(|row| (row.threads, row.rounds)).collect();
    assert_eq!(rounds, [(1, 2), (2, 2)]);
}

#[test]
fn few_passes_give_a_warning() {
    let is_said = |passes| {
        let settings = Settings { passes, ..Settings::default() };
        let run = run_one(&Job { settings, ..Job::default() }).unwrap();
        run.warnings.contains(&"too few passes to measure noise: use 10 or more [passes]".to_owned())
    };
    assert_eq!([1, 2, 5, 10].map(is_said), [false, true, true, false]);
}

#[test]
fn the_clock_agrees_with_the_system() {
    let clock = Clock::new();
    let (system, start) = (std::time::Instant::now(), clock.read());
    std::thread::sleep(std::time::Duration::from_millis(50));
    let (expected, measured) =
        (system.elapsed().as_nanos() as f64, clock.nanoseconds(start, clock.read()) as f64);
    // A calibration that is wrong is wrong by a factor; we may be preempted between two reads.
    assert!((0.5..2.0).contains(&(measured / expected)), "{measured} ns for {expected} ns");
    let figures = clock.figures();
    assert!(figures.resolution_ns > 0.0 && figures.overhead_ns > 0.0, "{figures:?}");
}

#[test]
fn an_estimate_covers_every_engine_and_all_bytes_of_the_sources() {
    let text = |puzzle: &str, count: usize| format!("{puzzle}\n").repeat(count);
    let nine = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";
    // One that is read to its end, one of which only the head is, and one that is empty.
    let sources = [
        Source::of_text("four", &text("1..2......34....", 100)),
        Source::of_text("nine", &text(nine, 10_000)),
        Source::of_text("none", "# nothing\n"),
    ];
    let of = |engines: &[EngineKind], settings: Settings| {
        let job = Job { settings, ..Job::of_engines(engines) };
        estimate(&job, &sources, &AtomicBool::new(false)).unwrap()
    };
    let all = of(&[EngineKind::Cover, EngineKind::Dlx], Settings::default());
    let engines: Vec<&str> = all.engines.iter().map(|engine| engine.engine.as_str()).collect();
    assert_eq!(engines, ["cover", "dlx"]);
    assert!(all.engines.iter().all(|engine| engine.seconds > 0.0 && !engine.is_least), "{all:?}");
    assert!((all.puzzles - 10_100.0).abs() < 1.0, "{}", all.puzzles);
    assert_eq!(of(&[], Settings { sample: Some(50), ..Settings::default() }).puzzles.round(), 50.0);
    // The share of the time grows with the bytes, from nothing to all of it.
    let bytes: u64 = sources.iter().filter_map(|source| source.bytes).sum();
    let shares: Vec<f64> = (0..=100).map(|part| all.share_at(bytes * part / 100)).collect();
    assert!(shares.is_sorted() && shares[0] == 0.0 && (shares[100] - 1.0).abs() < 1e-9, "{shares:?}");
    // The small puzzles are quick, so their end is not where their bytes end.
    let four = sources[0].bytes.unwrap();
    assert!(all.share_at(four) < 1.0 && all.share_at(four) > 0.0);
}

#[test]
fn a_first_solve_that_takes_too_long_makes_the_estimate_a_lower_bound() {
    /// Searches until it is told to stop.
    struct Endless;

    impl Engine for Endless {
        fn solve(&mut self, _: &[u8], limits: &Limits<'_>, _: Sink<'_>) -> Outcome {
            let stop = limits.interrupt.unwrap();
            while !stop.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            Outcome { ended: Ended::Interrupted, ..Outcome::default() }
        }
    }

    let build: EngineBuilder = |_, _| Some(Box::new(Endless));
    let job = Job { build, ..Job::of_engines([EngineKind::Naive]) };
    let sources = [Source::of_text("text", "1..2......34....\n")];
    let found = estimate(&job, &sources, &AtomicBool::new(false)).unwrap();
    assert_eq!(found.engines.iter().map(|engine| engine.is_least).collect::<Vec<_>>(), [true]);
    assert_eq!(estimate(&job, &sources, &AtomicBool::new(true)), None, "the run is to end");
    let pipe = Source::from_argument("-").unwrap();
    assert_eq!(estimate(&Job::default(), &pipe, &AtomicBool::new(false)), None, "its length is not known");
}
