//! Zip archives: every member that is a file is a source of its own.
//!
//! The directory at the end of an archive says where its members are; members are unpacked as they are read, in
//! constant memory. The directory is not trusted: a member that overlaps the next one, or that does not match its
//! declared length and checksum, is an error after everything that could be read, never a short corpus.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use crate::counts::counted;
use flate2::{Crc, bufread::DeflateDecoder};
use rawzip::{CompressionMethod, MAX_CENTRAL_DIRECTORY_RECORD_SIZE, ZipArchive, ZipFileHeaderRecord};

/// A file in an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Member {
    archive: Arc<Path>,
    /// Where its header begins, and where the next member or the directory begins.
    start: u64,
    end: u64,
    packed: u64,
    /// Its declared size in bytes when unpacked.
    pub(super) bytes: u64,
    checksum: u32,
    method: CompressionMethod,
    is_encrypted: bool,
}

/// Returns the members of an archive with their names, in the order of its directory.
pub(super) fn members(path: &Path) -> io::Result<Vec<(String, Member)>> {
    /// The largest directory that is read, in bytes; it has 46 bytes and the name for each member.
    const MOST_DIRECTORY: u64 = 16 << 20;
    /// The most bytes that one deflated byte can unpack to.
    const MOST_DEFLATED: u64 = 1032;
    let unreadable = |error| damaged(format_args!("its directory cannot be read: {error}"));
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut buffer = vec![0; MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
    let archive = ZipArchive::from_file(file, &mut buffer).map_err(unreadable)?;
    let (path, directory) = (Arc::from(path), archive.directory_offset());
    let mut members = Vec::new();
    let mut records = archive.entries(&mut buffer);
    while let Some(record) = records.next_entry().map_err(unreadable)? {
        if record.central_directory_offset() - directory > MOST_DIRECTORY {
            let message = format!(
                "the zip archive has more than {} members, too many to list; unpack it and read the folder",
                members.len()
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let name = String::from_utf8_lossy(record.file_path().as_bytes()).into_owned();
        members.push((name, Member::new(&path, &record)));
    }
    let mut by_start: Vec<usize> = (0..members.len()).collect();
    by_start.sort_by_key(|&index| members[index].1.start);
    let starts: Vec<u64> = by_start.iter().map(|&index| members[index].1.start).chain([directory]).collect();
    // A truncated archive may end with a complete archive that was one of its members.
    let is_whole = starts[0] == 0 && archive.end_offset() == length;
    let is_possible =
        |member: &Member| member.packed <= length && member.bytes / MOST_DEFLATED <= member.packed;
    if !is_whole
        || archive.entries_hint() != members.len() as u64
        || !members.iter().all(|(_, member)| is_possible(member))
    {
        return Err(damaged("its directory does not match its contents"));
    }
    for (index, &end) in by_start.into_iter().zip(&starts[1..]) {
        members[index].1.end = end;
    }
    Ok(members)
}

impl Member {
    fn new(archive: &Arc<Path>, record: &ZipFileHeaderRecord<'_>) -> Member {
        Member {
            archive: Arc::clone(archive),
            start: record.local_header_offset(),
            end: 0,
            packed: record.compressed_size_hint(),
            bytes: record.uncompressed_size_hint(),
            checksum: record.crc32(),
            method: record.compression_method(),
            is_encrypted: record.flags().is_encrypted(),
        }
    }

    /// Opens the member for reading, unpacked.
    pub(super) fn open(&self) -> io::Result<impl BufRead + Send + use<>> {
        const BUFFER: usize = 64 << 10;
        /// The bytes of the header: the signature, fields that the directory repeats, and the lengths of the name and
        /// of the extra fields.
        const HEADER: usize = 30;
        let refused = |what| {
            let message = format!("this member of the zip archive is {what}; unpack it and read the file");
            Err(io::Error::new(io::ErrorKind::Unsupported, message))
        };
        if self.is_encrypted {
            return refused("encrypted".to_owned());
        }
        let mut file = File::open(&self.archive)?;
        let mut header = [0; HEADER];
        file.seek(SeekFrom::Start(self.start))?;
        file.read_exact(&mut header)?;
        let field = |at| u64::from(u16::from_le_bytes([header[at], header[at + 1]]));
        let start = self.start + HEADER as u64 + field(26) + field(28);
        if !header.starts_with(b"PK\x03\x04")
            || self.end.checked_sub(start).is_none_or(|room| room < self.packed)
        {
            return Err(damaged("this member overlaps the next one, or is not where the directory says"));
        }
        file.seek(SeekFrom::Start(start))?;
        let packed = BufReader::with_capacity(BUFFER, file.take(self.packed));
        let unpacked: Box<dyn Read + Send> = match self.method {
            CompressionMethod::STORE => Box::new(packed),
            CompressionMethod::DEFLATE => Box::new(DeflateDecoder::new(packed)),
            method => return refused(format!("compressed with method {method}")),
        };
        let verified = Verified { unpacked, left: self.bytes, checksum: self.checksum, crc: Crc::new() };
        Ok(BufReader::with_capacity(BUFFER, verified))
    }
}

fn damaged(reason: impl Display) -> io::Error {
    let message = format!("the zip archive is truncated or damaged ({reason})");
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// The unpacked data of a member, checked against the directory.
struct Verified {
    unpacked: Box<dyn Read + Send>,
    /// The number of bytes still expected.
    left: u64,
    checksum: u32,
    crc: Crc,
}

impl Read for Verified {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.left.clamp(1, buffer.len().max(1) as u64) as usize;
        let buffer = buffer.get_mut(..most).unwrap_or_default();
        let length = self.unpacked.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
                damaged(error)
            }
            _ => error,
        })?;
        match (length as u64, self.left) {
            _ if buffer.is_empty() => Ok(0),
            (0, 0) if self.crc.sum() == self.checksum => Ok(0),
            (0, 0) => Err(damaged("the checksum does not match")),
            (0, left) => Err(damaged(format_args!("it is {} short", counted(left, "byte")))),
            (_, 0) => Err(damaged("it has more bytes than declared")),
            (read, left) => {
                self.crc.update(&buffer[..length]);
                self.left = left - read;
                Ok(length)
            }
        }
    }
}
