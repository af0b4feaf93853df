//! Where does the wall time of a run go?
//!
//! A table of nanoseconds per puzzle, with a column for each corpus and a row for each part of a puzzle's way through
//! `bench`. Each part is measured by itself on data that a cache holds, as in a run; best of seven rounds, because noise
//! only makes a round slower:
//!
//! | row | what it is |
//! |---|---|
//! | `read` | getting the bytes of the file |
//! | `parse` | splitting into lines, reading the cells, filling the batches |
//! | `class` | assigning the classes |
//! | `hand over` | the stream, with workers that do nothing, less the rows above |
//! | `clock` | the two reads of the clock around a solve |
//! | `verify` | verifying a solution |
//! | `digest` | adding the puzzle to the digest |
//! | `record` | a run of `idle`, less the rows above that it contains: histogram, counters, and everything else |
//! | `idle` | the wall time of a run with an engine that does nothing |
//! | `loop` | `sweep` in a bare loop over the puzzles in memory, with one read of the clock in all |
//! | `mean` | the mean time of `sweep` in a run |
//! | `wall` | the wall time of that run |
//! | `around` | the wall time of a run with `sweep`, less the sum of its solve times |
//! | `dlx` | the same with `dlx` |
//!
//! Run it on one core with `taskset -c 1 cargo bench --bench machinery`, or append `-- FILE…` for other corpora. A corpus
//! is repeated to a million lines.

use std::hint::black_box;
use std::io::{self, BufRead, Read, Write};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use dlxbench::bench::environment::{build_of_source_tree, observe};
use dlxbench::bench::{Job, Provenance, run};
use dlxbench::clock::Clock;
use dlxbench::corpus::stream::{self, Options, StreamError};
use dlxbench::corpus::{Batch, ClassBy, Classes, Digest, Reader, Source};
use dlxbench::engine::{EngineKind, Limits};
use dlxbench::record::{Environment, Run};
use dlxbench::sudoku::{Geometry, Verifier};

const ROUNDS: usize = 7;
const LINES: usize = 1_000_000;
/// What a worker gets at a time.
const BATCH: usize = 2000;
/// The length of a line, with its end.
const LINE: usize = 82;

/// A corpus, and a file in which it is repeated.
struct Corpus {
    name: String,
    file: tempfile::NamedTempFile,
    /// The head of that file, as much as fills a buffer.
    head: Vec<u8>,
    puzzles: Vec<[u8; 81]>,
    /// The first puzzles, and the solution of each.
    batch: Batch,
    solutions: Vec<[u8; 81]>,
}

impl Corpus {
    fn of(argument: &str) -> Corpus {
        let (mut lines, mut puzzles) = (Vec::new(), Vec::new());
        for source in Source::from_argument(argument).expect("the corpus exists") {
            let entries = Reader::new(source.open().expect("the corpus can be read"));
            for entry in entries.flatten().flatten() {
                lines.push(entry.puzzle.to_line() + "\n");
                puzzles.push(entry.puzzle.cells().try_into().expect("a puzzle of 9×9"));
            }
        }
        let puzzles = puzzles.iter().cycle().take(puzzles.len().max(BATCH)).copied().collect();
        let text: Vec<u8> = lines.iter().cycle().take(LINES).flat_map(|line| line.bytes()).collect();
        let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
        file.write_all(&text).expect("the disk has room");
        let mut corpus = Corpus {
            name: argument.rsplit(['/', ':']).next().unwrap_or(argument).to_owned(),
            file,
            head: text[..BATCH * LINE].to_vec(),
            puzzles,
            batch: Batch::default(),
            solutions: Vec::new(),
        };
        let mut reader = Reader::new(io::Cursor::new(corpus.head.clone()));
        reader.read_batch(usize::MAX, &mut corpus.batch).expect("memory can be read");
        let mut solutions = Vec::new();
        corpus.bare_loop(|cells| solutions.push(cells.try_into().expect("a puzzle of 9×9")));
        assert_eq!(solutions.len(), LINES, "each puzzle must have one solution");
        solutions.truncate(BATCH);
        corpus.solutions = solutions;
        corpus
    }

    fn source(&self) -> Vec<Source> {
        Source::from_argument(&self.file.path().to_string_lossy()).expect("the file exists")
    }

    fn read(&self) {
        let mut input = self.source()[0].open().expect("the file exists");
        loop {
            let length = input.fill_buf().expect("the file can be read").len();
            if length == 0 {
                return;
            }
            input.consume(length);
        }
    }

    fn parse(&self) {
        let mut reader = Reader::new(Repeated { text: &self.head, at: 0, times: LINES / BATCH });
        let (mut batch, mut more) = (Batch::default(), true);
        while more {
            batch.clear();
            more = reader.read_batch(BATCH, &mut batch).expect("memory can be read");
            black_box(&batch);
        }
    }

    fn assign(&mut self) {
        let mut classes = Classes::new(ClassBy::Auto);
        let class = classes.number("class");
        for _ in 0..LINES / BATCH {
            classes.assign(black_box(&mut self.batch), ClassBy::Auto, class);
        }
    }

    fn stream(&self) {
        let mut options = Options::default();
        options.threads = 1;
        let nothing = |(): &mut (), portion: &stream::Portion, _: &AtomicBool| Ok(Some(portion.batch.len()));
        let count = |_: &stream::Portion, count| {
            black_box::<usize>(count);
            Ok::<(), StreamError>(())
        };
        stream::run(&options, &self.source(), &AtomicBool::new(false), |_| (), nothing, count)
            .expect("the stream ends well");
    }

    fn read_clock(&self) {
        let clock = Clock::new();
        for _ in 0..LINES {
            let start = clock.read();
            black_box(clock.nanoseconds(start, clock.read()));
        }
    }

    fn verify(&self) {
        let verifier = Verifier::new(Geometry::NINE);
        for _ in 0..LINES / BATCH {
            for (puzzle, solution) in self.puzzles.iter().zip(&self.solutions) {
                assert!(verifier.solves(black_box(puzzle), solution));
            }
        }
    }

    fn digest(&self) {
        let mut digest = Digest::default();
        for _ in 0..LINES / BATCH {
            self.puzzles[..BATCH].iter().for_each(|puzzle| digest.add(black_box(puzzle)));
        }
        black_box(digest);
    }

    fn bare_loop(&self, mut take: impl FnMut(&[u8])) {
        let mut engine = EngineKind::Sweep.build(Geometry::NINE).expect("sweep knows 9×9");
        for puzzle in self.puzzles.iter().cycle().take(LINES) {
            black_box(engine.solve(puzzle, &Limits::UNIQUENESS, &mut |cells| {
                take(cells);
                ControlFlow::Continue(())
            }));
        }
    }

    fn run(&self, engine: EngineKind, environment: &Environment) -> Run {
        let mut job = Job::of_engines([engine]);
        job.settings.threads = 1;
        let provenance = Provenance {
            name: String::new(),
            command: Vec::new(),
            started: String::new(),
            commit: None,
            environment: environment.clone(),
        };
        run(&job, &self.source(), provenance, &AtomicBool::new(false), &mut ()).expect("the run succeeds")
    }

    /// Measures everything in turn, so that all parts see the same noise, and returns the rows of the table.
    fn measure(&mut self) -> Vec<(&'static str, f64)> {
        let environment = observe(&build_of_source_tree());
        let mut best = [f64::INFINITY; 13];
        for _ in 0..ROUNDS {
            let [idle, sweep, dlx] = [EngineKind::Idle, EngineKind::Sweep, EngineKind::Dlx]
                .map(|engine| each(&self.run(engine, &environment)));
            let parts = [
                timed(|| self.read()),
                timed(|| self.parse()),
                timed(|| self.assign()),
                timed(|| self.stream()),
                timed(|| self.read_clock()),
                timed(|| self.verify()),
                timed(|| self.digest()),
                idle.0,
                timed(|| self.bare_loop(|cells| _ = black_box(cells))),
                sweep.1,
                sweep.0,
                sweep.0 - sweep.1,
                dlx.0 - dlx.1,
            ];
            best.iter_mut().zip(parts).for_each(|(best, part)| *best = best.min(part));
        }
        let [read, parse, class, stream, clock, verify, digest, idle, bare, mean, wall, around, dlx] = best;
        vec![
            ("read", read),
            ("parse", parse),
            ("class", class),
            ("hand over", stream - read - parse - class),
            ("clock", clock),
            ("verify", verify),
            ("digest", digest),
            ("record", idle - stream - clock - digest),
            ("idle", idle),
            ("loop", bare),
            ("mean", mean),
            ("wall", wall),
            ("around", around),
            ("dlx", dlx),
        ]
    }
}

/// A text that comes again and again.
struct Repeated<'t> {
    text: &'t [u8],
    at: usize,
    times: usize,
}

impl BufRead for Repeated<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.text.len() && self.times > 1 {
            (self.at, self.times) = (0, self.times - 1);
        }
        Ok(&self.text[self.at..])
    }

    fn consume(&mut self, amount: usize) {
        self.at += amount;
    }
}

impl Read for Repeated<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

/// Nanoseconds per puzzle.
fn timed(work: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    work();
    begun.elapsed().as_nanos() as f64 / LINES as f64
}

/// The wall time and the mean time of a run, per puzzle.
fn each(run: &Run) -> (f64, f64) {
    let solving_ns: u64 = run.totals().map(|row| row.total_ns).sum();
    (run.wall_ns as f64 / LINES as f64, solving_ns as f64 / LINES as f64)
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    if arguments.is_empty() {
        arguments = ["shipped:easy", "shipped:hard"].map(str::to_owned).to_vec();
    }
    let mut columns = Vec::new();
    for argument in &arguments {
        let mut corpus = Corpus::of(argument);
        columns.push((corpus.name.clone(), corpus.measure()));
    }
    print!("{:<10}", "ns a puzzle");
    columns.iter().for_each(|(name, _)| print!(" {name:>12}"));
    println!();
    for row in 0..columns[0].1.len() {
        print!("{:<11}", columns[0].1[row].0);
        columns.iter().for_each(|(_, rows)| print!(" {:>12.1}", rows[row].1));
        println!();
    }
}
