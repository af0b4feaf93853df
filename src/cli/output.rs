//! The output of a command: standard output, a device, or a file that appears complete or not at all.
//!
//! A file is written under a hidden temporary name beside its final one, and renamed when it is complete. Until then no
//! reader of the folder sees it, and after a failure nothing is left behind. The extension of the file determines its
//! compression.

use std::fs::{self, File};
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use dlxbench::corpus::{Compression, Compressor};
use dlxbench::record::{PARTIAL, Partials};
use dlxbench::report::{self, Look, Outlet, OutputFormat, Report};
use tempfile::{Builder, NamedTempFile, TempPath};

use super::console::{Stdout, look};
use super::interrupt::stop_on_signals;

/// Bytes that are compressed or written together.
const BUFFER: usize = 64 << 10;

/// What to do with a file that already exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum IfExists {
    Fail,
    /// Fail, and suggest `--force`.
    SuggestForce,
    /// Replace it when the new one is complete.
    Replace,
}

impl IfExists {
    pub(super) fn forced(force: bool) -> IfExists {
        if force { IfExists::Replace } else { IfExists::SuggestForce }
    }
}

pub(super) struct Output {
    writer: BufWriter<Compressor<Box<dyn Write + Send>>>,
    /// The file that the writer writes to; `None` for standard output and devices.
    temporary: Option<(Arc<File>, Temporary)>,
    /// `None` for standard output.
    path: Option<PathBuf>,
    if_exists: IfExists,
}

struct Temporary {
    path: TempPath,
    /// Dropped after the path.
    _partials: Arc<Partials>,
}

/// An output whose bytes are all written; a file still has its temporary name.
pub(super) struct Closed {
    file: Option<(Temporary, PathBuf)>,
    if_exists: IfExists,
}

impl Output {
    pub(super) fn standard() -> anyhow::Result<Output> {
        let stdout: Box<dyn Write + Send> = Box::new(Stdout::new());
        let writer = BufWriter::with_capacity(BUFFER, Compressor::new(stdout, None)?);
        Ok(Output { writer, temporary: None, path: None, if_exists: IfExists::Fail })
    }

    /// Opens a file; standard output for no path and for `-`.
    pub(super) fn open(path: Option<&Path>, if_exists: IfExists) -> anyhow::Result<Output> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            return Output::standard();
        };
        let cannot = || format!("cannot write {}", path.display());
        let found = fs::metadata(path).ok();
        if found.as_ref().is_some_and(fs::Metadata::is_dir) {
            bail!("{} is a folder; expected a file", path.display());
        }
        let is_device = found.as_ref().is_some_and(|found| !found.is_file());
        if found.is_some() && !is_device && if_exists != IfExists::Replace {
            let suggests = if_exists == IfExists::SuggestForce;
            let hint = if suggests { " or overwrite it with --force" } else { "" };
            bail!("{} already exists; choose another name{hint}", path.display());
        }
        let (file, temporary, target) = if is_device {
            (File::options().write(true).open(path).with_context(cannot)?, None, path.to_owned())
        } else {
            // Replace the target of a link, not the link.
            let target =
                if found.is_some() { fs::canonicalize(path).with_context(cannot)? } else { path.to_owned() };
            stop_on_signals()?;
            let (temporary, partials) = temporary_beside(&target, found).with_context(cannot)?;
            let (file, path) = temporary.into_parts();
            (file, Some(Temporary { path, _partials: partials }), target)
        };
        let file = Arc::new(file);
        let output: Box<dyn Write + Send> = Box::new(Arc::clone(&file));
        let packer = Compressor::new(output, Compression::of_file(path)).with_context(cannot)?;
        let writer = BufWriter::with_capacity(BUFFER, packer);
        let temporary = temporary.map(|temporary| (file, temporary));
        Ok(Output { writer, temporary, path: Some(target), if_exists })
    }

    /// Writes a report. On a terminal, styles take effect only if the report itself sets them.
    pub(super) fn report(&mut self, report: &impl Report, format: OutputFormat) -> io::Result<()> {
        match format {
            OutputFormat::Table => self.write_styled(report.text(self.look()).as_str()),
            format => report::write(report, format, self),
        }
    }

    /// Flushes all buffers to the disk.
    pub(super) fn close(self) -> anyhow::Result<Closed> {
        let Output { writer, temporary, path, if_exists } = self;
        let close = || -> io::Result<()> {
            writer.into_inner().map_err(IntoInnerError::into_error)?.finish()?.flush()?;
            // If the machine fails, the name must not exist without its contents.
            temporary.as_ref().map_or(Ok(()), |(file, _)| file.sync_all())
        };
        close().map_err(|error| cannot_write(path.as_deref(), error))?;
        Ok(Closed { file: temporary.map(|(_, temporary)| temporary).zip(path), if_exists })
    }

    /// Flushes all buffers and gives a file its final name.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        self.close()?.publish()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes).map_err(|error| cannot_write(self.path.as_deref(), error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush().map_err(|error| cannot_write(self.path.as_deref(), error))
    }
}

impl Outlet for Output {
    fn look(&self) -> Look {
        if self.path.is_some() { Look::PLAIN } else { look() }
    }

    fn write_styled(&mut self, text: &str) -> io::Result<()> {
        if self.path.is_some() {
            return self.write_all(text.as_bytes());
        }
        self.flush()?;
        Stdout::new().own(text)
    }
}

/// Adds the path of a file to an error; errors of standard output already have its name.
fn cannot_write(path: Option<&Path>, error: io::Error) -> io::Error {
    match path {
        Some(path) => io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display())),
        None => error,
    }
}

/// Creates a hidden file in the same folder, with the permissions of the file that it replaces.
#[cfg_attr(not(unix), allow(unused_variables))]
fn temporary_beside(path: &Path, found: Option<fs::Metadata>) -> io::Result<(NamedTempFile, Arc<Partials>)> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let partials = Partials::in_folder(folder)?;
    let prefix = partials.prefix(name);
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(PARTIAL);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let found = found.map(|found| found.permissions());
        builder.permissions(found.unwrap_or_else(|| fs::Permissions::from_mode(0o666)));
    }
    Ok((builder.tempfile_in(folder)?, partials))
}

impl Closed {
    /// Returns the final path of a file; `None` for standard output and devices.
    pub(super) fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|(_, path)| path.as_path())
    }

    pub(super) fn publish(self) -> anyhow::Result<()> {
        let Some((temporary, path)) = self.file else { return Ok(()) };
        let renamed = match self.if_exists {
            IfExists::Replace => temporary.path.persist(&path),
            _ => temporary.path.persist_noclobber(&path),
        };
        renamed.with_context(|| format!("cannot write {}", path.display()))
    }

    /// Removes a file, and returns the path that it would have had; `None` for standard output and devices.
    pub(super) fn discard(self) -> Option<PathBuf> {
        self.file.map(|(_, path)| path)
    }

    /// Gives an incomplete file its name with `.partial` appended, replacing one left by an earlier attempt, and
    /// returns that name; `None` for standard output and devices.
    pub(super) fn publish_partial(self) -> anyhow::Result<Option<PathBuf>> {
        let Some((temporary, path)) = self.file else { return Ok(None) };
        let mut partial = path.into_os_string();
        partial.push(PARTIAL);
        let partial = PathBuf::from(partial);
        temporary.path.persist(&partial).with_context(|| format!("cannot write {}", partial.display()))?;
        Ok(Some(partial))
    }
}
