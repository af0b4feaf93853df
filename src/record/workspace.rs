//! The folder of work that can be resumed, until it is complete.
//!
//! It is called `NAME.unfinished-XXXXXX`, beside the final NAME, and belongs to one process, which keeps its file `lock`
//! locked. The process that resumes the work takes the folder over if its owner is gone. If the owner may be alive, or
//! was on another host, where locks may not be seen, it copies the folder instead: a cluster starts a task again while its
//! orphan still runs. Whoever ends first gives its folder the final name.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use crate::journal::{Found, Identity, Journal, JournalError};

/// What follows the final name.
const UNFINISHED: &str = ".unfinished-";
const LOCK: &str = "lock";
const JOURNAL: &str = "journal";
/// The identity of complete work.
const IDENTITY: &str = "resume.json";

/// Why work cannot be begun or resumed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WorkspaceError {
    /// Other work was interrupted here, or is complete.
    #[error("cannot resume {}: {difference}; remove it, or choose another --out", .path.display())]
    Other {
        /// The folder.
        path: PathBuf,
        /// In what the work differs.
        difference: String,
    },
    /// The final name is taken by something that did not come from work that can be resumed.
    #[error("{} already exists and is not the result of this command with --resume; choose another name", .0.display())]
    Exists(PathBuf),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A file or folder cannot be used.
    #[error("cannot use {}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

fn at(path: &Path) -> impl Fn(io::Error) -> WorkspaceError {
    move |source| WorkspaceError::Io { path: path.to_owned(), source }
}

/// A folder for work that can be resumed.
#[derive(Debug)]
pub struct Workspace {
    path: PathBuf,
    target: PathBuf,
    identity: Identity,
    _lock: File,
}

/// How work begins.
#[derive(Debug)]
pub enum Begin {
    /// It is complete already.
    Complete,
    /// It begins, or goes on with this state.
    Open(Workspace, Journal, Option<Vec<u8>>),
}

impl Workspace {
    /// Begins work whose result will be the folder `target`, or with `resumes` goes on where it was interrupted.
    pub fn open(
        target: &Path,
        identity: Identity,
        interval: Duration,
        resumes: bool,
    ) -> Result<Begin, WorkspaceError> {
        if target.symlink_metadata().is_ok() {
            if !resumes {
                return Err(WorkspaceError::Exists(target.to_owned()));
            }
            return check_complete(target, &identity).map(|()| Begin::Complete);
        }
        let parent =
            target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(parent).map_err(at(parent))?;
        let mut best: Option<(PathBuf, Found)> = None;
        for path in if resumes { unfinished(target, parent)? } else { Vec::new() } {
            let Ok(Some(found)) = Journal::read(&path.join(JOURNAL)) else { continue };
            if let Some(difference) = found.identity.difference(&identity) {
                return Err(WorkspaceError::Other { path, difference });
            }
            let done = |found: &Found| found.state.as_ref().map(|(done, _)| *done);
            if best.as_ref().is_none_or(|(_, known)| done(known) < done(&found)) {
                best = Some((path, found));
            }
        }
        let Some((path, _)) = best else {
            let (path, lock) = new_folder(target, parent)?;
            let journal = Journal::create(&path.join(JOURNAL), identity.clone(), interval)?;
            let workspace = Workspace { path, target: target.to_owned(), identity, _lock: lock };
            return Ok(Begin::Open(workspace, journal, None));
        };
        let (path, lock) = match take_over(&path) {
            Some(lock) => (path, lock),
            None => {
                let (copy, lock) = new_folder(target, parent)?;
                copy_into(&path, &copy).map_err(at(&copy))?;
                (copy, lock)
            }
        };
        // It is read once more: its owner may have gone on in the meantime.
        let file = path.join(JOURNAL);
        let found = Journal::read(&file)?.ok_or_else(|| at(&file)(io::ErrorKind::InvalidData.into()))?;
        let journal = Journal::go_on(&file, &found, interval)?;
        let workspace = Workspace { path, target: target.to_owned(), identity, _lock: lock };
        Ok(Begin::Open(workspace, journal, found.state.map(|(_, state)| state)))
    }

    /// Returns the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the folder's final name.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Gives the folder its final name. Returns false if another process was faster: then `is_equal` decides whether its
    /// work is the same, or fails, and this folder is removed.
    pub fn publish<E: From<WorkspaceError>>(
        self,
        is_equal: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<bool, E> {
        let Workspace { path, target, identity, .. } = self;
        let text = serde_json::to_vec(&identity).expect("texts can be written");
        let written = File::create(path.join(IDENTITY)).and_then(|mut file| {
            file.write_all(&text)?;
            file.sync_all()
        });
        let is_taken = || target.symlink_metadata().is_ok();
        if !is_taken() {
            let renamed = written.and_then(|()| fs::rename(&path, &target));
            match renamed {
                Ok(()) => {
                    clean(&target);
                    remove_others(&target);
                    return Ok(true);
                }
                Err(_) if is_taken() => {}
                Err(error) => return Err(at(&target)(error).into()),
            }
        }
        check_complete(&target, &identity)?;
        is_equal(&target)?;
        // What is left of it would only take room.
        let _ = fs::remove_dir_all(&path);
        Ok(false)
    }
}

/// Fails unless a folder is the result of this work.
fn check_complete(target: &Path, identity: &Identity) -> Result<(), WorkspaceError> {
    let text = fs::read(target.join(IDENTITY)).map_err(|_| WorkspaceError::Exists(target.to_owned()))?;
    let known: Identity =
        serde_json::from_slice(&text).map_err(|error| at(&target.join(IDENTITY))(error.into()))?;
    if let Some(difference) = known.difference(identity) {
        return Err(WorkspaceError::Other { path: target.to_owned(), difference });
    }
    clean(target);
    Ok(())
}

/// Removes what complete work does not need.
fn clean(target: &Path) {
    [JOURNAL, LOCK].iter().for_each(|name| _ = fs::remove_file(target.join(name)));
}

/// Returns the folders of the same work.
fn unfinished(target: &Path, parent: &Path) -> Result<Vec<PathBuf>, WorkspaceError> {
    let prefix = prefix(target);
    let entries = fs::read_dir(parent).map_err(at(parent))?;
    let mut paths: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix))
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    Ok(paths)
}

fn prefix(target: &Path) -> String {
    format!("{}{UNFINISHED}", target.file_name().unwrap_or_default().to_string_lossy())
}

fn new_folder(target: &Path, parent: &Path) -> Result<(PathBuf, File), WorkspaceError> {
    let prefix = prefix(target);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    let path = builder.tempdir_in(parent).map_err(at(target))?.keep();
    let lock = || {
        let mut lock = File::create_new(path.join(LOCK))?;
        // Without locks, others copy this folder.
        if lock.try_lock().is_ok() {
            lock.write_all(host().as_bytes())?;
        }
        Ok(lock)
    };
    let lock = lock().map_err(at(&path))?;
    Ok((path, lock))
}

/// Locks a folder if its owner was on this host and is gone.
fn take_over(path: &Path) -> Option<File> {
    let lock = File::options().read(true).write(true).open(path.join(LOCK)).ok()?;
    lock.try_lock().ok()?;
    let owner = fs::read_to_string(path.join(LOCK)).ok()?;
    (owner == host()).then_some(lock)
}

/// Copies a folder whose owner may go on: its journal first, because other files only grow.
fn copy_into(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from.join(JOURNAL), to.join(JOURNAL))?;
    for entry in fs::read_dir(from)?.flatten() {
        let name = entry.file_name();
        if entry.file_type()?.is_file() && name != JOURNAL && name != LOCK {
            fs::copy(entry.path(), to.join(name))?;
        }
    }
    Ok(())
}

/// Removes the folders of the same work that processes left which are gone.
fn remove_others(target: &Path) {
    let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for path in unfinished(target, parent).unwrap_or_default() {
        let lock = File::options().write(true).open(path.join(LOCK));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            let _ = fs::remove_dir_all(path);
        }
    }
}

/// Returns the name of this machine.
pub fn host() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = name.or_else(|| std::env::var("COMPUTERNAME").ok()).unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "unknown".to_owned() } else { name.to_owned() }
}
