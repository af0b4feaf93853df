//! A file that is written under a temporary name, and gets its own when it is whole. Until then it is hidden, so that a
//! folder that is read meanwhile does not have it; and it is gone if something goes wrong.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use dlxbench::corpus::{Compression, Compressor};
use tempfile::{Builder, NamedTempFile, TempPath};

/// Bytes that are compressed or written together.
const BUFFER: usize = 64 << 10;

/// What becomes of a file that is there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Existing {
    /// It stays, and that is an error.
    Stays,
    /// The same, and the error says that `--force` would help.
    StaysUnlessForced,
    /// It is replaced when the new one is whole.
    IsReplaced,
}

impl Existing {
    pub(super) fn by_force(force: bool) -> Existing {
        if force { Existing::IsReplaced } else { Existing::StaysUnlessForced }
    }
}

/// A file that is being written.
pub(super) struct WholeFile {
    writer: BufWriter<Compressor<NamedTempFile>>,
    path: PathBuf,
    existing: Existing,
}

/// A file that is written and has not got its name.
pub(super) struct ClosedFile {
    temporary: TempPath,
    path: PathBuf,
    existing: Existing,
}

impl WholeFile {
    /// Begins a file, compressed as its name asks for.
    pub(super) fn create(path: &Path, existing: Existing) -> anyhow::Result<WholeFile> {
        let found = fs::metadata(path);
        if found.as_ref().is_ok_and(fs::Metadata::is_dir) {
            bail!("{} is a folder; name a file", path.display());
        }
        if found.is_ok() && existing != Existing::IsReplaced {
            let force = match existing {
                Existing::StaysUnlessForced => ", or overwrite it with --force",
                _ => "",
            };
            bail!("{} is there already; choose another name{force}", path.display());
        }
        let cannot = || format!("cannot write {}", path.display());
        // A link stays one: what it leads to is replaced.
        let target =
            if found.is_ok() { fs::canonicalize(path).with_context(cannot)? } else { path.to_owned() };
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let name = target.file_name().with_context(|| format!("{} is no name of a file", path.display()))?;
        let mut prefix = std::ffi::OsString::from(".");
        prefix.push(name);
        prefix.push(".");
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(".partial");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let found = found.ok().map(|found| found.permissions());
            builder.permissions(found.unwrap_or_else(|| fs::Permissions::from_mode(0o666)));
        }
        let file = builder.tempfile_in(folder.unwrap_or(Path::new("."))).with_context(cannot)?;
        let packer = Compressor::new(file, Compression::of_file(path)).with_context(cannot)?;
        Ok(WholeFile { writer: BufWriter::with_capacity(BUFFER, packer), path: target, existing })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn write(&mut self, text: &[u8]) -> anyhow::Result<()> {
        self.writer.write_all(text).with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Lets go of what has been written so far, for the rest may take long. Compressed, nothing is whole before the end.
    pub(super) fn flush(&mut self) -> anyhow::Result<()> {
        self.writer.flush().with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Writes what is left.
    pub(super) fn close(self) -> anyhow::Result<ClosedFile> {
        let WholeFile { writer, path, existing } = self;
        let close = || -> io::Result<TempPath> {
            let file = writer.into_inner().map_err(io::IntoInnerError::into_error)?.finish()?;
            // A name must not be there before the bytes are, should the machine fail.
            file.as_file().sync_all()?;
            Ok(file.into_temp_path())
        };
        let temporary = close().with_context(|| format!("cannot write {}", path.display()))?;
        Ok(ClosedFile { temporary, path, existing })
    }
}

impl ClosedFile {
    /// Gives the file its name.
    pub(super) fn name(self) -> anyhow::Result<()> {
        let cannot = format!("cannot write {}", self.path.display());
        match self.existing {
            Existing::IsReplaced => self.temporary.persist(&self.path).context(cannot),
            _ => self.temporary.persist_noclobber(&self.path).context(cannot),
        }
    }

    /// Gives the file its name with `.partial` behind it, for it is not all that was wanted; the name comes back. What an
    /// earlier attempt left there is replaced.
    pub(super) fn name_partial(self) -> anyhow::Result<PathBuf> {
        let mut partial = self.path.into_os_string();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        self.temporary.persist(&partial).with_context(|| format!("cannot write {}", partial.display()))?;
        Ok(partial)
    }
}
