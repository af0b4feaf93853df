//! Fuzzes the reader of exact-cover text. What was read can be written, and reads back as a problem of the same size.
#![no_main]

use dlxbench::cover::text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(document) = text::read(data) else { return };
    let mut written = Vec::new();
    text::write(&document.problem, &[], &mut written).expect("memory takes everything");
    let again = text::read_as(&written[..], Some(text::Form::Knuth)).expect("what was written can be read");
    assert_eq!(again.problem.item_count(), document.problem.item_count());
    assert_eq!(again.problem.option_count(), document.problem.option_count());
});
