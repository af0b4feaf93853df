//! The part of the search that writes one row of the image, stack by stack and block by block.

use std::ops::Range;

use super::super::geometry::Geometry;
use super::columns::MAX_STACK;
use super::search::{Back, Search};
use super::state::{NOWHERE, State};
use super::symmetries::{digit_number, group_number};

/// Stands for a digit without a name, and sorts after every name.
const NEW: u8 = u8::MAX;

/// The sort keys of columns, indexed by column.
type Keys = [u8; Geometry::MAX_SIZE];

/// A digit that may come next, by its number: the state after this choice, and how many cells of the block contain the
/// digit.
type Choice = (u8, (State, usize));

/// The possible names of a digit.
#[derive(Clone, Copy, PartialEq)]
enum Name {
    /// The digit has no name yet.
    New,
    /// This name, regardless of what is still undecided.
    Fixed(u8),
    /// One of several names, depending on the order of the columns.
    Open,
}

impl Search {
    /// Writes a row of the view and continues with the next one.
    pub(super) fn write_row(&mut self, mut state: State, row: usize) -> Back {
        if state.twins & 1 << row != 0 {
            state.row_begins &= !(1 << state.done);
            state.twins &= !(1 << row);
        } else {
            state.twins = self.twins(&state, row);
        }
        self.write_stacks(state, row, 0)
    }

    /// Returns the other rows of the band that could replace this one without affecting any row so far: all of their
    /// digits are new and in the same columns, and no other remaining row of the band contains any of them. Such rows
    /// come in sequence: trying another of them first cannot give a better image.
    pub(super) fn twins(&self, state: &State, row: usize) -> u32 {
        let (size, height) = (self.geometry.size(), self.geometry.box_height());
        let view = &self.views[state.view];
        let done = state.rows[..state.done].iter().fold(0_u32, |bits, row| bits | 1 << row);
        let band = row / height * height;
        let left = (band..band + height).filter(|other| done & 1 << other == 0);
        if left.clone().filter(|&other| view.columns[other] == view.columns[row]).count() < 2 {
            return 0;
        }
        let (mut twins, mut digits, mut others) = (0_u32, 0_u32, 0_u32);
        for other in left {
            let cells = &view.cells[other * size..][..size];
            let mut new = cells.iter().filter(|&&digit| digit != 0);
            let is_new = |digit: &u8| state.homes[usize::from(*digit)].row == NOWHERE.row;
            let given = view.digits[other];
            let is_twin = view.columns[other] == view.columns[row]
                && given.count_ones() == view.columns[other].count_ones()
                && digits & given == 0
                && new.all(is_new);
            if is_twin {
                (twins, digits) = (twins | 1 << other, digits | given);
            } else {
                others |= given;
            }
        }
        if twins & 1 << row != 0 && digits & others == 0 { twins & !(1 << row) } else { 0 }
    }

    fn digit(&self, view: usize, row: usize, column: usize) -> u8 {
        self.views[view].cells[row * self.geometry.size() + column]
    }

    fn name(&self, state: &State, digit: u8) -> Name {
        match state.home_range(self.geometry.size(), digit) {
            None => Name::New,
            Some((first, last)) if self.best[first] == self.best[last] => Name::Fixed(self.best[first]),
            Some(_) => Name::Open,
        }
    }

    fn write_stacks(&mut self, mut state: State, row: usize, mut slot: usize) -> Back {
        let width = self.geometry.box_width();
        let columns = self.views[state.view].columns[row];
        let is_blank = |stack: usize| columns >> (stack * width) & ((1 << width) - 1) == 0;
        while slot < self.geometry.size() / width {
            state.columns.slots.sort(state.columns.slots.block(slot), |stack| !is_blank(stack));
            let slots = state.columns.slots.block(slot);
            if is_blank(state.columns.stack(slot)) {
                if !self.write(state.done, slot * width, 0, slots.len() * width) {
                    return None;
                }
            } else if let Some(keys) = self.keys(&state, row, slots.clone()) {
                if !self.write_closed(&mut state, row, slots.clone(), &keys) {
                    return None;
                }
            } else if slots.len() == 1 {
                return self.write_open(state, row, slot, 0);
            } else {
                let number = |stack: usize| (group_number(1 - state.view, stack), stack);
                let choices: Vec<_> = slots.map(|slot| number(state.columns.stack(slot))).collect();
                return self.branch(&choices, |search, stack| {
                    let mut below = state;
                    below.columns.slots.put_first(stack);
                    search.write_open(below, row, slot, 0)
                });
            }
            slot = slots.end;
        }
        self.end_row(state, row)
    }

    /// Returns the sort keys of the columns of a block of slots: the names of their digits. `None` if that is not
    /// sufficient, because some names are still open or a new digit occurs twice.
    fn keys(&self, state: &State, row: usize, slots: Range<usize>) -> Option<Keys> {
        let width = self.geometry.box_width();
        let (mut keys, mut new) = ([0; Geometry::MAX_SIZE], 0_u32);
        for stack in slots.map(|slot| state.columns.stack(slot)) {
            for (column, key) in keys.iter_mut().enumerate().skip(stack * width).take(width) {
                let digit = self.digit(state.view, row, column);
                if digit == 0 {
                    continue;
                }
                *key = match self.name(state, digit) {
                    Name::Fixed(name) => name,
                    Name::New if new & 1 << digit == 0 => NEW,
                    Name::New | Name::Open => return None,
                };
                if *key == NEW {
                    new |= 1 << digit;
                }
            }
        }
        Some(keys)
    }

    /// Writes a block of slots that requires no choice.
    fn write_closed(&mut self, state: &mut State, row: usize, slots: Range<usize>, keys: &Keys) -> bool {
        let width = self.geometry.box_width();
        let mut texts = [[0; MAX_STACK]; MAX_STACK];
        for slot in slots.clone() {
            let stack = state.columns.stack(slot);
            let mut place = 0;
            while place < width {
                let places = state.columns.places(stack, place);
                state.columns.sort_columns(stack, places.clone(), |column| keys[column]);
                place = places.end;
            }
            for (place, key) in texts[stack][..width].iter_mut().enumerate() {
                *key = keys[state.columns.column(stack, place)];
            }
        }
        state.columns.slots.sort(slots.clone(), |stack| texts[stack]);
        for slot in slots {
            let stack = state.columns.stack(slot);
            for (place, &key) in texts[stack][..width].iter().enumerate() {
                let column = state.columns.column(stack, place);
                let name =
                    if key == NEW { state.settle(self.digit(state.view, row, column), column) } else { key };
                if !self.write(state.done, slot * width + place, name, 1) {
                    return false;
                }
            }
        }
        true
    }

    /// Writes a row from a place of a slot on, where choices may be required.
    fn write_open(&mut self, mut state: State, row: usize, slot: usize, mut place: usize) -> Back {
        let (width, view) = (self.geometry.box_width(), state.view);
        let stack = state.columns.stack(slot);
        while place < width {
            let places = state.columns.places(stack, place);
            state.columns.sort_columns(stack, places, |column| self.digit(view, row, column) != 0);
            let places = state.columns.places(stack, place);
            let first = self.digit(state.view, row, state.columns.column(stack, place));
            if first == 0 {
                if !self.write(state.done, slot * width + place, 0, places.len()) {
                    return None;
                }
                place = places.end;
                continue;
            }
            let digit_at = |place: usize| self.digit(state.view, row, state.columns.column(stack, place));
            let is_new = |place: usize| state.homes[usize::from(digit_at(place))].row == NOWHERE.row;
            let digits = places.clone().fold(0_u32, |digits, place| digits | 1 << digit_at(place));
            if digits.count_ones() as usize == places.len() && places.clone().all(is_new) {
                for place in places.clone() {
                    let column = state.columns.column(stack, place);
                    let name = state.settle(self.digit(state.view, row, column), column);
                    if !self.write(state.done, slot * width + place, name, 1) {
                        return None;
                    }
                }
                place = places.end;
                continue;
            }
            let (name, choices) = self.lowest(&state, row, stack, places.clone());
            return self.branch(&choices, |search, (below, times): (State, usize)| {
                if !search.write(below.done, slot * width + place, name, times) {
                    return None;
                }
                search.write_open(below, row, slot, place + times)
            });
        }
        self.write_stacks(state, row, slot + 1)
    }

    /// Returns the lowest name that any digit of a block can have, and the digits that can have it.
    fn lowest(&self, state: &State, row: usize, stack: usize, places: Range<usize>) -> (u8, Vec<Choice>) {
        let (mut lowest, mut choices, mut seen) = (NEW, Vec::with_capacity(places.len()), 0_u32);
        for place in places.clone() {
            let digit = self.digit(state.view, row, state.columns.column(stack, place));
            if seen & 1 << digit != 0 {
                continue;
            }
            seen |= 1 << digit;
            let mut below = *state;
            below
                .columns
                .sort_columns(stack, places.clone(), |column| self.digit(state.view, row, column) != digit);
            let name = match self.name(&below, digit) {
                Name::New => below.settle(digit, below.columns.column(stack, places.start)),
                Name::Fixed(name) => name,
                Name::Open => {
                    below.put_home_first(digit);
                    let (first, _) = below.home_range(self.geometry.size(), digit).expect("it has a home");
                    self.best[first]
                }
            };
            if name < lowest {
                choices.clear();
                lowest = name;
            }
            if name == lowest {
                let has_it =
                    |place: &usize| self.digit(state.view, row, state.columns.column(stack, *place)) == digit;
                choices.push((digit_number(digit), (below, places.clone().filter(has_it).count())));
            }
        }
        (lowest, choices)
    }
}
