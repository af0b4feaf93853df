//! Where puzzles come from: files, members of archives, folders, patterns, standard input, or the shipped corpora.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::{self, Member};
use super::class::{DIFFICULTIES, class_of_file};
use super::columns::Column;
use super::compression::Compression;
use super::folder::{Folder, PUZZLE_ENDINGS, is_hidden};
use super::format::InputFormat;
use super::malformed::Fault;
use super::part::{Part, Seekable};
use super::reader::Reader;

/// The shipped corpora, embedded so that an installed program needs no files: one for each class of difficulty, and
/// others that are available by name.
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
    /// Its name in reports.
    pub name: String,
    /// The class of its puzzles, unless they have their own or another source has the same.
    pub class: String,
    /// Its size in bytes, if known; for a member of an archive, after unpacking.
    pub bytes: Option<u64>,
    /// The part of it to read; `None` for all of it.
    pub part: Option<Part>,
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

/// Why an argument gives nothing to read.
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
    /// A folder without puzzle files.
    #[error("the folder {} holds no puzzle files ({}); name other files one by one, or match them with a pattern", .0.display(), endings())]
    EmptyFolder(PathBuf),
    /// A pattern that matches nothing.
    #[error("no file matches the pattern {0}")]
    NoMatch(String),
    /// A shipped corpus that does not exist.
    #[error("there is no shipped corpus {}; expected one of {}", .0, SHIPPED.map(|(name, _)| shipped_name(name)).join(", "))]
    NotShipped(String),
    /// A pattern that is not valid.
    #[error("{pattern} is not a valid pattern")]
    BadPattern {
        /// The pattern.
        pattern: String,
        /// The reason.
        #[source]
        error: Box<dyn Error + Send + Sync>,
    },
}

/// Lists the extensions of puzzle files for a message.
fn endings() -> String {
    PUZZLE_ENDINGS.map(|ending| format!(".{ending}")).join(" ") + ", also with .gz .zst .xz; .zip"
}

/// The sources that an argument stands for.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct FoundSources {
    /// The sources.
    pub sources: Vec<Source>,
    /// The files in its folders that are left out, because they do not have the extension of a puzzle file.
    pub left_out: Vec<PathBuf>,
}

impl From<Vec<Source>> for FoundSources {
    fn from(sources: Vec<Source>) -> FoundSources {
        FoundSources { sources, left_out: Vec::new() }
    }
}

impl SourceError {
    fn unreadable(path: &Path, error: io::Error) -> SourceError {
        SourceError::Unreadable { name: path.display().to_string(), error }
    }
}

impl Source {
    /// Returns the corpora that ship with the program, one for each class of difficulty.
    pub fn shipped() -> Vec<Source> {
        DIFFICULTIES.into_iter().map(|class| Source::shipped_named(class).expect("it ships")).collect()
    }

    /// Returns the names of the corpora of [`Source::shipped`] as arguments.
    pub fn shipped_names() -> Vec<String> {
        DIFFICULTIES.into_iter().map(shipped_name).collect()
    }

    /// Returns one of the shipped corpora: a class of difficulty, or `famous`, puzzles that are known by a name.
    pub fn shipped_named(name: &str) -> Result<Source, SourceError> {
        let found = SHIPPED.into_iter().find(|(known, _)| *known == name);
        let (class, text) = found.ok_or_else(|| SourceError::NotShipped(name.to_owned()))?;
        Ok(Source { name: shipped_name(class), ..Source::of_text(class, text) })
    }

    /// Creates a source of puzzles in memory; the name is also their class.
    pub fn of_text(name: &str, text: &str) -> Source {
        Source {
            place: Place::Text(text.as_bytes().into()),
            name: name.to_owned(),
            class: name.to_owned(),
            bytes: Some(text.len() as u64),
            part: None,
        }
    }

    /// Returns the sources that an argument stands for; see [`find`](Source::find).
    pub fn from_argument(argument: &str) -> Result<Vec<Source>, SourceError> {
        Source::find(argument).map(|found| found.sources)
    }

    /// Finds the sources that an argument stands for: `-` for standard input, a file, the puzzle files of a folder and
    /// its subfolders (by extension; see [`PUZZLE_ENDINGS`]), all files that match a pattern, or `shipped:NAME` for one
    /// of the shipped corpora. A zip archive stands for all files in it.
    pub fn find(argument: &str) -> Result<FoundSources, SourceError> {
        let path = Path::new(argument);
        if argument == "-" {
            let (name, class) = ("standard input".to_owned(), "stdin".to_owned());
            return Ok(
                vec![Source { place: Place::StandardInput, name, class, bytes: None, part: None }].into()
            );
        }
        if let Some(name) = argument.strip_prefix(SHIPPED_PREFIX).filter(|_| !path.exists()) {
            return Ok(vec![Source::shipped_named(name)?].into());
        }
        let mut found = Folder::default();
        let mut add = |folder: &Path| {
            found.add(folder).map_err(|(folder, error)| SourceError::unreadable(&folder, error))
        };
        let none = if path.is_dir() {
            add(path)?;
            SourceError::EmptyFolder(path.to_owned())
        } else if !path.exists() && argument.contains(['*', '?', '[']) {
            let paths = glob::glob(argument);
            let pattern = argument.to_owned();
            let paths = paths.map_err(|error| SourceError::BadPattern { pattern, error: error.into() })?;
            let (folders, files): (Vec<_>, Vec<_>) =
                paths.filter_map(Result::ok).partition(|path| path.is_dir());
            folders.iter().try_for_each(|folder| add(folder))?;
            found.puzzle_files.extend(files);
            found.puzzle_files.sort();
            SourceError::NoMatch(argument.to_owned())
        } else {
            return Ok(Source::file(path)?.into());
        };
        if found.puzzle_files.is_empty() {
            return Err(none);
        }
        let sources: Result<Vec<_>, _> = found.puzzle_files.iter().map(|path| Source::file(path)).collect();
        Ok(FoundSources { sources: sources?.into_iter().flatten().collect(), left_out: found.others })
    }

    fn file(path: &Path) -> Result<Vec<Source>, SourceError> {
        let metadata = fs::metadata(path).map_err(|error| SourceError::unreadable(path, error))?;
        let name = path.display().to_string();
        let bytes = Some(metadata.len()).filter(|_| metadata.is_file());
        let (place, class) = (Place::File(path.to_owned()), class_of_file(&name));
        let file = Source { place, class, name, bytes, part: None };
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
            part: None,
        });
        let members: Vec<Source> = members.collect();
        Ok(if members.is_empty() {
            refused("the zip archive holds no puzzle files".to_owned())
        } else {
            members
        })
    }

    /// Returns whether it is a member of a zip archive, or an archive that cannot be listed.
    pub fn is_zipped(&self) -> bool {
        matches!(self.place, Place::Member(_) | Place::Refused(_))
    }

    /// Opens the source for reading.
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

impl Source {
    /// Returns a reader of the source, or of its part, in this format; `None` detects it.
    pub fn reader(
        &self,
        format: Option<InputFormat>,
        column: Option<Column>,
    ) -> Result<Reader<'static>, SourceError> {
        let whole = || Ok(Reader::new(self.open()?).with_format(format).with_column(column.clone()));
        let Some(part) = self.part else { return whole() };
        let unreadable = |error| SourceError::Unreadable { name: self.name.clone(), error };
        let reader = whole()?.within(part, self.seekable().map_err(unreadable)?, true);
        if part.seam.is_none_or(|seam| seam == reader.seam()) {
            return Ok(reader);
        }
        Ok(whole()?.within(part, self.seekable().map_err(unreadable)?, false))
    }

    /// Opens a source that can be entered in the middle.
    pub(super) fn seekable(&self) -> io::Result<Option<Box<dyn Seekable>>> {
        Ok(match &self.place {
            Place::Text(text) => Some(Box::new(Cursor::new(Arc::clone(text)))),
            Place::File(path) if self.bytes.is_some() => Some(Box::new(File::open(path)?)),
            _ => None,
        })
    }

    /// Returns whether the source can be divided: it has a size, and is not compressed.
    pub(super) fn is_divisible(&self) -> bool {
        let mut start = Vec::new();
        let Ok(Some(file)) = self.seekable() else { return false };
        let read = file.take(Compression::LONGEST_MAGIC).read_to_end(&mut start);
        read.is_ok() && Compression::of_start(&start).is_none()
    }

    /// Returns whether nothing of it is to be read.
    pub fn is_left_out(&self) -> bool {
        self.part.is_some_and(|part| part.is_empty())
    }
}

fn shipped_name(class: &str) -> String {
    format!("{SHIPPED_PREFIX}{class}")
}

/// Returns whether a file is a zip archive. An Office document is not read as one.
fn is_archive(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(64).read_to_end(&mut start));
    read.is_ok() && Fault::is_zip(&start)
}

/// Returns whether a file of an archive is not a puzzle file, because it is hidden or a document.
fn is_left_out(name: &str) -> bool {
    name.split('/').any(is_hidden) || name.to_ascii_lowercase().ends_with(".md")
}
