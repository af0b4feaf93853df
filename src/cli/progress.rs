//! Progress bars, on a terminal only: of a search that takes longer than a second, and of puzzles that are read.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use dlxbench::cover::Monitor;
use dlxbench::report::units;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const PATIENCE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(200);
/// The bar's length: fine enough for one part in ten thousand.
const PARTS: u64 = 10_000;

/// Runs `job` while a bar shows how far `monitor` has come, if standard error is a terminal and the bar does not get
/// between the lines of an output that goes to the same terminal.
pub(crate) fn shown_while<T>(monitor: &Monitor, prints_lines: bool, job: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() || (prints_lines && io::stdout().is_terminal()) {
        return job();
    }
    thread::scope(|scope| {
        let (finished, wait) = channel::<()>();
        scope.spawn(move || {
            if wait.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let begun = Instant::now() - PATIENCE;
            let bar = ProgressBar::with_draw_target(Some(PARTS), ProgressDrawTarget::stderr());
            bar.set_style(style());
            while wait.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                let progress = monitor.progress();
                bar.set_position((progress.fraction * PARTS as f64) as u64);
                bar.set_message(format!(
                    "{} found, {} nodes, {}",
                    units::short(progress.solutions),
                    units::short(progress.nodes),
                    time_left(begun.elapsed(), progress.fraction),
                ));
            }
            bar.finish_and_clear();
        });
        let result = job();
        drop::<Sender<()>>(finished);
        result
    })
}

fn style() -> ProgressStyle {
    // Well below 80 columns, so that an echoed ^C does not break the line.
    let template = "{bar:20} {percent:>3}% {msg}";
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// How long it will still take if the rest goes as fast as what is done; nobody knows when hardly anything is.
fn time_left(elapsed: Duration, fraction: f64) -> String {
    if fraction < 1e-4 {
        return "time left unknown".to_owned();
    }
    let seconds = elapsed.as_secs_f64() * (1.0 - fraction) / fraction;
    match seconds {
        s if s < 90.0 => format!("{s:.0} s left"),
        s if s < 5400.0 => format!("{:.0} min left", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} h left", s / 3600.0),
        s => format!("{:.0} days left", s / 86_400.0),
    }
}

/// Runs that are over at once need no bar.
const TOO_SHORT: Duration = Duration::from_millis(300);

/// A bar over all bytes of the corpora, or a counter if nobody knows how many there are.
pub(crate) fn bar_over(bytes: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(bytes, ProgressDrawTarget::stderr_with_hz(10));
    let template = match bytes {
        Some(_) => "{bar:30} {percent:>3}%  {msg}  {eta} left",
        None => "{spinner} {elapsed}  {msg}",
    };
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// Shows how many puzzles are done, and where in the bytes that is.
pub(crate) fn show_puzzles(bar: &ProgressBar, puzzles: u64, bytes: u64) {
    if bar.elapsed() < TOO_SHORT {
        return;
    }
    let rate = puzzles as f64 / bar.elapsed().as_secs_f64();
    let (puzzles, rate) = (units::count(puzzles), units::count(rate.round() as u64));
    bar.set_message(format!("{puzzles} puzzles, {rate} a second"));
    bar.set_position(bytes);
}

/// A bar over the runs of a measurement, on a terminal only.
pub(crate) fn runs() -> ProgressBar {
    let bar = match io::stderr().is_terminal() {
        true => ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10)),
        false => ProgressBar::hidden(),
    };
    let style = ProgressStyle::with_template("{bar:30} {percent:>3}%  {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// Shows how much of the whole is done.
pub(crate) fn show_part(bar: &ProgressBar, done: u64, of: u64) {
    if bar.elapsed() >= TOO_SHORT {
        bar.set_length(of);
        bar.set_position(done);
    }
}
