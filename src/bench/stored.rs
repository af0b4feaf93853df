//! How the measurements of a run are stored while they are still sums: in the journal of a run that can be resumed, and
//! in the record of a shard.

use std::collections::BTreeMap;

use hdrhistogram::Histogram;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A map whose keys are not text, as a list of pairs.
pub(super) mod pairs {
    use super::*;

    pub(in crate::bench) fn serialize<K: Serialize, V: Serialize, S: Serializer>(
        map: &BTreeMap<K, V>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(map)
    }

    pub(in crate::bench) fn deserialize<'d, K, V, D>(from: D) -> Result<BTreeMap<K, V>, D::Error>
    where
        K: Deserialize<'d> + Ord,
        V: Deserialize<'d>,
        D: Deserializer<'d>,
    {
        Ok(Vec::<(K, V)>::deserialize(from)?.into_iter().collect())
    }
}

/// A histogram, as the values that occur with their counts.
pub(super) mod histogram {
    use super::*;

    pub(in crate::bench) fn serialize<S: Serializer>(
        histogram: &Histogram<u64>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(
            histogram.iter_recorded().map(|step| (step.value_iterated_to(), step.count_at_value())),
        )
    }

    pub(in crate::bench) fn deserialize<'d, D: Deserializer<'d>>(
        from: D,
    ) -> Result<Histogram<u64>, D::Error> {
        let mut histogram = empty();
        for (value, count) in Vec::<(u64, u64)>::deserialize(from)? {
            histogram.record_n(value, count).map_err(D::Error::custom)?;
        }
        Ok(histogram)
    }

    /// Returns a histogram without values, which resizes itself.
    pub(in crate::bench) fn empty() -> Histogram<u64> {
        let mut histogram = Histogram::new_with_max(1 << 20, 3).expect("the bounds are valid");
        histogram.auto(true);
        histogram
    }
}

/// Counters, as a list in the order of their declaration.
pub(super) mod counters {
    use super::*;
    use crate::engine::Counters;

    pub(in crate::bench) fn serialize<S: Serializer>(counters: &Counters, to: S) -> Result<S::Ok, S::Error> {
        [counters.nodes, counters.guesses, counters.updates].serialize(to)
    }

    pub(in crate::bench) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Counters, D::Error> {
        <[u64; 3]>::deserialize(from).map(|[nodes, guesses, updates]| Counters { nodes, guesses, updates })
    }
}

/// Digests, as text.
pub(super) mod digests {
    use super::*;
    use crate::corpus::Digest;

    pub(in crate::bench) fn serialize<S: Serializer>(digests: &[Digest], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(digests.iter().map(ToString::to_string))
    }

    pub(in crate::bench) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Digest>, D::Error> {
        let texts = Vec::<String>::deserialize(from)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}
