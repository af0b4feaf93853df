//! The search for the smallest image of a grid of any size, with blanks or without.
//!
//! The image is written from its first cell to its last, and each cell is compared with the best image so far: the
//! search is always on a prefix of the best image. It chooses which row comes next, and leaves open what need not be
//! chosen (module `columns`): blanks come to the front of their block, then digits with a name in the order of their
//! names, then new digits, named in the order of their columns, whatever this will be. A digit has a *home*, the cell
//! where it was new, and its name is what the image has there.
//!
//! So a digit whose home can still come to several places has several names to choose from. When the digit comes up
//! again it takes the lowest, which puts its home first. If several digits of a block can have the same name, each in
//! turn gets it. Likewise for stacks of a block with such digits: each in turn comes first.
//!
//! Two ways to the same image are a symmetry, and each one found spares the search all choices that it maps to a
//! choice already tried. This is how McKay's nauty labels graphs.
//!
//! A search that starts with a bad row looks at all that is below before it gets to a better one: on a 25×25 puzzle
//! with 78 givens 38 million rows, instead of 109. So a *survey* comes first, which goes row by row and keeps some of
//! the ways to the best rows so far; the search then finds its image again, or a better one.

use std::cmp::Ordering;

use super::super::geometry::Geometry;
use super::super::isomorph::Isomorphism;
use super::leaf::{Leaf, names, order};
use super::state::{State, View};
use super::symmetries::{Symmetry, is_image_of_one, line_number};

/// How many ways to the best rows so far are followed up when the search gets its first idea of the image.
const SURVEYED: usize = 64;

/// The depth of the choice to go back to, if a whole branch turned out to be the image of an earlier one. Choices count
/// from 1.
pub(super) type Back = Option<usize>;

const ENOUGH: Back = Some(0);

pub(super) struct Search {
    pub(super) geometry: Geometry,
    pub(super) views: Vec<View>,
    /// The smallest image so far, as far as it is known; also what is written of the image where the search is.
    pub(super) best: Vec<u8>,
    /// The image of the companion at the best leaf; empty if there is none.
    best_companion: Vec<u8>,
    leaf: Option<Leaf>,
    /// In a survey: the ways to the best image of the rows so far, or some of them.
    survey: Option<Vec<State>>,
    /// Whether the survey left out any.
    is_partial: bool,
    /// What was chosen on the way to where the search is.
    path: Vec<u8>,
    /// The symmetries found so far.
    symmetries: Vec<Symmetry>,
}

/// The transformation to the smallest image of a grid.
pub(super) fn smallest(geometry: Geometry, cells: &[u8]) -> Isomorphism {
    let mut search = Search::new(geometry, cells, None, Vec::new());
    search.survey();
    search.way()
}

/// The transformation that makes a solved grid smallest, and then the puzzle.
pub(super) fn smallest_with_puzzle(geometry: Geometry, puzzle: &[u8], solution: &[u8]) -> Isomorphism {
    let mut search = Search::new(geometry, solution, None, Vec::new());
    let ways = search.survey();
    if ways > 1 || !search.symmetries.is_empty() {
        // Several ways lead to the smallest grid. Now that it is known, the puzzle decides.
        search = Search::new(geometry, solution, Some(puzzle), search.best);
        search.run();
    }
    search.way()
}

impl Search {
    fn new(geometry: Geometry, cells: &[u8], companion: Option<&[u8]>, best: Vec<u8>) -> Search {
        let size = geometry.size();
        let transposed = |cells: &[u8]| -> Vec<u8> {
            (0..cells.len()).map(|cell| cells[cell % size * size + cell / size]).collect()
        };
        let mut views = vec![View::new(geometry, cells.to_vec(), companion.map(<[u8]>::to_vec))];
        if geometry.is_square() {
            views.push(View::new(geometry, transposed(cells), companion.map(transposed)));
        }
        Search {
            geometry,
            views,
            best,
            best_companion: Vec::new(),
            leaf: None,
            survey: None,
            is_partial: false,
            path: Vec::new(),
            symmetries: Vec::new(),
        }
    }

    /// Finds an image that is hard to beat, row by row: of the ways to the best rows so far, at most [`SURVEYED`] are
    /// followed up. If there were never more, they are all ways to the smallest image, and their number is the result;
    /// otherwise the search decides, which would spend nearly all of its time on bad images without the survey.
    fn survey(&mut self) -> usize {
        let (mut states, mut next) = (self.first_states(), Vec::new());
        for _ in 0..self.geometry.size() {
            self.survey = Some(next);
            for &state in &states {
                for row in self.next_rows(&state) {
                    self.write_row(state, row);
                }
            }
            next = std::mem::replace(&mut states, self.survey.take().expect("it was put there"));
            next.clear();
        }
        if self.is_partial {
            self.run();
        } else {
            self.leaf = Some(Leaf::new(self.geometry, &[], states[0], &self.best));
        }
        states.len()
    }

    fn way(&self) -> Isomorphism {
        self.leaf.as_ref().expect("every search ends at some image").way(self.geometry)
    }

    /// Looks at everything that may be the best.
    fn run(&mut self) {
        let mut choices = Vec::new();
        for state in self.first_states() {
            let rows = self.next_rows(&state).into_iter();
            choices.extend(rows.map(|row| (line_number(state.view, row), (state, row))));
        }
        self.branch(&choices, |search, (state, row)| search.write_row(state, row));
    }

    fn first_states(&self) -> Vec<State> {
        (0..self.views.len()).map(|view| State::new(self.geometry, view)).collect()
    }

    /// Tries one choice after the other; each has its number.
    pub(super) fn branch<T: Copy>(
        &mut self,
        choices: &[(u8, T)],
        mut enter: impl FnMut(&mut Search, T) -> Back,
    ) -> Back {
        if let [(_, only)] = choices {
            return enter(self, *only);
        }
        let depth = self.path.len() + 1;
        let mut tried = Vec::with_capacity(choices.len());
        for &(number, choice) in choices {
            if is_image_of_one(&self.symmetries, number, &tried, &self.path) {
                continue;
            }
            tried.push(number);
            self.path.push(number);
            let back = enter(self, choice);
            self.path.pop();
            if back.is_some_and(|back| back < depth) {
                return back;
            }
        }
        None
    }

    /// Writes the same value some times; whether the image is still as good as the best.
    pub(super) fn write(&mut self, row: usize, column: usize, value: u8, times: usize) -> bool {
        let first = row * self.geometry.size() + column;
        for place in first..first + times {
            match self.best.get(place).map(|best| value.cmp(best)) {
                Some(Ordering::Equal) => continue,
                Some(Ordering::Greater) => return false,
                Some(Ordering::Less) | None => {}
            }
            // What was the best is not any more.
            self.best.truncate(place);
            self.best.push(value);
            self.leaf = None;
            if let Some(states) = &mut self.survey {
                states.clear();
            }
        }
        true
    }

    /// The rows that may come next.
    fn next_rows(&self, state: &State) -> Vec<usize> {
        let (size, height) = (self.geometry.size(), self.geometry.box_height());
        if state.twins != 0 {
            return vec![state.twins.trailing_zeros() as usize];
        }
        let view = &self.views[state.view];
        let done = &state.rows[..state.done];
        let used = done.iter().fold(0_u32, |bits, row| bits | 1 << row);
        let rows = match done.last() {
            Some(&last) if !state.done.is_multiple_of(height) => {
                let first = usize::from(last) / height * height;
                first..first + height
            }
            _ => 0..size,
        };
        let free = rows.filter(|row| used & 1 << row == 0);
        let is_blank = |row: &usize| view.blank_rows & 1 << row != 0;
        let mut blank: Vec<usize> = free.clone().filter(is_blank).collect();
        if blank.is_empty() {
            let mut twins = 0;
            let mut rows: Vec<usize> = free.collect();
            rows.retain(|&row| {
                let is_twin = twins & 1 << row != 0;
                twins |= self.twins(state, row);
                !is_twin
            });
            return rows;
        }
        // Blank rows of a band are alike, and so are blank bands.
        blank.dedup_by_key(|row| *row / height);
        let is_in_blank_band = |row: &usize| view.blank_bands & 1 << (*row / height) != 0;
        let first = blank.iter().copied().find(is_in_blank_band);
        blank.retain(|row| !is_in_blank_band(row) || Some(*row) == first);
        blank
    }

    /// Goes on below a row that is written.
    pub(super) fn end_row(&mut self, mut state: State, row: usize) -> Back {
        state.rows[state.done] = row as u8;
        state.done += 1;
        if let Some(states) = &mut self.survey {
            if states.len() == SURVEYED {
                self.is_partial = true;
                return ENOUGH;
            }
            states.push(state);
            return None;
        }
        let companion = self.compare_companion(&state);
        if companion.is_gt() {
            return None;
        }
        if state.done == self.geometry.size() {
            if companion.is_lt() {
                self.leaf = None;
            }
            return self.leaf(state);
        }
        let rows = self.next_rows(&state);
        let choices: Vec<_> = rows.into_iter().map(|row| (line_number(state.view, row), row)).collect();
        self.branch(&choices, |search, row| search.write_row(state, row))
    }

    /// How the image of the companion, as far as it is known, compares with its smallest so far.
    fn compare_companion(&self, state: &State) -> Ordering {
        if self.best_companion.is_empty() || !state.columns.is_decided(self.geometry) {
            return Ordering::Equal;
        }
        let image = self.companion_image(state);
        image.as_slice().cmp(&self.best_companion[..image.len()])
    }

    /// The image of the companion, as far as there are rows.
    fn companion_image(&self, state: &State) -> Vec<u8> {
        let size = self.geometry.size();
        let Some(companion) = &self.views[state.view].companion else {
            return Vec::new();
        };
        let names = names(self.geometry, state, &self.best);
        let order = order(self.geometry, state);
        let rows = state.rows[..state.done].iter().map(|&row| &companion[usize::from(row) * size..][..size]);
        rows.flat_map(|row| order[..size].iter().map(|&column| names[usize::from(row[usize::from(column)])]))
            .collect()
    }

    /// Takes note of a whole image, which is the best so far, or equal to it.
    fn leaf(&mut self, state: State) -> Back {
        let ours = Leaf::new(self.geometry, &self.path, state, &self.best);
        let Some(best) = &self.leaf else {
            self.best_companion = self.companion_image(&state);
            self.leaf = Some(ours);
            return None;
        };
        let mut symmetry = std::array::from_fn(|number| number as u8);
        for (&from, &to) in best.numbers.iter().zip(&ours.numbers) {
            symmetry[usize::from(from)] = to;
        }
        let parted = best.path.iter().zip(&ours.path).position(|(theirs, ours)| theirs != ours);
        let is_kept = |parted: &usize| {
            let (theirs, ours) = (&best.path[..=*parted], &ours.path[..=*parted]);
            theirs.iter().zip(ours).all(|(&theirs, &ours)| symmetry[usize::from(theirs)] == ours)
        };
        let back = parted.filter(is_kept).map(|parted| parted + 1);
        self.symmetries.push(symmetry);
        back
    }
}
