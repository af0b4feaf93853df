//! How many puzzles of each file and class are sound, and what is wrong with the others.

use std::collections::BTreeMap;

use dlxbench::corpus::Digest;
use dlxbench::corpus::{ClassBy, Classes, Source, class_of_guesses};
use dlxbench::report::{Align, aligned, units};
use serde::Serialize;

use super::{Asked, Row};

/// What can be said of a puzzle, in the order of the columns. The first six exclude each other.
const KINDS: [&str; 11] = [
    "unique",
    "multiple",
    "none",
    "invalid",
    "malformed",
    "stopped",
    "not minimal",
    "perhaps not minimal",
    "wrong solution",
    "duplicate",
    "isomorph",
];

/// Counts of all sources so far.
pub(super) struct Totals {
    by: ClassBy,
    asked: Asked,
    classes: Classes,
    /// The name and the class of each source.
    sources: Vec<(String, u16)>,
    counts: BTreeMap<(usize, u16), Count>,
    faults: u64,
    /// Solutions that stand in the files.
    stated: u64,
}

#[derive(Clone, Default)]
struct Count {
    /// Puzzles and what should be one.
    entries: u64,
    kinds: [u64; KINDS.len()],
    digest: Digest,
}

impl Count {
    /// How many entries this can be said of.
    fn of(&self, kind: &str) -> u64 {
        KINDS.iter().position(|known| *known == kind).map_or(0, |index| self.kinds[index])
    }

    fn add(&mut self, other: &Count) {
        self.entries += other.entries;
        self.digest += other.digest;
        self.kinds.iter_mut().zip(other.kinds).for_each(|(sum, count)| *sum += count);
    }
}

/// A row of the totals for programs.
#[derive(Serialize)]
pub(super) struct Total {
    file: String,
    class: String,
    puzzles: u64,
    unique: u64,
    multiple: u64,
    none: u64,
    invalid: u64,
    malformed: u64,
    stopped: u64,
    not_minimal: u64,
    perhaps_not_minimal: u64,
    wrong_solution: u64,
    duplicate: u64,
    isomorph: u64,
    digest: String,
}

impl Total {
    fn new(file: &str, class: &str, count: &Count) -> Total {
        Total {
            file: file.to_owned(),
            class: class.to_owned(),
            puzzles: count.entries,
            unique: count.of("unique"),
            multiple: count.of("multiple"),
            none: count.of("none"),
            invalid: count.of("invalid"),
            malformed: count.of("malformed"),
            stopped: count.of("stopped"),
            not_minimal: count.of("not minimal"),
            perhaps_not_minimal: count.of("perhaps not minimal"),
            wrong_solution: count.of("wrong solution"),
            duplicate: count.of("duplicate"),
            isomorph: count.of("isomorph"),
            digest: count.digest.to_string(),
        }
    }
}

impl Totals {
    pub(super) fn new(by: ClassBy, asked: Asked) -> Totals {
        let (classes, sources, counts) = (Classes::new(by), Vec::new(), BTreeMap::new());
        Totals { by, asked, classes, sources, counts, faults: 0, stated: 0 }
    }

    /// Goes on with a source, which is the last one or a new one; returns its number.
    pub(super) fn enter(&mut self, source: &Source) -> usize {
        if self.sources.last().is_none_or(|(name, _)| *name != source.name) {
            self.sources.push((source.name.clone(), self.classes.number(&source.class)));
        }
        self.sources.len() - 1
    }

    /// Counts an entry of the source last entered, and gives it its class.
    pub(super) fn add(&mut self, row: &mut Row) {
        let number = self.sources.len() - 1;
        let by_file = self.sources[number].1;
        row.class = match (&row.findings, &row.found) {
            (Some(findings), _) if self.by == ClassBy::Guesses => class_of_guesses(findings.checked.guesses),
            (_, Ok(entry)) => {
                let by_file = &self.classes.names()[usize::from(by_file)];
                let name = entry.class_name(self.by, by_file);
                self.classes.number(&name)
            }
            (_, Err(_)) => by_file,
        };
        let count = self.counts.entry((number, row.class)).or_default();
        count.entries += 1;
        if let Ok(entry) = &row.found {
            count.digest.add(entry.puzzle.cells());
        }
        self.stated += u64::from(row.findings.as_ref().is_some_and(|findings| findings.has_solution));
        let faults = row.faults();
        self.faults += u64::from(!faults.is_empty());
        let is_unique = row.status() == dlxbench::engine::Status::Unique;
        for word in faults.into_iter().chain(is_unique.then_some("unique")) {
            if let Some(kind) = KINDS.iter().position(|kind| *kind == word) {
                count.kinds[kind] += 1;
            }
        }
    }

    /// How many entries something is wrong with.
    pub(super) fn faults(&self) -> u64 {
        self.faults
    }

    pub(super) fn source(&self, number: usize) -> &str {
        &self.sources[number].0
    }

    pub(super) fn class(&self, number: u16) -> &str {
        &self.classes.names()[usize::from(number)]
    }

    /// Everything together.
    fn all(&self) -> Count {
        let mut all = Count::default();
        self.counts.values().for_each(|count| all.add(count));
        all
    }

    /// A row for each file and class, and one for everything.
    pub(super) fn rows(&self) -> Vec<Total> {
        let order = self.classes.in_order();
        let place = |class: u16| order.iter().position(|&other| other == class);
        let mut keys: Vec<&(usize, u16)> = self.counts.keys().collect();
        keys.sort_by_key(|(source, class)| (*source, place(*class)));
        let row = |key: &&(usize, u16)| Total::new(self.source(key.0), self.class(key.1), &self.counts[*key]);
        let mut rows: Vec<Total> = keys.iter().map(row).collect();
        rows.push(Total::new("all", "all", &self.all()));
        rows
    }

    /// The totals as a table with the columns that are not empty, and the digest of everything.
    pub(super) fn table(&self) -> String {
        let all = self.all();
        let shown: Vec<usize> = (0..KINDS.len()).filter(|&kind| kind == 0 || all.kinds[kind] > 0).collect();
        let heading = ["file", "class", "puzzles"].into_iter().chain(shown.iter().map(|&kind| KINDS[kind]));
        let mut table: Vec<Vec<String>> = vec![heading.map(str::to_owned).collect()];
        let mut line = |file: &str, class: &str, count: &Count| {
            let kinds = shown.iter().map(|&kind| units::count(count.kinds[kind]));
            let start = [file.to_owned(), class.to_owned(), units::count(count.entries)];
            table.push(start.into_iter().chain(kinds).collect());
        };
        let order = self.classes.in_order();
        for (number, (file, _)) in self.sources.iter().enumerate() {
            for &class in &order {
                if let Some(count) = self.counts.get(&(number, class)) {
                    line(if file.is_empty() { "(typed)" } else { file }, self.class(class), count);
                }
            }
        }
        if self.counts.len() != 1 {
            line("all", "", &all);
        }
        let mut text: String = aligned(&table, Align::Right).iter().map(|line| format!("{line}\n")).collect();
        text.push_str(&format!("digest  {}\n{}\n", all.digest, self.verdict(&all)));
        text
    }

    /// The answers to everything that was asked, in a line.
    fn verdict(&self, all: &Count) -> String {
        let kind = |word: &str| all.of(word);
        let answer = |is_asked: bool, wrong: u64, well: &str, ill: &str| {
            is_asked
                .then(|| if wrong == 0 { well.to_owned() } else { format!("{} {ill}", units::count(wrong)) })
        };
        let noun = if all.entries == 1 { "puzzle" } else { "puzzles" };
        let answers = [
            answer(true, all.entries - kind("unique"), "all unique", "not unique"),
            answer(self.asked.minimal, kind("not minimal"), "all minimal", "not minimal")
                .filter(|well| well != "all minimal" || kind("unique") == all.entries),
            answer(
                self.asked.minimal && kind("perhaps not minimal") > 0,
                kind("perhaps not minimal"),
                "",
                "perhaps not minimal",
            ),
            answer(
                self.stated > 0,
                kind("wrong solution"),
                "every solution in the files right",
                "with a wrong solution",
            ),
            answer(self.asked.duplicates, kind("duplicate"), "no duplicates", "duplicates of others"),
            answer(self.asked.isomorphs, kind("isomorph"), "no two isomorphic", "isomorphs of others"),
        ];
        let answers: Vec<String> = answers.into_iter().flatten().collect();
        format!("{} {noun}: {}", units::count(all.entries), answers.join(", "))
    }
}
