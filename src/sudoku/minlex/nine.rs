//! The minlex form of solved 9×9 grids, which is what a corpus is full of. The general search takes 270 µs for one.
//!
//! The first row is 123456789 whichever line it is and in whatever order the columns come, so the second row decides.
//! Take a line, another one of its band, and three columns of a stack to come first: 36 · 18 *starts*. For each column
//! ask in which column the first line has the digit that the second line has here: that column is to come as early as
//! it can. This settles the order of all columns, or the second row is not the smallest.
//!
//! A few starts share the smallest second row. Each of them is a whole transformation, as the other rows come in the
//! order of their digits in the first column.

use super::super::isomorph::Isomorphism;

const SIZE: usize = 9;

/// All orders of three columns.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Nothing has come here yet.
const NONE: usize = usize::MAX;

/// Two lines to come first, and the order of the lines that cross them.
struct Start {
    is_transposed: bool,
    first: usize,
    second: usize,
    columns: [usize; SIZE],
}

/// The transformation that makes the solved grid smallest, and then the puzzle.
pub(super) fn smallest(puzzle: &[u8], solution: &[u8]) -> Isomorphism {
    let (mut rows, mut columns) = ([[0; SIZE]; SIZE], [[0; SIZE]; SIZE]);
    for (cell, &digit) in solution.iter().enumerate() {
        rows[cell / SIZE][cell % SIZE] = digit;
        columns[cell % SIZE][cell / SIZE] = digit;
    }
    let mut starts = Vec::new();
    let mut best = u64::MAX;
    for (is_transposed, lines) in [(false, &rows), (true, &columns)] {
        for first in 0..SIZE {
            let band = first / 3 * 3;
            for second in (band..band + 3).filter(|&second| second != first) {
                let pointers = pointers(&lines[first], &lines[second]);
                for front in 0..3 * ORDERS.len() {
                    let Some((second_row, columns)) = columns_from(front, &pointers, best) else { continue };
                    if second_row < best {
                        best = second_row;
                        starts.clear();
                    }
                    starts.push(Start { is_transposed, first, second, columns });
                }
            }
        }
    }
    let ways = starts.iter().map(|start| start.way(if start.is_transposed { &columns } else { &rows }));
    let smallest = ways.min_by_key(|way| (way.image(solution), way.image(puzzle)));
    smallest.expect("some start has the smallest second row")
}

/// For each column the column where the first line has the digit that the second line has here.
fn pointers(first: &[u8; SIZE], second: &[u8; SIZE]) -> [usize; SIZE] {
    let mut columns_of = [0; SIZE + 1];
    for (column, &digit) in first.iter().enumerate() {
        columns_of[usize::from(digit)] = column;
    }
    let mut pointers = [0; SIZE];
    for (pointer, &digit) in pointers.iter_mut().zip(second) {
        *pointer = columns_of[usize::from(digit)];
    }
    pointers
}

/// The order of the columns if three of a stack, in one of 18 orders, come first; and the second row then, a digit from 0
/// in four bits. `None` if that row is larger than `best`.
fn columns_from(front: usize, pointers: &[usize; SIZE], best: u64) -> Option<(u64, [usize; SIZE])> {
    let (mut columns, mut places) = ([NONE; SIZE], [NONE; SIZE]);
    for (place, index) in ORDERS[front % 6].into_iter().enumerate() {
        let column = front / 6 * 3 + index;
        (columns[place], places[column]) = (column, place);
    }
    // Where the next column of each stack comes; stacks are opened in the order in which they are pointed to.
    let mut next = [NONE; 3];
    let (mut opened, mut second_row) = (3, 0);
    for place in 0..SIZE {
        if columns[place] == NONE {
            // If two are left of its stack, another order of the three in front makes a smaller row.
            if place % 3 < 2 {
                return None;
            }
            let stack = columns[place - 2] / 3 * 3;
            let left = (stack..stack + 3).find(|&column| places[column] == NONE).expect("one is left");
            (columns[place], places[left]) = (left, place);
        }
        let target = pointers[columns[place]];
        if places[target] == NONE {
            let next = &mut next[target / 3];
            if *next == NONE {
                (*next, opened) = (opened, opened + 3);
            }
            (columns[*next], places[target]) = (target, *next);
            *next += 1;
        }
        second_row |= (places[target] as u64) << (4 * (SIZE - 1 - place));
        if second_row > best {
            return None;
        }
    }
    Some((second_row, columns))
}

impl Start {
    fn way(&self, lines: &[[u8; SIZE]; SIZE]) -> Isomorphism {
        let (first, columns) = (self.first, &self.columns);
        let mut names = vec![0; SIZE + 1];
        for (name, &column) in (1..).zip(columns) {
            names[usize::from(lines[first][column])] = name;
        }
        // The rows of a band make the same sum whichever two of them are known.
        let band = first / 3;
        let mut rows = [first, self.second, 9 * band + 3 - first - self.second, 0, 0, 0, 0, 0, 0];
        let others = (0..SIZE).filter(|row| row / 3 != band);
        rows[3..].iter_mut().zip(others).for_each(|(row, other)| *row = other);
        let name = |row: &usize| names[usize::from(lines[*row][columns[0]])];
        rows[3..6].sort_unstable_by_key(name);
        rows[6..].sort_unstable_by_key(name);
        if name(&rows[3]) > name(&rows[6]) {
            rows[3..].rotate_left(3);
        }
        let source = |place: usize| {
            let (row, column) = (rows[place / SIZE], columns[place % SIZE]);
            (if self.is_transposed { column * SIZE + row } else { row * SIZE + column }) as u16
        };
        Isomorphism::new((0..SIZE * SIZE).map(source).collect(), names)
    }
}
