//! Where a command writes: standard output, a device, or a file that appears whole or not at all.
//!
//! A file is written under a hidden temporary name beside its final one and renamed when it is complete. Until then
//! nothing that reads the folder sees it, and if something fails, nothing is left behind. The name of a file also says
//! how it is compressed.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use dlxbench::corpus::{Compression, Compressor};
use tempfile::{Builder, NamedTempFile, TempPath};

/// Bytes that are compressed or written together.
const BUFFER: usize = 64 << 10;

/// What to do with a file that already exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum IfExists {
    /// Fail.
    Fail,
    /// Fail, and say that `--force` would overwrite it.
    SuggestForce,
    /// Replace it when the new one is complete.
    Replace,
}

impl IfExists {
    /// What `--force` means.
    pub(super) fn forced(force: bool) -> IfExists {
        if force { IfExists::Replace } else { IfExists::SuggestForce }
    }
}

/// Somewhere to write.
pub(super) struct Output {
    writer: BufWriter<Compressor<Target>>,
    path: PathBuf,
    if_exists: IfExists,
}

enum Target {
    Standard(io::Stdout),
    Device(File),
    Temporary(NamedTempFile),
}

/// An output whose bytes are all written; a file still has its temporary name.
pub(super) struct Closed {
    temporary: Option<TempPath>,
    path: PathBuf,
    if_exists: IfExists,
}

impl Output {
    /// Opens a file; standard output for no path and for `-`.
    pub(super) fn open(path: Option<&Path>, if_exists: IfExists) -> anyhow::Result<Output> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            return Output::to(Target::Standard(io::stdout()), Path::new("standard output"), None, if_exists);
        };
        let cannot = || format!("cannot write {}", path.display());
        let compression = Compression::of_file(path);
        let found = match fs::metadata(path) {
            Err(_) => None,
            Ok(found) if found.is_dir() => bail!("{} is a folder; expected a file", path.display()),
            Ok(found) if !found.is_file() => {
                let device = File::options().write(true).open(path).with_context(cannot)?;
                return Output::to(Target::Device(device), path, compression, if_exists);
            }
            Ok(found) => Some(found),
        };
        let hint = match (&found, if_exists) {
            (None, _) | (_, IfExists::Replace) => None,
            (_, IfExists::Fail) => Some(""),
            (_, IfExists::SuggestForce) => Some(" or overwrite it with --force"),
        };
        if let Some(hint) = hint {
            bail!("{} already exists; choose another name{hint}", path.display());
        }
        // Replace what a link leads to, not the link.
        let target =
            if found.is_some() { fs::canonicalize(path).with_context(cannot)? } else { path.to_owned() };
        let file = temporary_beside(&target, found).with_context(cannot)?;
        Output::to(Target::Temporary(file), &target, compression, if_exists)
    }

    fn to(
        target: Target,
        path: &Path,
        compression: Option<Compression>,
        if_exists: IfExists,
    ) -> anyhow::Result<Output> {
        let packer = Compressor::new(target, compression)
            .with_context(|| format!("cannot write {}", path.display()))?;
        let writer = BufWriter::with_capacity(BUFFER, packer);
        Ok(Output { writer, path: path.to_owned(), if_exists })
    }

    /// The path of a file, or what to call another output in messages.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes what is left in buffers, to the disk.
    pub(super) fn close(self) -> anyhow::Result<Closed> {
        let Output { writer, path, if_exists } = self;
        let close = || -> io::Result<Option<TempPath>> {
            match writer.into_inner().map_err(IntoInnerError::into_error)?.finish()? {
                Target::Temporary(file) => {
                    // The bytes must be there before the name, should the machine fail.
                    file.as_file().sync_all()?;
                    Ok(Some(file.into_temp_path()))
                }
                mut other => other.flush().map(|()| None),
            }
        };
        let temporary = close().with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Closed { temporary, path, if_exists })
    }

    /// Writes what is left and gives a file its name.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        self.close()?.publish()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes).map_err(|error| cannot_write(&self.path, error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush().map_err(|error| cannot_write(&self.path, error))
    }
}

fn cannot_write(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display()))
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Standard(stdout) => stdout.write(bytes),
            Target::Device(file) => file.write(bytes),
            Target::Temporary(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Standard(stdout) => stdout.flush(),
            Target::Device(file) => file.flush(),
            Target::Temporary(file) => file.flush(),
        }
    }
}

/// A hidden file in the same folder, with the permissions of the file that it replaces.
#[cfg_attr(not(unix), allow(unused_variables))]
fn temporary_beside(path: &Path, found: Option<fs::Metadata>) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".partial");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let found = found.map(|found| found.permissions());
        builder.permissions(found.unwrap_or_else(|| fs::Permissions::from_mode(0o666)));
    }
    builder.tempfile_in(folder.unwrap_or(Path::new(".")))
}

impl Closed {
    /// Gives a file its name.
    pub(super) fn publish(self) -> anyhow::Result<()> {
        let Closed { temporary, path, if_exists } = self;
        let renamed = match temporary {
            None => Ok(()),
            Some(temporary) if if_exists == IfExists::Replace => temporary.persist(&path),
            Some(temporary) => temporary.persist_noclobber(&path),
        };
        renamed.with_context(|| format!("cannot write {}", path.display()))
    }

    /// Removes a file, and returns the path that it would have had; `None` if this is not a file.
    pub(super) fn discard(self) -> Option<PathBuf> {
        self.temporary.map(|_| self.path)
    }

    /// Gives an incomplete file its name with `.partial` appended, replacing what an earlier attempt left there, and
    /// returns that name; `None` if this is not a file.
    pub(super) fn publish_partial(self) -> anyhow::Result<Option<PathBuf>> {
        let Some(temporary) = self.temporary else { return Ok(None) };
        let mut partial = self.path.into_os_string();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        temporary.persist(&partial).with_context(|| format!("cannot write {}", partial.display()))?;
        Ok(Some(partial))
    }
}
