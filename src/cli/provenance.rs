//! The provenance of a record: the command line, the time, the build and the machine.

use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use dlxbench::bench::{Provenance, environment};
use dlxbench::check::Fingerprint;
use dlxbench::record::Build;

/// Returns the version of the program and a hash of its file: two builds of one version may count differently.
pub(super) fn build() -> String {
    let file = std::env::current_exe().and_then(std::fs::read).unwrap_or_default();
    format!("{}, build {:.16}", env!("CARGO_PKG_VERSION"), Fingerprint::of(&file).to_string())
}

/// Formats a time in UTC, to the second.
pub(super) fn utc(time: SystemTime) -> String {
    humantime::format_rfc3339_seconds(time).to_string()
}

/// Collects what is known about a run before it begins.
pub(super) fn provenance(name: String, started: SystemTime) -> Provenance {
    let build = Build {
        commit: commit(),
        target: env!("DLXBENCH_TARGET").to_owned(),
        rustc: env!("DLXBENCH_RUSTC").to_owned(),
    };
    let environment = environment::observe(&build);
    let arguments = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    let command = std::iter::once("dlxbench".to_owned()).chain(arguments).collect();
    Provenance { name, command, started: utc(started), commit: build.commit, environment }
}

/// Returns the commit that the program was built from, with `-dirty` if there were changes on top of it.
///
/// The environment of the build can set it with `DLXBENCH_COMMIT`. Otherwise git is asked at run time, provided that
/// the checkout exists and none of its sources is newer than the program, which was then built from them. Baking the
/// commit into the build would compile everything again after each commit.
fn commit() -> Option<String> {
    if let Some(commit) = option_env!("DLXBENCH_COMMIT") {
        return Some(commit.to_owned()).filter(|commit| !commit.is_empty());
    }
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR"));
    let built = modified(&std::env::current_exe().ok()?)?;
    let sources = ["src", "corpora", "Cargo.toml", "Cargo.lock"];
    if sources.iter().any(|source| is_newer(&checkout.join(source), built)) {
        return None;
    }
    let describe = ["describe", "--always", "--dirty", "--abbrev=12"];
    let output = Command::new("git").arg("-C").arg(checkout).args(describe).output().ok()?;
    let commit = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(commit.trim().to_owned())
}

fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|metadata| metadata.modified()).ok()
}

/// Returns whether a file, or anything in a folder, was changed after `time` or cannot be read.
fn is_newer(path: &Path, time: SystemTime) -> bool {
    let Some(changed) = modified(path) else { return true };
    let Ok(entries) = std::fs::read_dir(path) else { return changed > time };
    changed > time || entries.flatten().any(|entry| is_newer(&entry.path(), time))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_change_anywhere_in_a_folder_makes_it_newer() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        std::fs::write(inner.join("file"), "x").unwrap();
        let now = SystemTime::now() + Duration::from_secs(1);
        assert!(!is_newer(folder.path(), now));
        let later = std::fs::File::options().write(true).open(inner.join("file")).unwrap();
        later.set_modified(now + Duration::from_secs(1)).unwrap();
        assert!(is_newer(folder.path(), now));
        assert!(is_newer(&folder.path().join("missing"), now));
    }

    #[test]
    fn times_are_in_utc_to_the_second() {
        assert_eq!(utc(SystemTime::UNIX_EPOCH + Duration::from_millis(1_500)), "1970-01-01T00:00:01Z");
    }
}
