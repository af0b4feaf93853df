use std::collections::{HashMap, HashSet};

use super::*;
use crate::corpus::{Reader, Source};
use crate::random::Random;
use crate::sudoku::Grid;

fn isomorph(geometry: Geometry, cells: &[u8], random: &mut Random) -> Vec<u8> {
    let mut image = vec![0; cells.len()];
    Isomorphism::random(geometry, random).apply(cells, &mut image);
    image
}

/// A puzzle with this many givens: those of a solved grid, or any, which may clash.
fn random_puzzle(geometry: Geometry, givens: usize, sound: bool, random: &mut Random) -> Vec<u8> {
    let solved = isomorph(geometry, Grid::pattern(geometry).cells(), random);
    let mut places: Vec<usize> = (0..geometry.cell_count()).collect();
    random.shuffle(&mut places);
    let mut cells = vec![0; geometry.cell_count()];
    for &place in &places[..givens] {
        cells[place] = if sound { solved[place] } else { random.below(geometry.size()) as u8 + 1 };
    }
    cells
}

/// That isomorphs have the same form, and that this form is an isomorph of them.
fn check(geometry: Geometry, cells: &[u8], random: &mut Random) {
    let form = canonical_form(geometry, cells);
    let image = isomorph(geometry, cells, random);
    assert_eq!(canonical_form(geometry, &image), form, "{cells:?} and {image:?}");
    assert_eq!(canonical_form(geometry, &form), form, "{cells:?}");
    let way = to_canonical(geometry, &image);
    assert!(is_isomorphism(geometry, &way), "{way:?}");
    let mut mapped = image.clone();
    way.apply(&image, &mut mapped);
    assert_eq!(mapped, form);
}

/// Whether a transformation keeps units together: found by what it does to a grid that numbers cells by row, by column
/// or by box, and to the digits.
fn is_isomorphism(geometry: Geometry, way: &Isomorphism) -> bool {
    let size = geometry.size();
    let image = |unit: &dyn Fn(usize) -> usize| {
        // Each digit's own name is undone, so that what is left is where the cells went.
        let mut names = HashMap::new();
        for digit in 1..=size as u8 {
            let mut one = vec![digit; geometry.cell_count()];
            way.apply(&one.clone(), &mut one);
            names.insert(one[0], digit);
        }
        let cells: Vec<u8> = (0..geometry.cell_count()).map(|cell| unit(cell) as u8 + 1).collect();
        let mut image = cells.clone();
        way.apply(&cells, &mut image);
        (names.len() == size)
            .then(|| image.iter().map(|name| usize::from(names[name]) - 1).collect::<Vec<usize>>())
    };
    // Two cells that share a unit of a kind after the transformation must have shared one of the other kind before.
    let keeps = |before: &[usize], after: &dyn Fn(usize) -> usize| {
        let pairs: HashSet<(usize, usize)> =
            before.iter().enumerate().map(|(cell, &unit)| (unit, after(cell))).collect();
        pairs.len() == size
    };
    let (row, column, box_of) =
        (|cell| geometry.row(cell), |cell| geometry.column(cell), |cell| geometry.box_of(cell));
    let (Some(rows), Some(columns), Some(boxes)) = (image(&row), image(&column), image(&box_of)) else {
        return false;
    };
    let upright = keeps(&rows, &row) && keeps(&columns, &column);
    let transposed = is_square(geometry) && keeps(&rows, &column) && keeps(&columns, &row);
    keeps(&boxes, &box_of) && (upright || transposed)
}

#[test]
fn isomorphs_of_shipped_puzzles_have_one_form_and_others_another() {
    let mut random = Random::new(1);
    let mut forms = HashSet::new();
    let mut puzzles = HashSet::new();
    for source in Source::shipped() {
        for entry in Reader::new(source.open().unwrap()).take(200) {
            let puzzle = entry.unwrap().unwrap().puzzle;
            check(Geometry::NINE, puzzle.cells(), &mut random);
            forms.insert(canonical_form(Geometry::NINE, puzzle.cells()));
            puzzles.insert(puzzle.to_line());
        }
    }
    assert_eq!(forms.len(), puzzles.len(), "the shipped puzzles are all different");
}

#[test]
fn random_puzzles_of_every_size_have_the_form_of_their_isomorphs() {
    let mut random = Random::new(2);
    for round in 0..4000 {
        let geometry = Geometry::ALL[if round % 2 == 0 { 2 } else { round / 2 % 4 }];
        let givens = random.below(geometry.cell_count() + 1);
        let cells = random_puzzle(geometry, givens, round % 3 != 0, &mut random);
        check(geometry, &cells, &mut random);
    }
    for geometry in [16, 25].map(|size| Geometry::from_size(size).unwrap()) {
        for givens in [0, 1, 50, geometry.cell_count() / 2] {
            let cells = random_puzzle(geometry, givens, true, &mut random);
            check(geometry, &cells, &mut random);
        }
    }
}

#[test]
fn symmetric_puzzles_have_the_form_of_their_isomorphs() {
    let mut random = Random::new(3);
    for geometry in &Geometry::ALL[..4] {
        let solved = Grid::pattern(*geometry);
        let size = geometry.size();
        let ones = vec![1; geometry.cell_count()];
        let empty = vec![0; geometry.cell_count()];
        let diagonal = (0..geometry.cell_count()).map(|cell| u8::from(cell / size == cell % size)).collect();
        let striped = (0..geometry.cell_count()).map(|cell| (cell % size % 2) as u8).collect();
        let first_row =
            solved.cells().iter().enumerate().map(|(cell, &digit)| if cell < size { digit } else { 0 });
        for cells in [solved.cells().to_vec(), ones, empty, diagonal, striped, first_row.collect()] {
            check(*geometry, &cells, &mut random);
        }
    }
}

/// The smallest image of a 4×4 grid under all 128 orders of its lines, digits named as they appear.
fn smallest_image(cells: &[u8]) -> Vec<u8> {
    let lines = [
        [0, 1, 2, 3],
        [1, 0, 2, 3],
        [0, 1, 3, 2],
        [1, 0, 3, 2],
        [2, 3, 0, 1],
        [3, 2, 0, 1],
        [2, 3, 1, 0],
        [3, 2, 1, 0],
    ];
    let mut smallest: Option<Vec<u8>> = None;
    for (rows, columns) in lines.iter().flat_map(|rows| lines.iter().map(move |columns| (rows, columns))) {
        for transposed in [false, true] {
            let mut names = [0; 5];
            let mut next = 1;
            let image = (0..16).map(|place| {
                let (row, column) = (rows[place / 4], columns[place % 4]);
                let digit = usize::from(cells[if transposed { column * 4 + row } else { row * 4 + column }]);
                if digit != 0 && names[digit] == 0 {
                    names[digit] = next;
                    next += 1;
                }
                names[digit]
            });
            let image: Vec<u8> = image.collect();
            if smallest.as_ref().is_none_or(|smallest| image < *smallest) {
                smallest = Some(image);
            }
        }
    }
    smallest.unwrap()
}

#[test]
fn small_puzzles_have_one_form_exactly_if_some_transformation_maps_them() {
    let geometry = Geometry::from_size(4).unwrap();
    let mut random = Random::new(4);
    let mut by_orbit: HashMap<Vec<u8>, Vec<u8>> = HashMap::new();
    let mut by_form: HashMap<Vec<u8>, Vec<u8>> = HashMap::new();
    let mut met = 0;
    for round in 0..20_000 {
        let givens = random.below(17);
        let cells = random_puzzle(geometry, givens, round % 2 == 0, &mut random);
        let (orbit, form) = (smallest_image(&cells), canonical_form(geometry, &cells));
        met += usize::from(by_orbit.contains_key(&orbit));
        assert_eq!(by_orbit.entry(orbit.clone()).or_insert_with(|| form.clone()), &form, "{cells:?}");
        assert_eq!(by_form.entry(form).or_insert_with(|| orbit.clone()), &orbit, "{cells:?}");
    }
    assert!(by_orbit.len() > 3000 && met > 3000, "{} orbits, {met} met again", by_orbit.len());
}

#[test]
fn there_are_ten_kinds_of_puzzles_with_two_givens() {
    // Equal digits or not, in cells that share a line and a box, a line only, a box only, a band or stack only, or
    // nothing.
    let mut forms = HashSet::new();
    for (first, second) in (0..81).flat_map(|first| (0..first).map(move |second| (first, second))) {
        for digit in [4, 7] {
            let mut cells = [0; 81];
            (cells[first], cells[second]) = (7, digit);
            forms.insert(canonical_form(Geometry::NINE, &cells));
        }
    }
    assert_eq!(forms.len(), 10);
}
