//! Fuzzes the histograms of a record. The data is a whole log if it begins with `#`, otherwise the content of one
//! histogram, which is compressed here because random changes do not get past a checksum.
#![no_main]

use std::fs;
use std::io::Write;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use dlxbench::record::SavedRun;
use flate2::write::ZlibEncoder;
use libfuzzer_sys::fuzz_target;

const RUN: &str = include_str!("../../tests/golden/record/run.json");

/// The cookie of a compressed histogram.
const COOKIE: [u8; 4] = *b"\x1c\x84\x93\x14";

fn packed(inner: &[u8]) -> String {
    let mut encoder = ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(inner).expect("memory takes everything");
    let data = encoder.finish().expect("memory takes everything");
    let length = (data.len() as u32).to_be_bytes();
    format!("Tag=dlx/easy,0.000,0.231,5139.000,{}\n", STANDARD.encode([&COOKIE[..], &length, &data].concat()))
}

fuzz_target!(|data: &[u8]| {
    let log = if data.starts_with(b"#") { data.to_vec() } else { packed(data).into_bytes() };
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::write(folder.path().join("run.json"), RUN).expect("a file can be written");
    fs::write(folder.path().join("run.hlog"), log).expect("a file can be written");
    let _ = SavedRun::open_with_histograms(folder.path());
});
