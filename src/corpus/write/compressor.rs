//! Compresses output.

use std::io::{self, Write};

use flate2::write::GzEncoder;
#[cfg(feature = "xz")]
use lzma_rust2::{XzOptions, XzWriter};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use super::super::compression::Compression;
#[cfg(not(feature = "xz"))]
use super::super::compression::without_xz;

/// A writer that can compress. The output is complete only after [`finish`](Compressor::finish).
pub struct Compressor<W: Write>(Kind<W>);

enum Kind<W: Write> {
    Plain(W),
    Gzip(GzEncoder<W>),
    /// The encoder needs all data of a frame at once, so a file has many frames one after the other.
    Zstd {
        output: W,
        frame: Vec<u8>,
        is_empty: bool,
    },
    #[cfg(feature = "xz")]
    Xz(Box<XzWriter<W>>),
}

/// The amount of data in a zstd frame, in bytes. The encoder's matches do not reach beyond its blocks of 128 KiB
/// anyway.
const FRAME: usize = 4 << 20;

/// A preset with a small window, because splitting a corpus may keep a hundred files open, each with its own encoder.
#[cfg(feature = "xz")]
const XZ_PRESET: u32 = 1;

impl<W: Write> Compressor<W> {
    /// Creates a writer that compresses to `output`.
    pub fn new(output: W, compression: Option<Compression>) -> io::Result<Compressor<W>> {
        Ok(Compressor(match compression {
            None => Kind::Plain(output),
            Some(Compression::Gzip) => Kind::Gzip(GzEncoder::new(output, flate2::Compression::default())),
            Some(Compression::Zstd) => Kind::Zstd { output, frame: Vec::new(), is_empty: true },
            #[cfg(feature = "xz")]
            Some(Compression::Xz) => {
                Kind::Xz(Box::new(XzWriter::new(output, XzOptions::with_preset(XZ_PRESET))?))
            }
            #[cfg(not(feature = "xz"))]
            Some(Compression::Xz) => return Err(without_xz()),
        }))
    }

    /// Writes the remaining data and returns the output.
    pub fn finish(self) -> io::Result<W> {
        match self.0 {
            Kind::Plain(output) => Ok(output),
            Kind::Gzip(encoder) => encoder.finish(),
            #[cfg(feature = "xz")]
            Kind::Xz(encoder) => encoder.finish(),
            Kind::Zstd { mut output, frame, is_empty } => {
                if is_empty || !frame.is_empty() {
                    output.write_all(&compress_to_vec(&frame[..], CompressionLevel::Fastest))?;
                }
                Ok(output)
            }
        }
    }
}

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Kind::Plain(output) => output.write(bytes),
            Kind::Gzip(encoder) => encoder.write(bytes),
            #[cfg(feature = "xz")]
            Kind::Xz(encoder) => encoder.write(bytes),
            Kind::Zstd { output, frame, is_empty } => {
                let length = bytes.len().min(FRAME - frame.len());
                frame.extend_from_slice(&bytes[..length]);
                if frame.len() == FRAME {
                    output.write_all(&compress_to_vec(&frame[..], CompressionLevel::Fastest))?;
                    frame.clear();
                    *is_empty = false;
                }
                Ok(length)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Kind::Plain(output) => output.flush(),
            // Flushing an encoder makes its output larger, and an incomplete file is useless.
            _ => Ok(()),
        }
    }
}
