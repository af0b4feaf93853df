//! The puzzle files of a folder, and what else is in it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::compression::Compression;

/// How the names of puzzle files end; those of compressed ones have the ending of the compression behind it. A file with
/// another name is read if it is named, or matched by a pattern.
pub const PUZZLE_ENDINGS: [&str; 8] = ["txt", "sdm", "sdk", "ss", "csv", "tsv", "jsonl", "ndjson"];

/// What a folder holds, by name; hidden files are in neither list.
#[derive(Debug, Default)]
pub(super) struct Folder {
    pub(super) puzzle_files: Vec<PathBuf>,
    pub(super) others: Vec<PathBuf>,
}

impl Folder {
    /// Adds the files of a folder and of the folders in it; fails with the folder that cannot be read.
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
            // A link to a folder may lead back to where we are.
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

/// Whether a part of a path is not meant to be seen: a name that begins with a dot, or what macOS adds to archives.
pub(super) fn is_hidden(name: &str) -> bool {
    name.starts_with('.') && name != "." || name == "__MACOSX"
}

fn is_puzzle_file(path: &Path) -> bool {
    let ending = |path: &Path| Some(path.extension()?.to_str()?.to_ascii_lowercase());
    let unpacked = path.file_stem().map(Path::new).filter(|_| Compression::of_file(path).is_some());
    let ending = ending(unpacked.unwrap_or(path)).unwrap_or_default();
    PUZZLE_ENDINGS.contains(&ending.as_str()) || unpacked.is_none() && ending == "zip"
}
