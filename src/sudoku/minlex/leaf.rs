//! The end of a path of the search: a complete image, and the transformation to it.

use super::super::geometry::Geometry;
use super::super::isomorph::Isomorphism;
use super::state::{NOWHERE, State};
use super::symmetries::{NUMBERS, digit_number, group_number, line_number};

/// A complete image, with the choices that led to it.
pub(super) struct Leaf {
    pub(super) path: Vec<u8>,
    /// The numbers of lines, bands, stacks and digits, in the order of the image.
    pub(super) numbers: Vec<u8>,
    state: State,
    names: [u8; Geometry::MAX_SIZE + 1],
}

impl Leaf {
    pub(super) fn new(geometry: Geometry, path: &[u8], state: State, image: &[u8]) -> Leaf {
        let names = names(geometry, &state, image);
        Leaf { path: path.to_vec(), numbers: numbers(geometry, &state, &names), state, names }
    }

    pub(super) fn way(&self, geometry: Geometry) -> Isomorphism {
        let (size, state) = (geometry.size(), &self.state);
        let order = order(geometry, state);
        let source = |place: usize| {
            let (row, column) = (usize::from(state.rows[place / size]), usize::from(order[place % size]));
            (if state.view == 0 { row * size + column } else { column * size + row }) as u16
        };
        Isomorphism::new((0..size * size).map(source).collect(), self.names[..=size].to_vec())
    }
}

/// Returns the columns of the view in the order of the image; any valid order if several are left.
pub(super) fn order(geometry: Geometry, state: &State) -> [u8; Geometry::MAX_SIZE] {
    let (size, width) = (geometry.size(), geometry.box_width());
    let mut order = [0; Geometry::MAX_SIZE];
    for (place, column) in order[..size].iter_mut().enumerate() {
        *column = state.columns.column(state.columns.stack(place / width), place % width) as u8;
    }
    order
}

/// Returns the name of each digit if the columns are in [`order`]; digits that do not occur get the remaining names.
pub(super) fn names(geometry: Geometry, state: &State, image: &[u8]) -> [u8; Geometry::MAX_SIZE + 1] {
    let size = geometry.size();
    let mut places = [0; Geometry::MAX_SIZE];
    for (place, column) in order(geometry, state)[..size].iter().enumerate() {
        places[usize::from(*column)] = place;
    }
    let mut next = state.next;
    let mut names = [0; Geometry::MAX_SIZE + 1];
    for (name, home) in names[1..=size].iter_mut().zip(&state.homes[1..]) {
        if home.row == NOWHERE.row {
            *name = next;
            next += 1;
        } else {
            *name = image[usize::from(home.row) * size + places[usize::from(home.column)]];
        }
    }
    names
}

fn numbers(geometry: Geometry, state: &State, names: &[u8]) -> Vec<u8> {
    let (size, height, width) = (geometry.size(), geometry.box_height(), geometry.box_width());
    let (row_side, column_side) = (state.view, 1 - state.view);
    let mut numbers = Vec::with_capacity(NUMBERS);
    numbers.extend(state.rows[..size].iter().map(|&row| line_number(row_side, usize::from(row))));
    let order = order(geometry, state);
    numbers.extend(order[..size].iter().map(|&column| line_number(column_side, usize::from(column))));
    let bands = state.rows[..size].iter().step_by(height);
    numbers.extend(bands.map(|&row| group_number(row_side, usize::from(row) / height)));
    numbers.extend((0..size / width).map(|slot| group_number(column_side, state.columns.stack(slot))));
    let mut digits = [0; Geometry::MAX_SIZE + 1];
    for (digit, &name) in (0..).zip(&names[..=size]) {
        digits[usize::from(name)] = digit;
    }
    numbers.extend(digits[1..=size].iter().map(|&digit| digit_number(digit)));
    numbers
}
