//! What is known about a line of a corpus: its faults, and the evidence for each.

use dlxbench::check::{CheckRule, Checked, Checker, Fingerprint, Seen};
use dlxbench::corpus::{BadLine, Entry, Puzzle, WrongSolution, class_of_guesses};
use dlxbench::engine::{EngineKind, Status};
use dlxbench::sudoku::minlex::puzzle_minlex;
use dlxbench::sudoku::{Grid, PerSize};

use crate::cli::stream::Origin;

/// What is asked of every puzzle.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) rule: CheckRule<'a>,
    /// Whether isomorphs are to be found.
    pub(super) isomorphs: bool,
    /// Whether the class of a puzzle is decided by its guesses.
    pub(super) class_by_guesses: bool,
}

/// The checkers of a thread.
pub(super) type Checkers<'a> = PerSize<Option<Checker<'a>>>;

/// A line of a corpus, checked.
pub(super) struct Finding {
    pub(super) line: u64,
    pub(super) byte: u64,
    /// `None` for the class of the file.
    pub(super) class: Option<u16>,
    pub(super) examined: Result<Examined, BadLine>,
    /// Where the same puzzle was first.
    pub(super) duplicate_of: Option<Seen>,
    /// Where an isomorph was first.
    pub(super) isomorph_of: Option<Seen>,
}

/// A puzzle, checked.
pub(super) struct Examined {
    pub(super) entry: Entry,
    pub(super) checked: Checked,
    pub(super) wrong_solution: Option<WrongSolution>,
    pub(super) fingerprint: Fingerprint,
    /// Of the form that all isomorphs share.
    pub(super) form: Option<Fingerprint>,
}

impl<'a> Question<'a> {
    /// Checks a line; fails if the engine does not solve puzzles of this size.
    pub(super) fn answer(
        &self,
        checkers: &mut Checkers<'a>,
        line: Result<Puzzle<'_>, &BadLine>,
    ) -> Result<Finding, String> {
        let puzzle = match line {
            Ok(puzzle) => puzzle,
            Err(bad_line) => {
                let (line, byte) = (bad_line.line, bad_line.byte);
                let examined = Err(bad_line.clone());
                return Ok(Finding {
                    line,
                    byte,
                    class: None,
                    examined,
                    duplicate_of: None,
                    isomorph_of: None,
                });
            }
        };
        let (line, byte, geometry) = (puzzle.line, puzzle.byte, puzzle.geometry);
        let checker = checkers.of(geometry, || Checker::new(geometry, self.rule)).as_mut();
        let engine = self.rule.engine.map_or("", EngineKind::name);
        let checker = checker
            .ok_or_else(|| format!("line {line}: engine {engine} does not solve {geometry} puzzles"))?;
        let checked = checker.check(puzzle.cells);
        let guesses = Some(checked.guesses).filter(|_| self.class_by_guesses);
        let examined = Examined {
            wrong_solution: puzzle.wrong_solution(checked.only_solution()),
            fingerprint: Fingerprint::of(puzzle.cells),
            form: self.isomorphs.then(|| Fingerprint::of(&puzzle_minlex(geometry, puzzle.cells))),
            entry: puzzle.to_entry().with_solution_apart(),
            checked,
        };
        Ok(Finding {
            line,
            byte,
            class: Some(guesses.map_or(puzzle.class, class_of_guesses)),
            examined: Ok(examined),
            duplicate_of: None,
            isomorph_of: None,
        })
    }
}

impl Finding {
    pub(super) fn status(&self) -> Status {
        self.examined.as_ref().map_or(Status::Malformed, |examined| examined.checked.status)
    }

    /// Everything that is wrong, in a few words each.
    pub(super) fn faults(&self) -> Vec<&'static str> {
        let mut faults = Vec::new();
        if self.status() != Status::Unique {
            faults.push(self.status().name());
        }
        if let Ok(examined) = &self.examined {
            let checked = &examined.checked;
            let found = [
                (!checked.redundant.is_empty(), "not minimal"),
                (checked.is_minimal_unknown, "perhaps not minimal"),
                (examined.wrong_solution.is_some(), "wrong solution"),
            ];
            faults.extend(found.into_iter().filter(|(is_so, _)| *is_so).map(|(_, word)| word));
        }
        faults.extend(self.duplicate_of.map(|_| "duplicate"));
        faults.extend(self.only_isomorph_of().map(|_| "isomorph"));
        faults
    }

    /// A duplicate is an isomorph as well, which need not be said.
    fn only_isomorph_of(&self) -> Option<Seen> {
        self.isomorph_of.filter(|_| self.duplicate_of.is_none())
    }

    /// What proves each fault, a sentence each.
    pub(super) fn evidence(&self, origin: &Origin<'_>) -> Vec<String> {
        let mut sentences = match &self.examined {
            Err(bad_line) => vec![bad_line.reason.to_string()],
            Ok(examined) => examined.evidence(),
        };
        sentences.extend(self.duplicate_of.map(|seen| format!("the same puzzle as {}", place(seen, origin))));
        sentences
            .extend(self.only_isomorph_of().map(|seen| format!("an isomorph of {}", place(seen, origin))));
        sentences
    }
}

impl Examined {
    /// Cells as `r1c2`, counted from 1.
    pub(super) fn cells(&self, cells: &[usize]) -> String {
        let size = self.entry.puzzle.geometry().size();
        let name = |&cell: &usize| format!("r{}c{}", cell / size + 1, cell % size + 1);
        cells.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    /// The solutions that were found, up to two.
    pub(super) fn solutions(&self) -> impl Iterator<Item = Grid> {
        self.checked.solutions.iter().map(|cells| self.entry.puzzle.with_cells(cells))
    }

    fn evidence(&self) -> Vec<String> {
        let Examined { entry, checked, .. } = self;
        let mut sentences = Vec::new();
        let differing = checked.differing_cells();
        if !differing.is_empty() {
            sentences.push(format!("two solutions differ in {} cells", differing.len()));
        }
        sentences.extend(entry.puzzle.clash_in_words().filter(|_| checked.clash.is_some()));
        if !checked.redundant.is_empty() {
            let (count, named) = (checked.redundant.len(), self.cells(&checked.redundant));
            let noun = if count == 1 { "given is" } else { "givens are" };
            sentences.push(format!("{count} {noun} not required, each by itself: {named}"));
        }
        if checked.is_minimal_unknown {
            sentences.push("--max-nodes ended the search for givens that are not required".to_owned());
        }
        if let (Some(wrong), Some(stated)) = (self.wrong_solution, &entry.solution) {
            let found = checked.only_solution();
            let right = found.map(|cells| format!("; {} is right", entry.puzzle.symbol(cells[wrong.cell])));
            let stated = entry.puzzle.symbol(stated.cells()[wrong.cell]);
            sentences.push(format!("{wrong}: it has {stated}{}", right.unwrap_or_default()));
        }
        sentences
    }
}

/// Where a puzzle was seen.
pub(super) fn place(seen: Seen, origin: &Origin<'_>) -> String {
    format!("{}, line {}", origin.sources[seen.source].name, seen.line)
}
