//! Signals that ask the program to end: SIGINT (Ctrl-C), SIGTERM (from a scheduler) and SIGHUP (the terminal closes).
//! The command stops cleanly, and shows and saves the results so far.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

use anyhow::Context;
#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The signal that was received; 0 for none.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// Returns the flag that these signals set, and begins to listen on the first call. Call it before creating anything
/// that an abrupt end would leave behind. A second Ctrl-C ends the program at once. A second SIGTERM or SIGHUP does
/// not, because `timeout` and terminals send them twice.
pub(super) fn stop_on_signals() -> anyhow::Result<Arc<AtomicBool>> {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(stop) = STOP.get() {
        return Ok(Arc::clone(stop));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let listen = || -> std::io::Result<()> {
        // Registered first, so that it sees the flag of an earlier signal and not of the same one.
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

/// Returns the exit code for the signal that was received.
pub(super) fn exit_code() -> u8 {
    128 + SIGNAL.load(Ordering::Relaxed) as u8
}

/// Returns whether the program was started with the signal ignored, as `nohup` does. Only Linux tells without unsafe
/// code.
fn is_left_alone(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    // The background jobs of a script ignore SIGINT, but may still be sent it on purpose.
    signal != SIGINT && ignored >> (signal - 1) & 1 != 0
}
