//! The puzzle reader, on any bytes: every format, plain and packed.
#![no_main]

use dlxbench::corpus::{Decompressor, Reader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for entry in Reader::new(Decompressor::new(data)) {
        // A line that is malformed is an answer; a stream that cannot be unpacked is the last one.
        match entry {
            Ok(Ok(entry)) => assert_eq!(entry.puzzle.cells().len(), entry.puzzle.geometry().cell_count()),
            Ok(Err(_)) => (),
            Err(_) => break,
        }
    }
});
