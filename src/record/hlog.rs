//! `run.hlog`: all histograms of a run as an HdrHistogram interval log (V2, compressed), one tagged line for each
//! engine and class. Values are nanoseconds.

use std::fmt::Display;
use std::io::{self, Write};
use std::time::{Duration, SystemTime};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::interval_log::{
    IntervalLogIterator, IntervalLogWriterBuilder, LogEntry, Tag,
};
use hdrhistogram::serialization::{Deserializer, V2DeflateSerializer};

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

/// A tag without the signs that the log uses itself.
pub(super) fn tag_of(name: &str) -> String {
    name.chars().map(|c| if c == ',' || c.is_whitespace() || c.is_control() { '_' } else { c }).collect()
}

/// Reads the histograms of a log with their tags, in its order; or says what is wrong with it.
pub(super) fn read(log: &[u8]) -> Result<Vec<(String, Histogram<u64>)>, String> {
    let mut histograms = Vec::new();
    let mut deserializer = Deserializer::new();
    for entry in IntervalLogIterator::new(log) {
        let LogEntry::Interval(interval) = entry.map_err(|error| format!("{error:?}"))? else { continue };
        let tag = interval.tag().map_or(String::new(), |tag| tag.as_str().to_owned());
        let damaged = |error: &dyn Display| format!("the histogram of {tag}: {error}");
        let bytes = STANDARD.decode(interval.encoded_histogram()).map_err(|error| damaged(&error))?;
        let histogram = deserializer.deserialize(&mut &bytes[..]).map_err(|error| damaged(&error))?;
        histograms.push((tag, histogram));
    }
    Ok(histograms)
}
