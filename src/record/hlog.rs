//! `run.hlog`: all histograms of a run as an HdrHistogram interval log (V2, compressed), one tagged line for each
//! engine and class. Values are nanoseconds.

use std::fmt::Display;
use std::io::{self, Read, Write};
use std::time::{Duration, SystemTime};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::ZlibDecoder;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::interval_log::{
    IntervalLogIterator, IntervalLogWriterBuilder, LogEntry, Tag,
};
use hdrhistogram::serialization::{Deserializer, V2DeflateSerializer};

use super::results::LONGEST_NS;
use crate::counts::counted;

/// The number of significant digits of the histograms that are written.
const DIGITS: u64 = 3;
/// The largest value that a histogram may declare.
const MOST_NS: u64 = 2 * LONGEST_NS;
/// The number of bytes before the counts of a histogram: its kind, its length, its bounds.
const HEADER: u64 = 40;
/// More bytes than any histogram with these digits and up to the longest time has.
const MOST_BYTES: u64 = 1 << 20;

/// Writes histograms with their tags; the whole run is one interval.
pub(super) fn write<'h>(
    histograms: impl IntoIterator<Item = (String, &'h Histogram<u64>)>,
    started: SystemTime,
    duration: Duration,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut serializer = V2DeflateSerializer::new();
    let mut log = IntervalLogWriterBuilder::new()
        .add_comment("[dlxbench: times of solves in nanoseconds, tagged engine/class]")
        .with_start_time(started)
        .with_base_time(started)
        .with_max_value_divisor(1.0)
        .begin_log_with(output, &mut serializer)?;
    for (tag, histogram) in histograms {
        let tag = tag_of(&tag);
        log.write_histogram(histogram, Duration::ZERO, duration, Tag::new(&tag))
            .map_err(|error| io::Error::other(format!("{error:?}")))?;
    }
    Ok(())
}

/// Returns a tag without the characters that have a meaning in the log.
pub(super) fn tag_of(name: &str) -> String {
    name.chars().map(|c| if c == ',' || c.is_whitespace() || c.is_control() { '_' } else { c }).collect()
}

/// Reads the histograms of a log in order, with their lines and tags. Fails with what is wrong with the log, and where.
pub(super) fn read(log: &[u8]) -> Result<Vec<(usize, String, Histogram<u64>)>, String> {
    let mut histograms = Vec::new();
    for (line, text) in (1..).zip(log.split_inclusive(|&byte| byte == b'\n')) {
        let damaged = |reason: &dyn Display| format!("line {line}: {reason}");
        for entry in IntervalLogIterator::new(text) {
            let Ok(entry) = entry else {
                return Err(damaged(&"expected a comment, or the complete line of a histogram"));
            };
            let LogEntry::Interval(interval) = entry else { continue };
            let tag = interval.tag().map_or(String::new(), |tag| tag.as_str().to_owned());
            let histogram = decoded(interval.encoded_histogram());
            let histogram =
                histogram.map_err(|reason| damaged(&format!("the histogram of {tag}: {reason}")))?;
            histograms.push((line, tag, histogram));
        }
    }
    Ok(histograms)
}

/// Reads a histogram. The size that it declares is checked before memory is allocated for it.
fn decoded(text: &str) -> Result<Histogram<u64>, String> {
    let bytes = STANDARD.decode(text).map_err(|error| error.to_string())?;
    let Some((b"\x1c\x84\x93\x14", packed)) = bytes.split_first_chunk().filter(|_| bytes.len() > 8) else {
        return Err("expected a compressed histogram (V2)".to_owned());
    };
    let mut payload = Vec::new();
    let unpacked = ZlibDecoder::new(&packed[4..]).take(MOST_BYTES).read_to_end(&mut payload);
    unpacked.map_err(|error| error.to_string())?;
    let number = |at: usize, length: usize| -> u64 {
        payload.iter().skip(at).take(length).fold(0, |number, &byte| number << 8 | u64::from(byte))
    };
    let (length, digits, high) = (number(4, 4), number(12, 4), number(24, 8));
    let found = (payload.len() as u64).saturating_sub(HEADER);
    if length != found {
        return Err(format!("it declares {} of counts, but has {found}", counted(length, "byte")));
    }
    if digits > DIGITS || high > MOST_NS {
        return Err(format!(
            "it has {digits} digits up to {high} ns; expected at most {DIGITS} digits and {MOST_NS} ns"
        ));
    }
    Deserializer::new().deserialize(&mut &payload[..]).map_err(|error| error.to_string())
}
