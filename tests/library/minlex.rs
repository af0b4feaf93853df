//! Minlex: the smallest of all isomorphs, checked by trying all; isomorphs share it and others do not.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use dlxbench::corpus::{Reader, Source};
use dlxbench::engine::{EngineKind, Limits};
use dlxbench::random::Random;
use dlxbench::sudoku::isomorph::Isomorphism;
use dlxbench::sudoku::minlex::{puzzle_minlex, solution_minlex, to_puzzle_minlex, to_solution_minlex};
use dlxbench::sudoku::{Geometry, Grid};

const MOST_CANONICAL: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn cells(text: &str) -> Vec<u8> {
    text.parse::<Grid>().unwrap().cells().to_vec()
}

fn isomorph(geometry: Geometry, cells: &[u8], random: &mut Random) -> Vec<u8> {
    Isomorphism::random(geometry, random).image(cells)
}

/// A solved grid: the first that an engine finds with a box filled at random.
fn solved(geometry: Geometry, random: &mut Random) -> Vec<u8> {
    let mut digits: Vec<u8> = (1..=geometry.size() as u8).collect();
    random.shuffle(&mut digits);
    let last = geometry.size() - 1;
    let mut next = digits.into_iter();
    let in_box = |cell| geometry.box_of(cell) == last;
    let givens: Vec<u8> =
        (0..geometry.cell_count()).map(|cell| if in_box(cell) { next.next().unwrap() } else { 0 }).collect();
    solution(geometry, &givens)
}

/// The first solution that an engine finds.
fn solution(geometry: Geometry, puzzle: &[u8]) -> Vec<u8> {
    let mut solution = Vec::new();
    let mut engine = EngineKind::fastest_for(geometry).build(geometry).unwrap();
    engine.solve(puzzle, &Limits::solutions(1), &mut |cells| {
        solution = cells.to_vec();
        ControlFlow::Break(())
    });
    solution
}

/// A puzzle with this many givens: those of a solved grid, or any, which may clash.
fn random_puzzle(geometry: Geometry, solved: Option<&[u8]>, givens: usize, random: &mut Random) -> Vec<u8> {
    let mut places: Vec<usize> = (0..geometry.cell_count()).collect();
    random.shuffle(&mut places);
    let mut cells = vec![0; geometry.cell_count()];
    for &place in &places[..givens] {
        cells[place] = solved.map_or_else(|| random.below(geometry.size()) as u8 + 1, |solved| solved[place]);
    }
    cells
}

/// All orders of the lines of a side, in groups of so many lines.
fn line_orders(size: usize, group: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for place in 0..size {
        let mut longer = Vec::new();
        for order in orders {
            let fits = |&line: &usize| {
                let last = order.last().filter(|_| place % group != 0);
                !order.contains(&line) && last.is_none_or(|&last| last / group == line / group)
            };
            longer.extend((0..size).filter(fits).map(|line| [&order[..], &[line]].concat()));
        }
        orders = longer;
    }
    orders
}

/// Every way to bring the cells into another order that an isomorphism can, with the image of the first grid, its digits
/// named as they come. The image ends where it gets larger than the smallest so far.
fn for_all_images(
    geometry: Geometry,
    cells: &[u8],
    mut visit: impl FnMut(&[u8], &dyn Fn(usize) -> usize, &[u8]),
) {
    let size = geometry.size();
    let column_orders = line_orders(size, geometry.box_width());
    let mut smallest: Vec<u8> = Vec::new();
    let mut image = Vec::with_capacity(cells.len());
    for rows in line_orders(size, geometry.box_height()) {
        for columns in &column_orders {
            for transposed in if geometry.is_square() { &[false, true][..] } else { &[false] } {
                let source = |place: usize| {
                    let (row, column) = (rows[place / size], columns[place % size]);
                    if *transposed { column * size + row } else { row * size + column }
                };
                image.clear();
                let mut names = [0; Geometry::MAX_SIZE + 1];
                let (mut next, mut equal) = (1, true);
                for place in 0..cells.len() {
                    let digit = usize::from(cells[source(place)]);
                    if digit != 0 && names[digit] == 0 {
                        names[digit] = next;
                        next += 1;
                    }
                    if equal && !smallest.is_empty() {
                        if names[digit] > smallest[place] {
                            break;
                        }
                        equal = names[digit] == smallest[place];
                    }
                    image.push(names[digit]);
                }
                if image.len() == cells.len() {
                    smallest.clone_from(&image);
                    visit(&image, &source, &names);
                }
            }
        }
    }
}

/// The smallest image, by trying all.
fn smallest_image(geometry: Geometry, cells: &[u8]) -> Vec<u8> {
    let mut smallest = Vec::new();
    for_all_images(geometry, cells, |image, _, _| smallest = image.to_vec());
    smallest
}

/// The smallest image of a solved grid, and of its puzzle among those that go with it, by trying all.
fn smallest_images(geometry: Geometry, puzzle: &[u8], solution: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let mut smallest: Option<(Vec<u8>, Vec<u8>)> = None;
    for_all_images(geometry, solution, |image, source, names| {
        let puzzle = (0..puzzle.len()).map(|place| names[usize::from(puzzle[source(place)])]).collect();
        let images = (image.to_vec(), puzzle);
        if smallest.as_ref().is_none_or(|smallest| images < *smallest) {
            smallest = Some(images);
        }
    });
    smallest.unwrap()
}

fn check_solution_minlex(geometry: Geometry, puzzle: &[u8], solution: &[u8]) {
    let (smallest, smallest_puzzle) = smallest_images(geometry, puzzle, solution);
    let way = to_solution_minlex(geometry, puzzle, solution);
    assert_eq!(way.image(solution), smallest, "{solution:?}");
    assert_eq!(way.image(puzzle), smallest_puzzle, "{puzzle:?} {solution:?}");
}

#[test]
fn puzzles_of_small_sizes_have_the_form_that_trying_all_finds() {
    let mut random = Random::new(1);
    for (size, rounds) in [(4, 20_000), (6, 1500)] {
        let geometry = Geometry::from_size(size).unwrap();
        for round in 0..rounds {
            let givens = random.below(geometry.cell_count() + 1);
            let solved = solved(geometry, &mut random);
            let puzzle =
                random_puzzle(geometry, (round % 3 != 0).then_some(&solved[..]), givens, &mut random);
            assert_eq!(puzzle_minlex(geometry, &puzzle), smallest_image(geometry, &puzzle), "{puzzle:?}");
            // A digit or two in each row, few or many of them different: rows that may change places.
            let (most, kinds) = (random.below(2) + 1, random.below(size) + 1);
            let mut puzzle = vec![0; geometry.cell_count()];
            for (index, row) in puzzle.chunks_mut(size).enumerate() {
                for given in 0..most {
                    row[random.below(3)] = ((index * most + given) % kinds + 1) as u8;
                }
            }
            assert_eq!(puzzle_minlex(geometry, &puzzle), smallest_image(geometry, &puzzle), "{puzzle:?}");
        }
    }
}

#[test]
fn solved_grids_of_small_sizes_have_the_form_that_trying_all_finds() {
    let mut random = Random::new(2);
    let four = Geometry::from_size(4).unwrap();
    let mut forms = HashSet::new();
    let mut engine = EngineKind::Cover.build(four).unwrap();
    let mut count = 0;
    engine.solve(&[0; 16], &Limits::solutions(u64::MAX), &mut |solution| {
        count += 1;
        for givens in 0..=16 {
            check_solution_minlex(four, &random_puzzle(four, Some(solution), givens, &mut random), solution);
        }
        forms.insert(solution_minlex(four, solution, solution));
        ControlFlow::Continue(())
    });
    assert_eq!((count, forms.len()), (288, 2), "there are 288 grids, and 2 that are no isomorphs");
    let six = Geometry::from_size(6).unwrap();
    for round in 0..300 {
        let solution = solved(six, &mut random);
        check_solution_minlex(six, &random_puzzle(six, Some(&solution), round % 37, &mut random), &solution);
    }
}

/// Puzzles of 9×9, sound or not, and solved grids, against all 3,359,232 orders of the cells.
fn check_nine(rounds: usize, random: &mut Random) {
    let geometry = Geometry::NINE;
    for round in 0..rounds {
        let solution = if round == 0 { cells(MOST_CANONICAL) } else { solved(geometry, random) };
        let solution = isomorph(geometry, &solution, random);
        check_solution_minlex(geometry, &random_puzzle(geometry, Some(&solution), 24, random), &solution);
        let givens = random.below(60);
        let puzzle = random_puzzle(geometry, (round % 3 != 1).then_some(&solution), givens, random);
        assert_eq!(puzzle_minlex(geometry, &puzzle), smallest_image(geometry, &puzzle), "{puzzle:?}");
    }
}

#[test]
fn nine_by_nine_grids_have_the_form_that_trying_all_finds() {
    check_nine(3, &mut Random::new(3));
}

#[test]
#[ignore = "half a minute; scripts/check-minlex runs it"]
fn many_nine_by_nine_grids_have_the_form_that_trying_all_finds() {
    check_nine(60, &mut Random::new(4));
}

#[test]
fn what_is_known_to_be_smallest_stays_as_it_is() {
    let solution = cells(MOST_CANONICAL);
    let mut random = Random::new(5);
    for _ in 0..20 {
        let image = isomorph(Geometry::NINE, &solution, &mut random);
        assert_eq!(solution_minlex(Geometry::NINE, &image, &image), solution);
    }
    // From the published list of puzzles with 17 givens, which are in this form.
    for line in [
        ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
        ".................1.....2.3...1..4.....5.....6..6..378..4.....2..7..5.....9..1....",
        "........1.....2.34.56..........4.5....4.1.....7....8.....6....2...8..9..4........",
    ] {
        let puzzle = cells(line);
        assert_eq!(puzzle_minlex(Geometry::NINE, &isomorph(Geometry::NINE, &puzzle, &mut random)), puzzle);
    }
}

#[test]
fn a_thousand_isomorphs_of_a_puzzle_have_one_form_and_other_puzzles_another() {
    let (geometry, mut random) = (Geometry::NINE, Random::new(6));
    let (mut puzzle_forms, mut solution_forms) = (HashSet::new(), HashSet::new());
    let mut count = 0;
    for source in Source::shipped() {
        for entry in Reader::new(source.open().unwrap()).step_by(20).take(6) {
            let puzzle = entry.unwrap().unwrap().puzzle.cells().to_vec();
            let solution = solution(geometry, &puzzle);
            let forms = (puzzle_minlex(geometry, &puzzle), solution_minlex(geometry, &puzzle, &solution));
            for _ in 0..1000 {
                let way = Isomorphism::random(geometry, &mut random);
                let (puzzle, solution) = (way.image(&puzzle), way.image(&solution));
                assert_eq!(puzzle_minlex(geometry, &puzzle), forms.0);
                assert_eq!(solution_minlex(geometry, &puzzle, &solution), forms.1);
            }
            puzzle_forms.insert(forms.0);
            solution_forms.insert(forms.1);
            count += 1;
        }
    }
    assert!(count >= 20, "{count} puzzles");
    assert_eq!(
        (puzzle_forms.len(), solution_forms.len()),
        (count, count),
        "the shipped puzzles are all different"
    );
}

#[test]
fn the_form_of_a_solved_grid_is_an_isomorph_and_its_own_form() {
    for source in Source::shipped() {
        for entry in Reader::new(source.open().unwrap()).take(50) {
            let puzzle = entry.unwrap().unwrap().puzzle;
            let solution = solution(Geometry::NINE, puzzle.cells());
            let way = to_solution_minlex(Geometry::NINE, puzzle.cells(), &solution);
            assert!(is_isomorphism(Geometry::NINE, &way), "{way:?}");
            let (form, solved) = (way.image(puzzle.cells()), way.image(&solution));
            assert!(puzzle.with_cells(&solved).solves(&puzzle.with_cells(&form)));
            assert_eq!(solution_minlex(Geometry::NINE, &form, &solved), form);
        }
    }
}

/// Whether a transformation keeps units together: found by what it does to a grid that numbers cells by row, by column
/// or by box, and to the digits.
fn is_isomorphism(geometry: Geometry, way: &Isomorphism) -> bool {
    let size = geometry.size();
    let image = |unit: &dyn Fn(usize) -> usize| {
        // Each digit's own name is undone, so that what is left is where the cells went.
        let mut names = HashMap::new();
        for digit in 1..=size as u8 {
            names.insert(way.image(&vec![digit; geometry.cell_count()])[0], digit);
        }
        let cells: Vec<u8> = (0..geometry.cell_count()).map(|cell| unit(cell) as u8 + 1).collect();
        (names.len() == size).then(|| {
            way.image(&cells).iter().map(|name| usize::from(names[name]) - 1).collect::<Vec<usize>>()
        })
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
    let transposed = geometry.is_square() && keeps(&rows, &column) && keeps(&columns, &row);
    keeps(&boxes, &box_of) && (upright || transposed)
}

#[test]
fn shipped_puzzles_have_different_forms_and_share_them_with_their_isomorphs() {
    let mut random = Random::new(10);
    let (mut forms, mut puzzles) = (HashSet::new(), HashSet::new());
    for source in Source::shipped() {
        for entry in Reader::new(source.open().unwrap()).take(200) {
            let puzzle = entry.unwrap().unwrap().puzzle;
            check_puzzle(Geometry::NINE, puzzle.cells(), &mut random);
            forms.insert(puzzle_minlex(Geometry::NINE, puzzle.cells()));
            puzzles.insert(puzzle.to_line());
        }
    }
    assert_eq!(forms.len(), puzzles.len(), "the shipped puzzles are all different");
}

/// That isomorphs have the same form, that it is an isomorph of them, its own form, and not larger than others.
fn check_puzzle(geometry: Geometry, cells: &[u8], random: &mut Random) {
    let way = to_puzzle_minlex(geometry, cells);
    assert!(is_isomorphism(geometry, &way), "{way:?}");
    let form = way.image(cells);
    assert_eq!(puzzle_minlex(geometry, &form), form, "{cells:?}");
    for _ in 0..3 {
        let image = isomorph(geometry, cells, random);
        assert_eq!(puzzle_minlex(geometry, &image), form, "{cells:?} and {image:?}");
        assert!(form <= image);
    }
}

#[test]
fn puzzles_of_every_size_have_the_form_of_their_isomorphs() {
    let mut random = Random::new(7);
    for geometry in Geometry::ALL {
        let solved = solved(geometry, &mut random);
        for round in 0..60 {
            let givens = random.below(geometry.cell_count());
            let solved = (round % 3 != 0).then_some(&solved[..]);
            check_puzzle(geometry, &random_puzzle(geometry, solved, givens, &mut random), &mut random);
        }
        let puzzle = random_puzzle(geometry, Some(&solved), geometry.cell_count() / 3, &mut random);
        let way = Isomorphism::random(geometry, &mut random);
        let form = solution_minlex(geometry, &puzzle, &solved);
        assert_eq!(solution_minlex(geometry, &way.image(&puzzle), &way.image(&solved)), form);
        assert!(is_isomorphism(geometry, &to_solution_minlex(geometry, &puzzle, &solved)));
    }
}

#[test]
fn many_random_puzzles_have_the_form_of_their_isomorphs() {
    let mut random = Random::new(9);
    for round in 0..4000 {
        let geometry = Geometry::ALL[if round % 2 == 0 { 2 } else { round / 2 % 4 }];
        let solved = isomorph(geometry, Grid::pattern(geometry).cells(), &mut random);
        let givens = random.below(geometry.cell_count() + 1);
        let solved = (round % 3 != 0).then_some(&solved[..]);
        check_puzzle(geometry, &random_puzzle(geometry, solved, givens, &mut random), &mut random);
    }
}

#[test]
fn symmetric_puzzles_of_every_size_have_the_form_of_their_isomorphs() {
    let mut random = Random::new(8);
    for geometry in Geometry::ALL {
        let (size, height, width) = (geometry.size(), geometry.box_height(), geometry.box_width());
        let pattern = Grid::pattern(geometry);
        let kept = |keep: &dyn Fn(usize, usize) -> bool| -> Vec<u8> {
            let cells = pattern.cells().iter().enumerate();
            cells.map(|(cell, &digit)| if keep(cell / size, cell % size) { digit } else { 0 }).collect()
        };
        let filled = |digit: &dyn Fn(usize, usize) -> usize| -> Vec<u8> {
            (0..geometry.cell_count()).map(|cell| digit(cell / size, cell % size) as u8).collect()
        };
        for cells in [
            kept(&|_, _| false),
            kept(&|row, _| row == 0),
            kept(&|row, column| row == 0 || column == 0),
            kept(&|row, column| row < height && column < width),
            kept(&|row, column| row % height == 0 && column % width == 0),
            kept(&|row, column| (row + column) % 2 == 0),
            kept(&|row, _| row % height == 0),
            filled(&|row, column| usize::from(row == column)),
            filled(&|row, column| if row == column { row + 1 } else { 0 }),
            filled(&|row, column| if column == row % height * width + row / height { row + 1 } else { 0 }),
            filled(&|_, _| 1),
            filled(&|_, column| column + 1),
            filled(&|row, column| (row + column) % 2),
        ] {
            check_puzzle(geometry, &cells, &mut random);
        }
        if size <= 12 {
            check_puzzle(geometry, pattern.cells(), &mut random);
            check_puzzle(geometry, &filled(&|_, column| column % 2), &mut random);
        }
    }
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
            forms.insert(puzzle_minlex(Geometry::NINE, &cells));
        }
    }
    assert_eq!(forms.len(), 10);
}

#[test]
#[should_panic(expected = "not a solution")]
fn a_grid_that_does_not_solve_the_puzzle_is_refused() {
    let mut puzzle = cells(MOST_CANONICAL);
    puzzle[0] = 2;
    solution_minlex(Geometry::NINE, &puzzle, &cells(MOST_CANONICAL));
}
