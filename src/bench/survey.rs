//! The ranges of the classes, where these are numbers: what the numbers are is found out before anything is measured.
//!
//! Reading a corpus takes about a fiftieth of the time that the fastest engine takes to solve it. In return the name of
//! a class is known when a puzzle is measured, and stands in `puzzles.csv` as in every table.

use std::sync::atomic::AtomicBool;

use super::error::RunError;
use super::job::Job;
use super::observer::Observer;
use super::runner::stream_options;
use crate::corpus::stream;
use crate::corpus::{Bins, ClassBy, Source, Values, value_of};

/// The ranges for the job's rule; none if it wants none, or its classes are no numbers.
pub(super) fn bins(
    job: &Job,
    sources: &[Source],
    interrupt: &AtomicBool,
    observer: &mut (dyn Observer + Send),
) -> Result<Option<Bins>, RunError> {
    let by = job.settings.class_by;
    let Some(most) = job.settings.bins.filter(|_| by.is_number()) else { return Ok(None) };
    // What is no file can be read only once.
    if by == ClassBy::Guesses || sources.iter().any(|source| source.bytes.is_none()) {
        return Ok(Some(Bins::fixed(by, most)));
    }
    let mut all = Values::default();
    let mut options = stream_options(&job.settings, None);
    (options.class_by, options.sample) = (ClassBy::File, None);
    stream::run(
        &options,
        sources,
        interrupt,
        |_| (),
        |(), portion, _| {
            let mut values = Values::default();
            portion.batch.puzzles().for_each(|puzzle| values.add(value_of(by, &puzzle)));
            Ok(Some(values))
        },
        |portion, values| {
            all.merge(values);
            observer.reading(portion.bytes_read);
            Ok::<(), RunError>(())
        },
    )?;
    Ok(Some(all.bins(by, most)))
}
