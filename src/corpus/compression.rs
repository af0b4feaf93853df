//! Compressed files: recognized by their first bytes, whatever their name, and unpacked as they are read.
//!
//! A compressed file may have several parts one after the other (gzip members, zstd frames, xz streams); all are read.
//! Truncated or damaged data is an error after everything that could be unpacked.

use std::fmt;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;
#[cfg(feature = "xz")]
use lzma_rust2::XzReader;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::named::{Named, named};

named! {
    /// How a file is compressed. The name is the extension of such files.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub enum Compression, "compression" {
        Gzip => "gz", "gzip";
        Zstd => "zst", "zstd";
        Xz => "xz", "xz";
    }
}

impl Compression {
    /// The length of the longest magic number, in bytes.
    pub(super) const LONGEST_MAGIC: u64 = 6;

    /// Returns the compression that the extension of a file stands for.
    pub fn of_file(path: &Path) -> Option<Compression> {
        Compression::from_name(&path.extension()?.to_str()?.to_ascii_lowercase()).ok()
    }

    /// Returns the compression that the first bytes of a file show; [`LONGEST_MAGIC`](Self::LONGEST_MAGIC) bytes are enough.
    pub(super) fn of_start(start: &[u8]) -> Option<Compression> {
        match start {
            [0x1f, 0x8b, ..] => Some(Compression::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Compression::Zstd),
            // A skippable frame, of which there are 16 kinds; some programs write one first.
            [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Compression::Zstd),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Compression::Xz),
            _ => None,
        }
    }

    /// Returns the name of the method: gzip, zstd or xz.
    pub fn method(self) -> &'static str {
        self.help()
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
pub struct Decompressor<'i> {
    reader: Box<dyn BufRead + Send + 'i>,
    compression: Option<Compression>,
    progress: Arc<Progress>,
    /// An error that is returned by the next read: the first bytes could not be read, or looking ahead failed.
    pub(super) failure: Option<io::Error>,
}

/// Returns the error for xz in a build without it.
#[cfg(not(feature = "xz"))]
pub(super) fn without_xz() -> io::Error {
    let message = "this build of dlxbench has no xz support: enable its feature \"xz\", or use gzip or zstd";
    io::Error::new(io::ErrorKind::Unsupported, message)
}

impl<'i> Decompressor<'i> {
    /// Creates a decompressor, and reads the first bytes of `input` to find out how it is compressed.
    pub fn new(mut input: impl BufRead + Send + 'i) -> Decompressor<'i> {
        const BUFFER: usize = 64 << 10;
        // The output of `xz -9` and `zstd --long` needs less; a file that needs more is hardly a puzzle file.
        const MOST_MEMORY: u32 = 256 << 20;
        let mut start = Vec::new();
        #[cfg_attr(feature = "xz", expect(unused_mut))]
        let mut failure = input.by_ref().take(Compression::LONGEST_MAGIC).read_to_end(&mut start).err();
        let compression = Compression::of_start(&start);
        let progress = Arc::new(Progress::default());
        let input = Tracked { input: Cursor::new(start).chain(input), progress: Arc::clone(&progress) };
        let reader: Box<dyn BufRead + Send + 'i> = match compression {
            None => Box::new(input),
            Some(Compression::Gzip) => Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(input))),
            Some(Compression::Zstd) => {
                let mut decoder = FrameDecoder::new();
                decoder.set_max_window_size(u64::from(MOST_MEMORY));
                let frames = Frames { input, decoder, in_frame: false, failure: None };
                Box::new(BufReader::with_capacity(BUFFER, frames))
            }
            #[cfg(feature = "xz")]
            Some(Compression::Xz) => {
                let decoder = XzReader::new_mem_limit(input, true, MOST_MEMORY >> 10);
                Box::new(BufReader::with_capacity(BUFFER, decoder))
            }
            #[cfg(not(feature = "xz"))]
            Some(Compression::Xz) => {
                failure = Some(without_xz());
                Box::new(input)
            }
        };
        Decompressor { reader, compression, progress, failure }
    }

    /// Returns how the input is compressed.
    pub fn compression(&self) -> Option<Compression> {
        self.compression
    }

    /// Returns how many bytes of the input have been read, before unpacking.
    pub fn bytes_read(&self) -> u64 {
        self.progress.used.load(Ordering::Relaxed)
    }
}

impl BufRead for Decompressor<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        let (compression, progress) = (self.compression, &self.progress);
        self.reader.fill_buf().map_err(|error| match compression {
            Some(compression) => explained(error, compression, progress),
            None => error,
        })
    }

    fn consume(&mut self, amount: usize) {
        self.reader.consume(amount);
    }
}

impl Read for Decompressor<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        read_buffered(self, buffer)
    }
}

impl fmt::Debug for Decompressor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decompressor").field("compression", &self.compression).finish_non_exhaustive()
    }
}

/// Explains an error of a decoder. An error of the input itself is returned unchanged.
fn explained(error: io::Error, compression: Compression, progress: &Progress) -> io::Error {
    if progress.has_failed.load(Ordering::Relaxed) || error.kind() == io::ErrorKind::Interrupted {
        return error;
    }
    let name = compression.method();
    let message = match progress.at_end.load(Ordering::Relaxed) {
        true => format!("the {name} data ends too early: the file is truncated or damaged ({error})"),
        false => format!("the {name} data is damaged ({error})"),
    };
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// How far the input has been read, recorded by the innermost reader.
#[derive(Default)]
struct Progress {
    used: AtomicU64,
    at_end: AtomicBool,
    /// Whether reading the input itself has failed.
    has_failed: AtomicBool,
}

/// The input before unpacking; it records the progress.
struct Tracked<R> {
    input: R,
    progress: Arc<Progress>,
}

impl<R: BufRead> BufRead for Tracked<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let available = self.input.fill_buf();
        let at_end = available.as_ref().is_ok_and(|available| available.is_empty());
        self.progress.at_end.store(at_end, Ordering::Relaxed);
        self.progress.has_failed.fetch_or(available.is_err(), Ordering::Relaxed);
        available
    }

    fn consume(&mut self, amount: usize) {
        self.input.consume(amount);
        self.progress.used.fetch_add(amount as u64, Ordering::Relaxed);
    }
}

impl<R: BufRead> Read for Tracked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        read_buffered(self, buffer)
    }
}

fn read_buffered(reader: &mut impl BufRead, buffer: &mut [u8]) -> io::Result<usize> {
    let length = reader.fill_buf()?.read(buffer)?;
    reader.consume(length);
    Ok(length)
}

/// The frames of a zstd file, one after the other.
struct Frames<R> {
    input: R,
    decoder: FrameDecoder,
    in_frame: bool,
    /// The error to return after the data that the decoder still holds.
    failure: Option<io::Error>,
}

impl<R: BufRead> Frames<R> {
    /// Begins the next frame. Returns false at the end of the input.
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

    /// Decodes until there is something to read or the frame ends.
    fn decode(&mut self) {
        // An empty last block and a checksum: the decoder returns its last megabytes only after a last block.
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
