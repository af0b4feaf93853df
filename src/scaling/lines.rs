//! The puzzles to measure on, by class.

use super::{Plan, ScalingError};
use crate::bench::Malformed;
use crate::corpus::{Batch, Classes, Reader, Source};
use crate::random::Random;

/// Puzzles that are read at a time.
const BATCH: usize = 1024;

/// A class and its puzzles, as lines.
pub(super) type Lines = (String, Vec<String>);

/// The puzzles of each class, of large classes a sample; and the lines that are none.
pub(super) fn by_class(plan: &Plan, sources: &[Source]) -> Result<(Vec<Lines>, Malformed), ScalingError> {
    let mut malformed = Malformed::default();
    let mut classes = Classes::new(plan.class_by);
    // By the number of the class: puzzles seen, and those that were chosen.
    let mut chosen: Vec<(usize, Vec<String>)> = Vec::new();
    let mut random = Random::new(plan.seed);
    for source in sources {
        let by_file = classes.number(&source.class);
        let mut reader = Reader::new(source.open()?).with_column(plan.column.clone());
        let mut batch = Batch::default();
        let mut more = true;
        while more {
            batch.clear();
            let read = reader.read_batch(BATCH, plan.class_by, by_file, &mut classes, &mut batch);
            more = read.map_err(|error| ScalingError::Read { name: source.name.clone(), error })?;
            for bad in batch.bad_lines() {
                malformed.add(|| format!("{}, {}", source.name, bad.reason));
            }
            for index in 0..batch.len() {
                let puzzle = batch.puzzle(index);
                let class = usize::from(puzzle.class);
                if chosen.len() <= class {
                    chosen.resize_with(class + 1, Default::default);
                }
                let (seen, lines) = &mut chosen[class];
                *seen += 1;
                // Vitter's Algorithm R.
                if lines.len() < plan.sample {
                    lines.push(format!("{}\n", puzzle.grid().to_line()));
                } else if let place = random.below(*seen)
                    && place < plan.sample
                {
                    lines[place] = format!("{}\n", puzzle.grid().to_line());
                }
            }
        }
    }
    let order = classes.in_order().into_iter().map(usize::from);
    let order =
        order.filter(|&class| chosen.get(class).is_some_and(|(seen, _)| *seen > 0)).collect::<Vec<_>>();
    if order.is_empty() {
        let names: Vec<&str> = sources.iter().map(|source| source.name.as_str()).collect();
        return Err(ScalingError::Empty(names.join(", ")));
    }
    let class = |class: usize| (classes.names()[class].clone(), std::mem::take(&mut chosen[class].1));
    Ok((order.into_iter().map(class).collect(), malformed))
}
