//! The lines of an input that may be compressed, in constant memory.

use std::io::{self, BufRead};

use super::compression::{Compression, Decompressor};
use super::entry::Place;
use super::malformed::MAX_LINE;

/// The longest line that is skipped, in bytes: a longer one, as in `/dev/zero`, is taken to have no end.
const ENDLESS_LINE: u64 = 1 << 30;

/// Reads an input line by line.
#[derive(Debug)]
pub(super) struct Lines<R: BufRead> {
    input: Decompressor<R>,
    /// Where the line last read is.
    pub(super) place: Place,
    /// How many bytes have been read, of what is unpacked.
    position: u64,
    /// The line last read, up to [`MAX_LINE`] and one byte.
    pub(super) buffer: Vec<u8>,
    endless_line: u64,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        Lines {
            input: Decompressor::new(input),
            place: Place::default(),
            position: 0,
            buffer: Vec::new(),
            endless_line: ENDLESS_LINE,
        }
    }

    pub(super) fn compression(&self) -> Option<Compression> {
        self.input.compression()
    }

    /// How many bytes of the input have been used; if it is compressed, of what is compressed.
    pub(super) fn bytes_read(&self) -> u64 {
        self.input.bytes_read()
    }

    /// Reads a line, without its end, into the buffer; returns its whole length. A line without an end is an error.
    pub(super) fn next(&mut self) -> io::Result<Option<u64>> {
        self.buffer.clear();
        let start = self.position;
        let mut length = 0;
        let mut ended = false;
        let mut last = None;
        while !ended {
            let available = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                result => result?,
            };
            if available.is_empty() {
                break;
            }
            let newline = memchr::memchr(b'\n', available);
            let part = &available[..newline.unwrap_or(available.len())];
            let room = (MAX_LINE + 1).saturating_sub(self.buffer.len()).min(part.len());
            self.buffer.extend_from_slice(&part[..room]);
            length += part.len() as u64;
            last = part.last().copied().or(last);
            ended = newline.is_some();
            let used = part.len() + usize::from(ended);
            self.input.consume(used);
            self.position += used as u64;
            if !ended && length > self.endless_line {
                let line = self.place.line + 1;
                let message =
                    format!("line {line} has no end after {length} bytes; this is no file of puzzles");
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
        }
        if length == 0 && !ended {
            return Ok(None);
        }
        if last == Some(b'\r') {
            length -= 1;
            self.buffer.truncate(length as usize);
        }
        self.place = Place { line: self.place.line + 1, byte: start };
        Ok(Some(length))
    }

    /// Hands on lines straight from the input's buffer, as long as they are whole there and `take` takes them; returns how
    /// many it took. A line that it did not take is the next one.
    #[inline]
    pub(super) fn take_buffered(&mut self, mut take: impl FnMut(Place, &[u8]) -> bool) -> io::Result<u64> {
        let available = match self.input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(0),
            result => result?,
        };
        let (mut used, before) = (0, self.place.line);
        loop {
            let rest = &available[used..];
            // Nearly always the line ends right behind the 81 cells of a puzzle.
            let end = if rest.get(81) == Some(&b'\n') { Some(81) } else { memchr::memchr(b'\n', rest) };
            let Some(end) = end else { break };
            let line = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]);
            let place = Place { line: self.place.line + 1, byte: self.position + used as u64 };
            if !take(place, line) {
                break;
            }
            self.place = place;
            used += end + 1;
        }
        self.input.consume(used);
        self.position += used as u64;
        Ok(self.place.line - before)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::*;

    #[test]
    fn a_line_without_end_is_an_error() {
        let mut lines = Lines::new(BufReader::new(b"one\n".chain(io::repeat(0))));
        lines.endless_line = 1 << 20;
        assert_eq!(lines.next().unwrap(), Some(3));
        let error = lines.next().unwrap_err().to_string();
        assert!(
            error.starts_with("line 2 has no end after ") && error.ends_with("no file of puzzles"),
            "{error}"
        );
    }
}
