//! Damaged records, read by the commands that read records.
//!
//! Random damage rarely gets past the checksum of a compressed histogram, so histograms are unpacked, damaged and packed
//! again.

use std::io::{Read, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use dlxbench::random::Random;
use flate2::{read::ZlibDecoder, write::ZlibEncoder};

use super::mutate::{mutate, number};
use super::run::Run;
use super::trial::Trial;

const FILES: [(&str, &str, bool); 6] = [
    ("base/run.json", include_str!("../../tests/records/base/run.json"), true),
    ("base/run.hlog", include_str!("../../tests/records/base/run.hlog"), true),
    ("base/puzzles.csv", include_str!("../../tests/records/base/puzzles.csv"), true),
    ("new/run.json", include_str!("../../tests/records/slower/run.json"), false),
    ("new/run.hlog", include_str!("../../tests/records/slower/run.hlog"), false),
    ("new/puzzles.csv", include_str!("../../tests/records/slower/puzzles.csv"), false),
];

/// Writes two valid records to the folder, but applies `change` to the first one.
pub(crate) fn write_records(trial: &mut Trial, change: &mut dyn FnMut(&str, &mut Vec<u8>, &mut Random)) {
    for folder in ["base", "new"] {
        std::fs::create_dir(trial.folder.join(folder)).expect("the folder of the case is writable");
        trial.expects(folder);
    }
    for (name, text, is_changed) in FILES {
        let mut text = text.as_bytes().to_vec();
        if is_changed {
            change(name, &mut text, &mut trial.random);
        }
        trial.file(name, text);
    }
}

pub(crate) fn damaged(trial: &mut Trial) {
    let target = FILES[trial.random.below(3)].0;
    write_records(trial, &mut |name, text, random| {
        if name == target {
            match (random.below(4), name) {
                (0, _) => mutate(text, random),
                (_, "base/run.hlog") => damage_histogram(text, random),
                _ => damage_numbers(text, random),
            }
        }
    });
    let command = trial.pick(&[
        "report base",
        "report base --format csv",
        "report base --format json",
        "report base --format markdown",
        "report base --format html",
        "report base --out page.html",
        "compare base new",
        "compare new base --format json --force",
        "compare base new --format markdown --fail-on 5% --fail-on-counters",
        "bench shipped:famous --sample 2 --warmup 0 --baseline base --force",
    ]);
    trial.expects("page.html");
    let ran = trial.run(&Run::words(command));
    if command.contains("page.html") && ran.code == 2 && trial.folder.join("page.html").exists() {
        trial.fault("a failed report left a page");
    }
}

/// Replaces a few numbers by edge cases, which keeps the file well-formed; often figures that depend on each other.
fn damage_numbers(text: &mut Vec<u8>, random: &mut Random) {
    const FIGURES: [&str; 5] = ["\"min_ns\"", "\"max_ns\"", "\"mean_ns\"", "\"p50_ns\"", "\"samples\""];
    for _ in 0..=random.below(3) {
        let figure = FIGURES[random.below(FIGURES.len())];
        let places: Vec<usize> =
            memchr::memmem::find_iter(text, figure).map(|place| place + figure.len()).collect();
        let place = match random.below(2) {
            0 if !places.is_empty() => places[random.below(places.len())],
            _ => random.below(text.len()),
        };
        number(text, place, random);
    }
}

/// Damages a field of one of the histograms.
fn damage_histogram(log: &mut Vec<u8>, random: &mut Random) {
    let text = String::from_utf8_lossy(log).into_owned();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let histograms: Vec<usize> = (0..lines.len()).filter(|&line| lines[line].starts_with("Tag=")).collect();
    let line = &mut lines[histograms[random.below(histograms.len())]];
    let start = line.rfind(',').map_or(0, |comma| comma + 1);
    let outer = STANDARD.decode(&line[start..]).expect("the original record is valid");
    // The histogram is a cookie, the length of the compressed part, and that part.
    let (head, packed) = outer.split_at(8);
    let mut head = head.to_vec();
    let mut inner = Vec::new();
    ZlibDecoder::new(packed).read_to_end(&mut inner).expect("the original record is valid");
    let edges = [0_u64, 1, 2, 5, 0x7fff_ffff, 0xffff_ffff, u64::MAX >> 1, u64::MAX];
    let edge = edges[random.below(edges.len())];
    match random.below(8) {
        0 => head[4..8].copy_from_slice(&(edge as u32).to_be_bytes()),
        // The fields: cookie, length of the counts, offset, digits, lowest, highest, ratio; then the counts.
        1 => inner[4..8].copy_from_slice(&(edge as u32).to_be_bytes()),
        2 => inner[8..12].copy_from_slice(&(edge as u32).to_be_bytes()),
        3 => inner[12..16].copy_from_slice(&(edge as u32).to_be_bytes()),
        4 => inner[16..24].copy_from_slice(&edge.to_be_bytes()),
        5 => inner[24..32].copy_from_slice(&edge.to_be_bytes()),
        6 => {
            // Counts far beyond the end, and a length that includes them.
            inner.extend(std::iter::repeat_n(0xff, 1 + random.below(3000)));
            let length = (inner.len() - 40) as u32;
            inner[4..8].copy_from_slice(&length.to_be_bytes());
        }
        _ => mutate(&mut inner, random),
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(&inner).expect("writing to memory does not fail");
    let packed = encoder.finish().expect("writing to memory does not fail");
    if head[4..8] == outer[4..8] {
        head[4..8].copy_from_slice(&(packed.len() as u32).to_be_bytes());
    }
    head.extend(packed);
    line.replace_range(start.., &STANDARD.encode(head));
    *log = (lines.join("\n") + "\n").into_bytes();
}
