//! Isomorphic puzzles: the same puzzle with digits renamed, rows, columns, bands and stacks permuted, or the grid
//! transposed. An isomorph has exactly as many solutions as the original.

use super::geometry::Geometry;
use crate::random::Random;

/// A transformation that turns a puzzle into an isomorphic one.
///
/// ```
/// use dlxbench::random::Random;
/// use dlxbench::sudoku::isomorph::Isomorphism;
/// use dlxbench::sudoku::minlex::puzzle_minlex;
/// use dlxbench::sudoku::Grid;
///
/// let puzzle: Grid = "1......2..3.4...".parse()?;
/// let isomorphism = Isomorphism::random(puzzle.geometry(), &mut Random::new(1));
/// let image = isomorphism.image(puzzle.cells());
/// assert_ne!(image, puzzle.cells());
/// assert_eq!(puzzle_minlex(puzzle.geometry(), &image), puzzle_minlex(puzzle.geometry(), puzzle.cells()));
/// # Ok::<(), dlxbench::sudoku::GridError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Isomorphism {
    /// `sources[cell]` is the cell of the original that moves to `cell`.
    sources: Vec<u16>,
    /// `digits[d]` is the new name of digit `d`; `digits[0]` is 0.
    digits: Vec<u8>,
}

impl Isomorphism {
    /// Creates the transformation that moves the cell `sources[cell]` to each `cell` and renames each digit `d` to
    /// `digits[d]`.
    pub(super) fn new(sources: Vec<u16>, digits: Vec<u8>) -> Isomorphism {
        Isomorphism { sources, digits }
    }

    /// Creates a random transformation; each one is equally likely.
    pub fn random(geometry: Geometry, random: &mut Random) -> Isomorphism {
        let size = geometry.size();
        let rows = shuffled_lines(size, geometry.box_height(), random);
        let columns = shuffled_lines(size, geometry.box_width(), random);
        let transposed = geometry.is_square() && random.below(2) == 1;
        let source = |cell: usize| {
            let (row, column) = (rows[cell / size], columns[cell % size]);
            (if transposed { column * size + row } else { row * size + column }) as u16
        };
        let mut digits: Vec<u8> = (0..=size as u8).collect();
        random.shuffle(&mut digits[1..]);
        Isomorphism { sources: (0..geometry.cell_count()).map(source).collect(), digits }
    }

    /// Returns the image of a grid's cells.
    pub fn image(&self, cells: &[u8]) -> Vec<u8> {
        let mut image = vec![0; cells.len()];
        self.apply(cells, &mut image);
        image
    }

    /// Writes the image of a grid's cells to `image`.
    pub fn apply(&self, cells: &[u8], image: &mut [u8]) {
        for (target, &source) in image.iter_mut().zip(&self.sources) {
            *target = self.digits[usize::from(cells[usize::from(source)])];
        }
    }
}

/// Returns 0 … size − 1 with the groups of `group` adjacent lines permuted, and the lines within each group.
fn shuffled_lines(size: usize, group: usize, random: &mut Random) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..size / group).collect();
    random.shuffle(&mut groups);
    let mut lines = Vec::with_capacity(size);
    for start in groups.into_iter().map(|index| index * group) {
        let mut members: Vec<usize> = (start..start + group).collect();
        random.shuffle(&mut members);
        lines.extend(members);
    }
    lines
}
