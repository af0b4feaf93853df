//! Files in parts, cut files, damaged files, and pipes that give a byte at a time.

use std::io::{BufRead, BufReader, Read, Write};

use dlxbench::corpus::{Compression, Compressor, Decompressor};
use dlxbench::random::Random;

fn text() -> Vec<u8> {
    let mut random = Random::new(5);
    (0..300_000).map(|_| b".123456789\n"[random.below(11)]).collect()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
}

fn xz(text: &[u8]) -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(1);
    let mut encoder = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// The longest of the magic numbers, in bytes.
const MAGIC: usize = 6;

type Pack = fn(&[u8]) -> Vec<u8>;

const ALL: [(Compression, Pack); 3] =
    [(Compression::Gzip, gzip), (Compression::Zstd, zstd), (Compression::Xz, xz)];

/// What comes out, and why no more.
fn unpacked(input: impl BufRead + Send) -> (Vec<u8>, Option<String>, u64) {
    let mut reader = Decompressor::new(input);
    let mut text = Vec::new();
    let error = reader.read_to_end(&mut text).err().map(|error| error.to_string());
    (text, error, reader.bytes_read())
}

#[test]
fn every_compression_is_known_and_its_parts_are_read_one_after_the_other() {
    let text = text();
    for (compression, pack) in ALL {
        let mut packed = pack(&text[..1000]);
        packed.extend(pack(b""));
        packed.extend(pack(&text[1000..]));
        let mut reader = Decompressor::new(&packed[..]);
        assert!(!reader.fill_buf().unwrap().is_empty());
        assert_eq!(reader.compression(), Some(compression));
        assert_eq!(unpacked(&packed[..]), (text.clone(), None, packed.len() as u64), "{compression:?}");
        // A pipe that gives a byte at a time.
        let slow = BufReader::with_capacity(1, &packed[..]);
        assert_eq!(unpacked(slow), (text.clone(), None, packed.len() as u64), "{compression:?}");
    }
}

#[test]
fn what_is_not_compressed_stays_as_it_is() {
    for text in [&b""[..], b"\x1f", b"\x1fx", b"\x28\xb5\x2f", b"\xfd7zXZ", b"P*M", b"..1\n"] {
        assert_eq!(unpacked(text), (text.to_vec(), None, text.len() as u64));
        let slow = BufReader::with_capacity(1, text);
        assert_eq!(unpacked(slow), (text.to_vec(), None, text.len() as u64));
    }
}

#[test]
fn frames_to_be_skipped_are_skipped() {
    let skipped = |length: u8| [&[0x5a, 0x2a, 0x4d, 0x18, length, 0, 0, 0][..], &[7; 3]].concat();
    let packed = [skipped(3), zstd(b"one"), skipped(3), zstd(b"two"), skipped(3)].concat();
    assert_eq!(unpacked(&packed[..]), (b"onetwo".to_vec(), None, packed.len() as u64));
    let (text, error, _) = unpacked(&[zstd(b"one"), skipped(4)].concat()[..]);
    assert_eq!(text, b"one");
    assert!(error.unwrap().starts_with("the zstd data ends too early"));
}

#[test]
fn cut_files_give_what_is_there_and_then_an_error() {
    let text = text();
    for (compression, pack) in ALL {
        let packed = pack(&text);
        for length in [packed.len() - 1, packed.len() - 9, packed.len() * 9 / 10, 20, 8] {
            let (found, error, _) = unpacked(&packed[..length]);
            let start = format!("the {} data ends too early: the file is truncated", compression.method());
            assert!(error.as_ref().is_some_and(|error| error.starts_with(&start)), "{length}: {error:?}");
            assert!(text.starts_with(&found));
            assert!(length < 100 || found.len() > text.len() / 2, "{compression:?}: {}", found.len());
        }
    }
}

#[test]
fn damaged_files_never_pass_for_sound_ones() {
    let text = text();
    let mut random = Random::new(6);
    for (compression, pack) in ALL {
        let packed = pack(&text[..20_000]);
        for _ in 0..300 {
            let mut damaged = packed.clone();
            let place = MAGIC + random.below(packed.len() - MAGIC);
            damaged[place] ^= 1 << random.below(8);
            let (found, error, _) = unpacked(&damaged[..]);
            let wanted = format!("the {} data ", compression.method());
            match error {
                Some(error) => assert!(error.starts_with(&wanted), "{error}"),
                // Some bits mean nothing: a date, for example.
                None => assert!(found == text[..20_000], "{compression:?}, byte {place}"),
            }
        }
        let (found, error, _) = unpacked(&[&packed[..], b"trailing"].concat()[..]);
        assert!(found == text[..20_000] && error.is_some(), "{compression:?}");
    }
}

#[test]
fn what_is_packed_is_unpacked_again() {
    // More than two frames of zstd, and nothing at all.
    let long: Vec<u8> =
        (0..(8 << 20) + 77_u32).map(|number| (number.wrapping_mul(number) >> 7) as u8 % 10).collect();
    for data in [&long[..], b""] {
        for compression in [None, Some(Compression::Gzip), Some(Compression::Zstd), Some(Compression::Xz)] {
            let mut packer = Compressor::new(Vec::new(), compression).unwrap();
            data.chunks(1_000_003).for_each(|part| packer.write_all(part).unwrap());
            let packed = packer.finish().unwrap();
            let mut unpacked = Decompressor::new(&packed[..]);
            let mut again = Vec::new();
            unpacked.read_to_end(&mut again).unwrap();
            assert!(again == data, "{compression:?}");
            assert_eq!(unpacked.compression(), compression);
        }
    }
}
