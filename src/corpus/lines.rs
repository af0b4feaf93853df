//! The lines of an input that may be compressed, in constant memory.

use std::io::{self, BufRead};

use super::compression::Decompressor;
use super::entry::Place;
use super::malformed::MAX_LINE;

/// The longest line that is skipped, in bytes: a longer one, as in `/dev/zero`, is taken to have no end.
const ENDLESS_LINE: u64 = 1 << 28;

/// Reads an input line by line.
#[derive(Debug)]
pub(super) struct Lines<'i> {
    pub(super) input: Decompressor<'i>,
    /// Where the line last read is.
    pub(super) place: Place,
    /// How many bytes have been read, of what is unpacked.
    position: u64,
    /// The line last read, up to [`MAX_LINE`] and one byte.
    pub(super) buffer: Vec<u8>,
}

impl<'i> Lines<'i> {
    pub(super) fn new(input: impl BufRead + Send + 'i) -> Lines<'i> {
        Lines { input: Decompressor::new(input), place: Place::default(), position: 0, buffer: Vec::new() }
    }

    /// Reads a line, without its end, into the buffer; returns its whole length. A line without an end is an error.
    pub(super) fn next(&mut self) -> io::Result<Option<u64>> {
        self.buffer.clear();
        let start = self.position;
        let (mut length, mut last, mut ended) = (0, None, false);
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
            if !ended && length > ENDLESS_LINE {
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

    /// Hands on lines straight from the input's buffer, as long as they are whole there and `take` takes them; returns
    /// how many it took. A line that it did not take is the next one.
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
