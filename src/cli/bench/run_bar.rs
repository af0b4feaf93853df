//! The progress bar of a run: its phase, how much is done, and the time left.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use dlxbench::bench::{self, Estimate, Job, Progress};
use dlxbench::corpus::Source;
use dlxbench::record::Settings;
use dlxbench::report::units;
use indicatif::ProgressBar;

use crate::cli::console::say;
use crate::cli::progress;

/// Shows the progress of a run. If an estimate exists, bytes are weighted by the time that the puzzles of their source
/// take: the last file may take longer than all others together.
pub(crate) struct RunBar {
    bar: ProgressBar,
    /// Bytes per pass.
    bytes: Option<u64>,
    passes: usize,
    sample: Option<usize>,
    warms_up: bool,
    estimate: Option<Estimate>,
    /// The current pass, from 0.
    pass: usize,
    /// The progress of the run when the current pass began.
    before: Progress,
    /// The progress of the run so far.
    latest: Progress,
    /// When the first pass began.
    begun: Instant,
}

impl RunBar {
    /// Creates the bar of a run over this many bytes; it is drawn from the first phase on.
    pub(crate) fn new(settings: &Settings, bytes: Option<u64>, is_hidden: bool) -> RunBar {
        RunBar {
            bar: if is_hidden { ProgressBar::hidden() } else { progress::of_parts(bytes.is_some()) },
            bytes,
            passes: settings.passes,
            sample: settings.sample,
            warms_up: settings.warmup > 0,
            estimate: None,
            pass: 0,
            before: Progress::default(),
            latest: Progress::default(),
            begun: Instant::now(),
        }
    }

    /// Estimates how long the run will take, and prints the estimate if it is long.
    pub(crate) fn estimate(&mut self, job: &Job, sources: &[Source], interrupt: &AtomicBool) {
        progress::show_share(&self.bar, 0.0, "estimating the time");
        self.estimate = bench::estimate(job, sources, interrupt);
        if let Some(words) = self.estimate.as_ref().and_then(length_in_words) {
            self.suspend(|| say(words));
        }
    }

    pub(crate) fn reading(&self, bytes: u64) {
        let share = self.bytes.map_or(0.0, |of| bytes as f64 / of.max(1) as f64);
        progress::show_share(&self.bar, share, "reading the corpora");
    }

    pub(crate) fn pass(&mut self, number: usize) {
        if number == 0 {
            // A bar may serve several runs, and each counts from zero.
            (self.begun, self.latest) = (Instant::now(), Progress::default());
        }
        (self.pass, self.before) = (number, self.latest);
        let what = if self.warms_up { "warming up" } else { "solving" };
        progress::show_share(&self.bar, self.share(0.0), self.in_pass(what));
    }

    pub(crate) fn progress(&mut self, progress: Progress) {
        self.latest = progress;
        let (puzzles, bytes) = (progress.puzzles - self.before.puzzles, progress.bytes - self.before.bytes);
        if puzzles == 0 && self.sample.is_some() {
            let share = self.bytes.map_or(0.0, |of| bytes as f64 / of.max(1) as f64);
            let words = format!("choosing the sample, {:.0} % read", share * 100.0);
            return progress::show_share(&self.bar, self.share(0.0), self.in_pass(&words));
        }
        let puzzles_in_words = units::counted(puzzles, "puzzle");
        let Some(of) = self.bytes else {
            let rate = puzzles as f64 / self.begun.elapsed().as_secs_f64();
            let words = format!("{puzzles_in_words}, {} per second", units::count(rate.round() as u64));
            return progress::show_share(&self.bar, 0.0, words);
        };
        // Sampled puzzles come in input order, so their number tells how far the pass is.
        let bytes = match self.sample {
            Some(sample) => {
                let all = self.estimate.as_ref().map_or(sample as f64, |estimate| estimate.puzzles);
                (puzzles as f64 / all.max(1.0) * of as f64) as u64
            }
            None => bytes,
        };
        let share = match &self.estimate {
            Some(estimate) => estimate.share_at(bytes),
            None => bytes as f64 / of.max(1) as f64,
        };
        let share = self.share(share.min(1.0));
        let left = progress::time_left(self.begun.elapsed(), share);
        progress::show_share(&self.bar, share, self.in_pass(&format!("{puzzles_in_words}, {left}")));
    }

    pub(crate) fn round(&self, done: u64, of: u64) {
        let words = format!("comparing numbers of threads, round {done} of {of}");
        progress::show_share(&self.bar, done as f64 / of as f64, words);
    }

    pub(crate) fn batch(&self, engine: &str, done: u64, of: u64) {
        let words = format!("{engine}, class {done} of {of}");
        progress::show_share(&self.bar, done as f64 / of as f64, words);
    }

    /// Returns the share of the run that is done when this share of the current pass is.
    fn share(&self, of_pass: f64) -> f64 {
        (self.pass as f64 + of_pass) / self.passes as f64
    }

    fn in_pass(&self, words: &str) -> String {
        match self.passes {
            1 => words.to_owned(),
            passes => format!("pass {} of {passes}, {words}", self.pass + 1),
        }
    }

    /// Prints something while the bar is hidden.
    pub(crate) fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Announces a long run: the time of each slow engine, and how to make the run shorter. Returns `None` for a short run.
fn length_in_words(estimate: &Estimate) -> Option<String> {
    let long: Vec<String> = estimate
        .engines
        .iter()
        .filter(|engine| engine.seconds > LONG.as_secs_f64())
        .map(|engine| {
            let about = if engine.is_least { "more than" } else { "about" };
            format!("{}: {about} {}", engine.engine, duration(engine.seconds))
        })
        .collect();
    if long.is_empty() {
        return None;
    }
    let is_least = estimate.engines.iter().any(|engine| engine.is_least);
    let remedy = match quick_sample(estimate) {
        // The time is only a lower bound, so the time of a sample is unknown.
        _ if is_least => {
            "a puzzle took over a second; --max-nodes 100000 gives up on such puzzles".to_owned()
        }
        Some((sample, seconds)) => format!("--sample {sample} takes {}", duration(seconds)),
        None => "even a sample of 10 puzzles takes long".to_owned(),
    };
    Some(format!("{}; {remedy}", long.join(", ")))
}

/// A run that takes longer than this is announced before it begins.
const LONG: Duration = Duration::from_secs(20);
/// The longest that a suggested sample may take.
const QUICK: Duration = Duration::from_secs(5);

/// Returns the largest round sample size that is quick, and the seconds that it takes.
fn quick_sample(estimate: &Estimate) -> Option<(u64, f64)> {
    let per_puzzle = estimate.seconds() / estimate.puzzles;
    let rounds = (1..12).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u64.pow(power)));
    let quick = rounds.take_while(|&sample| sample as f64 * per_puzzle <= QUICK.as_secs_f64());
    quick.last().map(|sample| (sample, sample as f64 * per_puzzle))
}

/// Formats a time in whole seconds, minutes, hours or days.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{:.0} s", s.max(1.0)),
        s if s < 5400.0 => units::counted((s / 60.0).round() as u64, "minute"),
        s if s < 172_800.0 => units::counted((s / 3600.0).round() as u64, "hour"),
        s => units::counted((s / 86_400.0).round() as u64, "day"),
    }
}

#[cfg(test)]
mod tests {
    use dlxbench::bench::EngineTime;
    use dlxbench::engine::EngineKind;

    use super::*;

    fn said(seconds: &[(EngineKind, f64, bool)], puzzles: f64) -> Option<String> {
        let engines = seconds.iter().map(|&(engine, seconds, is_least)| EngineTime {
            engine: engine.to_string(),
            seconds,
            is_least,
        });
        length_in_words(&Estimate { engines: engines.collect(), puzzles, ..Estimate::default() })
    }

    /// Returns the message of the bar, and its percentage.
    fn shown(bar: &RunBar) -> (String, u64) {
        (bar.bar.message(), bar.bar.position() / 100)
    }

    #[test]
    fn the_bar_weighs_bytes_by_the_time_they_take() {
        let settings = Settings { passes: 2, ..Settings::default() };
        let mut bar = RunBar::new(&settings, Some(100), true);
        bar.reading(30);
        assert_eq!(shown(&bar), ("reading the corpora".to_owned(), 30));
        // Two runs with the same bar.
        for _ in 0..2 {
            bar.pass(0);
            assert_eq!(shown(&bar), ("pass 1 of 2, warming up".to_owned(), 0));
            bar.progress(Progress { puzzles: 3, bytes: 50 });
            let (words, percent) = shown(&bar);
            assert!(words.starts_with("pass 1 of 2, 3 puzzles, ") && words.ends_with(" left"), "{words}");
            assert_eq!(percent, 25);
            bar.pass(1);
            bar.estimate = Some(Estimate { ends: vec![(50.0, 0.1), (100.0, 1.0)], ..Estimate::default() });
            bar.progress(Progress { puzzles: 9, bytes: 100 });
            let (words, percent) = shown(&bar);
            assert!(words.starts_with("pass 2 of 2, 6 puzzles, "), "{words}");
            // Half of the bytes are a tenth of the second pass.
            assert_eq!(percent, 55);
            bar.estimate = None;
        }
        bar.round(1, 4);
        assert_eq!(shown(&bar), ("comparing numbers of threads, round 1 of 4".to_owned(), 25));
    }

    #[test]
    fn a_sample_is_chosen_before_it_is_solved_and_a_stream_has_no_end() {
        let settings = Settings { sample: Some(10), warmup: 0, ..Settings::default() };
        let mut bar = RunBar::new(&settings, Some(100), true);
        bar.pass(0);
        assert_eq!(shown(&bar), ("solving".to_owned(), 0));
        bar.progress(Progress { puzzles: 0, bytes: 40 });
        assert_eq!(shown(&bar), ("choosing the sample, 40 % read".to_owned(), 0));
        bar.progress(Progress { puzzles: 5, bytes: 100 });
        assert_eq!(shown(&bar).1, 50);
        let mut bar = RunBar::new(&Settings::default(), None, true);
        bar.pass(0);
        bar.progress(Progress { puzzles: 5, bytes: 100 });
        let (words, percent) = shown(&bar);
        assert!(
            words.starts_with("5 puzzles, ") && words.ends_with(" per second") && percent == 0,
            "{words}"
        );
    }

    #[test]
    fn only_long_runs_are_announced_with_a_sample_that_is_quick_for_all_engines() {
        use EngineKind::{Dlx, Naive};
        assert_eq!(said(&[(Dlx, 19.0, false), (Naive, 19.0, false)], 100.0), None);
        assert_eq!(
            said(&[(Dlx, 2.0, false), (Naive, 250.0, false)], 10_000.0).unwrap(),
            "naive: about 4 minutes; --sample 100 takes 3 s"
        );
        assert_eq!(
            said(&[(Dlx, 7200.0, false), (Naive, 30.0, false)], 1e8).unwrap(),
            "dlx: about 2 hours, naive: about 30 s; --sample 50000 takes 4 s"
        );
        let unknown = said(&[(Naive, 5000.0, true)], 100.0).unwrap();
        assert!(
            unknown.starts_with("naive: more than 83 minutes; ") && !unknown.contains("sample"),
            "{unknown}"
        );
        assert!(
            said(&[(Naive, 1e6, false)], 10.0)
                .unwrap()
                .ends_with("12 days; even a sample of 10 puzzles takes long")
        );
    }
}
