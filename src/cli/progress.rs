//! A progress bar for searches that take longer than a second, on a terminal only.

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

/// Runs `job` while a bar shows how far `monitor` has come, if standard error is a terminal.
pub(crate) fn shown_while<T>(monitor: &Monitor, job: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
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
                    "{} solutions, {} nodes, {} left",
                    units::count(progress.solutions),
                    units::count(progress.nodes),
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
    let template = "{bar:30} {percent_precise}% {msg}";
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// How long it will still take if the rest goes as fast as what is done.
fn time_left(elapsed: Duration, fraction: f64) -> String {
    if fraction <= 0.0 {
        return "unknown time".to_owned();
    }
    let seconds = elapsed.as_secs_f64() * (1.0 - fraction) / fraction;
    match seconds {
        s if s < 90.0 => format!("about {s:.0} s"),
        s if s < 5400.0 => format!("about {:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("about {:.0} h", s / 3600.0),
        s => format!("about {:.0} days", s / 86_400.0),
    }
}
