//! README and handbook: every command runs as written, every sample is what the program prints, every link leads somewhere, and no
//! page is too long to be read.

mod commands;
mod links;
mod markdown;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the project.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A page: its path below the project's folder, and its text.
struct Page {
    path: PathBuf,
    text: String,
}

impl Page {
    fn read(path: &Path) -> Page {
        let text = fs::read_to_string(Path::new(ROOT).join(path));
        Page {
            path: path.to_owned(),
            text: text.unwrap_or_else(|error| panic!("{}: {error}", path.display())),
        }
    }
}

/// The pages that are written by hand: the README, the handbook, and what stands beside corpora, scripts and records.
fn pages() -> Vec<Page> {
    let mut paths: Vec<PathBuf> = vec!["README.md".into(), "CONTRIBUTING.md".into()];
    paths.extend(["corpora", "results", "scripts"].map(|folder| Path::new(folder).join("README.md")));
    paths.extend(
        files_below("docs").into_iter().filter(|path| path.extension().is_some_and(|end| end == "md")),
    );
    paths.iter().map(|path| Page::read(path)).collect()
}

/// All files below a folder of the project, by their paths from the project's folder.
fn files_below(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(Path::new(ROOT).join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = Path::new(folder).join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => files.extend(files_below(path.to_str().expect("names are UTF-8"))),
            false => files.push(path),
        }
    }
    files.sort();
    files
}
