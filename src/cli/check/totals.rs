//! How many puzzles of each file and class are sound, and what is wrong with the others.

use std::collections::BTreeMap;

use dlxbench::corpus::{Classes, Digest};
use dlxbench::report::{Cell, Table, units};
use serde::{Serialize, Serializer};

use super::finding::Finding;
use crate::cli::stream::{Origin, PuzzleStream};

/// What is asked beyond whether puzzles have exactly one solution.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub(super) minimal: bool,
    pub(super) duplicates: bool,
    pub(super) isomorphs: bool,
}

/// Counts of all lines so far.
pub(super) struct Totals {
    asked: Asked,
    /// By source and class.
    counts: BTreeMap<(usize, u16), Total>,
    /// How many solutions stand in the files.
    stated: u64,
    /// The order of the classes in tables.
    class_order: Vec<u16>,
}

/// Counts of a file and class.
#[derive(Clone, Default, Serialize)]
pub(super) struct Total {
    file: String,
    class: String,
    /// Puzzles, and lines that should be one.
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
    #[serde(serialize_with = "as_text")]
    digest: Digest,
}

fn as_text<S: Serializer>(digest: &Digest, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(digest)
}

impl Total {
    /// What can be said of a line, with how many it is said of. The first six exclude each other.
    fn kinds(&mut self) -> [(&'static str, &mut u64); 11] {
        [
            ("unique", &mut self.unique),
            ("multiple", &mut self.multiple),
            ("none", &mut self.none),
            ("invalid", &mut self.invalid),
            ("malformed", &mut self.malformed),
            ("stopped", &mut self.stopped),
            ("not minimal", &mut self.not_minimal),
            ("perhaps not minimal", &mut self.perhaps_not_minimal),
            ("wrong solution", &mut self.wrong_solution),
            ("duplicate", &mut self.duplicate),
            ("isomorph", &mut self.isomorph),
        ]
    }

    fn count(&mut self, kind: &str) {
        self.kinds().into_iter().filter(|(name, _)| *name == kind).for_each(|(_, count)| *count += 1);
    }

    fn add(&mut self, mut other: Total) {
        self.puzzles += other.puzzles;
        self.digest += other.digest;
        self.kinds().into_iter().zip(other.kinds()).for_each(|((_, sum), (_, count))| *sum += *count);
    }
}

impl Totals {
    pub(super) fn new(asked: Asked) -> Totals {
        Totals { asked, counts: BTreeMap::new(), stated: 0, class_order: Vec::new() }
    }

    pub(super) fn add(&mut self, finding: &Finding, origin: &Origin<'_>) {
        let class = finding.class.unwrap_or(origin.file_class);
        let total = self.counts.entry((origin.source, class)).or_default();
        total.puzzles += 1;
        if let Ok(examined) = &finding.examined {
            total.digest.add(examined.entry.puzzle.cells());
            self.stated += u64::from(examined.entry.solution.is_some());
        }
        finding.faults().into_iter().for_each(|fault| total.count(fault));
        if finding.status() == dlxbench::engine::Status::Unique {
            total.unique += 1;
        }
    }

    /// Gives files and classes their names, when all are known.
    pub(super) fn name(&mut self, stream: &PuzzleStream) {
        self.class_order = Classes::from_names(stream.classes.to_vec()).in_order();
        for ((source, class), total) in &mut self.counts {
            total.file = stream.sources[*source].name.clone();
            total.class = stream.classes[usize::from(*class)].clone();
        }
    }

    /// Everything together.
    fn all(&self) -> Total {
        let mut all = Total { file: "all".to_owned(), class: "all".to_owned(), ..Total::default() };
        self.counts.values().for_each(|total| all.add(total.clone()));
        all
    }

    /// A row for each file and class, and one for everything.
    pub(super) fn rows(&self) -> Vec<Total> {
        let place = |class: u16| self.class_order.iter().position(|&other| other == class);
        let mut totals: Vec<_> = self.counts.iter().collect();
        totals.sort_by_key(|((source, class), _)| (*source, place(*class)));
        totals.into_iter().map(|(_, total)| total.clone()).chain([self.all()]).collect()
    }

    /// The same for people, with the columns that are not empty.
    pub(super) fn table(&self) -> Table {
        let mut all = self.all();
        let shown: Vec<&str> = all
            .kinds()
            .into_iter()
            .filter(|(name, n)| *name == "unique" || **n > 0)
            .map(|(name, _)| name)
            .collect();
        let mut table = Table::new(2, ["file", "class", "puzzles"].iter().chain(&shown).copied());
        let mut rows = self.rows();
        if rows.len() == 2 {
            // The second would repeat the first.
            rows.pop();
        }
        for mut row in rows {
            let kinds = row.kinds().into_iter().filter(|(name, _)| shown.contains(name));
            let kinds: Vec<Cell> = kinds.map(|(_, count)| Cell::from(*count)).collect();
            let file = if row.file.is_empty() { "(typed)" } else { &row.file };
            let class = if row.class == "all" { "" } else { &row.class };
            table.push([file.into(), class.into(), row.puzzles.into()].into_iter().chain(kinds));
        }
        table
    }

    /// The digest, and the answers to everything that was asked, in a line.
    pub(super) fn verdict(&self) -> String {
        let all = self.all();
        let answer = |wrong: u64, well: &str, ill: &str| match wrong {
            0 => well.to_owned(),
            wrong => format!("{} {ill}", units::count(wrong)),
        };
        let mut answers = vec![answer(all.puzzles - all.unique, "all unique", "not unique")];
        if self.asked.minimal && (all.not_minimal > 0 || all.unique == all.puzzles) {
            answers.push(answer(all.not_minimal, "all minimal", "not minimal"));
        }
        if all.perhaps_not_minimal > 0 {
            answers.push(answer(all.perhaps_not_minimal, "", "perhaps not minimal"));
        }
        if self.stated > 0 {
            let well = "every solution in the files right";
            answers.push(answer(all.wrong_solution, well, "with a wrong solution"));
        }
        if self.asked.duplicates {
            answers.push(answer(all.duplicate, "no duplicates", "duplicates of others"));
        }
        if self.asked.isomorphs {
            answers.push(answer(all.isomorph, "no two isomorphic", "isomorphs of others"));
        }
        let puzzles = units::counted(all.puzzles, "puzzle");
        format!("digest  {}\n{puzzles}: {}\n", all.digest, answers.join(", "))
    }
}
