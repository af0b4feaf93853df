//! Fuzzes `run.json` of a record, and the page that is made from it.
#![no_main]

use std::fs;

use dlxbench::record::SavedRun;
use libfuzzer_sys::fuzz_target;

const HLOG: &str = include_str!("../../tests/golden/record/run.hlog");
const PUZZLES: &str = include_str!("../../tests/golden/record/puzzles.csv");

fuzz_target!(|data: &[u8]| {
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::write(folder.path().join("run.json"), data).expect("a file can be written");
    fs::write(folder.path().join("run.hlog"), HLOG).expect("a file can be written");
    fs::write(folder.path().join("puzzles.csv"), PUZZLES).expect("a file can be written");
    if let Ok(saved) = SavedRun::open_with_histograms(folder.path()) {
        let _ = dlxbench::report::page(&saved);
    }
});
