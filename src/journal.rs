//! The journal of work that can be interrupted: what was being done, and how far it had come.
//!
//! A journal is a file to which states are appended, each with its length and a checksum, and synced to disk. The last
//! whole state counts: if the machine fails while one is written, the one before it is still there. The first entry is the
//! [`Identity`] of the work: a state is of no use to other work.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use twox_hash::XxHash3_128;

/// How often a state is saved unless the user says otherwise. At most this much work is lost.
pub const USUAL_INTERVAL: Duration = Duration::from_secs(5);

/// A journal longer than this is written anew with its last state only.
const LONGEST: u64 = 64 << 20;

/// The bytes before each entry: its length and its checksum.
const HEAD: usize = 8 + 16;

/// What work is, as named facts: the version of the program, the command, the inputs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Identity(Vec<(String, String)>);

impl Identity {
    /// Adds a fact.
    pub fn with(mut self, name: &str, fact: impl Into<String>) -> Identity {
        self.0.push((name.to_owned(), fact.into()));
        self
    }

    /// Returns in what other work differs from this, in words; `None` if it is the same.
    pub fn difference(&self, other: &Identity) -> Option<String> {
        let fact = |identity: &Identity, name: &str| {
            let found = identity.0.iter().find(|(known, _)| known == name);
            found.map_or("none".to_owned(), |(_, fact)| fact.clone())
        };
        let mut names = self.0.iter().chain(&other.0).map(|(name, _)| name);
        let name = names.find(|name| fact(self, name) != fact(other, name))?;
        Some(format!("{name} was {}, and is now {}", fact(self, name), fact(other, name)))
    }
}

/// The error if a journal cannot be written or read.
#[derive(Debug, Error)]
#[error("cannot use the journal {}", .path.display())]
pub struct JournalError {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    #[source]
    pub error: io::Error,
}

/// What a journal holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The work.
    pub identity: Identity,
    /// The last whole state, and how much had been done then; `None` if there is none yet.
    pub state: Option<(u64, Vec<u8>)>,
    /// The number of bytes up to its end.
    length: u64,
}

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    identity: Identity,
    length: u64,
    interval: Duration,
    saved: Instant,
}

impl Journal {
    /// Begins a journal in a new file.
    pub fn create(path: &Path, identity: Identity, interval: Duration) -> Result<Journal, JournalError> {
        let begin = || {
            let mut file = File::options().write(true).create_new(true).open(path)?;
            let length = append(&mut file, &first_entry(&identity))?;
            Ok((file, length))
        };
        let (file, length) = begin().map_err(at(path))?;
        Ok(Journal { path: path.to_owned(), file, identity, length, interval, saved: Instant::now() })
    }

    /// Reads a journal that may have ended in the middle of an entry; `None` if not even its first one is whole.
    pub fn read(path: &Path) -> Result<Option<Found>, JournalError> {
        let bytes = fs::read(path).map_err(at(path))?;
        let Some(first) = entry(&bytes) else { return Ok(None) };
        let Ok(identity) = serde_json::from_slice(first) else { return Ok(None) };
        let mut found = Found { identity, state: None, length: (HEAD + first.len()) as u64 };
        while let Some(next) = entry(&bytes[found.length as usize..]) {
            let Some((done, state)) = next.split_first_chunk() else { break };
            found.state = Some((u64::from_le_bytes(*done), state.to_vec()));
            found.length += (HEAD + next.len()) as u64;
        }
        Ok(Some(found))
    }

    /// Goes on with a journal that was [read](Self::read). What follows its last whole state is cut off.
    pub fn go_on(path: &Path, found: &Found, interval: Duration) -> Result<Journal, JournalError> {
        let open = || {
            let mut file = File::options().write(true).open(path)?;
            file.set_len(found.length)?;
            io::Seek::seek(&mut file, io::SeekFrom::End(0))?;
            Ok(file)
        };
        let (path, identity) = (path.to_owned(), found.identity.clone());
        let file = open().map_err(at(&path))?;
        Ok(Journal { path, file, identity, length: found.length, interval, saved: Instant::now() })
    }

    /// Returns whether it is time to save a state.
    pub fn is_due(&self) -> bool {
        self.saved.elapsed() >= self.interval
    }

    /// Saves a state. `done` says how much has been done, in any unit.
    pub fn save(&mut self, done: u64, state: &[u8]) -> Result<(), JournalError> {
        let text = [&done.to_le_bytes()[..], state].concat();
        self.append(&text).map_err(at(&self.path))?;
        self.saved = Instant::now();
        Ok(())
    }

    fn append(&mut self, text: &[u8]) -> io::Result<()> {
        if self.length > LONGEST {
            let new = self.path.with_extension("new");
            let mut file = File::create(&new)?;
            let length = append(&mut file, &first_entry(&self.identity))? + append(&mut file, text)?;
            fs::rename(&new, &self.path)?;
            (self.file, self.length) = (file, length);
            return Ok(());
        }
        self.length += append(&mut self.file, text)?;
        Ok(())
    }
}

fn at(path: &Path) -> impl Fn(io::Error) -> JournalError {
    move |error| JournalError { path: path.to_owned(), error }
}

fn first_entry(identity: &Identity) -> Vec<u8> {
    serde_json::to_vec(identity).expect("texts can be written")
}

/// Appends an entry and waits until it is on disk. Returns its length.
fn append(file: &mut File, text: &[u8]) -> io::Result<u64> {
    let (length, sum) = (text.len() as u64, XxHash3_128::oneshot(text));
    let entry = [&length.to_le_bytes()[..], &sum.to_le_bytes(), text].concat();
    file.write_all(&entry)?;
    file.sync_data()?;
    Ok(entry.len() as u64)
}

/// Returns the first entry if it is whole.
fn entry(bytes: &[u8]) -> Option<&[u8]> {
    let (length, rest) = bytes.split_first_chunk()?;
    let (sum, rest) = rest.split_first_chunk()?;
    let text = rest.get(..usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
    (u128::from_le_bytes(*sum) == XxHash3_128::oneshot(text)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity() -> Identity {
        Identity::default().with("version", "1").with("input", "a.txt, 10 bytes")
    }

    #[test]
    fn the_last_whole_state_counts_wherever_a_write_was_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut journal = Journal::create(&path, identity(), Duration::ZERO).unwrap();
        assert!(journal.is_due());
        journal.save(1, b"one").unwrap();
        let after_one = fs::metadata(&path).unwrap().len();
        journal.save(2, b"the second state").unwrap();
        let whole = fs::read(&path).unwrap();
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let found = Journal::read(&path).unwrap();
            let state = found.as_ref().and_then(|found| found.state.clone());
            let expected = match length as u64 {
                length if length == whole.len() as u64 => Some((2, b"the second state".to_vec())),
                length if length >= after_one => Some((1, b"one".to_vec())),
                _ => None,
            };
            assert_eq!(state, expected, "{length} bytes");
            // What is appended after a torn entry is found.
            let Some(found) = found else { continue };
            assert_eq!(found.identity, identity());
            Journal::go_on(&path, &found, Duration::ZERO).unwrap().save(3, b"three").unwrap();
            assert_eq!(Journal::read(&path).unwrap().unwrap().state, Some((3, b"three".to_vec())));
        }
        // A flipped bit is found too.
        let mut damaged = whole.clone();
        *damaged.last_mut().unwrap() ^= 1;
        fs::write(&path, damaged).unwrap();
        assert_eq!(Journal::read(&path).unwrap().unwrap().state, Some((1, b"one".to_vec())));
    }

    #[test]
    fn a_long_journal_is_written_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut journal = Journal::create(&path, identity(), Duration::ZERO).unwrap();
        journal.length = LONGEST + 1;
        journal.save(1, b"one").unwrap();
        journal.save(2, b"two").unwrap();
        assert!(fs::metadata(&path).unwrap().len() < 1000);
        assert_eq!(Journal::read(&path).unwrap().unwrap().state, Some((2, b"two".to_vec())));
    }

    #[test]
    fn other_work_is_named() {
        let other = Identity::default().with("version", "2").with("input", "a.txt, 10 bytes");
        assert_eq!(identity().difference(&other).unwrap(), "version was 1, and is now 2");
        assert_eq!(identity().difference(&identity()), None);
        assert_eq!(
            identity().difference(&other.with("engine", "dlx")).unwrap(),
            "version was 1, and is now 2"
        );
    }
}
