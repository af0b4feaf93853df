//! Temporary names for unfinished files and folders, and the removal of those that killed processes left.
//!
//! A file or folder gets its final name when it is complete. Until then it is called `.NAME.OWNER-XXXXXX.partial`.
//! OWNER names a file beside it, `.dlxbench-OWNER.lock`, which the process keeps locked while it writes there. A
//! process that is killed leaves both, but the system releases its lock. The next process that writes into the folder
//! can then take the lock, and so knows that both are abandoned. Process IDs would not show that: they are reused, and
//! mean nothing in another container. Some network file systems lock only within one host, so a lock of another host is
//! left alone.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, DirEntry, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tempfile::{Builder, NamedTempFile};

/// The suffix of temporary names.
pub const PARTIAL: &str = ".partial";
const LOCK_PREFIX: &str = ".dlxbench-";
const LOCK_SUFFIX: &str = ".lock";
const OWNER_LENGTH: usize = 8;

/// This process as the owner of temporary names in a folder.
#[derive(Debug)]
pub struct Partials {
    owner: String,
    /// The lock file; it is removed when nothing is being written there anymore.
    _lock: NamedTempFile,
}

impl Partials {
    /// Removes what killed processes left in the folder, and creates a lock file of this process there.
    pub fn in_folder(folder: &Path) -> io::Result<Arc<Partials>> {
        static KNOWN: Mutex<BTreeMap<PathBuf, Weak<Partials>>> = Mutex::new(BTreeMap::new());
        let folder = fs::canonicalize(folder)?;
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(partials) = known.get(&folder).and_then(Weak::upgrade) {
            return Ok(partials);
        }
        // A leftover that cannot be removed does no harm.
        let _ = remove_leftovers(&folder);
        let mut lock = Builder::new()
            .prefix(LOCK_PREFIX)
            .suffix(LOCK_SUFFIX)
            .rand_bytes(OWNER_LENGTH)
            .tempfile_in(&folder)?;
        let name =
            lock.path().file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let owner = name[LOCK_PREFIX.len()..name.len() - LOCK_SUFFIX.len()].to_owned();
        // The lock file is signed only once it is locked. What belongs to an unsigned lock file is never removed.
        if lock.as_file().lock().is_ok() {
            lock.write_all(signature().as_bytes())?;
        }
        let partials = Arc::new(Partials { owner, _lock: lock });
        known.insert(folder, Arc::downgrade(&partials));
        Ok(partials)
    }

    /// Returns the beginning of the temporary name for `name`; a few random characters and [`PARTIAL`] follow.
    pub fn prefix(&self, name: &OsStr) -> String {
        const SHOWN: usize = 40;
        let name: String = name.to_string_lossy().chars().take(SHOWN).collect();
        format!(".{name}.{}-", self.owner)
    }
}

/// Returns the content of the lock files of this host.
fn signature() -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let host = host.or_else(|| std::env::var("COMPUTERNAME").ok()).unwrap_or_default();
    format!("dlxbench {}\n", host.trim())
}

fn remove_leftovers(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(owner) = name.strip_prefix(LOCK_PREFIX).and_then(|name| name.strip_suffix(LOCK_SUFFIX))
        else {
            continue;
        };
        if owner.len() != OWNER_LENGTH || !entry.file_type()?.is_file() {
            continue;
        }
        let Some((_lock, is_signed)) = abandoned(&entry.path()) else { continue };
        let mark = format!(".{owner}-");
        let mut leftovers: Vec<DirEntry> = fs::read_dir(folder)?.flatten().collect();
        leftovers.retain(|leftover| {
            let name = leftover.file_name().to_string_lossy().into_owned();
            name.starts_with('.') && name.contains(&mark) && name.ends_with(PARTIAL)
        });
        if !is_signed && !leftovers.is_empty() {
            continue;
        }
        for leftover in leftovers {
            let is_folder = leftover.file_type()?.is_dir();
            let remove = if is_folder { fs::remove_dir_all::<PathBuf> } else { fs::remove_file::<PathBuf> };
            remove(leftover.path())?;
        }
        fs::remove_file(entry.path())?;
    }
    Ok(())
}

/// Locks a lock file if its owner is gone, and returns it and whether this host signed it. An empty lock file belongs
/// to a process that was killed before it could sign, and so before it wrote anything else.
fn abandoned(path: &Path) -> Option<(File, bool)> {
    let mut lock = File::options().read(true).write(true).open(path).ok()?;
    lock.try_lock().ok()?;
    let mut text = String::new();
    (&mut lock).take(1 << 10).read_to_string(&mut text).ok()?;
    let is_signed = text == signature();
    (is_signed || text.is_empty()).then_some((lock, is_signed))
}
