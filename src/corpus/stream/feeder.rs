//! Reads the sources and fills portions, on a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crossbeam_channel::{Receiver, Sender};

use super::super::batch::Batch;
use super::super::class::Classes;
use super::super::detected::Detected;
use super::super::entry::{Entry, Puzzle};
use super::super::reader::Reader;
use super::super::sample::Reservoir;
use super::super::source::{Source, SourceError};
use super::options::{BatchSize, Options};
use super::portion::{Portion, SourceEnd};

/// The size of the first batches, before the pace is known.
const FIRST_BATCH: usize = 8;
/// Later batches are made to take this long: the hand-over costs next to nothing then, and at the end of a stream no thread
/// works much longer than the others.
const BATCH_NS: u64 = 4_000_000;
/// The size of a batch at most.
const LARGEST_BATCH: usize = 2048;

/// The index of a source, and its class.
type Place = (usize, u16);

/// A puzzle that may be in the sample.
struct Chosen {
    place: Place,
    class: u16,
    entry: Entry,
}

/// Fills portions until the sources or the run end. Its methods return `None` when the run is over.
pub(super) struct Feeder {
    options: Options,
    sources: Vec<Source>,
    stop: Arc<AtomicBool>,
    /// How many nanoseconds a worker last needed for a puzzle; 0 before the first.
    pace: Arc<AtomicU64>,
    empty: Receiver<Vec<Portion>>,
    filled: Sender<Portion>,
    /// Portions to be filled.
    free: Vec<Portion>,
    sample: Option<Reservoir<Chosen>>,
    classes: Classes,
    /// How many portions, puzzles and classes have been sent.
    portions: u64,
    puzzles: u64,
    classes_sent: usize,
    bytes_read: u64,
}

impl Feeder {
    pub(super) fn new(
        options: Options,
        sources: Vec<Source>,
        (stop, pace): (&Arc<AtomicBool>, &Arc<AtomicU64>),
        empty: Receiver<Vec<Portion>>,
        filled: Sender<Portion>,
    ) -> Feeder {
        Feeder {
            sample: options.sample.map(|(size, seed)| Reservoir::new(size, seed)),
            classes: Classes::new(options.class_by),
            options,
            sources,
            stop: Arc::clone(stop),
            pace: Arc::clone(pace),
            empty,
            filled,
            free: Vec::new(),
            portions: 0,
            puzzles: 0,
            classes_sent: 0,
            bytes_read: 0,
        }
    }

    pub(super) fn feed(mut self) -> Option<()> {
        for index in 0..self.sources.len() {
            self.feed_source(index)?;
        }
        let Some(sample) = self.sample.take() else { return Some(()) };
        let chosen: Vec<Chosen> = sample.into_chosen().collect();
        for group in chosen.chunk_by(|one, next| one.place == next.place) {
            let puzzles = group.iter().map(|chosen| chosen.entry.as_puzzle(chosen.class));
            self.send_copies(group[0].place, puzzles)?;
        }
        Some(())
    }

    fn feed_source(&mut self, index: usize) -> Option<()> {
        let source = self.sources[index].clone();
        let file_class = self.classes.number(&source.class);
        let place = (index, file_class);
        let mut reader = match source.open() {
            Ok(input) => Reader::new(input).with_column(self.options.column.clone()),
            Err(error) => {
                let mut portion = self.empty_portion(place)?;
                portion.end = Some(SourceEnd { detected: Detected::default(), failure: Some(error) });
                return self.send(portion);
            }
        };
        let bytes_before = self.bytes_read;
        // Puzzles that are sent several times.
        let mut originals = Batch::default();
        let mut more = true;
        while more {
            let mut portion = self.empty_portion(place)?;
            let read = reader.read_batch(self.read_size(), &mut portion.batch);
            self.classes.assign(&mut portion.batch, self.options.class_by, file_class);
            self.bytes_read = bytes_before + reader.bytes_read();
            portion.bytes_read = self.bytes_read;
            more = *read.as_ref().unwrap_or(&false);
            if !more {
                let name = source.name.clone();
                let failure = read.err().map(|error| SourceError::Unreadable { name, error });
                portion.end = Some(SourceEnd { detected: reader.detected(), failure });
            }
            if let Some(sample) = &mut self.sample {
                for puzzle in portion.batch.puzzles() {
                    let class = puzzle.class;
                    sample.offer(|| Chosen { place, class, entry: puzzle.to_entry() });
                }
                portion.batch.clear_puzzles();
            }
            if self.options.copies == 1 {
                self.send(portion)?;
                continue;
            }
            originals.clear();
            portion.batch.puzzles().for_each(|puzzle| originals.push(puzzle));
            portion.batch.clear_puzzles();
            self.send_copies(place, originals.puzzles())?;
            self.send(portion)?;
        }
        Some(())
    }

    /// Sends all copies of these puzzles.
    fn send_copies<'p>(&mut self, place: Place, puzzles: impl Iterator<Item = Puzzle<'p>>) -> Option<()> {
        let mut begun: Option<Portion> = None;
        let copies = self.options.copies;
        for puzzle in puzzles.flat_map(|puzzle| std::iter::repeat_n(puzzle, copies)) {
            let mut portion = match begun.take() {
                Some(portion) => portion,
                None => self.empty_portion(place)?,
            };
            portion.batch.push(puzzle);
            match portion.batch.len() < self.batch_size() {
                true => begun = Some(portion),
                false => self.send(portion)?,
            }
        }
        begun.map_or(Some(()), |portion| self.send(portion))
    }

    /// Waits for a portion to fill.
    fn empty_portion(&mut self, (source, file_class): Place) -> Option<Portion> {
        if self.free.is_empty() {
            self.free = self.empty.recv().ok()?;
        }
        let mut portion = self.free.pop()?;
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        portion.batch.clear();
        portion.new_classes.clear();
        portion.end = None;
        (portion.source, portion.file_class, portion.bytes_read) = (source, file_class, self.bytes_read);
        Some(portion)
    }

    fn send(&mut self, mut portion: Portion) -> Option<()> {
        let names = self.classes.names();
        portion.new_classes.extend_from_slice(&names[self.classes_sent..]);
        self.classes_sent = names.len();
        portion.number = self.portions;
        portion.first = self.puzzles;
        self.portions += 1;
        self.puzzles += portion.batch.len() as u64;
        self.filled.send(portion).ok()
    }

    /// How many puzzles to read at a time. Those of a sample are not worked on before all have been read.
    fn read_size(&self) -> usize {
        if self.sample.is_some() { LARGEST_BATCH } else { self.batch_size() }
    }

    fn batch_size(&self) -> usize {
        match (self.options.batch_size, self.pace.load(Ordering::Relaxed)) {
            (BatchSize::Fixed(size), _) => size.max(1),
            (BatchSize::Paced, 0) => FIRST_BATCH,
            (BatchSize::Paced, puzzle_ns) => ((BATCH_NS / puzzle_ns) as usize).clamp(1, LARGEST_BATCH),
        }
    }
}
