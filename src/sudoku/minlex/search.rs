//! The search for the smallest image of a grid of any size, with or without blanks.
//!
//! The image is written from its first cell to its last, and each cell is compared with the best image so far, so the
//! search is always at a prefix of the best image. It chooses which row comes next and decides as little else as
//! possible (module `columns`): in each block, blanks come first, then digits with a name in the order of their names,
//! then new digits, which are named in the order of their columns, even if that order is still undecided. A digit has a
//! *home*, the cell where it first occurred, and its name is the value of the image there.
//!
//! A digit whose home can still move to several places therefore has several possible names. When the digit occurs
//! again, it takes the lowest name, which moves its home to the first of these places. If several digits of a block can
//! have the same name, the search tries each of them. Likewise, it tries each of several stacks of a block with such
//! digits as the first.
//!
//! Two transformations to the same image define a symmetry. Each symmetry found lets the search skip every choice that
//! it maps to a choice already tried, as in McKay's nauty.
//!
//! A search that starts with a bad row explores everything below it before it reaches a better one: on a 25×25 puzzle
//! with 78 givens, 38 million rows instead of 109. So a *survey* runs first: it proceeds row by row and keeps some of
//! the states that lead to the best rows so far. The search then finds the same image again, or a better one.

use std::cmp::Ordering;

use super::super::geometry::Geometry;
use super::super::isomorph::Isomorphism;
use super::leaf::{Leaf, names, order};
use super::state::{State, View};
use super::symmetries::{Symmetry, is_image_of_one, line_number};

/// The maximum number of states that a survey follows up after each row.
const SURVEYED: usize = 64;

/// The depth of the choice to return to, if a whole branch turned out to be the image of an earlier one. Choices count
/// from 1.
pub(super) type Back = Option<usize>;

const ENOUGH: Back = Some(0);

pub(super) struct Search {
    pub(super) geometry: Geometry,
    pub(super) views: Vec<View>,
    /// The known prefix of the smallest image so far. It begins with the part of the image that is already written.
    pub(super) best: Vec<u8>,
    /// The image of the companion at the best leaf; empty if there is none.
    best_companion: Vec<u8>,
    leaf: Option<Leaf>,
    /// In a survey: the states that lead to the best image of the rows so far, or some of them.
    survey: Option<Vec<State>>,
    /// Whether the survey dropped any of them.
    is_partial: bool,
    /// The choices that led to the current state.
    path: Vec<u8>,
    /// The symmetries found so far.
    symmetries: Vec<Symmetry>,
}

/// Returns the transformation to the smallest image of a grid.
pub(super) fn smallest(geometry: Geometry, cells: &[u8]) -> Isomorphism {
    let mut search = Search::new(geometry, cells, None, Vec::new());
    search.survey();
    search.way()
}

/// Returns the transformation that minimizes a solved grid, and then the puzzle.
pub(super) fn smallest_with_puzzle(geometry: Geometry, puzzle: &[u8], solution: &[u8]) -> Isomorphism {
    let mut search = Search::new(geometry, solution, None, Vec::new());
    let ways = search.survey();
    if ways > 1 || !search.symmetries.is_empty() {
        // Several transformations lead to the smallest grid, which is now known, so the puzzle decides.
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

    /// Finds a good image row by row, following at most [`SURVEYED`] of the states with the best rows so far. If there
    /// were never more, these are all ways to the smallest image, and their number is returned. Otherwise, it runs the
    /// search, which would spend nearly all of its time on bad images without the survey.
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

    /// Runs the complete search.
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

    /// Tries one numbered choice after the other.
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

    /// Writes the same value `times` times; returns whether the image is still at least as good as the best.
    pub(super) fn write(&mut self, row: usize, column: usize, value: u8, times: usize) -> bool {
        let first = row * self.geometry.size() + column;
        for place in first..first + times {
            match self.best.get(place).map(|best| value.cmp(best)) {
                Some(Ordering::Equal) => continue,
                Some(Ordering::Greater) => return false,
                Some(Ordering::Less) | None => {}
            }
            // The previous best image is no longer the best.
            self.best.truncate(place);
            self.best.push(value);
            self.leaf = None;
            if let Some(states) = &mut self.survey {
                states.clear();
            }
        }
        true
    }

    /// Returns the rows that may come next.
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
        // Blank rows of a band are equivalent, and so are blank bands.
        blank.dedup_by_key(|row| *row / height);
        let is_in_blank_band = |row: &usize| view.blank_bands & 1 << (*row / height) != 0;
        let first = blank.iter().copied().find(is_in_blank_band);
        blank.retain(|row| !is_in_blank_band(row) || Some(*row) == first);
        blank
    }

    /// Continues after a complete row.
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

    /// Compares the known part of the companion's image with its smallest image so far.
    fn compare_companion(&self, state: &State) -> Ordering {
        if self.best_companion.is_empty() || !state.columns.is_decided(self.geometry) {
            return Ordering::Equal;
        }
        let image = self.companion_image(state);
        image.as_slice().cmp(&self.best_companion[..image.len()])
    }

    /// Returns the image of the companion for the rows so far.
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

    /// Records a complete image, which is better than the best so far or equal to it.
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
