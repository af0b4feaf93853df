//! Merges runs: always the smallest of their first records comes next.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io;

use super::run::{Run, RunReader, Sortable};

/// Several runs as one.
#[derive(Debug)]
pub(super) struct Merge {
    heap: BinaryHeap<Reverse<RunReader>>,
    /// Whether the first record of the heap has been handed out.
    is_used: bool,
}

impl Merge {
    pub(super) fn of(runs: Vec<Run>, buffer: usize) -> io::Result<Merge> {
        let mut readers = Vec::with_capacity(runs.len());
        for run in runs {
            let mut reader = RunReader::new(run, buffer);
            if reader.advance()? {
                readers.push(Reverse(reader));
            }
        }
        Ok(Merge { heap: readers.into(), is_used: false })
    }

    /// The next record.
    pub(super) fn next(&mut self) -> io::Result<Option<Sortable<'_>>> {
        if self.is_used
            && let Some(mut first) = self.heap.peek_mut()
            && !first.0.advance()?
        {
            PeekMut::pop(first);
        }
        self.is_used = true;
        Ok(self.heap.peek().map(|Reverse(reader)| reader.record()))
    }
}
