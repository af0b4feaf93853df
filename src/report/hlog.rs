//! `run.hlog`: all histograms of a run as an HdrHistogram interval log (V2, compressed), one tagged line for each
//! engine and class. Values are nanoseconds.

use std::io::{self, Write};
use std::time::{Duration, SystemTime};

use hdrhistogram::Histogram;
use hdrhistogram::serialization::V2DeflateSerializer;
use hdrhistogram::serialization::interval_log::{IntervalLogWriterBuilder, Tag};

/// Writes histograms with their tags; the whole run is one interval.
pub fn write<'h>(
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
pub fn tag_of(name: &str) -> String {
    name.chars().map(|c| if c == ',' || c.is_whitespace() || c.is_control() { '_' } else { c }).collect()
}
