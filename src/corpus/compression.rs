//! Compressed files: known by their first bytes, whatever their name, and unpacked as they are read.
//!
//! What is compressed may have several parts one after the other (gzip members, zstd frames, xz streams): all are
//! read. Data that end too early or are damaged give an error behind everything that could be unpacked.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
#[cfg(feature = "xz")]
use lzma_rust2::XzReader;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::named::{Named, named};

/// How a file is compressed. Its name is the extension of such files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Compression {
    /// `.gz`
    Gzip,
    /// `.zst`
    Zstd,
    /// `.xz`
    Xz,
}

named! { Compression, "compression",
    Gzip => "gz", "gzip";
    Zstd => "zst", "zstd";
    Xz => "xz", "xz";
}

impl Compression {
    /// What a file's name asks for.
    pub fn of_file(path: &Path) -> Option<Compression> {
        Compression::from_name(&path.extension()?.to_str()?.to_ascii_lowercase()).ok()
    }

    /// What the first bytes of a file tell.
    pub(super) fn of_start(start: &[u8]) -> Option<Compression> {
        match told_by(start) {
            Told::Compressed(compression) => Some(compression),
            Told::Plain | Told::Nothing => None,
        }
    }

    /// What the method is called: gzip, zstd or xz.
    pub fn method(self) -> &'static str {
        self.help()
    }
}

/// The longest of the magic numbers, in bytes.
const LONGEST_MAGIC: usize = 6;

/// What the first bytes tell.
enum Told {
    Compressed(Compression),
    Plain,
    /// They are too few.
    Nothing,
}

fn told_by(start: &[u8]) -> Told {
    const MAGIC: [(&[u8], Compression); 3] = [
        (b"\x1f\x8b", Compression::Gzip),
        (b"\x28\xb5\x2f\xfd", Compression::Zstd),
        (b"\xfd7zXZ\x00", Compression::Xz),
    ];
    // A zstd frame to be skipped, of which there are 16 kinds; some programs begin with one.
    let skipped = start.first().filter(|&first| first & 0xf0 == 0x50).map(|&first| [first, 0x2a, 0x4d, 0x18]);
    let skipped = skipped.as_ref().map(|magic| (&magic[..], Compression::Zstd));
    let mut known = MAGIC.into_iter().chain(skipped);
    if let Some((_, compression)) = known.clone().find(|(magic, _)| start.starts_with(magic)) {
        return Told::Compressed(compression);
    }
    if !start.is_empty() && known.any(|(magic, _)| magic.starts_with(start)) {
        Told::Nothing
    } else {
        Told::Plain
    }
}

/// Reads an input that may be compressed.
///
/// ```
/// use std::io::Read;
/// use dlxbench::corpus::Decompressor;
///
/// let mut text = String::new();
/// Decompressor::new(&b"not compressed"[..]).read_to_string(&mut text)?;
/// assert_eq!(text, "not compressed");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Decompressor<R: BufRead> {
    state: State<R>,
}

enum State<R: BufRead> {
    /// Nothing has been read; `None` only while it is found out what there is.
    New(Option<Packed<R>>),
    Plain(Packed<R>),
    Gzip(Box<BufReader<MultiGzDecoder<Packed<R>>>>),
    Zstd(Box<BufReader<Frames<R>>>),
    #[cfg(feature = "xz")]
    Xz(Box<BufReader<XzReader<Packed<R>>>>),
}

/// The error of a build that knows xz by its name only.
#[cfg(not(feature = "xz"))]
pub(super) fn without_xz() -> io::Error {
    let message = "xz is not built in: enable the feature \"xz\" of dlxbench, or use gzip or zstd";
    io::Error::new(io::ErrorKind::Unsupported, message)
}

impl<R: BufRead> Decompressor<R> {
    /// Reads from `input`; nothing is read yet.
    pub fn new(input: R) -> Decompressor<R> {
        Decompressor { state: State::New(Some(Packed::new(input))) }
    }

    /// How the input is compressed, as far as it is known.
    pub fn compression(&self) -> Option<Compression> {
        match &self.state {
            State::New(_) | State::Plain(_) => None,
            State::Gzip(_) => Some(Compression::Gzip),
            State::Zstd(_) => Some(Compression::Zstd),
            #[cfg(feature = "xz")]
            State::Xz(_) => Some(Compression::Xz),
        }
    }

    /// How many bytes of the input have been used: of what is compressed, not of what is in it.
    pub fn bytes_read(&self) -> u64 {
        self.packed().map_or(0, |packed| packed.count)
    }

    fn packed(&self) -> Option<&Packed<R>> {
        match &self.state {
            State::New(packed) => packed.as_ref(),
            State::Plain(packed) => Some(packed),
            State::Gzip(reader) => Some(reader.get_ref().get_ref()),
            State::Zstd(reader) => Some(&reader.get_ref().input),
            #[cfg(feature = "xz")]
            State::Xz(reader) => Some(reader.get_ref().inner()),
        }
    }

    /// Finds out whether the input is compressed, and how.
    fn begin(&mut self) -> io::Result<()> {
        const BUFFER: usize = 64 << 10;
        // What `xz -9` and `zstd --long` make needs less; a file that wants more is hardly one of puzzles.
        const MOST_MEMORY: u32 = 256 << 20;
        let State::New(packed) = &mut self.state else { return Ok(()) };
        let told = packed.as_mut().map_or(Ok(None), Packed::compression)?;
        let Some(packed) = packed.take() else { return Ok(()) };
        self.state = match told {
            None => State::Plain(packed),
            Some(Compression::Gzip) => {
                State::Gzip(Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(packed))))
            }
            Some(Compression::Zstd) => {
                let mut decoder = FrameDecoder::new();
                decoder.set_max_window_size(u64::from(MOST_MEMORY));
                let frames = Frames { input: packed, decoder, in_frame: false, failure: None };
                State::Zstd(Box::new(BufReader::with_capacity(BUFFER, frames)))
            }
            #[cfg(feature = "xz")]
            Some(Compression::Xz) => {
                let decoder = XzReader::new_mem_limit(packed, true, MOST_MEMORY >> 10);
                State::Xz(Box::new(BufReader::with_capacity(BUFFER, decoder)))
            }
            #[cfg(not(feature = "xz"))]
            Some(Compression::Xz) => return Err(without_xz()),
        };
        Ok(())
    }

    /// What an error of a decoder means.
    fn explained(&self, error: io::Error) -> io::Error {
        let (Some(compression), Some(packed)) = (self.compression(), self.packed()) else { return error };
        if packed.has_failed || error.kind() == io::ErrorKind::Interrupted {
            return error;
        }
        let name = compression.method();
        let message = match packed.at_end {
            true => format!("the {name} data end too early: the file is cut short or damaged ({error})"),
            false => format!("the {name} data are damaged ({error})"),
        };
        io::Error::new(io::ErrorKind::InvalidData, message)
    }
}

impl<R: BufRead> BufRead for Decompressor<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if matches!(self.state, State::New(_)) {
            self.begin()?;
        }
        // The buffer is asked for a second time, because an error needs all of us for its explanation.
        let filled = match &mut self.state {
            State::New(_) | State::Plain(_) => Ok(()),
            State::Gzip(reader) => reader.fill_buf().map(drop),
            State::Zstd(reader) => reader.fill_buf().map(drop),
            #[cfg(feature = "xz")]
            State::Xz(reader) => reader.fill_buf().map(drop),
        };
        if let Err(error) = filled {
            return Err(self.explained(error));
        }
        match &mut self.state {
            State::New(_) => Ok(&[]),
            State::Plain(packed) => packed.fill_buf(),
            State::Gzip(reader) => Ok(reader.buffer()),
            State::Zstd(reader) => Ok(reader.buffer()),
            #[cfg(feature = "xz")]
            State::Xz(reader) => Ok(reader.buffer()),
        }
    }

    fn consume(&mut self, amount: usize) {
        match &mut self.state {
            State::New(_) => {}
            State::Plain(packed) => packed.consume(amount),
            State::Gzip(reader) => reader.consume(amount),
            State::Zstd(reader) => reader.consume(amount),
            #[cfg(feature = "xz")]
            State::Xz(reader) => reader.consume(amount),
        }
    }
}

impl<R: BufRead> Read for Decompressor<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        read_buffered(self, buffer)
    }
}

impl<R: BufRead> fmt::Debug for Decompressor<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut described = f.debug_struct("Decompressor");
        described.field("compression", &self.compression()).field("bytes_read", &self.bytes_read());
        described.finish_non_exhaustive()
    }
}

/// The input as it is, with its first bytes at hand.
struct Packed<R> {
    input: R,
    /// The first bytes, where the input had to be asked more than once for them, and how many have been used.
    start: Vec<u8>,
    used: usize,
    /// How many bytes have been used in all.
    count: u64,
    at_end: bool,
    /// Whether the input itself could not be read.
    has_failed: bool,
}

impl<R: BufRead> Packed<R> {
    fn new(input: R) -> Packed<R> {
        Packed { input, start: Vec::new(), used: 0, count: 0, at_end: false, has_failed: false }
    }

    /// Looks at the first bytes without using them.
    fn compression(&mut self) -> io::Result<Option<Compression>> {
        loop {
            let available = self.input.fill_buf()?;
            // A pipe may give a byte at a time.
            let start = if self.start.is_empty() { available } else { &self.start };
            match told_by(start) {
                Told::Compressed(compression) => return Ok(Some(compression)),
                Told::Plain => return Ok(None),
                Told::Nothing if available.is_empty() => return Ok(None),
                Told::Nothing => {}
            }
            let missing = (LONGEST_MAGIC - self.start.len()).min(available.len());
            self.start.extend_from_slice(&available[..missing]);
            self.input.consume(missing);
        }
    }
}

impl<R: BufRead> BufRead for Packed<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.used < self.start.len() {
            return Ok(&self.start[self.used..]);
        }
        match self.input.fill_buf() {
            Ok(available) => {
                self.at_end = available.is_empty();
                Ok(available)
            }
            Err(error) => {
                self.has_failed = true;
                Err(error)
            }
        }
    }

    fn consume(&mut self, amount: usize) {
        if self.used < self.start.len() {
            self.used += amount
        } else {
            self.input.consume(amount)
        }
        self.count += amount as u64;
    }
}

impl<R: BufRead> Read for Packed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        read_buffered(self, buffer)
    }
}

fn read_buffered(reader: &mut impl BufRead, buffer: &mut [u8]) -> io::Result<usize> {
    let available = reader.fill_buf()?;
    let length = available.len().min(buffer.len());
    buffer[..length].copy_from_slice(&available[..length]);
    reader.consume(length);
    Ok(length)
}

/// The frames of a zstd file, one after the other.
struct Frames<R> {
    input: Packed<R>,
    decoder: FrameDecoder,
    in_frame: bool,
    /// Why there is nothing behind what the decoder still holds.
    failure: Option<io::Error>,
}

impl<R: BufRead> Frames<R> {
    /// Begins the next frame; false at the end.
    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.in_frame {
            if self.input.fill_buf()?.is_empty() {
                return Ok(false);
            }
            match self.decoder.reset(&mut self.input) {
                Ok(()) => self.in_frame = true,
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => self.skip(u64::from(length))?,
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(true)
    }

    fn skip(&mut self, length: u64) -> io::Result<()> {
        let skipped = io::copy(&mut (&mut self.input).take(length), &mut io::sink())?;
        if skipped < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }

    /// Decodes until there is something to read, or the frame is at its end.
    fn decode(&mut self) {
        // A last block of no bytes, and a checksum: the decoder hands out the last megabytes only when it has seen one.
        const LAST_BLOCK: &[u8] = &[1, 0, 0, 0, 0, 0, 0];
        let blocks = || BlockDecodingStrategy::UptoBlocks(1);
        while self.failure.is_none() && self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            if let Err(error) = self.decoder.decode_blocks(&mut self.input, blocks()) {
                self.failure = Some(io::Error::other(error));
                let _ = self.decoder.decode_blocks(LAST_BLOCK, blocks());
            }
        }
    }

    fn end_frame(&mut self) -> io::Result<()> {
        self.in_frame = false;
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        let expected = self.decoder.get_checksum_from_data();
        if expected.is_some() && expected != self.decoder.get_calculated_checksum() {
            return Err(io::Error::other("the checksum does not match"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.next_frame()? {
            self.decode();
            match self.decoder.read(buffer)? {
                0 => self.end_frame()?,
                length => return Ok(length),
            }
        }
        Ok(0)
    }
}
