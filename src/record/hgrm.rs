//! `.hgrm`: percentiles as text, in the format that HdrHistogram's plotters read. Values are nanoseconds.

use std::io::{self, Write};

use hdrhistogram::Histogram;

/// Lines for each halving of the distance to 100 %.
const TICKS_PER_HALF: u32 = 5;

/// Writes the percentiles of a histogram.
pub(super) fn write(histogram: &Histogram<u64>, output: &mut impl Write) -> io::Result<()> {
    writeln!(
        output,
        "{:>12} {:>14} {:>10} {:>14}\n",
        "Value", "Percentile", "TotalCount", "1/(1-Percentile)"
    )?;
    let mut count = 0;
    for step in histogram.iter_quantiles(TICKS_PER_HALF) {
        count += step.count_since_last_iteration();
        let (value, quantile) = (step.value_iterated_to() as f64, step.quantile_iterated_to());
        write!(output, "{value:>12.3} {quantile:>14.12} {count:>10}")?;
        match quantile {
            quantile if quantile < 1.0 => writeln!(output, " {:>14.2}", 1.0 / (1.0 - quantile))?,
            _ => writeln!(output)?,
        }
    }
    writeln!(
        output,
        "#[Mean    = {:>12.3}, StdDeviation   = {:>12.3}]",
        histogram.mean(),
        histogram.stdev()
    )?;
    writeln!(
        output,
        "#[Max     = {:>12.3}, Total count    = {:>12}]",
        histogram.max() as f64,
        histogram.len()
    )?;
    writeln!(output, "#[Buckets = {:>12}, SubBuckets     = {:>12}]", histogram.buckets(), 2048)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_histogram_looks_as_the_plotters_want_it() {
        let mut histogram = Histogram::<u64>::new(3).unwrap();
        (1..=10).for_each(|value| histogram.record(value * 100).unwrap());
        let mut text = Vec::new();
        write(&histogram, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "       Value     Percentile TotalCount 1/(1-Percentile)");
        assert_eq!(lines[2], "     100.000 0.000000000000          1           1.00");
        assert!(lines.contains(&"     500.000 0.500000000000          5           2.00"), "{text}");
        assert!(text.contains("\n    1000.000 1.000000000000         10\n#[Mean    =      550"), "{text}");
        assert!(text.ends_with("SubBuckets     =         2048]\n"), "{text}");
    }
}
