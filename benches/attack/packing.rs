//! Compressed files and zip archives.

use std::io::Write;

use dlxbench::corpus::{Compression, Compressor};
use dlxbench::random::Random;
use flate2::{Crc, write::DeflateEncoder};

/// Compresses a text in one of the formats, and returns it with the extension for the file.
pub(crate) fn packed(text: &[u8], random: &mut Random) -> (Vec<u8>, &'static str) {
    match random.below(4) {
        0 => (compressed(text, Compression::Gzip), ".gz"),
        1 => (compressed(text, Compression::Zstd), ".zst"),
        2 => (compressed(text, Compression::Xz), ".xz"),
        _ => (zipped(&[("a.txt", text), ("folder/b.txt", text)], random.below(2) == 0), ".zip"),
    }
}

pub(crate) fn compressed(text: &[u8], compression: Compression) -> Vec<u8> {
    let mut output = Compressor::new(Vec::new(), Some(compression)).expect("every compression is built in");
    output.write_all(text).expect("writing to memory does not fail");
    output.finish().expect("writing to memory does not fail")
}

/// Returns a zip archive with stored or deflated members.
fn zipped(members: &[(&str, &[u8])], is_stored: bool) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, text) in members {
        let mut crc = Crc::new();
        crc.update(text);
        let mut data = text.to_vec();
        if !is_stored {
            let mut encoder = DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(text).expect("writing to memory does not fail");
            data = encoder.finish().expect("writing to memory does not fail");
        }
        let start = archive.len() as u32;
        // The fields in both the local and the central header: version, flags, method, time, date, checksum, sizes, name.
        let mut shared = Vec::new();
        for field in [20, 0, if is_stored { 0 } else { 8 }, 0, 0x21_u16] {
            shared.extend(field.to_le_bytes());
        }
        for field in [crc.sum(), data.len() as u32, text.len() as u32] {
            shared.extend(field.to_le_bytes());
        }
        shared.extend((name.len() as u16).to_le_bytes());
        shared.extend([0; 2]);
        archive.extend(b"PK\x03\x04");
        archive.extend(&shared);
        archive.extend(name.bytes());
        archive.extend(data);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&shared);
        directory.extend([0; 10]);
        directory.extend(start.to_le_bytes());
        directory.extend(name.bytes());
    }
    let start = archive.len() as u32;
    archive.extend(&directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend([members.len() as u16; 2].iter().flat_map(|count| count.to_le_bytes()));
    archive.extend((directory.len() as u32).to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend([0; 2]);
    archive
}
