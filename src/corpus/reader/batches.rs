//! Reading in batches, for those who solve faster than a line can be allocated.

use std::io::{self, BufRead};

use super::super::batch::Batch;
use super::super::class::{ClassBy, Classes, class_of};
use super::super::entry::Puzzle;
use super::super::nine::nine_cells;
use super::Reader;
use crate::sudoku::{Geometry, Symbols};

impl<R: BufRead> Reader<R> {
    /// Adds up to `count` puzzles to a batch, with the classes that `by` gives to them; false at the end.
    ///
    /// A line that is a 9×9 puzzle and nothing but a puzzle goes straight into the batch: no allocation, no copy
    /// but its 81 cells. Everything else takes the long way round.
    pub fn read_batch(
        &mut self,
        count: usize,
        by: ClassBy,
        by_file: u16,
        classes: &mut Classes,
        batch: &mut Batch,
    ) -> io::Result<bool> {
        let first = batch.len();
        let more = self.fill_batch(count, by_file, batch);
        // What was read before a failure counts too.
        for index in first..batch.len() {
            let class = class_of(by, &batch.puzzle(index), by_file, classes);
            batch.set_class(index, class);
        }
        more
    }

    fn fill_batch(&mut self, count: usize, by_file: u16, batch: &mut Batch) -> io::Result<bool> {
        // Bad lines count too: a file may hold nothing else.
        while batch.len() + batch.bad_lines().len() < count {
            while let Some(found) = self.ready.pop_front() {
                match found {
                    Ok(entry) => batch.push(entry.as_puzzle(by_file)),
                    Err(bad_line) => batch.push_bad_line(bad_line),
                }
            }
            if self.at_end {
                return self.failure.take().map_or(Ok(false), Err);
            }
            if self.expects_lines() {
                match self.take_nine_lines(count, by_file, batch) {
                    Ok(true) => continue,
                    Ok(false) => {}
                    Err(error) => {
                        self.fail(error);
                        continue;
                    }
                }
            }
            self.advance();
        }
        Ok(true)
    }

    /// Whether the next line can be taken as it is: nothing is under way that it might belong to.
    pub(super) fn expects_lines(&self) -> bool {
        self.block.is_empty()
            && self.title.is_none()
            && self.sdk_header.is_empty()
            && self.table.is_none()
            && self.column.is_none()
    }

    /// Takes 9×9 puzzles straight from the input's buffer for as long as one follows the other; false if there was
    /// none.
    fn take_nine_lines(&mut self, count: usize, by_file: u16, batch: &mut Batch) -> io::Result<bool> {
        let available = match self.input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(false),
            result => result?,
        };
        let (mut rest, before) = (available, batch.len());
        while batch.len() < count {
            // Nearly always the line ends right behind its 81 cells.
            let end = if rest.get(81) == Some(&b'\n') { Some(81) } else { memchr::memchr(b'\n', rest) };
            let Some(end) = end else { break };
            let line = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]);
            let Some((cells, label)) = nine_cells(line) else { break };
            self.place.line += 1;
            batch.push(Puzzle {
                line: self.place.line,
                byte: self.position + (available.len() - rest.len()) as u64,
                geometry: Geometry::NINE,
                symbols: Symbols::FromOne,
                class: by_file,
                cells: &cells,
                label,
                parts: None,
                solution: None,
            });
            rest = &rest[end + 1..];
        }
        let used = available.len() - rest.len();
        self.input.consume(used);
        self.position += used as u64;
        self.detected.lines += (batch.len() - before) as u64;
        self.at_start &= used == 0;
        Ok(used > 0)
    }
}
