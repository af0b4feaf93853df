//! Whatever a writer writes, the reader reads: puzzles of all sizes in all formats, with solutions and labels.

use dlxbench::corpus::{BlankSign, Compression, Compressor, Entry, PuzzleFormat, PuzzleWriter, Reader};
use dlxbench::sudoku::{Geometry, Grid, Symbols};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use std::io::Write;

/// Digits of any kind, in one of the alphabets of their size.
fn grid(geometry: Geometry, symbols: Symbols, least: u8) -> impl Strategy<Value = Grid> {
    let cell = (least..=geometry.size() as u8, any::<bool>());
    let cell = cell.prop_map(move |(digit, keep)| if keep || least > 0 { digit } else { 0 });
    vec(cell, geometry.cell_count()).prop_map(move |cells| Grid::new(geometry, symbols, &cells))
}

fn alphabet(geometry: Geometry) -> impl Strategy<Value = Symbols> {
    select(match geometry.size() {
        16 => vec![Symbols::FromOne, Symbols::FromZero],
        25 => vec![Symbols::FromOne, Symbols::Letters],
        _ => vec![Symbols::FromOne],
    })
}

fn label() -> impl Strategy<Value = String> {
    vec("[A-Za-z0-9][A-Za-z0-9=/.,\"-]{0,10}", 0..4)
        .prop_map(|words| words.join(" ").trim_end_matches(',').to_owned())
}

fn entry(geometry: Geometry) -> impl Strategy<Value = Entry> {
    // A table may contain a solution with blanks.
    let solution = move |symbols| (0..5_u8).prop_flat_map(move |least| grid(geometry, symbols, least.min(1)));
    let grids = alphabet(geometry)
        .prop_flat_map(move |symbols| (grid(geometry, symbols, 0), option::of(solution(symbols))));
    (grids, label()).prop_map(|((puzzle, solution), label)| Entry {
        solution,
        label,
        ..Entry::new(1, puzzle)
    })
}

/// Entries of any sizes, or of 9×9 only.
fn entries(only_nine: bool) -> impl Strategy<Value = Vec<Entry>> {
    let size = if only_nine { vec![Geometry::NINE] } else { Geometry::ALL.to_vec() };
    vec(select(size).prop_flat_map(entry), 1..6)
}

fn written(entries: &[Entry], style: PuzzleWriter) -> String {
    let mut text = style.format.head().to_owned();
    for entry in entries {
        style.append(entry, &mut text).unwrap();
    }
    text
}

fn read(bytes: &[u8]) -> Vec<Entry> {
    Reader::new(bytes).map(|found| found.unwrap().unwrap().with_solution_apart()).collect()
}

fn cells(grid: &Grid) -> (Geometry, Vec<u8>) {
    (grid.geometry(), grid.cells().to_vec())
}

/// The words of a label in alphabetical order, since a table has a column for some of them.
fn words(label: &str) -> Vec<&str> {
    let mut words: Vec<&str> = label.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    words.sort_unstable();
    words
}

fn same(found: &[Entry], wanted: &[Entry], format: PuzzleFormat) -> Result<(), TestCaseError> {
    let puzzles =
        |entries: &[Entry]| -> Vec<_> { entries.iter().map(|entry| cells(&entry.puzzle)).collect() };
    prop_assert_eq!(puzzles(found), puzzles(wanted));
    for (found, wanted) in found.iter().zip(wanted) {
        let kept = wanted.solution.as_ref().filter(|solution| format.keeps_solution(solution));
        prop_assert_eq!(found.solution.as_ref().map(cells), kept.map(cells));
        if format.keeps_labels() {
            prop_assert_eq!(words(&found.label), words(&wanted.label));
            prop_assert_eq!(found.rating(), wanted.rating());
        }
        if matches!(format, PuzzleFormat::Line | PuzzleFormat::Pencilmarks) {
            prop_assert_eq!(&found.label, &wanted.label);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_format_is_read_again(
        entries in entries(false),
        format in select(PuzzleFormat::ALL.to_vec()).prop_filter("any size", |format| *format != PuzzleFormat::Pencilmarks),
    ) {
        let text = written(&entries, PuzzleWriter { format, blank: BlankSign::default() });
        same(&read(text.as_bytes()), &entries, format)?;
    }

    #[test]
    fn pencilmarks_are_read_again(entries in entries(true)) {
        let format = PuzzleFormat::Pencilmarks;
        let text = written(&entries, PuzzleWriter { format, blank: BlankSign::default() });
        same(&read(text.as_bytes()), &entries, format)?;
    }

    #[test]
    fn every_sign_for_blanks_is_read_again(
        entries in entries(true),
        small in vec(select(vec![4, 6, 12]).prop_flat_map(|size| entry(Geometry::from_size(size).unwrap())), 0..4),
        format in select(vec![PuzzleFormat::Line, PuzzleFormat::Csv, PuzzleFormat::Sdm]),
        blank in select(vec![".", "0", "*", "_", "x", "X", "-"]),
    ) {
        let entries = [entries, small].concat();
        let text = written(&entries, PuzzleWriter { format, blank: blank.parse().unwrap() });
        same(&read(text.as_bytes()), &entries, format)?;
    }

    #[test]
    fn what_was_read_from_a_table_is_written_and_read_again(
        entries in entries(true),
        format in select(vec![PuzzleFormat::Line, PuzzleFormat::Csv]),
        compression in select(vec![None, Some(Compression::Gzip), Some(Compression::Zstd), Some(Compression::Xz)]),
    ) {
        let table = written(&entries, PuzzleWriter { format: PuzzleFormat::Csv, blank: BlankSign::default() });
        let first = read(table.as_bytes());
        let mut packer = Compressor::new(Vec::new(), compression).unwrap();
        packer.write_all(written(&first, PuzzleWriter { format, blank: BlankSign::default() }).as_bytes()).unwrap();
        let again = read(&packer.finish().unwrap());
        for (one, other) in first.iter().zip(&again) {
            prop_assert_eq!(cells(&one.puzzle), cells(&other.puzzle));
            prop_assert_eq!(one.rating(), other.rating());
            prop_assert_eq!(words(&one.label), words(&other.label));
        }
        if format == PuzzleFormat::Csv {
            prop_assert_eq!(again, first);
        }
    }
}

#[test]
fn empty_puzzles_are_read_again_in_every_format() {
    for geometry in Geometry::ALL {
        for format in PuzzleFormat::ALL.iter().copied().filter(|format| *format != PuzzleFormat::Pencilmarks)
        {
            let blank = Grid::new(geometry, Symbols::FromOne, &vec![0; geometry.cell_count()]);
            let entry = Entry::new(1, blank);
            let entries = vec![entry; 3];
            for sign in [".", "-", "_"] {
                let text = written(&entries, PuzzleWriter { format, blank: sign.parse().unwrap() });
                let found: Vec<_> = read(text.as_bytes()).iter().map(|entry| cells(&entry.puzzle)).collect();
                let wanted: Vec<_> = entries.iter().map(|entry| cells(&entry.puzzle)).collect();
                assert_eq!(found, wanted, "{geometry} {format}");
            }
        }
    }
}
