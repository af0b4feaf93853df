//! Finds duplicates: in one pass with all fingerprints in memory, or in two passes within a memory limit.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use dlxbench::check::{Duplicates, Fingerprint, Seen, Survey, Surveyed};
use dlxbench::corpus::Puzzle;

use super::spill::{folder_or_default, parse_memory};
use super::stream::PuzzleStream;

/// The options that limit the memory for finding duplicates.
#[derive(Args)]
pub(super) struct MemoryArgs {
    /// Memory for finding duplicates, such as 512M or 2G; files are then read twice, with temporary files [default: no
    /// limit]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory, help_heading = "How")]
    pub(super) memory: Option<usize>,

    /// Folder for temporary files [default: the system's]
    #[arg(long, value_name = "DIR", requires = "memory", help_heading = "How")]
    temp: Option<PathBuf>,
}

/// Decides for each puzzle whether it is a duplicate.
pub(super) enum Finder {
    Held(Duplicates),
    Surveyed(Box<Surveyed>),
}

impl MemoryArgs {
    /// Creates one of `finders` finders, which share the memory limit. With a limit, the puzzles are read once in
    /// advance; a puzzle without a fingerprint then must not be shown to the finder later.
    pub(super) fn finder(
        &self,
        finders: usize,
        stream: &PuzzleStream,
        fingerprint: impl Fn(&Puzzle<'_>) -> Option<Fingerprint> + Sync,
    ) -> anyhow::Result<Finder> {
        let Some(memory) = self.memory else { return Ok(Finder::Held(Duplicates::default())) };
        if let Some(source) = stream.sources.iter().find(|source| source.bytes.is_none()) {
            bail!("{} can be read only once: --memory needs files", source.name);
        }
        let mut survey = Survey::new(memory / finders, &folder_or_default(self.temp.clone()));
        stream.survey(
            |puzzle| fingerprint(puzzle).map(|fingerprint| (fingerprint, puzzle.line)),
            |source, (fingerprint, line)| Ok(survey.add(fingerprint, Seen { source, line })?),
        )?;
        Ok(Finder::Surveyed(Box::new(survey.finish(&stream.interrupt())?)))
    }
}

impl Finder {
    /// Takes the next puzzle; if it is a duplicate, returns the place of the first.
    pub(super) fn see(&mut self, fingerprint: Fingerprint, place: Seen) -> anyhow::Result<Option<Seen>> {
        Ok(match self {
            Finder::Held(seen) => seen.see(fingerprint, place),
            Finder::Surveyed(surveyed) => surveyed.see(fingerprint, place.line)?,
        })
    }

    /// Fails if the two passes read different puzzles.
    pub(super) fn finish(&self, stream: &PuzzleStream) -> anyhow::Result<()> {
        match self {
            Finder::Surveyed(surveyed) if !stream.is_interrupted() && !surveyed.is_same() => {
                bail!("an input changed while it was read, so the duplicates found are not reliable")
            }
            _ => Ok(()),
        }
    }
}
