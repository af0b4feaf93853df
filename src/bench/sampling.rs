//! A random sample of a stream whose length nobody knows: each puzzle is equally likely to be in it, and the same
//! seed gives the same sample.

use crate::corpus::{Batch, Entry, Puzzle};
use crate::random::Random;

/// A reservoir of puzzles (Vitter's Algorithm R).
pub(super) struct Sample {
    size: usize,
    random: Random,
    /// Puzzles seen so far.
    seen: usize,
    chosen: Vec<Chosen>,
}

/// A puzzle that may be in the sample.
pub(super) struct Chosen {
    /// Its place in the stream.
    number: usize,
    pub(super) source: usize,
    class: u16,
    entry: Entry,
}

impl Sample {
    pub(super) fn new(size: usize, seed: u64) -> Sample {
        Sample { size, random: Random::new(seed), seen: 0, chosen: Vec::new() }
    }

    /// Looks at the puzzles of a batch and takes them out of it; bad lines stay.
    pub(super) fn take(&mut self, source: usize, batch: &mut Batch) {
        for index in 0..batch.len() {
            let number = self.seen;
            self.seen += 1;
            if self.chosen.len() < self.size {
                self.chosen.push(Chosen::new(number, source, &batch.puzzle(index)));
            } else if let place = self.random.below(self.seen)
                && place < self.size
            {
                self.chosen[place] = Chosen::new(number, source, &batch.puzzle(index));
            }
        }
        batch.clear_puzzles();
    }

    /// The sample in the order of the stream.
    pub(super) fn in_order(mut self) -> Vec<Chosen> {
        self.chosen.sort_by_key(|chosen| chosen.number);
        self.chosen
    }
}

impl Chosen {
    fn new(number: usize, source: usize, puzzle: &Puzzle<'_>) -> Chosen {
        Chosen { number, source, class: puzzle.class, entry: puzzle.to_entry() }
    }

    pub(super) fn as_puzzle(&self) -> Puzzle<'_> {
        self.entry.as_puzzle(self.class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::{Geometry, Grid, Symbols};

    #[test]
    fn every_puzzle_is_equally_likely_and_the_order_is_kept() {
        let mut counts = [0; 20];
        for seed in 0..4000 {
            let mut sample = Sample::new(5, seed);
            for start in [0, 10] {
                let mut batch = Batch::default();
                for line in start..start + 10 {
                    batch.push(
                        Entry::new(line, Grid::new(Geometry::NINE, Symbols::default(), &[0; 81]))
                            .as_puzzle(0),
                    );
                }
                sample.take(0, &mut batch);
                assert_eq!(batch.len(), 0);
            }
            let lines: Vec<u64> = sample.in_order().iter().map(|chosen| chosen.entry.line).collect();
            assert!(lines.len() == 5 && lines.is_sorted());
            lines.iter().for_each(|&line| counts[line as usize] += 1);
        }
        // 1000 each, give or take four standard deviations.
        assert!(counts.iter().all(|count| (890..=1110).contains(count)), "{counts:?}");
    }
}
