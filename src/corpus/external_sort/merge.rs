//! Merges runs: always the smallest of their first records comes next.

use std::io;

use super::Record;
use super::run::{Reader, Run};

/// Several runs as one.
#[derive(Debug)]
pub(super) struct Merge {
    /// A heap by the records last read: none is smaller than the one at half its place (from 1).
    heap: Vec<Reader>,
    /// Whether the first record of the heap has been handed out.
    is_used: bool,
}

impl Merge {
    pub(super) fn of(runs: Vec<Run>, buffer: usize) -> io::Result<Merge> {
        let mut heap = Vec::with_capacity(runs.len());
        for run in runs {
            let mut reader = Reader::new(run, buffer);
            if reader.advance()? {
                heap.push(reader);
            }
        }
        let mut merge = Merge { heap, is_used: false };
        for place in (0..merge.heap.len() / 2).rev() {
            merge.sink(place);
        }
        Ok(merge)
    }

    /// The next record.
    pub(super) fn next(&mut self) -> io::Result<Option<Record<'_>>> {
        if self.is_used && !self.heap.is_empty() {
            if !self.heap[0].advance()? {
                self.heap.swap_remove(0);
            }
            self.sink(0);
        }
        self.is_used = true;
        Ok(self.heap.first().map(Reader::record))
    }

    /// Moves a run down until it is not larger than those below it.
    fn sink(&mut self, mut place: usize) {
        let is_smaller = |one: &Reader, other: &Reader| {
            let ((key, sequence, _), (other_key, other_sequence, _)) = (one.record(), other.record());
            key.cmp(other_key).then(sequence.cmp(&other_sequence)).is_lt()
        };
        loop {
            let below = 2 * place + 1;
            if below >= self.heap.len() {
                return;
            }
            let has_other = below + 1 < self.heap.len();
            let other_is_smaller = has_other && is_smaller(&self.heap[below + 1], &self.heap[below]);
            let smallest = below + usize::from(other_is_smaller);
            if !is_smaller(&self.heap[smallest], &self.heap[place]) {
                return;
            }
            self.heap.swap(place, smallest);
            place = smallest;
        }
    }
}
