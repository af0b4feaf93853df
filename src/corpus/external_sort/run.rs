//! A run: what was sorted together, in a file without a name.

use std::cmp::Ordering;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, Write};
use std::path::Path;

/// What is sorted: a key, how many came before it, and a value.
pub(super) type Sortable<'a> = (&'a [u8], u64, &'a [u8]);

/// The lengths of key and value and the number, before each key.
const HEAD: usize = 16;

/// A run that is being written.
#[derive(Debug)]
pub(super) struct RunWriter {
    file: BufWriter<File>,
}

/// A run that is written.
#[derive(Debug)]
pub(super) struct Run {
    file: File,
}

impl RunWriter {
    pub(super) fn new(folder: &Path, buffer: usize) -> io::Result<RunWriter> {
        Ok(RunWriter { file: BufWriter::with_capacity(buffer, tempfile::tempfile_in(folder)?) })
    }

    pub(super) fn push(&mut self, key: &[u8], sequence: u64, value: &[u8]) -> io::Result<()> {
        let mut head = [0; HEAD];
        head[..4].copy_from_slice(&(key.len() as u32).to_le_bytes());
        head[4..8].copy_from_slice(&(value.len() as u32).to_le_bytes());
        head[8..].copy_from_slice(&sequence.to_le_bytes());
        self.file.write_all(&head)?;
        self.file.write_all(key)?;
        self.file.write_all(value)
    }

    pub(super) fn finish(self) -> io::Result<Run> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(Run { file })
    }
}

/// A run that is being read.
#[derive(Debug)]
pub(super) struct RunReader {
    file: BufReader<File>,
    /// The key and the value last read.
    record: Vec<u8>,
    key: usize,
    sequence: u64,
}

impl RunReader {
    pub(super) fn new(run: Run, buffer: usize) -> RunReader {
        let file = BufReader::with_capacity(buffer, run.file);
        RunReader { file, record: Vec::new(), key: 0, sequence: 0 }
    }

    /// Reads on; false at the end.
    pub(super) fn advance(&mut self) -> io::Result<bool> {
        let mut head = [0; HEAD];
        // The end is between two records; half a record is an error.
        let first = loop {
            match self.file.read(&mut head) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        if first == 0 {
            return Ok(false);
        }
        self.file.read_exact(&mut head[first..])?;
        let number = |range: std::ops::Range<usize>| {
            head[range].iter().rev().fold(0_u64, |number, &byte| number << 8 | u64::from(byte))
        };
        self.key = number(0..4) as usize;
        self.sequence = number(8..16);
        self.record.resize(self.key + number(4..8) as usize, 0);
        self.file.read_exact(&mut self.record)?;
        Ok(true)
    }

    /// The record last read.
    pub(super) fn record(&self) -> Sortable<'_> {
        let (key, value) = self.record.split_at(self.key);
        (key, self.sequence, value)
    }
}

/// Runs are merged by what was last read of them: the smallest key first, then as they came.
impl Ord for RunReader {
    fn cmp(&self, other: &RunReader) -> Ordering {
        let ((key, sequence, _), (other_key, other_sequence, _)) = (self.record(), other.record());
        key.cmp(other_key).then(sequence.cmp(&other_sequence))
    }
}

impl PartialOrd for RunReader {
    fn partial_cmp(&self, other: &RunReader) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for RunReader {
    fn eq(&self, other: &RunReader) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for RunReader {}
