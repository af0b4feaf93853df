//! Reads the sources and fills portions, on a thread of its own.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crossbeam_channel::{Receiver, Sender};

use super::super::batch::Batch;
use super::super::bins::Bins;
use super::super::class::{Classes, classes_of_files};
use super::super::class_by::ClassBy;
use super::super::columns::Column;
use super::super::detected::Detected;
use super::super::entry::{Entry, Puzzle};
use super::super::format::InputFormat;
use super::super::sample::Reservoir;
use super::super::source::{Source, SourceError};
use super::portion::{Portion, SourceEnd};

/// The size of the first batches, before the pace is known.
const FIRST_BATCH: usize = 8;
/// The time that later batches should take. The hand-over then costs next to nothing, and at the end of a stream no
/// thread works much longer than the others.
const BATCH_NS: u64 = 4_000_000;
const LARGEST_BATCH: usize = 2048;

/// What to read and how.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The number of worker threads; 0 for one per core.
    pub threads: usize,
    /// The format of the sources; `None` to detect it.
    pub format: Option<InputFormat>,
    /// The column of the puzzles; `None` to detect it.
    pub column: Option<Column>,
    /// What decides the class of a puzzle.
    pub class_by: ClassBy,
    /// The ranges of the classes, if the class is a number.
    pub bins: Option<Bins>,
    /// Work only on a random sample of this size, chosen with this seed.
    pub sample: Option<(usize, u64)>,
    /// How many times each puzzle is handed to the workers.
    pub copies: usize,
    /// How many puzzles a worker gets at a time, at least 1. `None` for 8 at first and later as many as take about 4
    /// ms, at most 2048.
    pub batch_size: Option<usize>,
    /// Whether portions say [how far](super::Portion::reached) their source has been read.
    pub marks: bool,
    /// The number of puzzles and the names of the classes that are known from the part of the sources that comes before.
    pub begun: (u64, Vec<String>),
}

impl Default for Options {
    fn default() -> Options {
        let class_by = ClassBy::default();
        Options {
            threads: 0,
            format: None,
            column: None,
            class_by,
            bins: None,
            sample: None,
            copies: 1,
            batch_size: None,
            marks: false,
            begun: (0, Vec::new()),
        }
    }
}

/// What the threads of a stream tell each other besides portions.
#[derive(Default)]
pub(super) struct Signals {
    /// Set on an interrupt or a failure: all threads then stop.
    pub(super) stop: AtomicBool,
    /// The time per puzzle of the last finished portion, in nanoseconds; 0 before the first.
    pub(super) puzzle_ns: AtomicU64,
}

/// Fills portions until the sources are read or the run is over.
pub(super) fn feed(
    options: &Options,
    sources: &[Source],
    signals: &Signals,
    empty: Receiver<Vec<Portion>>,
    filled: Sender<Portion>,
) {
    let mut feeder = Feeder {
        options,
        signals,
        empty,
        filled,
        free: Vec::new(),
        sample: options.sample.map(|(size, seed)| Reservoir::new(size, seed)),
        classes: Classes::with_bins(options.class_by, options.bins.clone()).known(&options.begun.1),
        portions: 0,
        puzzles: options.begun.0,
        classes_sent: options.begun.1.len(),
        bytes_read: 0,
    };
    // `None` only means that the run is over.
    let _ = feeder.feed(sources);
}

/// The index of a source, and its class.
type Place = (usize, u16);

/// A puzzle that may be in the sample, with its class.
type Chosen = (Place, u16, Entry);

/// Reads sources and fills portions. Its methods return `None` when the run is over.
struct Feeder<'f> {
    options: &'f Options,
    signals: &'f Signals,
    empty: Receiver<Vec<Portion>>,
    filled: Sender<Portion>,
    free: Vec<Portion>,
    sample: Option<Reservoir<Chosen>>,
    classes: Classes,
    /// The number of portions, puzzles and classes that have been sent.
    portions: u64,
    puzzles: u64,
    classes_sent: usize,
    bytes_read: u64,
}

impl Feeder<'_> {
    fn feed(&mut self, sources: &[Source]) -> Option<()> {
        let by = self.options.class_by;
        let file_classes =
            classes_of_files(by, sources.iter().map(|source| (source.name.as_str(), source.class.as_str())));
        for (index, source) in sources.iter().enumerate() {
            let file_class = self.classes.number_of_file(&file_classes[index], by);
            // Its class has its number even if it is not read here.
            if source.is_left_out() {
                continue;
            }
            self.feed_source((index, file_class), source)?;
        }
        let chosen: Vec<Chosen> = self.sample.take()?.into_chosen().collect();
        for group in chosen.chunk_by(|(place, ..), (next, ..)| place == next) {
            self.send_copies(group[0].0, group.iter().map(|(_, class, entry)| entry.as_puzzle(*class)))?;
        }
        Some(())
    }

    fn feed_source(&mut self, place: Place, source: &Source) -> Option<()> {
        let (_, file_class) = place;
        let mut reader = match source.reader(self.options.format, self.options.column.clone()) {
            Ok(reader) => reader,
            Err(error) => {
                let mut portion = self.empty_portion(place)?;
                let detected = Detected { is_zipped: source.is_zipped(), ..Detected::default() };
                portion.end = Some(SourceEnd { detected, failure: Some(error), passed: None });
                return self.send(portion);
            }
        };
        let bytes_before = self.bytes_read;
        // The puzzles that are sent several times.
        let mut originals = Batch::default();
        let mut more = true;
        while more {
            let mut portion = self.empty_portion(place)?;
            let read = reader.read_batch(self.read_size(), &mut portion.batch);
            self.classes.assign(&mut portion.batch, self.options.class_by, file_class);
            self.bytes_read = bytes_before + reader.bytes_read();
            portion.bytes_read = self.bytes_read;
            more = *read.as_ref().unwrap_or(&false);
            portion.reached = if self.options.marks { reader.reached() } else { None };
            if !more {
                let name = source.name.clone();
                let failure = read.err().map(|error| SourceError::Unreadable { name, error });
                let detected = Detected { is_zipped: source.is_zipped(), ..reader.detected() };
                portion.end = Some(SourceEnd { detected, failure, passed: reader.passed() });
            }
            if let Some(sample) = &mut self.sample {
                for puzzle in portion.batch.puzzles() {
                    sample.offer(|| (place, puzzle.class, puzzle.to_entry()));
                }
                portion.batch.clear_puzzles();
            } else if self.options.copies != 1 {
                originals.clear();
                portion.batch.puzzles().for_each(|puzzle| originals.push(puzzle));
                portion.batch.clear_puzzles();
                self.send_copies(place, originals.puzzles())?;
            }
            self.send(portion)?;
        }
        Some(())
    }

    fn send_copies<'p>(&mut self, place: Place, puzzles: impl Iterator<Item = Puzzle<'p>>) -> Option<()> {
        let copies = self.options.copies;
        let mut copies = puzzles.flat_map(|puzzle| std::iter::repeat_n(puzzle, copies)).peekable();
        while copies.peek().is_some() {
            let mut portion = self.empty_portion(place)?;
            let size = self.batch_size();
            copies.by_ref().take(size).for_each(|puzzle| portion.batch.push(puzzle));
            self.send(portion)?;
        }
        Some(())
    }

    /// Waits for an emptied portion.
    fn empty_portion(&mut self, (source, file_class): Place) -> Option<Portion> {
        if self.free.is_empty() {
            self.free = self.empty.recv().ok()?;
        }
        let mut portion = self.free.pop()?;
        if self.signals.stop.load(Ordering::Relaxed) {
            return None;
        }
        portion.batch.clear();
        portion.new_classes.clear();
        (portion.end, portion.reached) = (None, None);
        (portion.source, portion.file_class, portion.bytes_read) = (source, file_class, self.bytes_read);
        Some(portion)
    }

    fn send(&mut self, mut portion: Portion) -> Option<()> {
        let names = self.classes.names();
        portion.new_classes.extend_from_slice(&names[self.classes_sent..]);
        self.classes_sent = names.len();
        (portion.number, portion.first) = (self.portions, self.puzzles);
        self.portions += 1;
        self.puzzles += portion.batch.len() as u64;
        self.filled.send(portion).ok()
    }

    /// Returns how many puzzles to read at a time. Work on a sample begins only after all puzzles have been read.
    fn read_size(&self) -> usize {
        if self.sample.is_some() { LARGEST_BATCH } else { self.batch_size() }
    }

    fn batch_size(&self) -> usize {
        match (self.options.batch_size, self.signals.puzzle_ns.load(Ordering::Relaxed)) {
            (Some(size), _) => size.max(1),
            (None, 0) => FIRST_BATCH,
            (None, puzzle_ns) => ((BATCH_NS / puzzle_ns) as usize).clamp(1, LARGEST_BATCH),
        }
    }
}
