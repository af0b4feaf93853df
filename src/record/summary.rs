//! A row of `summary.csv`: one engine on one class.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::results::ResultRow;

/// A result as a flat row: the columns of `summary.csv`, in this order. Fractional figures have one decimal.
pub(crate) struct SummaryRow<'r>(pub(crate) &'r ResultRow);

impl Serialize for SummaryRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tenth = |figure: Option<f64>| figure.map(|figure| (figure * 10.0).round() / 10.0);
        let (row, latency) = (self.0, &self.0.latency);
        let mut fields = serializer.serialize_struct("SummaryRow", 27)?;
        fields.serialize_field("engine", &row.engine)?;
        fields.serialize_field("class", &row.class)?;
        fields.serialize_field("puzzles", &row.puzzles)?;
        fields.serialize_field("unique", &row.unique)?;
        fields.serialize_field("multiple", &row.multiple)?;
        fields.serialize_field("none", &row.none)?;
        fields.serialize_field("invalid", &row.invalid)?;
        fields.serialize_field("stopped", &row.stopped)?;
        fields.serialize_field("malformed", &row.malformed)?;
        fields.serialize_field("total_ns", &row.total_ns)?;
        fields.serialize_field("mean_ns", &tenth(latency.mean_ns))?;
        fields.serialize_field("stdev_ns", &tenth(latency.stdev_ns))?;
        fields.serialize_field("min_ns", &latency.min_ns)?;
        fields.serialize_field("p50_ns", &latency.p50_ns)?;
        fields.serialize_field("p90_ns", &latency.p90_ns)?;
        fields.serialize_field("p99_ns", &latency.p99_ns)?;
        fields.serialize_field("p999_ns", &latency.p999_ns)?;
        fields.serialize_field("max_ns", &latency.max_ns)?;
        fields.serialize_field("nodes", &row.nodes)?;
        fields.serialize_field("guesses", &row.guesses)?;
        fields.serialize_field("updates", &row.updates)?;
        fields.serialize_field("puzzles_per_second", &tenth(row.puzzles_per_second))?;
        fields.serialize_field("solved", &row.solved)?;
        fields.serialize_field("wrong", &row.wrong)?;
        fields.serialize_field("failed", &row.failed)?;
        fields.serialize_field("timeout", &row.timeout)?;
        fields.serialize_field("claimed_ns", &tenth(row.claimed_ns))?;
        fields.end()
    }
}
