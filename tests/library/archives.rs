//! Zip archives: what is read from them, and that nothing of a damaged one is missing without an error.

use std::fs;
use std::io::{Read, Write};

use dlxbench::corpus::Source;
use flate2::write::DeflateEncoder;
use rawzip::path::EntryPath;
use rawzip::{CompressionMethod, ZipArchiveWriter};

/// An archive of these files, deflated or as they are.
fn zip(members: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for &(name, text) in members {
        let (mut entry, config) = archive
            .new_file(EntryPath::verbatim(name.as_bytes()))
            .compression_method(method)
            .start()
            .unwrap();
        let mut writer = config.wrap(Vec::new());
        writer.write_all(text).unwrap();
        let (mut data, descriptor) = writer.finish().unwrap();
        if method == CompressionMethod::DEFLATE {
            let mut encoder = DeflateEncoder::new(Vec::new(), flate2::Compression::default());
            encoder.write_all(text).unwrap();
            data = encoder.finish().unwrap();
        }
        entry.write_all(&data).unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap()
}

/// Everything in the sources of a file: their names, what could be read, and why no more could.
fn read(bytes: &[u8]) -> Vec<(String, Vec<u8>, Option<String>)> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.zip");
    fs::write(&path, bytes).unwrap();
    let read = |source: Source| {
        let mut text = Vec::new();
        let failure = match source.open() {
            Ok(mut input) => input.read_to_end(&mut text).err().map(|error| error.to_string()),
            Err(error) => std::error::Error::source(&error).map(ToString::to_string),
        };
        let name = source.name.strip_prefix(path.to_str().unwrap()).unwrap().to_owned();
        assert!(failure.is_some() || source.bytes == Some(text.len() as u64), "{name}");
        (name, text, failure)
    };
    Source::from_argument(path.to_str().unwrap()).unwrap().into_iter().map(read).collect()
}

/// Where the n-th record of the directory is.
fn record(archive: &[u8], number: usize) -> usize {
    let mut records = (0..archive.len()).filter(|&at| archive[at..].starts_with(b"PK\x01\x02"));
    records.nth(number).unwrap()
}

/// The archive with other bytes in the n-th record of its directory.
fn changed(archive: &[u8], number: usize, field: usize, bytes: &[u8]) -> Vec<u8> {
    let at = record(archive, number) + field;
    let mut archive = archive.to_vec();
    archive[at..at + bytes.len()].copy_from_slice(bytes);
    archive
}

const METHODS: [CompressionMethod; 2] = [CompressionMethod::STORE, CompressionMethod::DEFLATE];

#[test]
fn every_file_of_an_archive_is_a_source_in_the_order_of_the_archive() {
    let long = b"12345\n".repeat(100_000);
    for method in METHODS {
        let archive = zip(
            &[
                ("./z.txt", b"one"),
                ("folder/hard_ones.csv.gz", &long),
                ("folder/.DS_Store", b"x"),
                ("__MACOSX/z.txt", b"x"),
                ("README.md", b"x"),
                ("empty", b""),
            ],
            method,
        );
        let expected = [("/./z.txt", &b"one"[..]), ("/folder/hard_ones.csv.gz", &long), ("/empty", b"")];
        let expected = expected.map(|(name, text)| (name.to_owned(), text.to_vec(), None));
        assert!(read(&archive) == expected, "{method}");
        let folder = tempfile::tempdir().unwrap();
        // Known by its content, in a folder too.
        fs::write(folder.path().join("archive.zip"), &archive).unwrap();
        fs::write(folder.path().join("b.txt"), "text").unwrap();
        let sources = Source::from_argument(folder.path().to_str().unwrap()).unwrap();
        let classes: Vec<&str> = sources.iter().map(|source| source.class.as_str()).collect();
        assert_eq!(classes, ["z", "hard_ones", "empty", "b"]);
        assert!(sources[0].is_zipped() && !sources[3].is_zipped());
    }
}

#[test]
fn what_is_wrong_with_a_member_is_said_behind_what_could_be_read() {
    let archive = zip(&[("a", b"first\n"), ("b", b"second\n")], CompressionMethod::STORE);
    let second = archive.windows(6).position(|bytes| bytes == b"second").unwrap();
    let mut other = archive.clone();
    other[second] = b'S';
    let refused =
        |what: &str| format!("this member of the zip archive is {what}; unpack it and read the file");
    let damaged = |what: &str| format!("the zip archive is truncated or damaged ({what})");
    let overlaps = damaged("this member overlaps the next one, or is not where the directory says");
    for (archive, text, expected) in [
        (other, "Second\n", damaged("the checksum does not match")),
        (changed(&archive, 1, 16, &[0; 4]), "second\n", damaged("the checksum does not match")),
        (changed(&archive, 1, 24, &[4]), "seco", damaged("it has more bytes than declared")),
        (changed(&archive, 1, 24, &[9]), "second\n", damaged("it is 2 bytes short")),
        (changed(&archive, 1, 8, &[9]), "", refused("encrypted")),
        (changed(&archive, 1, 10, &[12]), "", refused("compressed with method 12 (BZIP2)")),
        (changed(&archive, 1, 20, &[99]), "", overlaps.clone()),
        (changed(&archive, 1, 42, &[1]), "", overlaps),
    ] {
        let found = read(&archive);
        assert_eq!(found.len(), 2);
        let (name, found, failure) = &found[1];
        assert_eq!((name.as_str(), found.as_slice()), ("/b", text.as_bytes()), "{expected}");
        assert_eq!(failure.as_ref(), Some(&expected));
    }
    // Two names for the same data, as in a bomb: what they unpack to is not read twice.
    let found = read(&changed(&archive, 1, 42, &[0; 4]));
    assert!(found.iter().any(|(_, _, failure)| failure.is_some()), "{found:?}");
}

#[test]
fn an_archive_that_cannot_be_listed_is_one_source_that_cannot_be_opened() {
    let inner = zip(&[("inner", b"x")], CompressionMethod::STORE);
    let archive = zip(&[("a", b"first\n"), ("b.zip", &inner)], CompressionMethod::STORE);
    let end_of_inner = archive.windows(inner.len()).position(|bytes| bytes == inner).unwrap() + inner.len();
    let mut fewer = archive.clone();
    let count = fewer.len() - 12;
    fewer[count - 2..count + 2].copy_from_slice(&[1, 0, 1, 0]);
    let cases = [
        (archive[..archive.len() - 1].to_vec(), "its directory cannot be read"),
        (archive[..end_of_inner].to_vec(), "its directory does not match its contents"),
        (fewer, "its directory does not match its contents"),
        (changed(&archive, 1, 24, &[0xff; 3]), "its directory does not match its contents"),
        ([&archive[..], b"more"].concat(), "its directory does not match its contents"),
        (b"PK\x03\x04".repeat(50), "its directory cannot be read"),
        (zip(&[(".hidden", b"x")], CompressionMethod::STORE), "holds no puzzle files"),
    ];
    for (archive, expected) in cases {
        let found = read(&archive);
        let [(name, text, Some(failure))] = found.as_slice() else { panic!("{expected}: {found:?}") };
        assert!(name.is_empty() && text.is_empty() && failure.contains(expected), "{failure}");
    }
    let many: Vec<(String, &[u8])> = (0..1000).map(|n| (format!("{n:030000}"), &b""[..])).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let found = read(&zip(&many, CompressionMethod::STORE));
    assert!(found[0].2.as_ref().unwrap().contains("too many to list; unpack it and read the folder"));
}

#[test]
fn no_damaged_byte_and_no_missing_end_makes_a_corpus_shorter_without_an_error() {
    let texts: [&[u8]; 2] = [b"1..2......34....\n", b"12............21\n12............21\n"];
    for method in METHODS {
        let archive = zip(&[("a.txt", texts[0]), ("b.txt", texts[1])], method);
        let mut read_anyway = 0;
        let is_whole = |found: &[(String, Vec<u8>, Option<String>)]| {
            found.iter().any(|(.., failure)| failure.is_some())
                || found.iter().map(|(_, text, _)| text).eq(&texts)
        };
        for at in 4..archive.len() {
            let mut damaged = archive.clone();
            damaged[at] ^= 0xff;
            let found = read(&damaged);
            assert!(is_whole(&found), "byte {at}: {found:?}");
            read_anyway += u32::from(found.iter().all(|(.., failure)| failure.is_none()));
            assert!(read(&archive[..at]).iter().all(|(.., failure)| failure.is_some()), "{at} bytes");
        }
        // Names, times and what is there twice.
        assert!((1..200).contains(&read_anyway), "{read_anyway}");
    }
}
