//! Shards: together they read every line of every file exactly once, wherever files are cut.

use std::sync::atomic::AtomicBool;

use dlxbench::corpus::stream::{self, Options, StreamError};
use dlxbench::corpus::{BadLine, Entry, Passed, Source, share};
use dlxbench::random::Random;
use dlxbench::shard::Shard;
use proptest::prelude::*;

/// A puzzle or a bad line as a reader of the whole source finds it: its source, its place, and all the rest.
type Found = (usize, u64, u64, String);

/// What the stream finds, and where the parts of its sources began and ended.
fn read(sources: &[Source]) -> (Vec<Found>, Vec<(usize, Passed)>) {
    let (mut all, mut passed) = (Vec::new(), Vec::new());
    let mut options = Options::default();
    options.threads = 1;
    stream::run(
        &options,
        sources,
        &AtomicBool::new(false),
        |_| (),
        |(), _, _| Ok::<_, StreamError>(Some(())),
        |portion, ()| {
            for found in portion.batch.in_order() {
                all.push(match found.map(|puzzle| puzzle.to_entry()) {
                    Ok(Entry { line, byte, puzzle, label, solution, .. }) => {
                        let text = format!("{} {label} {solution:?}", puzzle.to_line());
                        (portion.source, line, byte, text)
                    }
                    Err(BadLine { line, byte, text, reason }) => {
                        let fault = format!("{text} {} {:?}", reason.column, reason.fault);
                        (portion.source, *line, *byte, fault)
                    }
                });
            }
            passed.extend(portion.end.as_ref().and_then(|end| Some((portion.source, end.passed?))));
            Ok(())
        },
    )
    .unwrap();
    (all, passed)
}

/// What all shards find, with the numbers of lines as in the whole source. Fails if two parts that meet do not agree.
fn read_in_shards(sources: &[Source], count: u32) -> Vec<Found> {
    let mut all = Vec::new();
    let mut parts: Vec<(usize, Passed)> = Vec::new();
    for index in 0..count {
        let own = share(sources, Shard::new(index, count).unwrap()).unwrap();
        let (found, passed) = read(&own);
        let mut offsets = vec![0; sources.len()];
        for (source, mut passed) in passed {
            let end = parts.iter().rev().find(|(other, _)| *other == source).map(|(_, before)| before.to);
            let end = end.unwrap_or_default();
            if passed.from.byte < passed.to.byte {
                assert_eq!(passed.from.byte, end.byte, "shard {index} of {count}");
                if end.byte > 0 {
                    assert_eq!(passed.from.seam, end.seam, "shard {index} of {count} at byte {}", end.byte);
                }
                offsets[source] = end.line.wrapping_sub(passed.from.line);
                passed.to.line = passed.to.line.wrapping_add(offsets[source]);
                parts.push((source, passed));
            }
        }
        all.extend(
            found
                .into_iter()
                .map(|(source, line, byte, text)| (source, line.wrapping_add(offsets[source]), byte, text)),
        );
    }
    all.sort_by_key(|(source, line, ..)| (*source, *line));
    all
}

/// A random 9×9 grid as one line, mostly blanks.
fn puzzle(random: &mut Random) -> String {
    (0..81)
        .map(|cell| {
            if random.below(4) == 0 {
                char::from(b'1' + ((cell / 9 * 3 + cell / 27 + cell % 9) % 9) as u8)
            } else {
                '.'
            }
        })
        .collect()
}

fn block(random: &mut Random, is_banded: bool) -> String {
    let cells = puzzle(random);
    let mut text = String::new();
    for row in 0..9 {
        if is_banded && row % 3 == 0 && row > 0 {
            text += "------+-------+------\n";
        }
        text += &cells[row * 9..row * 9 + 9];
        text.push('\n');
    }
    text
}

/// A file of so many puzzles in one of the formats, with comments, blank lines and errors in it.
fn text(kind: usize, puzzles: usize, random: &mut Random) -> String {
    let mut text = match kind {
        1 => "id,puzzle,rating\n",
        3 => "# a comment\n\n",
        _ => "",
    }
    .to_owned();
    for number in 0..puzzles {
        let noise = if number == 0 { 9 } else { random.below(24) };
        match (kind, noise) {
            (_, 0) => text += "# a comment\n",
            (0..=2 | 6.., 1) => text += "nonsense\n",
            (0..=2 | 6.., 2) => text += "\n",
            (0 | 7, 3) => text += "\u{feff}1\t2\r\n",
            (3..=5, 1) => text += "Grid seven\n",
            (3..=5, 2) => text += "12345678\n123456789\n\n",
            _ => {}
        }
        let cells = puzzle(random);
        match kind {
            0 => text += &format!("{cells}\n"),
            1 => text += &format!("{number},{cells},\"{}.5\"\n", random.below(9)),
            2 => text += &format!("{{\"puzzle\": \"{cells}\", \"level\": {}}}\n", random.below(9)),
            3 => text += &format!("{}\n", block(random, false)),
            4 => text += &format!("Grid {number}\n{}", block(random, true)),
            5 => text += &block(random, false),
            6 => text += &format!("{number} {cells} hard\r\n"),
            _ => text += &format!("{cells} # {}\n", "x".repeat(random.below(200))),
        }
    }
    if random.below(2) == 0 {
        text.pop();
    }
    text
}

fn assert_once(sources: &[Source], counts: impl IntoIterator<Item = u32>) {
    let (whole, _) = read(sources);
    for count in counts {
        let parts = read_in_shards(sources, count);
        assert_eq!(parts.len(), whole.len(), "{count} shards");
        for (part, whole) in parts.iter().zip(&whole) {
            assert_eq!(part, whole, "{count} shards");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn small_files_are_read_exactly_once(
        seed: u64, kinds in prop::collection::vec(0_usize..8, 1..4), puzzles in 1_usize..12, count in 1_u32..=50,
    ) {
        let mut random = Random::new(seed);
        let texts: Vec<String> = kinds.iter().map(|&kind| text(kind, puzzles, &mut random)).collect();
        let sources: Vec<Source> =
            texts.iter().enumerate().map(|(index, text)| Source::of_text(&format!("file{index}"), text)).collect();
        assert_once(&sources, [count]);
    }
}

/// Files that are entered far behind their head.
#[test]
fn large_files_are_read_exactly_once() {
    let mut random = Random::new(7);
    for kind in 0..8 {
        let large = Source::of_text("large", &text(kind, 4000, &mut random));
        let small = Source::of_text("small", &text(kind, 3, &mut random));
        assert_once(&[small, large], [2, 3, 50]);
    }
}

#[test]
fn compressed_files_go_to_one_shard_each() {
    use std::io::Write;
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random::new(3);
    for name in ["b.txt.gz", "a.txt", "c.txt.gz", "d.txt.gz"] {
        let text = text(0, 40, &mut random);
        let file = std::fs::File::create(folder.path().join(name)).unwrap();
        let mut writer =
            dlxbench::corpus::Compressor::new(file, dlxbench::corpus::Compression::of_file(name.as_ref()))
                .unwrap();
        writer.write_all(text.as_bytes()).unwrap();
        writer.finish().unwrap();
    }
    let sources = Source::from_argument(folder.path().to_str().unwrap()).unwrap();
    assert_eq!(sources.len(), 4);
    assert_once(&sources, [1, 2, 3, 4, 7, 50]);
}
