//! What a record says about where it comes from: the command line, the time and the build.

use std::time::SystemTime;

use dlxbench::bench::{Provenance, environment};
use dlxbench::record::Build;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// The command line, without the path of the program.
fn command_line() -> Vec<String> {
    let arguments = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    std::iter::once("dlxbench".to_owned()).chain(arguments).collect()
}

/// A time in UTC, to the second.
fn utc(time: SystemTime) -> String {
    let date = OffsetDateTime::from(time);
    date.replace_nanosecond(0).unwrap_or(date).format(&Rfc3339).unwrap_or_default()
}

/// What is known about a run before it begins: its name, the command line, the time, the build and the machine.
pub(super) fn provenance(name: String, started: SystemTime) -> Provenance {
    let build = Build {
        commit: Some(env!("DLXBENCH_COMMIT").to_owned()).filter(|commit| !commit.is_empty()),
        target: env!("DLXBENCH_TARGET").to_owned(),
        rustc: env!("DLXBENCH_RUSTC").to_owned(),
    };
    let environment = environment::observe(&build);
    Provenance { name, command: command_line(), started: utc(started), commit: build.commit, environment }
}
