//! Determines the ranges of numeric classes, such as clues and ratings, before anything is measured.
//!
//! This reads the corpora once more, which takes about a fiftieth of the time that the fastest engine needs to solve
//! them. In return, the class of a puzzle is known when it is measured, so `puzzles.csv` and all tables name the same
//! classes.

use std::sync::atomic::AtomicBool;

use super::error::RunError;
use super::job::Job;
use super::observer::Observer;
use super::runner::stream_options;
use crate::corpus::stream;
use crate::corpus::{Bins, ClassBy, Source, Values, value_of};

/// Returns the ranges for the job's classes; `None` if the job sets no number of ranges or its classes are not numeric.
pub(super) fn bins(
    job: &Job,
    sources: &[Source],
    interrupt: &AtomicBool,
    observer: &mut (dyn Observer + Send),
) -> Result<Option<Bins>, RunError> {
    let by = job.settings.class_by;
    let Some(most) = job.settings.bins.filter(|_| by.is_number()) else { return Ok(None) };
    // A source of unknown length is not a file and can be read only once. Guesses are not known before solving.
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
