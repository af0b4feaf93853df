//! Fuzzes the puzzle reader with any bytes: every format, compressed or not.
#![no_main]

use dlxbench::corpus::{Decompressor, Reader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for entry in Reader::new(Decompressor::new(data)) {
        // A malformed line is a valid result; a stream that cannot be unpacked ends the input.
        match entry {
            Ok(Ok(entry)) => assert_eq!(entry.puzzle.cells().len(), entry.puzzle.geometry().cell_count()),
            Ok(Err(_)) => (),
            Err(_) => break,
        }
    }
});
