//! The puzzle files of a folder, and what else is in it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::compression::Compression;

/// The extensions of puzzle files; compressed files have the extension of the compression after it. A file with another
/// extension is read only if it is named or matched by a pattern.
pub const PUZZLE_ENDINGS: [&str; 8] = ["txt", "sdm", "sdk", "ss", "csv", "tsv", "jsonl", "ndjson"];

/// The files of a folder, sorted by name; hidden files are in neither list.
#[derive(Debug, Default)]
pub(super) struct Folder {
    pub(super) puzzle_files: Vec<PathBuf>,
    pub(super) others: Vec<PathBuf>,
}

impl Folder {
    /// Adds the files of a folder and its subfolders. Fails with the folder that cannot be read.
    pub(super) fn add(&mut self, folder: &Path) -> Result<(), (PathBuf, io::Error)> {
        let unreadable = |error| (folder.to_owned(), error);
        let entries = fs::read_dir(folder).map_err(unreadable)?;
        let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
        let mut paths = paths.map_err(unreadable)?;
        paths.sort();
        for path in paths {
            if path.file_name().is_some_and(|name| is_hidden(&name.to_string_lossy())) {
                continue;
            }
            // A link to a folder may lead to a cycle.
            if path.is_dir() && !path.is_symlink() {
                self.add(&path)?;
            } else if path.is_file() {
                let list = if is_puzzle_file(&path) { &mut self.puzzle_files } else { &mut self.others };
                list.push(path);
            }
        }
        Ok(())
    }
}

/// Returns whether a component of a path is hidden: a name that begins with a dot, or the folder that macOS adds to
/// archives.
pub(super) fn is_hidden(name: &str) -> bool {
    name.starts_with('.') && name != "." || name == "__MACOSX"
}

fn is_puzzle_file(path: &Path) -> bool {
    let ending = |path: &Path| Some(path.extension()?.to_str()?.to_ascii_lowercase());
    let unpacked = path.file_stem().map(Path::new).filter(|_| Compression::of_file(path).is_some());
    let ending = ending(unpacked.unwrap_or(path)).unwrap_or_default();
    PUZZLE_ENDINGS.contains(&ending.as_str()) || unpacked.is_none() && ending == "zip"
}
