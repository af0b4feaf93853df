//! Counts the statuses and faults of the puzzles in each file and class.

use std::collections::BTreeMap;

use dlxbench::corpus::{Classes, Digest};
use dlxbench::engine::Status;
use dlxbench::report::{Cell, Look, Role, Screen, Table, units};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::finding::{Finding, Sound};
use crate::cli::stream::{Origin, PuzzleStream};

/// What the last line answers, beyond whether all puzzles have exactly one solution.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    /// Whether all inputs were read to the end; otherwise nothing can be said of all puzzles.
    pub(super) is_whole: bool,
    pub(super) minimal: bool,
    pub(super) duplicates: bool,
    pub(super) isomorphs: bool,
}

/// The statuses and faults of a line, by the names of their columns. The first ten are mutually exclusive; a malformed
/// line does not count as a puzzle.
const KINDS: [&str; 15] = [
    "unique",
    "multiple",
    "none",
    "invalid",
    "malformed",
    "stopped",
    "solved",
    "wrong",
    "failed",
    "timeout",
    "not_minimal",
    "perhaps_not_minimal",
    "wrong_solution",
    "duplicate",
    "isomorph",
];

/// The place of the sound puzzles among them.
const UNIQUE: usize = 0;

/// Counts of a file and class.
#[derive(Clone, Default)]
pub(super) struct Total {
    file: String,
    class: String,
    pub(super) puzzles: u64,
    counts: [u64; KINDS.len()],
    stated: u64,
    digest: Digest,
}

impl Total {
    pub(super) fn is_empty(&self) -> bool {
        self.puzzles == 0 && self.of("malformed") == 0
    }

    fn of(&self, kind: &str) -> u64 {
        KINDS.iter().zip(self.counts).filter(|(known, _)| **known == kind).map(|(_, count)| count).sum()
    }

    fn add(&mut self, other: &Total) {
        self.puzzles += other.puzzles;
        self.stated += other.stated;
        self.digest += other.digest;
        self.counts.iter_mut().zip(other.counts).for_each(|(sum, count)| *sum += count);
    }
}

/// Written by hand because each count is a column.
impl Serialize for Total {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_struct("Total", 4 + KINDS.len())?;
        row.serialize_field("file", &self.file)?;
        row.serialize_field("class", &self.class)?;
        row.serialize_field("puzzles", &self.puzzles)?;
        for (kind, count) in KINDS.iter().zip(&self.counts) {
            row.serialize_field(kind, count)?;
        }
        row.serialize_field("digest", &self.digest.to_string())?;
        row.end()
    }
}

/// The counts of all lines so far, by source and class.
#[derive(Default)]
pub(super) struct Totals(BTreeMap<(usize, u16), Total>);

impl Totals {
    pub(super) fn add(&mut self, finding: &Finding, origin: &Origin<'_>) {
        let class = finding.class.unwrap_or(origin.file_class);
        let total = self.0.entry((origin.source, class)).or_default();
        if let Ok(examined) = &finding.examined {
            total.puzzles += 1;
            total.digest.add(examined.entry.puzzle.cells());
            total.stated += u64::from(examined.entry.solution.is_some());
        }
        let unique = (finding.status() == Status::Unique).then_some("unique");
        for kind in finding.faults().into_iter().chain(unique) {
            let sign = |sign| if sign == b' ' { b'_' } else { sign };
            let place = KINDS.iter().position(|known| known.bytes().eq(kind.bytes().map(sign)));
            total.counts[place.expect("a known kind")] += 1;
        }
    }

    pub(super) fn add_sound(&mut self, sound: &Sound, origin: &Origin<'_>) {
        let total = self.0.entry((origin.source, sound.class)).or_default();
        total.puzzles += 1;
        total.digest += sound.digest;
        total.stated += u64::from(sound.is_stated);
        total.counts[UNIQUE] += 1;
    }

    /// Returns a row for each file and class, and one for their sum.
    pub(super) fn rows(self, stream: &PuzzleStream) -> Vec<Total> {
        let order = Classes::from_names(stream.classes.to_vec()).in_order();
        let mut all = Total { file: "all".to_owned(), class: "all".to_owned(), ..Total::default() };
        let mut totals: Vec<_> = self.0.into_iter().collect();
        totals.sort_by_key(|((source, class), _)| (*source, order.iter().position(|other| other == class)));
        let mut rows = Vec::new();
        for ((source, class), total) in totals {
            all.add(&total);
            let file = stream.sources[source].name.clone();
            rows.push(Total { file, class: stream.classes[usize::from(class)].clone(), ..total });
        }
        rows.push(all);
        rows
    }
}

/// Returns the rows as people read them, with the columns that are not empty. The sum is left out if there is only one
/// row before it.
pub(super) fn table(rows: &[Total]) -> Table {
    let all = &rows[rows.len() - 1];
    let is_shown = |column: &usize| *column == 0 || all.counts[*column] > 0;
    let shown: Vec<usize> = (0..KINDS.len()).filter(is_shown).collect();
    let headings = shown.iter().map(|&column| KINDS[column].replace('_', " "));
    let mut table =
        Table::new(2, ["file", "class", "puzzles"].map(str::to_owned).into_iter().chain(headings));
    for row in if rows.len() == 2 { &rows[..1] } else { rows } {
        let file = if row.file.is_empty() { "(typed)" } else { &row.file };
        let class = if row.class == "all" { "" } else { &row.class };
        let counts = shown.iter().map(|&column| {
            let role = match row.counts[column] {
                0 => Role::Muted,
                _ if KINDS[column] == "unique" => Role::Good,
                _ => Role::Bad,
            };
            Cell::from(row.counts[column]).role(role)
        });
        table.push([file.into(), class.into(), row.puzzles.into()].into_iter().chain(counts));
    }
    table
}

/// Returns the digest, and a line that answers everything that was asked.
pub(super) fn verdict(all: &Total, asked: Asked, look: Look) -> Screen {
    let (doubtful, not_minimal) = (all.of("perhaps_not_minimal"), all.of("not_minimal"));
    let asks_minimal = asked.minimal && (not_minimal > 0 || all.of("unique") == all.puzzles);
    let not = |count: u64, what: &str| (count, format!("{} {what}", units::count(count)));
    let alike = |kind: &str| (all.of(kind), units::counted(all.of(kind), kind));
    let answers = [
        (true, "all unique", not(all.puzzles - all.of("unique"), "not unique")),
        (asks_minimal, "all minimal", not(not_minimal, "not minimal")),
        (doubtful > 0, "", not(doubtful, "perhaps not minimal")),
        (
            all.stated > 0,
            "all solutions in the files correct",
            not(all.of("wrong_solution"), "with a wrong solution"),
        ),
        (asked.duplicates, "no duplicates", alike("duplicate")),
        (asked.isomorphs, "no two isomorphic", alike("isomorph")),
    ];
    let mut spans = Vec::new();
    for (_, well, (wrong, ill)) in answers.into_iter().filter(|(is_asked, ..)| *is_asked) {
        let well = if asked.is_whole { well } else { well.trim_start_matches("all ") };
        let gap = if spans.is_empty() { ": " } else { ", " };
        spans.extend([gap.into(), if wrong == 0 { Role::Good.of(well) } else { Role::Bad.of(ill) }]);
    }
    // Every statement is true of no puzzles, so none is made.
    match all.puzzles {
        0 => spans = vec!["no puzzle".into()],
        puzzles => spans.insert(0, units::counted(puzzles, "puzzle").into()),
    }
    if all.of("malformed") > 0 {
        spans.extend(["; ".into(), Role::Bad.of(units::counted(all.of("malformed"), "malformed line"))]);
    }
    if !asked.is_whole {
        spans.extend(["; ".into(), Role::Bad.of("not all input was read")]);
    }
    let mut screen = Screen::new(look);
    screen.prose(0, [Role::Muted.of("digest  "), all.digest.to_string().into()]);
    screen.prose(2, spans);
    screen
}
