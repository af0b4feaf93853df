//! The stream: whatever the number of threads and the size of batches, results come whole and in input order.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::time::Duration;

use dlxbench::corpus::stream::{self, Options, Portion, StreamError};
use dlxbench::corpus::{BadLine, ClassBy, Entry, Reader, Source};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

const FOUR: &str = "1..2......34....";

fn options(threads: usize, size: usize) -> Options {
    let mut options = Options::default();
    options.threads = threads;
    options.batch_size = Some(size).filter(|&size| size > 0);
    options
}

/// A corpus of so many 9×9 puzzles that are all different.
fn numbered(count: usize) -> Source {
    let line = |number: usize| format!("{number:09}{}\n", ".".repeat(72));
    Source::of_text("numbered", &(0..count).map(line).collect::<String>())
}

type Found = Result<Entry, BadLine>;

fn found_in(portion: &Portion) -> Vec<Found> {
    portion
        .batch
        .in_order()
        .map(|found| found.map(|puzzle| puzzle.to_entry()).map_err(BadLine::clone))
        .collect()
}

/// All that a stream hands on, with the index of the source.
fn collected(options: &Options, sources: &[Source]) -> Vec<(usize, Found)> {
    let mut all = Vec::new();
    let mut puzzles = 0;
    stream::run(
        options,
        sources,
        &AtomicBool::new(false),
        |_| (),
        |(), portion, _| Ok::<_, StreamError>(Some(found_in(portion))),
        |portion, found| {
            assert_eq!(portion.first, puzzles);
            puzzles += portion.batch.len() as u64;
            all.extend(found.into_iter().map(|found| (portion.source, found)));
            Ok(())
        },
    )
    .unwrap();
    all
}

fn one_by_one(sources: &[Source]) -> Vec<(usize, Found)> {
    let read = |source: &Source| Reader::new(source.open().unwrap()).map(Result::unwrap).collect::<Vec<_>>();
    let indexed = |(index, source)| read(source).into_iter().map(move |found| (index, found));
    sources.iter().enumerate().flat_map(indexed).collect()
}

fn corpus() -> impl Strategy<Value = String> {
    let line = select(vec![
        format!("{FOUR} hard 8.4"),
        format!("no7,{FOUR}"),
        ".".repeat(81),
        format!("{} easy", "1".repeat(81)),
        "nonsense".to_owned(),
        "# a comment".to_owned(),
        String::new(),
        "12|..\n..|..\n-----\n..|..\n..|21\n".to_owned(),
    ]);
    let table = vec(select(vec![FOUR, "12", ""]), 0..20).prop_map(|rows| {
        let row = |puzzle: &&str| format!("{puzzle},1342421321343421,4.5\n");
        format!("puzzle,solution,rating\n{}", rows.iter().map(row).collect::<String>())
    });
    prop_oneof![4 => vec(line, 0..60).prop_map(|lines| lines.join("\n")), 1 => table]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parallel_equals_sequential(texts in vec(corpus(), 0..4), threads in 1_usize..5, size in 0_usize..9) {
        let sources: Vec<Source> = texts.iter().map(|text| Source::of_text("name", text)).collect();
        prop_assert_eq!(collected(&options(threads, size), &sources), one_by_one(&sources));
    }

    #[test]
    fn copies_come_one_behind_the_other(count in 0_usize..30, copies in 0_usize..5, threads in 1_usize..3, size in 0_usize..9) {
        let mut options = options(threads, size);
        options.copies = copies;
        let lines = collected(&options, &[numbered(count)]).into_iter().map(|(_, found)| found.unwrap().line as usize);
        prop_assert_eq!(lines.collect::<Vec<_>>(), (0..count * copies).map(|place| place / copies + 1).collect::<Vec<_>>());
    }
}

#[test]
fn a_sample_is_the_same_for_all_threads_and_sizes_and_bad_lines_are_seen() {
    let sources = [numbered(500), Source::of_text("bad", "oops\n"), numbered(500)];
    let sample = |threads, size| {
        let mut options = options(threads, size);
        options.sample = Some((20, 3));
        let (bad, good): (Vec<_>, Vec<_>) =
            collected(&options, &sources).into_iter().partition(|(_, found)| found.is_err());
        assert_eq!((bad.len(), good.len()), (1, 20));
        good
    };
    let lines = sample(1, 0);
    assert!(lines.iter().map(|(source, found)| (*source, found.as_ref().unwrap().line)).is_sorted());
    assert_eq!(lines.iter().map(|(source, _)| *source).collect::<BTreeSet<_>>(), BTreeSet::from([0, 2]));
    assert_eq!(lines, sample(3, 7));
}

#[test]
fn a_source_that_fails_does_not_harm_the_others() {
    let mut cut_short = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    cut_short.write_all(format!("{FOUR} x\n").repeat(5000).as_bytes()).unwrap();
    let bytes = cut_short.finish().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("cut.gz"), &bytes[..bytes.len() / 2]).unwrap();
    std::fs::write(path("gone"), "").unwrap();
    let source = |name: &str| Source::from_argument(&path(name)).unwrap().remove(0);
    let sources = [numbered(10), source("gone"), source("cut.gz"), numbered(10)];
    std::fs::remove_file(path("gone")).unwrap();
    let (mut puzzles, mut ends, mut classes) = ([0; 4], Vec::new(), Vec::new());
    stream::run(
        &options(2, 0),
        &sources,
        &AtomicBool::new(false),
        |_| (),
        |(), _, _| Ok::<_, StreamError>(Some(())),
        |portion, ()| {
            puzzles[portion.source] += portion.batch.len();
            classes.extend_from_slice(&portion.new_classes);
            if let Some(end) = &portion.end {
                ends.push((portion.source, end.failure.as_ref().map(ToString::to_string)));
            }
            Ok(())
        },
    )
    .unwrap();
    assert_eq!((puzzles[0], puzzles[1], puzzles[3]), (10, 0, 10));
    let failure = |name| Some(format!("cannot read {}", path(name)));
    assert_eq!(ends, [(0, None), (1, failure("gone")), (2, failure("cut.gz")), (3, None)]);
    assert_eq!(classes, ["numbered", "gone", "cut"]);
}

#[test]
fn classes_are_numbered_in_input_order() {
    let text: String = (0..500).map(|number| format!("{FOUR} c{}\n", number / 3 % 50)).collect();
    let mut options = options(3, 4);
    options.class_by = ClassBy::Label;
    let (mut names, mut found) = (Vec::new(), Vec::new());
    stream::run(
        &options,
        &[Source::of_text("file", &text)],
        &AtomicBool::new(false),
        |_| (),
        |(), _, _| Ok::<_, StreamError>(Some(())),
        |portion, ()| {
            names.extend_from_slice(&portion.new_classes);
            assert_eq!(names[usize::from(portion.file_class)], "file");
            found.extend(portion.batch.puzzles().map(|puzzle| names[usize::from(puzzle.class)].clone()));
            Ok(())
        },
    )
    .unwrap();
    assert!(found.into_iter().eq((0..500).map(|number| format!("c{}", number / 3 % 50))));
}

#[test]
fn every_worker_makes_its_state_once_and_finishes() {
    // No worker ends before all have begun.
    let begun = Barrier::new(3);
    let ends = stream::run_and_finish(
        &options(3, 1),
        &[numbered(300)],
        &AtomicBool::new(false),
        |index| {
            begun.wait();
            (index, 0)
        },
        |(_, count), portion, _| {
            *count += portion.batch.len();
            Ok::<_, StreamError>(Some(()))
        },
        |end| end,
        |_, ()| Ok(()),
    )
    .unwrap();
    assert_eq!(ends.iter().map(|(index, _)| *index).collect::<BTreeSet<_>>(), BTreeSet::from([0, 1, 2]));
    assert_eq!(ends.iter().map(|(_, count)| count).sum::<usize>(), 300);
}

#[test]
fn panics_and_errors_end_the_stream_for_all() {
    #[derive(Debug)]
    enum Failure {
        Stream(StreamError),
        Mine(usize),
    }
    impl From<StreamError> for Failure {
        fn from(error: StreamError) -> Failure {
            Failure::Stream(error)
        }
    }
    let failure = |make: &(dyn Fn() + Sync),
                   work: &(dyn Fn(u64) -> Result<(), Failure> + Sync),
                   take: &(dyn Fn(u64) -> Result<(), Failure> + Sync)| {
        stream::run(
            &options(3, 1),
            &[numbered(2000)],
            &AtomicBool::new(false),
            |_| make(),
            |_, portion, _| work(portion.first).map(Some),
            |portion, ()| take(portion.first),
        )
        .unwrap_err()
    };
    let fine = |_: u64| Ok(());
    let panics = |first: u64| if first == 100 { panic!("on purpose") } else { Ok(()) };
    let fails = |first: u64| if first == 100 { Err(Failure::Mine(7)) } else { Ok(()) };
    let panicked = |error| matches!(error, Failure::Stream(StreamError::Panicked));
    assert!(panicked(failure(&|| panic!("on purpose"), &fine, &fine)));
    assert!(panicked(failure(&|| (), &panics, &fine)));
    assert!(panicked(failure(&|| (), &fine, &panics)));
    assert!(matches!(failure(&|| (), &fails, &fine), Failure::Mine(7)));
    assert!(matches!(failure(&|| (), &fine, &fails), Failure::Mine(7)));
}

#[test]
fn an_interrupt_leaves_a_gapless_beginning() {
    let interrupt = AtomicBool::new(false);
    let mut taken = Vec::new();
    stream::run(
        &options(3, 1),
        &[numbered(1000)],
        &interrupt,
        |_| (),
        |(), portion, stop| {
            if portion.first == 100 {
                interrupt.store(true, Ordering::Relaxed);
            }
            // Those behind the interrupt wait for it, and every second one gives up.
            while portion.first >= 100 && !stop.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            Ok::<_, StreamError>((portion.first < 100 || portion.first % 2 == 1).then_some(()))
        },
        |portion, ()| {
            taken.push(portion.first);
            Ok(())
        },
    )
    .unwrap();
    assert!(taken.iter().copied().eq(0..100), "{taken:?}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_does_not_wait_for_a_pipe_that_stays_open() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    let sources = Source::from_argument(path.to_str().unwrap()).unwrap();
    // Held open until the end of the test, without a whole batch in it.
    let writer = std::fs::OpenOptions::new().read(true).write(true).open(&path).unwrap();
    (&writer).write_all(format!("{FOUR} x\n").as_bytes()).unwrap();
    let interrupt = Arc::new(AtomicBool::new(false));
    let taken = AtomicUsize::new(0);
    let later = Arc::clone(&interrupt);
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        later.store(true, Ordering::Relaxed);
    });
    stream::run(
        &options(2, 0),
        &sources,
        &interrupt,
        |_| (),
        |(), _, _| Ok::<_, StreamError>(Some(())),
        |_, ()| {
            taken.fetch_add(1, Ordering::Relaxed);
            Ok(())
        },
    )
    .unwrap();
    assert_eq!(taken.into_inner(), 0);
    drop(writer);
}
