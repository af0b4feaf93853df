//! Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

/// Calls `stop` on the first Ctrl-C; the second ends the program at once.
pub(super) fn on_ctrl_c(stop: impl Fn() + Send + 'static) -> anyhow::Result<()> {
    let is_stopped = AtomicBool::new(false);
    let handler = move || {
        if is_stopped.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        stop();
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")
}

/// A flag that Ctrl-C sets.
pub(super) fn interrupt_on_ctrl_c() -> anyhow::Result<Arc<AtomicBool>> {
    let interrupt = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupt);
    on_ctrl_c(move || flag.store(true, Ordering::Relaxed))?;
    Ok(interrupt)
}
