//! What a record says about where it comes from: the command line, the time and the build.

use std::time::SystemTime;

use dlxbench::record::Build;

/// The command line, without the path of the program.
pub(super) fn command_line() -> Vec<String> {
    let arguments = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    std::iter::once("dlxbench".to_owned()).chain(arguments).collect()
}

/// A time in UTC, to the second.
pub(super) fn utc(time: SystemTime) -> String {
    humantime::format_rfc3339_seconds(time).to_string()
}

/// What this program was built from and with.
pub(super) fn build() -> Build {
    Build {
        commit: Some(env!("DLXBENCH_COMMIT").to_owned()).filter(|commit| !commit.is_empty()),
        target: env!("DLXBENCH_TARGET").to_owned(),
        rustc: env!("DLXBENCH_RUSTC").to_owned(),
    }
}
