//! The lines of an input that may be compressed, in constant memory. Its head can be inspected before it is read.

use std::io::{self, BufRead, Chain, Cursor, Read};

use super::compression::Decompressor;
use super::entry::Place;
use super::malformed::MAX_LINE;

/// The longest line that is skipped, in bytes; a longer one, as in `/dev/zero`, is assumed to be endless.
const ENDLESS_LINE: u64 = 1 << 28;

/// The number of bytes of an input that are inspected before it is read; comments do not count, up to a limit of their
/// own.
pub(super) const HEAD: usize = 64 << 10;
const HEAD_WITH_COMMENTS: usize = 1 << 20;

/// Reads an input line by line.
#[derive(Debug)]
pub(super) struct Input<'i> {
    /// The part that has been inspected but not read, and the rest.
    source: Chain<Cursor<Vec<u8>>, Decompressor<'i>>,
    /// Where the last line is.
    pub(super) place: Place,
    /// How many unpacked bytes come before the next line.
    pub(super) position: u64,
    /// Where the part that is read ends; a line never crosses it.
    pub(super) end: u64,
    /// The last line, up to one byte more than [`MAX_LINE`].
    pub(super) buffer: Vec<u8>,
}

impl<'i> Input<'i> {
    pub(super) fn new(input: impl BufRead + Send + 'i) -> Input<'i> {
        let source = Cursor::new(Vec::new()).chain(Decompressor::new(input));
        Input { source, place: Place::default(), position: 0, end: u64::MAX, buffer: Vec::new() }
    }

    /// Creates an input that goes on at a byte of a file that is not compressed, with so many lines before it.
    pub(super) fn at(rest: impl BufRead + Send + 'i, byte: u64, line: u64) -> Input<'i> {
        let mut input = Input::new(rest);
        (input.position, input.place) = (byte, Place { line, byte });
        input
    }

    pub(super) fn decompressor(&self) -> &Decompressor<'i> {
        self.source.get_ref().1
    }

    /// Adds to the head. Returns false at the end of the input. Waits for only one read, because the program that
    /// writes the input may be waiting for an answer.
    fn grow(&mut self) -> bool {
        let (head, rest) = self.source.get_mut();
        let available = loop {
            match rest.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    // It is returned after the head.
                    rest.failure = Some(error);
                    return false;
                }
                Ok(available) => break available,
            }
        };
        let length = available.len().min(HEAD);
        head.get_mut().extend_from_slice(&available[..length]);
        rest.consume(length);
        length > 0
    }

    /// Shows the lines of the head to `look` until it returns true. The head is not consumed.
    pub(super) fn look_ahead(&mut self, mut look: impl FnMut(&[u8]) -> bool) {
        let (mut start, mut comments) = (0, 0);
        loop {
            let head = self.source.get_ref().0.get_ref();
            while let Some(length) = memchr::memchr(b'\n', &head[start..]) {
                let line = &head[start..start + length];
                start += length + 1;
                comments += if is_comment(line) { length } else { 0 };
                if look(line.strip_suffix(b"\r").unwrap_or(line)) {
                    return;
                }
            }
            if head.len() - comments >= HEAD || head.len() >= HEAD_WITH_COMMENTS {
                return;
            }
            if !self.grow() {
                let (head, rest) = self.source.get_ref();
                if start < head.get_ref().len() && rest.failure.is_none() {
                    look(&head.get_ref()[start..]);
                }
                return;
            }
        }
    }

    /// Reads a line without its line ending into the buffer, and returns its full length. An endless line is an error.
    pub(super) fn next(&mut self) -> io::Result<Option<u64>> {
        self.buffer.clear();
        let start = self.position;
        let (mut length, mut last, mut ended) = (0, None, false);
        while !ended {
            let available = match self.source.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                result => until(self.end - self.position, result?),
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
            self.source.consume(used);
            self.position += used as u64;
            if !ended && length > ENDLESS_LINE {
                let line = self.place.line + 1;
                let message =
                    format!("line {line} does not end within {length} bytes; this is not a puzzle file");
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

    /// Passes lines straight from the input's buffer, as long as they are complete there and `take` accepts them.
    /// Returns how many were accepted; a line that was not is the next one.
    #[inline]
    pub(super) fn take_buffered(&mut self, mut take: impl FnMut(Place, &[u8]) -> bool) -> io::Result<u64> {
        let (mut used, mut last, position) = (0, self.place, self.position);
        let available = match self.source.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(0),
            result => until(self.end - position, result?),
        };
        loop {
            let rest = &available[used..];
            // Nearly always the line ends right after the 81 cells of a puzzle.
            let end = if rest.get(81) == Some(&b'\n') { Some(81) } else { memchr::memchr(b'\n', rest) };
            let Some(end) = end else { break };
            let line = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]);
            let place = Place { line: last.line + 1, byte: position + used as u64 };
            if !take(place, line) {
                break;
            }
            last = place;
            used += end + 1;
        }
        let taken = last.line - self.place.line;
        self.place = last;
        self.source.consume(used);
        self.position += used as u64;
        Ok(taken)
    }
}

/// Returns as much of what is available as comes before the end of the part.
fn until(left: u64, available: &[u8]) -> &[u8] {
    &available[..usize::try_from(left).unwrap_or(usize::MAX).min(available.len())]
}

/// Returns whether a line is a comment.
pub(super) fn is_comment(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.starts_with(b"#") || line.starts_with(b"//") || line.starts_with(b";")
}
