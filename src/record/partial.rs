//! Temporary names for what is being written, and the removal of what killed processes left behind.
//!
//! A file or folder gets its final name when it is whole. Until then it is called `.NAME.OWNER-XXXXXX.partial`. OWNER
//! names a file beside it, `.dlxbench-OWNER.lock`, which the process holds locked while it writes there. A process that
//! is killed leaves both, but the system releases its lock: the next one that writes into the folder can take it, and
//! so knows that nobody owns them. Process numbers would not tell, for they are used again, and mean nothing in another
//! container. Some network file systems lock only within one host, so a lock of another host is left alone.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, DirEntry, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tempfile::{Builder, NamedTempFile};

/// How a temporary name ends.
pub const PARTIAL: &str = ".partial";
const LOCK: (&str, &str) = (".dlxbench-", ".lock");
const OWNER_LENGTH: usize = 8;

/// This process as the owner of temporary names in a folder.
#[derive(Debug)]
pub struct Partials {
    owner: String,
    /// Holds the lock; removed when nothing is being written there any more.
    _lock: NamedTempFile,
}

impl Partials {
    /// Removes what others have left in the folder, and announces this process there.
    pub fn in_folder(folder: &Path) -> io::Result<Arc<Partials>> {
        static KNOWN: Mutex<BTreeMap<PathBuf, Weak<Partials>>> = Mutex::new(BTreeMap::new());
        let folder = fs::canonicalize(folder)?;
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(partials) = known.get(&folder).and_then(Weak::upgrade) {
            return Ok(partials);
        }
        // What cannot be removed is in nobody's way.
        let _ = remove_leftovers(&folder);
        let mut lock =
            Builder::new().prefix(LOCK.0).suffix(LOCK.1).rand_bytes(OWNER_LENGTH).tempfile_in(&folder)?;
        let name =
            lock.path().file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let owner = name[LOCK.0.len()..name.len() - LOCK.1.len()].to_owned();
        // Signed only when it is locked: what is protected by a lock without signature is never removed.
        if lock.as_file().lock().is_ok() {
            lock.write_all(signature().as_bytes())?;
        }
        let partials = Arc::new(Partials { owner, _lock: lock });
        known.insert(folder, Arc::downgrade(&partials));
        Ok(partials)
    }

    /// How the temporary name begins of what will be called `name`; a few random characters and [`PARTIAL`] follow.
    pub fn prefix(&self, name: &OsStr) -> String {
        const SHOWN: usize = 40;
        let name: String = name.to_string_lossy().chars().take(SHOWN).collect();
        format!(".{name}.{}-", self.owner)
    }
}

/// What a lock file of this host holds.
fn signature() -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let host = host.or_else(|| std::env::var("COMPUTERNAME").ok()).unwrap_or_default();
    format!("dlxbench {}\n", host.trim())
}

fn remove_leftovers(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(owner) = name.strip_prefix(LOCK.0).and_then(|name| name.strip_suffix(LOCK.1)) else {
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

/// The lock file, locked, if its owner is gone, and whether it is signed by this host. An empty one is of a process
/// that was killed before it could sign, and so before it wrote anything else.
fn abandoned(path: &Path) -> Option<(File, bool)> {
    let mut lock = File::options().read(true).write(true).open(path).ok()?;
    lock.try_lock().ok()?;
    let mut text = String::new();
    (&mut lock).take(1 << 10).read_to_string(&mut text).ok()?;
    let is_signed = text == signature();
    (is_signed || text.is_empty()).then_some((lock, is_signed))
}
