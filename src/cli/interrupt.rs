//! Signals that ask the program to end: Ctrl-C (SIGINT), SIGTERM of a scheduler, SIGHUP of a terminal that goes away. The
//! work ends in order, and what was done until then is shown and saved.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

use anyhow::Context;
#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The signal that has come; 0 if none has.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// The flag that these signals set, from the first call on. Whatever would stay behind if the program ended at once is
/// created after that. A second Ctrl-C ends the program at once. A second SIGTERM or SIGHUP does not: `timeout` and
/// terminals send them twice.
pub(super) fn stop_on_signals() -> anyhow::Result<Arc<AtomicBool>> {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(stop) = STOP.get() {
        return Ok(Arc::clone(stop));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let listen = || -> std::io::Result<()> {
        // First, so that it sees what was set by an earlier signal.
        flag::register_conditional_shutdown(SIGINT, 128 + SIGINT, Arc::clone(&stop))?;
        for &signal in &[
            SIGINT,
            SIGTERM,
            #[cfg(unix)]
            SIGHUP,
        ] {
            if is_left_alone(signal) {
                continue;
            }
            flag::register_usize(signal, Arc::clone(&SIGNAL), signal as usize)?;
            flag::register(signal, Arc::clone(&stop))?;
        }
        Ok(())
    };
    listen().context("cannot listen for signals")?;
    Ok(Arc::clone(STOP.get_or_init(|| stop)))
}

/// The exit code that says which signal has come.
pub(super) fn exit_code() -> u8 {
    128 + SIGNAL.load(Ordering::Relaxed) as u8
}

/// Whether `nohup` started the program, which then survives its terminal. Only Linux says so without unsafe code.
fn is_left_alone(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    // A script's background jobs ignore SIGINT, and yet it may be sent to them.
    signal != SIGINT && ignored >> (signal - 1) & 1 != 0
}
