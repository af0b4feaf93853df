//! With any limit the result is that of a stable sort in memory.

use proptest::collection::vec;
use proptest::prelude::*;

use dlxbench::corpus::external_sort::{ExternalSort, LEAST_MEMORY};

fn sorted(records: &[(Vec<u8>, Vec<u8>)], memory: usize) -> (Vec<Vec<u8>>, usize) {
    let mut sort = ExternalSort::new(memory, &std::env::temp_dir());
    records.iter().for_each(|(key, value)| sort.push(key, value).unwrap());
    let runs = sort.runs();
    let mut sorted = sort.finish().unwrap();
    let mut values = Vec::new();
    while let Some((_, value)) = sorted.next().unwrap() {
        values.push(value.to_vec());
    }
    assert!(sorted.next().unwrap().is_none());
    (values, runs)
}

fn expected(records: &[(Vec<u8>, Vec<u8>)]) -> Vec<Vec<u8>> {
    let mut records = records.to_vec();
    records.sort_by(|one, other| one.0.cmp(&other.0));
    records.into_iter().map(|(_, value)| value).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_limit_does_not_show(
        records in vec((vec(0..3_u8, 0..12), vec(any::<u8>(), 0..4000)), 0..200),
    ) {
        let wanted = expected(&records);
        prop_assert_eq!(&sorted(&records, usize::MAX).0, &wanted);
        prop_assert_eq!(&sorted(&records, 0).0, &wanted);
    }
}

#[test]
fn many_runs_are_merged_in_steps() {
    // Every record is larger than the limit, so that each is a run of its own.
    let records: Vec<(Vec<u8>, Vec<u8>)> = (0..200_u32)
        .map(|number| (vec![(number * 37 % 50) as u8], [number.to_le_bytes(), [0; 4]].concat().repeat(8200)))
        .collect();
    let (values, runs) = sorted(&records, 0);
    assert!(runs < 200 && runs > 8, "{runs} runs");
    assert_eq!(values, expected(&records));
}

#[test]
fn nothing_is_sorted_too() {
    assert_eq!(sorted(&[], 0), (vec![], 0));
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let mut sort = ExternalSort::new(0, std::path::Path::new("no such folder"));
    let error = sort.push(b"key", &vec![0; LEAST_MEMORY]).unwrap_err();
    assert_eq!(error.to_string(), "cannot sort with temporary files in no such folder");
}
