//! Where puzzles come from: files, members of archives, folders, patterns, standard input, or the corpora that ship.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::{self, Member};
use super::class::{DIFFICULTIES, class_of_file};
use super::malformed::Fault;

/// The corpora that ship, embedded so that an installed program needs no files: one for each class of difficulty, and
/// more to be asked for by name.
const SHIPPED: [(&str, &str); DIFFICULTIES.len() + 1] = [
    ("easy", include_str!("../../corpora/easy.txt")),
    ("medium", include_str!("../../corpora/medium.txt")),
    ("hard", include_str!("../../corpora/hard.txt")),
    ("expert", include_str!("../../corpora/expert.txt")),
    ("extreme", include_str!("../../corpora/extreme.txt")),
    ("famous", include_str!("../../corpora/famous.txt")),
];

const SHIPPED_PREFIX: &str = "shipped:";

/// A stream of puzzles that has not been opened yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    place: Place,
    /// How it is called in reports.
    pub name: String,
    /// The class of its puzzles unless they have one of their own, or another source has it too.
    pub class: String,
    /// Its size in bytes, if that is known; of a member of an archive, when it is unpacked.
    pub bytes: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    Text(Arc<[u8]>),
    File(PathBuf),
    Member(Member),
    /// An archive that cannot be listed, and why.
    Refused(String),
    StandardInput,
}

/// Why there is nothing to read at an argument.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// A file or folder that cannot be read.
    #[error("cannot read {name}")]
    Unreadable {
        /// The name of the source, or the folder.
        name: String,
        /// The reason.
        #[source]
        error: io::Error,
    },
    /// A folder without files.
    #[error("the folder {} holds no puzzle files", .0.display())]
    EmptyFolder(PathBuf),
    /// A pattern that matches nothing.
    #[error("no file matches the pattern {0}")]
    NoMatch(String),
    /// A shipped corpus that does not exist.
    #[error("there is no shipped corpus {}; there are {}", .0, SHIPPED.map(|(name, _)| shipped_name(name)).join(", "))]
    NotShipped(String),
    /// A pattern that cannot be read.
    #[error("{pattern} is not a pattern")]
    BadPattern {
        /// The pattern.
        pattern: String,
        /// The reason.
        #[source]
        error: Box<dyn Error + Send + Sync>,
    },
}

impl SourceError {
    fn unreadable(path: &Path, error: io::Error) -> SourceError {
        SourceError::Unreadable { name: path.display().to_string(), error }
    }
}

impl Source {
    /// The corpora that ship with the program, one for each class of difficulty.
    pub fn shipped() -> Vec<Source> {
        DIFFICULTIES.into_iter().map(|class| Source::shipped_named(class).expect("it ships")).collect()
    }

    /// What the corpora of [`Source::shipped`] are called as arguments.
    pub fn shipped_names() -> Vec<String> {
        DIFFICULTIES.into_iter().map(shipped_name).collect()
    }

    /// One of the corpora that ship: a class of difficulty, or `famous`, puzzles that are known by a name.
    pub fn shipped_named(name: &str) -> Result<Source, SourceError> {
        let found = SHIPPED.into_iter().find(|(known, _)| *known == name);
        let (class, text) = found.ok_or_else(|| SourceError::NotShipped(name.to_owned()))?;
        Ok(Source { name: shipped_name(class), ..Source::of_text(class, text) })
    }

    /// Puzzles from memory; the name is also their class.
    pub fn of_text(name: &str, text: &str) -> Source {
        Source {
            place: Place::Text(text.as_bytes().into()),
            name: name.to_owned(),
            class: name.to_owned(),
            bytes: Some(text.len() as u64),
        }
    }

    /// What an argument stands for: `-`, a file, all files of a folder and the folders in it, all files that match a
    /// pattern, or `shipped:NAME` for one of the corpora that ship. A zip archive stands for all files in it.
    pub fn from_argument(argument: &str) -> Result<Vec<Source>, SourceError> {
        let path = Path::new(argument);
        if argument == "-" {
            let (name, class) = ("standard input".to_owned(), "stdin".to_owned());
            return Ok(vec![Source { place: Place::StandardInput, name, class, bytes: None }]);
        }
        if let Some(name) = argument.strip_prefix(SHIPPED_PREFIX).filter(|_| !path.exists()) {
            return Ok(vec![Source::shipped_named(name)?]);
        }
        let mut files = Vec::new();
        let none = if path.is_dir() {
            collect(path, &mut files)?;
            SourceError::EmptyFolder(path.to_owned())
        } else if !path.exists() && argument.contains(['*', '?', '[']) {
            let paths = glob::glob(argument);
            let pattern = argument.to_owned();
            let paths = paths.map_err(|error| SourceError::BadPattern { pattern, error: error.into() })?;
            for path in paths.filter_map(Result::ok) {
                if path.is_dir() { collect(&path, &mut files)? } else { files.push(path) }
            }
            files.sort();
            SourceError::NoMatch(argument.to_owned())
        } else {
            return Source::file(path);
        };
        if files.is_empty() {
            return Err(none);
        }
        let sources: Result<Vec<_>, _> = files.iter().map(|path| Source::file(path)).collect();
        Ok(sources?.into_iter().flatten().collect())
    }

    fn file(path: &Path) -> Result<Vec<Source>, SourceError> {
        let metadata = fs::metadata(path).map_err(|error| SourceError::unreadable(path, error))?;
        let name = path.display().to_string();
        let bytes = Some(metadata.len()).filter(|_| metadata.is_file());
        let file = Source { place: Place::File(path.to_owned()), class: class_of_file(&name), name, bytes };
        if !metadata.is_file() || !is_archive(path) {
            return Ok(vec![file]);
        }
        let refused = |reason: String| vec![Source { place: Place::Refused(reason), ..file.clone() }];
        let members = match archive::members(path) {
            Ok(members) => members,
            Err(error) => return Ok(refused(error.to_string())),
        };
        let members = members.into_iter().filter(|(name, _)| !name.ends_with('/') && !is_left_out(name));
        let members = members.map(|(name, member)| Source {
            class: class_of_file(&name),
            name: format!("{}/{name}", file.name),
            bytes: Some(member.bytes),
            place: Place::Member(member),
        });
        let members: Vec<Source> = members.collect();
        Ok(if members.is_empty() {
            refused("the zip archive holds no puzzle files".to_owned())
        } else {
            members
        })
    }

    /// Whether it is a member of a zip archive, or one that cannot be listed.
    pub fn is_zipped(&self) -> bool {
        matches!(self.place, Place::Member(_) | Place::Refused(_))
    }

    /// Opens the stream.
    pub fn open(&self) -> Result<Box<dyn BufRead + Send>, SourceError> {
        const BUFFER: usize = 256 << 10;
        let unreadable = |error| SourceError::Unreadable { name: self.name.clone(), error };
        Ok(match &self.place {
            Place::Text(text) => Box::new(Cursor::new(Arc::clone(text))),
            Place::StandardInput => Box::new(BufReader::with_capacity(BUFFER, io::stdin())),
            Place::File(path) => {
                Box::new(BufReader::with_capacity(BUFFER, File::open(path).map_err(unreadable)?))
            }
            Place::Member(member) => Box::new(member.open().map_err(unreadable)?),
            Place::Refused(reason) => {
                return Err(unreadable(io::Error::new(io::ErrorKind::InvalidData, reason.as_str())));
            }
        })
    }
}

fn shipped_name(class: &str) -> String {
    format!("{SHIPPED_PREFIX}{class}")
}

/// Whether a file is a zip archive; an Office document is not read as one.
fn is_archive(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(64).read_to_end(&mut start));
    read.is_ok() && Fault::is_zip(&start)
}

/// Whether a file in a folder or an archive is no file of puzzles by its name: hidden, a document, or what macOS adds.
fn is_left_out(name: &str) -> bool {
    let is_extra = |part: &str| part.starts_with('.') && part != "." || part == "__MACOSX";
    name.split('/').any(is_extra) || name.to_ascii_lowercase().ends_with(".md")
}

/// The files of a folder and of the folders in it, by name, but those that are [left out](is_left_out).
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), SourceError> {
    let unreadable = |error| SourceError::unreadable(folder, error);
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.map_err(unreadable)?;
    paths.sort();
    for path in paths {
        if path.file_name().is_some_and(|name| is_left_out(&name.to_string_lossy())) {
            continue;
        }
        // A link to a folder may lead back to where we are.
        if path.is_dir() && !path.is_symlink() {
            collect(&path, files)?;
        } else if path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}
