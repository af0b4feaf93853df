//! Fuzzes tables (CSV) with a named puzzle column; the first line of the data is its name.
#![no_main]

use dlxbench::corpus::{Column, Reader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    let Ok(name) = std::str::from_utf8(&data[..end]) else { return };
    let Ok(column) = name.parse::<Column>() else { return };
    for entry in Reader::new(&data[end..]).with_column(Some(column)) {
        if entry.is_err() {
            break;
        }
    }
});
