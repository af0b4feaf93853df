use super::super::encode;
use super::super::grid::Grid;
use super::*;
use crate::cover::{Limits, Matrix};
use crate::random::Random;

/// Returns a solved 9×9 grid: the first one that a search finds after filling a box at random.
fn solved(random: &mut Random) -> Grid {
    let mut digits: Vec<u8> = (1..=9).collect();
    random.shuffle(&mut digits);
    let mut cells = [0; 81];
    (0..9).for_each(|index| cells[index / 3 * 9 + index % 3] = digits[index]);
    let givens = Grid::pattern(Geometry::NINE).with_cells(&cells);
    let problem = encode::options_of(&givens);
    let solution = Matrix::new(&problem).search(Limits::default()).next().unwrap();
    encode::grid_of(&problem, &solution, givens.symbols()).unwrap()
}

#[test]
fn both_searches_agree_on_solved_grids() {
    let mut random = Random::new(1);
    for round in 0..200 {
        // The pattern has many symmetries, and others have hardly any.
        let solution = if round % 4 == 0 { Grid::pattern(Geometry::NINE) } else { solved(&mut random) };
        let solution = Isomorphism::random(Geometry::NINE, &mut random).image(solution.cells());
        let puzzle: Vec<u8> =
            solution.iter().map(|&digit| if random.below(3) == 0 { digit } else { 0 }).collect();
        let (way, other) = (
            nine::smallest(&puzzle, &solution),
            search::smallest_with_puzzle(Geometry::NINE, &puzzle, &solution),
        );
        assert_eq!(way.image(&solution), other.image(&solution), "{solution:?}");
        assert_eq!(way.image(&puzzle), other.image(&puzzle), "{puzzle:?}");
    }
}
