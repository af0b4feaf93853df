//! The minlex form of solved 9×9 grids, by far the most common case in a corpus.
//!
//! The first row is 123456789 for any first line and any order of the columns, so the second row decides. Choose a
//! first line, a second line of the same band, and a first stack. Each column points to the column in which the first
//! line has the digit that the second line has here. If the columns of the stack all point into the same other stack,
//! the second row begins with 456; if two point into one stack and one into the other, it begins with 457. Nothing else
//! is possible. In both cases, the order of the first three columns determines that of all others, so there are only 36
//! pairs of lines, 3 stacks and 2 orders (6 if the second row begins with 456) to try.
//!
//! A few of these *starts* share the smallest second row. Each of them determines a complete transformation, since the
//! other rows are sorted by their digits in the first column. Their grids are compared row by row.

use std::cmp::Ordering;

use super::super::isomorph::Isomorphism;

const SIZE: usize = 9;

/// The maximum number of starts that can share the smallest second row: all of them if it begins with 456.
const MAX_STARTS: usize = 36 * 3 * 6;

/// Sorts second rows that begin with 457 after those that begin with 456.
const SPLIT: u32 = 1 << 24;

/// All orders of three columns.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The stack of a column, or the band of a row.
const THIRDS: [u8; SIZE] = [0, 0, 0, 1, 1, 1, 2, 2, 2];

/// Nine lines: the rows of a grid, or its columns. Digits count from 0.
type Lines = [[u8; SIZE]; SIZE];

/// The first two lines, and the order of the lines that cross them.
#[derive(Clone, Copy)]
struct Start {
    /// 0 if the lines are the rows of the original, 1 if they are its columns.
    view: u8,
    first: u8,
    second: u8,
    columns: [u8; SIZE],
}

const NO_START: Start = Start { view: 0, first: 0, second: 0, columns: [0; SIZE] };

/// The starts with the smallest second row so far.
struct Starts {
    /// The last six digits of the second row, with [`SPLIT`] added if it begins with 457.
    key: u32,
    list: [Start; MAX_STARTS],
    count: usize,
}

impl Starts {
    fn note(&mut self, key: u32, start: Start) {
        if key > self.key {
            return;
        }
        if key < self.key {
            self.key = key;
            self.count = 0;
        }
        self.list[self.count] = start;
        self.count += 1;
    }
}

/// A complete transformation.
#[derive(Clone, Copy)]
struct Way {
    start: Start,
    rows: [u8; SIZE],
    /// The new name of each digit.
    names: [u8; SIZE],
}

impl Way {
    /// Creates the part that follows directly from a start: the names of the digits, and the third row.
    fn new(lines: &Lines, start: Start) -> Way {
        let mut names = [0; SIZE];
        let first = &lines[usize::from(start.first)];
        for (name, &column) in (0..).zip(&start.columns) {
            names[usize::from(first[usize::from(column)])] = name;
        }
        // The third row of a band is the sum of its three rows minus the other two.
        let third = 9 * THIRDS[usize::from(start.first)] + 3 - start.first - start.second;
        Way { start, rows: [start.first, start.second, third, 0, 0, 0, 0, 0, 0], names }
    }

    /// Sorts the rows below the third by their digits in the first column, which are distinct.
    fn order_rows(&mut self, lines: &Lines) {
        let column = usize::from(self.start.columns[0]);
        let mut rows_of = [0; SIZE];
        for (row, line) in (0..).zip(lines) {
            rows_of[usize::from(self.names[usize::from(line[column])])] = row;
        }
        let band = THIRDS[usize::from(self.start.first)];
        // The next position for a row of each band; 0 if the band has none yet.
        let (mut next, mut free) = ([0; 3], 3);
        for row in rows_of {
            let its_band = THIRDS[usize::from(row)];
            if its_band == band {
                continue;
            }
            let place = &mut next[usize::from(its_band)];
            if *place == 0 {
                (*place, free) = (free, free + 3);
            }
            self.rows[*place] = row;
            *place += 1;
        }
    }

    /// Returns the image of a row, with four bits per digit.
    fn row(&self, lines: &Lines, row: u8) -> u64 {
        let line = &lines[usize::from(row)];
        let name = |&column: &u8| u64::from(self.names[usize::from(line[usize::from(column)])]);
        self.start.columns.iter().fold(0, |packed, column| packed << 4 | name(column))
    }

    /// Returns the original cell that moves to a row and a column.
    fn source(&self, row: usize, column: usize) -> usize {
        let (row, column) = (usize::from(self.rows[row]), usize::from(self.start.columns[column]));
        if self.start.view == 0 { row * SIZE + column } else { column * SIZE + row }
    }

    /// Returns the image of a puzzle, row by row.
    fn image<'a>(&'a self, puzzle: &'a [u8]) -> impl Iterator<Item = u8> + 'a {
        let cell = move |place: usize| match puzzle[self.source(place / SIZE, place % SIZE)] {
            0 => 0,
            digit => self.names[usize::from(digit) - 1] + 1,
        };
        (0..SIZE * SIZE).map(cell)
    }
}

/// Returns the transformation that minimizes the solved grid, and then the puzzle.
pub(super) fn smallest(puzzle: &[u8], solution: &[u8]) -> Isomorphism {
    let mut views = [[[0; SIZE]; SIZE]; 2];
    for (cell, &digit) in solution.iter().enumerate() {
        views[0][cell / SIZE][cell % SIZE] = digit - 1;
        views[1][cell % SIZE][cell / SIZE] = digit - 1;
    }
    let starts = starts(&views);
    let mut best: Option<(Way, [u64; 7])> = None;
    for start in &starts.list[..starts.count] {
        let lines = &views[usize::from(start.view)];
        let mut way = Way::new(lines, *start);
        let third = way.row(lines, way.rows[2]);
        // Most starts end here.
        if best.as_ref().is_some_and(|(_, rows)| third > rows[0]) {
            continue;
        }
        way.order_rows(lines);
        let mut rows = [third; 7];
        for (row, &line) in rows.iter_mut().zip(&way.rows[2..]).skip(1) {
            *row = way.row(lines, line);
        }
        let order = best.as_ref().map_or(Ordering::Less, |(_, best_rows)| rows.cmp(best_rows));
        let is_better = match (order, &best) {
            (Ordering::Equal, Some((best_way, _))) => way.image(puzzle).lt(best_way.image(puzzle)),
            _ => order.is_lt(),
        };
        if is_better {
            best = Some((way, rows));
        }
    }
    let (way, _) = best.expect("some start has the smallest second row");
    let sources = (0..SIZE * SIZE).map(|place| way.source(place / SIZE, place % SIZE) as u16).collect();
    let digits = std::iter::once(0).chain(way.names.iter().map(|name| name + 1)).collect();
    Isomorphism::new(sources, digits)
}

/// Returns all starts with the smallest second row.
fn starts(views: &[Lines; 2]) -> Starts {
    let mut starts = Starts { key: u32::MAX, list: [NO_START; MAX_STARTS], count: 0 };
    for (view, lines) in views.iter().enumerate() {
        for first in 0..SIZE {
            let mut columns_of = [0; SIZE];
            for (column, &digit) in (0..).zip(&lines[first]) {
                columns_of[usize::from(digit)] = column;
            }
            let band = first / 3 * 3;
            for second in (band..band + 3).filter(|&second| second != first) {
                let mut pointers = [0; SIZE];
                for (pointer, &digit) in pointers.iter_mut().zip(&lines[second]) {
                    *pointer = columns_of[usize::from(digit)];
                }
                let start =
                    Start { view: view as u8, first: first as u8, second: second as u8, columns: [0; SIZE] };
                for stack in 0..3 {
                    note_starts(&pointers, stack, start, &mut starts);
                }
            }
        }
    }
    starts
}

/// Notes the starts with this pair of lines and this first stack. `pointers` maps each column of the second line to the
/// column of the first line with the same digit.
fn note_starts(pointers: &[u8; SIZE], stack: usize, start: Start, starts: &mut Starts) {
    let to = |column: u8| pointers[usize::from(column)];
    let third = |column: u8| THIRDS[usize::from(column)];
    let first = 3 * stack as u8;
    let front = [first, first + 1, first + 2];
    // Written out, because `map` on arrays compiles to a call per element here.
    let thirds = [third(to(first)), third(to(first + 1)), third(to(first + 2))];
    let note = |columns: [u8; SIZE], split: u32, starts: &mut Starts| {
        let mut places = [0_u32; SIZE];
        for (place, &column) in (0..).zip(&columns) {
            places[usize::from(column)] = place;
        }
        let digits =
            columns[3..].iter().fold(0, |packed, &column| packed << 4 | places[usize::from(to(column))]);
        starts.note(split | digits, Start { columns, ..start });
    };
    if thirds[0] == thirds[1] && thirds[1] == thirds[2] {
        for order in ORDERS {
            let front = order.map(|index| front[index]);
            let middle = front.map(to);
            let back = middle.map(to);
            note(std::array::from_fn(|place| [front, middle, back][place / 3][place % 3]), 0, starts);
        }
        return;
    }
    if starts.key < SPLIT {
        return;
    }
    // The column that points to a different stack than the other two.
    let odd = match thirds {
        [_, one, two] if one == two => 0,
        [one, _, two] if one == two => 1,
        _ => 2,
    };
    let (one, two, three) = (front[(odd + 1) % 3], front[(odd + 2) % 3], front[odd]);
    for (one, two) in [(one, two), (two, one)] {
        let (four, five, seven) = (to(one), to(two), to(three));
        // The digit below the 4, which is 1, 2, 3 or 8, rules out most starts.
        let below_four = to(four);
        let digit = match below_four {
            _ if below_four == one => 0,
            _ if below_four == two => 1,
            _ if below_four == three => 2,
            _ => 7,
        };
        if SPLIT | digit << 20 > starts.key {
            continue;
        }
        // The third column of a stack is the sum of its three columns minus the other two.
        let six = 9 * third(four) + 3 - four - five;
        // Two of the middle columns point into the last stack; the first of them gets the 8.
        let last = third(seven);
        let below_five = to(five);
        let eight = match last {
            _ if third(below_four) == last => below_four,
            _ if third(below_five) == last => below_five,
            _ => to(six),
        };
        let nine = 9 * last + 3 - seven - eight;
        note([one, two, three, four, five, six, seven, eight, nine], SPLIT, starts);
    }
}
