//! What a record says about the external solvers of a run: what was run, and what reaching it costs.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use sha2::{Digest, Sha256};

use super::error::RunError;
use super::job::Job;
use crate::engine::external::{Form, round_trips};
use crate::record::{FileReceipt, Receipt, RoundTrip};

/// A receipt for each external solver.
pub(super) fn receipts(job: &Job) -> Vec<Receipt> {
    let externals = job.engines.iter().filter_map(|choice| choice.external());
    let receipt = |external: &std::sync::Arc<crate::engine::external::External>| Receipt {
        engine: external.name().to_owned(),
        form: external.form().to_string(),
        command: external.command().to_owned(),
        // What has vanished meanwhile has no receipt.
        files: external.files().iter().filter_map(|path| file_receipt(path).ok()).collect(),
    };
    externals.map(receipt).collect()
}

fn file_receipt(path: &Path) -> io::Result<FileReceipt> {
    let path = fs::canonicalize(path)?;
    let mut file = File::open(&path)?;
    let (bytes, modified) = (file.metadata()?.len(), file.metadata()?.modified()?);
    let mut sum = Sha256::new();
    io::copy(&mut file, &mut HashWriter(&mut sum))?;
    let sha256 = sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let modified = humantime::format_rfc3339_seconds(modified).to_string();
    Ok(FileReceipt { path: path.to_string_lossy().into_owned(), bytes, modified, sha256 })
}

struct HashWriter<'h>(&'h mut Sha256);

impl io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Measures round trips to a child process, if the job has solvers that are asked line by line.
pub(super) fn round_trip(job: &Job, stop: &AtomicBool) -> Result<Option<RoundTrip>, RunError> {
    if !job.engines.iter().any(|engine| engine.form() == Some(Form::Exec)) {
        return Ok(None);
    }
    let times_ns = match round_trips(&job.terms(), stop) {
        Ok(times_ns) => times_ns,
        Err(_) if stop.load(std::sync::atomic::Ordering::Relaxed) => return Ok(None),
        Err(reason) => return Err(RunError::External { name: "echo".to_owned(), reason }),
    };
    let at = |percent: usize| times_ns[(times_ns.len() - 1) * percent / 100];
    Ok(Some(RoundTrip { count: times_ns.len() as u64, p50_ns: at(50), p99_ns: at(99) }))
}
