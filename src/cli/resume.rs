//! `--resume`: the options of work that can be interrupted, and what makes two commands the same work.

use std::path::Path;
use std::time::{Duration, SystemTime};

use anyhow::Context;
use clap::Args;
use dlxbench::corpus::{Source, Stamp};
use dlxbench::journal::{Identity, USUAL_INTERVAL};

use super::provenance::build;
use super::value;

/// The options of work that can be interrupted.
#[derive(Args)]
pub(super) struct ResumeArgs {
    /// Keep a journal beside --out, and go on where the same command was interrupted, even by a power failure
    ///
    /// The journal is in DIR.unfinished-XXXXXX until the work is complete. Without one, the work begins; if DIR is complete,
    /// nothing is done.
    #[arg(long, requires = "out", help_heading = "Shards")]
    pub(super) resume: bool,

    /// Save the state of the run every so many seconds [default: 5]
    #[arg(long, value_name = "SECONDS", requires = "resume", value_parser = value::seconds(), help_heading = "Shards")]
    save_every: Option<Duration>,
}

impl ResumeArgs {
    pub(super) fn interval(&self) -> Duration {
        self.save_every.unwrap_or(USUAL_INTERVAL)
    }
}

/// Returns what the work of a command on these sources is. `stamps` describes the sources.
pub(super) fn identity(command: &str, stamps: &[Stamp]) -> Identity {
    let identity = Identity::default().with("command", command).with("version", build());
    stamps.iter().fold(identity, |identity, stamp| {
        let changed = Path::new(&stamp.name).metadata().and_then(|metadata| metadata.modified()).ok();
        let changed = changed.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        let changed = changed.map_or(String::new(), |time| format!(", changed at {:.9}", time.as_secs_f64()));
        let fact = format!("{} bytes, hash {}{changed}", stamp.bytes, stamp.ends);
        identity.with(&stamp.name, fact)
    })
}

/// Returns what all sources are like now.
pub(super) fn stamps(sources: &[Source]) -> anyhow::Result<Vec<Stamp>> {
    let stamp = |source: &Source| source.stamp().with_context(|| format!("cannot read {}", source.name));
    sources.iter().map(stamp).collect()
}
