//! Runs, which are sorted records in a file without a name, and how they are merged.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;

use super::arena::Record;

pub(super) struct RunWriter(BufWriter<File>);

impl RunWriter {
    pub(super) fn new(folder: &Path, buffer: usize) -> io::Result<RunWriter> {
        Ok(RunWriter(BufWriter::with_capacity(buffer, tempfile::tempfile_in(folder)?)))
    }

    pub(super) fn push(&mut self, key: &[u8], value: &[u8]) -> io::Result<()> {
        for length in [key.len(), value.len()] {
            self.0.write_all(&(length as u32).to_le_bytes())?;
        }
        self.0.write_all(key)?;
        self.0.write_all(value)
    }

    pub(super) fn finish(self) -> io::Result<File> {
        let mut file = self.0.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(file)
    }
}

/// Reads the next record of a run. Returns false at its end.
fn read(run: &mut BufReader<File>, key: &mut Vec<u8>, value: &mut Vec<u8>) -> io::Result<bool> {
    if run.fill_buf()?.is_empty() {
        return Ok(false);
    }
    let mut lengths = [[0; 4]; 2];
    run.read_exact(lengths.as_flattened_mut())?;
    for (part, length) in [key, value].into_iter().zip(lengths) {
        part.resize(u32::from_le_bytes(length) as usize, 0);
        run.read_exact(part)?;
    }
    Ok(true)
}

/// The next record of a run: its key, the number of the run, its value. In this order, the earlier run comes first
/// among equal keys.
type Head = (Vec<u8>, usize, Vec<u8>);

/// A merge of several runs.
#[derive(Debug)]
pub(super) struct Merge {
    runs: Vec<BufReader<File>>,
    heads: BinaryHeap<Reverse<Head>>,
    /// Whether the first of them has been returned.
    is_used: bool,
}

impl Merge {
    /// Merges runs, the one with the oldest records first.
    pub(super) fn of(runs: impl IntoIterator<Item = File>, buffer: usize) -> io::Result<Merge> {
        let runs = runs.into_iter().map(|run| BufReader::with_capacity(buffer, run)).collect();
        let mut merge = Merge { runs, heads: BinaryHeap::new(), is_used: false };
        for (number, run) in merge.runs.iter_mut().enumerate() {
            let (mut key, mut value) = (Vec::new(), Vec::new());
            if read(run, &mut key, &mut value)? {
                merge.heads.push(Reverse((key, number, value)));
            }
        }
        Ok(merge)
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Record<'_>>> {
        if self.is_used
            && let Some(mut first) = self.heads.peek_mut()
        {
            let Reverse((key, number, value)) = &mut *first;
            if !read(&mut self.runs[*number], key, value)? {
                PeekMut::pop(first);
            }
        }
        self.is_used = true;
        Ok(self.heads.peek().map(|Reverse((key, _, value))| (&key[..], &value[..])))
    }
}
