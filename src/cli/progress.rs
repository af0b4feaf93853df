//! Progress bars, shown only on a terminal.

use std::borrow::Cow;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use dlxbench::cover::Monitor;
use dlxbench::report::units;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::bar_terminal::BarTerminal;
use super::console::{stderr_is_terminal, stdout_is_terminal};

/// How long a search runs before a bar appears.
const PATIENCE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(200);
/// The length of a bar that shows a share.
const PARTS: u64 = 10_000;
/// How long other work runs before a bar appears.
const TOO_SHORT: Duration = Duration::from_millis(300);

/// Returns whether a bar is visible and does not mix with lines that are printed to the same terminal.
pub(super) fn has_room(prints_lines: bool) -> bool {
    stderr_is_terminal() && !(prints_lines && stdout_is_terminal())
}

fn on_terminal() -> ProgressDrawTarget {
    match stderr_is_terminal() {
        true => ProgressDrawTarget::term_like_with_hz(Box::new(BarTerminal), 10),
        false => ProgressDrawTarget::hidden(),
    }
}

/// Creates a bar that is drawn only on a terminal.
fn bar(length: Option<u64>, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(length, on_terminal());
    bar.set_style(ProgressStyle::with_template(template).expect("the template is valid"));
    bar
}

/// Runs `job` while a bar shows the progress of `monitor`.
pub(super) fn shown_while<T>(monitor: &Monitor, prints_lines: bool, job: impl FnOnce() -> T) -> T {
    if !has_room(prints_lines) {
        return job();
    }
    thread::scope(|scope| {
        let (finished, wait) = channel::<()>();
        let show = move || {
            if wait.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let begun = Instant::now() - PATIENCE;
            let bar = bar(Some(PARTS), "{bar:20} {percent:>3}% {msg}");
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
        };
        // Without a thread of its own there is no bar.
        _ = thread::Builder::new().spawn_scoped(scope, show);
        let result = job();
        drop::<Sender<()>>(finished);
        result
    })
}

/// Returns the time left at the speed so far, in words; unknown while hardly anything is done.
pub(super) fn time_left(elapsed: Duration, fraction: f64) -> String {
    if fraction < 1e-4 {
        return "time left unknown".to_owned();
    }
    match elapsed.as_secs_f64() * (1.0 - fraction) / fraction {
        s if s < 90.0 => format!("{s:.0} s left"),
        s if s < 5400.0 => format!("{:.0} min left", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} h left", s / 3600.0),
        s => format!("{:.0} days left", s / 86_400.0),
    }
}

pub(super) fn over_puzzles(count: usize) -> ProgressBar {
    let bar = bar(Some(count as u64), "{bar:30} {pos}/{len} puzzles  {msg}  {elapsed}");
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// Creates a bar over all bytes of the corpora, or a counter if their number is unknown.
pub(super) fn bar_over(bytes: Option<u64>) -> ProgressBar {
    let template = match bytes {
        Some(_) => "{bar:30} {percent:>3}%  {msg}  {eta} left",
        None => "{spinner} {elapsed}  {msg}",
    };
    bar(bytes, template)
}

/// Creates a bar for work of unknown length.
pub(super) fn waiting(work: &'static str) -> ProgressBar {
    patient(None, "{spinner} {elapsed}  {msg}").with_message(work)
}

/// Creates a bar for [`show_share`], or a counter if the share of the work is unknown.
pub(super) fn of_parts(has_shares: bool) -> ProgressBar {
    match has_shares {
        true => patient(Some(PARTS), "{bar:20} {percent:>3}%  {elapsed}  {msg}"),
        false => patient(None, "{spinner} {elapsed}  {msg}"),
    }
}

/// Shows the share of the work that is done, from 0 to 1.
pub(super) fn show_share(bar: &ProgressBar, share: f64, message: impl Into<Cow<'static, str>>) {
    bar.set_position((share * PARTS as f64) as u64);
    bar.set_message(message);
}

/// Creates a bar that appears only after a moment, and is then redrawn at intervals, however long the next step takes.
fn patient(length: Option<u64>, template: &str) -> ProgressBar {
    let bar = bar(length, template);
    bar.set_draw_target(ProgressDrawTarget::hidden());
    let shown = bar.downgrade();
    let going_on = move || shown.upgrade().filter(|bar| !bar.is_finished());
    let draw = move || {
        thread::sleep(TOO_SHORT);
        let Some(bar) = going_on() else { return };
        bar.set_draw_target(on_terminal());
        drop(bar);
        while let Some(bar) = going_on() {
            bar.tick();
            drop(bar);
            thread::sleep(TICK);
        }
    };
    // Without a thread of its own there is no bar.
    if stderr_is_terminal() {
        _ = thread::Builder::new().spawn(draw);
    }
    bar
}

/// Shows how many puzzles and bytes are done.
pub(super) fn show_puzzles(bar: &ProgressBar, puzzles: u64, bytes: u64) {
    if bar.elapsed() < TOO_SHORT {
        return;
    }
    let rate = puzzles as f64 / bar.elapsed().as_secs_f64();
    let (puzzles, rate) = (units::counted(puzzles, "puzzle"), units::count(rate.round() as u64));
    bar.set_message(format!("{puzzles}, {rate} per second"));
    bar.set_position(bytes);
}
