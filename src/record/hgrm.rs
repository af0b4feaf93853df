//! `.hgrm`: percentiles as text, in the format that HdrHistogram's plotters read. Values are nanoseconds.

use std::io::{self, Write};

use hdrhistogram::Histogram;

/// The number of lines for each halving of the distance to 100 %.
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
    let (mean, deviation, max, total) =
        (histogram.mean(), histogram.stdev(), histogram.max(), histogram.len());
    writeln!(output, "#[Mean    = {mean:>12.3}, StdDeviation   = {deviation:>12.3}]")?;
    writeln!(output, "#[Max     = {:>12.3}, Total count    = {total:>12}]", max as f64)?;
    writeln!(output, "#[Buckets = {:>12}, SubBuckets     = {:>12}]", histogram.buckets(), 2048)
}
