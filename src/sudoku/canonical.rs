//! One puzzle to stand for all its isomorphs: two puzzles are isomorphic if and only if their canonical forms are
//! equal.
//!
//! This is the quick form, which no other program knows. The one that the Sudoku community uses, the smallest of all
//! isomorphs, is in [`minlex`](super::minlex).
//!
//! Every isomorph of a puzzle is an order of its lines (rows and columns); digits are named in the order in which they
//! first appear. Lines are told apart by what can be said of them without naming any: how many givens, of digits that
//! stand in which kinds of lines, in which kinds of boxes, and so on until nothing new comes up. That orders the lines of
//! nearly every puzzle. Where some lines are still alike, each of them in turn is made the first, and the search goes
//! on; of all complete orders the one with the smallest grid wins.
//!
//! What is said of a line is kept as a hash. If two hashes happened to be equal, lines would look alike that are
//! not, and the search would try both: the form does not rest on luck, only the time does.
//!
//! Two orders that give the same grid are a symmetry of the puzzle. Each one found spares the search all lines that it
//! maps to a line already tried, so that even an empty grid, of which every order is the same, takes less than a
//! millisecond. This is how McKay's nauty labels graphs.

use std::cmp::Ordering;

use super::geometry::Geometry;
use super::isomorph::Isomorphism;

/// The form that stands for a puzzle and all its isomorphs, row by row, 0 for blank.
///
/// Givens may clash. The form is the same on every machine.
///
/// # Panics
/// If there are more or fewer cells than the geometry has, or a given is larger than its size.
pub fn canonical_form(geometry: Geometry, cells: &[u8]) -> Vec<u8> {
    let mut image = vec![0; cells.len()];
    to_canonical(geometry, cells).apply(cells, &mut image);
    image
}

/// A transformation that brings a puzzle to its canonical form.
///
/// # Panics
/// If there are more or fewer cells than the geometry has, or a given is larger than its size.
pub fn to_canonical(geometry: Geometry, cells: &[u8]) -> Isomorphism {
    assert_eq!(cells.len(), geometry.cell_count(), "a {geometry} puzzle has other cells");
    assert!(cells.iter().all(|&given| usize::from(given) <= geometry.size()), "a given is too large");
    let mut search = Search::new(geometry, cells);
    let colours = Colours::new(geometry);
    search.enter(colours);
    let leaf = search.best.expect("every search ends at some order");
    let sources = sources(geometry, &leaf.order).map(|source| source as u16).collect();
    Isomorphism::new(sources, leaf.names[..=geometry.size()].to_vec())
}

/// Rows and columns of the largest size.
const MAX_LINES: usize = 2 * Geometry::MAX_SIZE;

/// Boxes that a line crosses, at most.
const MAX_CROSSED: usize = 5;

/// Bands and stacks of the largest size.
const MAX_GROUPS: usize = 10;

/// A given, by the numbers of its lines: rows from 0, columns behind them.
#[derive(Clone, Copy)]
struct Given {
    row: u8,
    column: u8,
    digit: u8,
    /// The part of its row and the part of its column that lie in its box.
    segments: [u8; 2],
}

/// What is known of the lines and the digits.
#[derive(Clone)]
struct Colours {
    /// Lines of equal rank are not told apart yet; a rank is the number of lines with a lower one.
    ranks: [u8; MAX_LINES],
    digits: [u64; Geometry::MAX_SIZE + 1],
    /// How many different ranks there are.
    classes: usize,
}

impl Colours {
    fn new(geometry: Geometry) -> Colours {
        let mut ranks = [0; MAX_LINES];
        let square = is_square(geometry);
        if !square {
            // Rows never become columns.
            ranks[geometry.size()..2 * geometry.size()].fill(geometry.size() as u8);
        }
        Colours { ranks, digits: [0; Geometry::MAX_SIZE + 1], classes: if square { 1 } else { 2 } }
    }
}

/// An order of the lines: which comes to each place, rows first, then columns.
type Order = [u8; MAX_LINES];

/// The end of a path of the search: an order of all lines.
struct Leaf {
    /// The lines that were put first on the way.
    path: Vec<u8>,
    order: Order,
    grid: Vec<u8>,
    /// What each digit is called.
    names: [u8; Geometry::MAX_SIZE + 1],
}

struct Search<'a> {
    geometry: Geometry,
    cells: &'a [u8],
    givens: Vec<Given>,
    /// The band or the stack of each line.
    groups: [u8; MAX_LINES],
    /// The lines that are put first on the way to where the search is.
    path: Vec<u8>,
    /// What was seen on the way to the best leaf; smaller is better.
    traces: Vec<u64>,
    best: Option<Leaf>,
    /// Symmetries: what each line is mapped to.
    symmetries: Vec<[u8; MAX_LINES]>,
}

impl<'a> Search<'a> {
    fn new(geometry: Geometry, cells: &'a [u8]) -> Search<'a> {
        let (size, height, width) = (geometry.size(), geometry.box_height(), geometry.box_width());
        let given = |(cell, &digit): (usize, &u8)| {
            let (row, column) = (cell / size, cell % size);
            let segments = [row * MAX_CROSSED + column / width, (size + column) * MAX_CROSSED + row / height];
            Given {
                row: row as u8,
                column: (size + column) as u8,
                digit,
                segments: segments.map(|segment| segment as u8),
            }
        };
        let givens = cells.iter().enumerate().filter(|(_, digit)| **digit != 0).map(given).collect();
        let mut groups = [0; MAX_LINES];
        for line in 0..size {
            groups[line] = (line / height) as u8;
            groups[size + line] = (width + line / width) as u8;
        }
        Search {
            geometry,
            cells,
            givens,
            groups,
            path: Vec::new(),
            traces: Vec::new(),
            best: None,
            symmetries: Vec::new(),
        }
    }

    fn line_count(&self) -> usize {
        2 * self.geometry.size()
    }

    /// Looks at everything below a point of the search. If that shows that a whole branch is the image of an earlier
    /// one, the result is the depth of the point where this branch begins.
    fn enter(&mut self, mut colours: Colours) -> Option<usize> {
        let depth = self.path.len();
        let trace = self.refine(&mut colours);
        match self.traces.get(depth).map(|best| trace.cmp(best)) {
            Some(Ordering::Greater) => return None,
            Some(Ordering::Equal) => {}
            Some(Ordering::Less) | None => {
                self.traces.truncate(depth);
                self.traces.push(trace);
                self.best = None;
            }
        }
        if colours.classes == self.line_count() {
            return self.leaf(&colours);
        }
        let alike = self.lines_to_try(&colours);
        let mut tried: Vec<u8> = Vec::with_capacity(alike.len());
        for &line in &alike {
            if self.is_image_of_one(line, &tried) {
                continue;
            }
            tried.push(line);
            let mut below = colours.clone();
            for &other in alike.iter().filter(|&&other| other != line) {
                below.ranks[usize::from(other)] += 1;
            }
            below.classes += 1;
            self.path.push(line);
            let branch = self.enter(below);
            self.path.pop();
            if branch.is_some_and(|branch| branch < depth) {
                return branch;
            }
        }
        None
    }

    /// Tells lines apart as far as it goes; what was seen is the result.
    fn refine(&self, colours: &mut Colours) -> u64 {
        let (size, lines) = (self.geometry.size(), self.line_count());
        let mut trace = 0;
        loop {
            let mut tokens = [0; MAX_LINES];
            for (token, &rank) in tokens[..lines].iter_mut().zip(&colours.ranks) {
                *token = mix(u64::from(rank) + 1);
            }
            let token = |line: u8| tokens[usize::from(line)];
            let mut seen = [0_u64; Geometry::MAX_SIZE + 1];
            for given in &self.givens {
                let sum = &mut seen[usize::from(given.digit)];
                // A sum does not tell the row from the column, which may change places.
                *sum = sum.wrapping_add(mix(token(given.row).wrapping_add(token(given.column))));
            }
            for (digit, seen) in colours.digits.iter_mut().zip(seen).take(size + 1) {
                *digit = mix(digit.wrapping_add(seen));
            }
            let mut segments = [0_u64; MAX_LINES * MAX_CROSSED];
            for given in &self.givens {
                let digit = colours.digits[usize::from(given.digit)];
                for (segment, crossing) in given.segments.into_iter().zip([given.column, given.row]) {
                    let sum = &mut segments[usize::from(segment)];
                    *sum = sum.wrapping_add(mix(token(crossing).wrapping_add(digit)));
                }
            }
            let (mut hashes, mut groups, mut sides) = ([0; MAX_LINES], [0_u64; MAX_GROUPS], [0_u64; 2]);
            for line in 0..lines {
                let parts = &segments[line * MAX_CROSSED..(line + 1) * MAX_CROSSED];
                let sum = parts.iter().fold(tokens[line], |sum, &part| sum.wrapping_add(mix(part)));
                hashes[line] = mix(sum);
                let group = &mut groups[usize::from(self.groups[line])];
                *group = group.wrapping_add(hashes[line]);
            }
            for (group, &sum) in groups.iter().enumerate() {
                let side = &mut sides[usize::from(group >= self.geometry.box_width())];
                *side = side.wrapping_add(mix(sum));
            }
            let mut keys = [(0_u64, 0_u8); MAX_LINES];
            let keys = &mut keys[..lines];
            for (line, key) in keys.iter_mut().enumerate() {
                let around = mix(groups[usize::from(self.groups[line])]).wrapping_add(sides[line / size]);
                let hash = mix(hashes[line].wrapping_add(around));
                // Lines that were told apart stay so.
                *key = (u64::from(colours.ranks[line]) << 56 | hash >> 8, line as u8);
            }
            keys.sort_unstable();
            let (mut classes, mut last, mut rank) = (0, None, 0);
            for (place, &(key, line)) in keys.iter().enumerate() {
                if last != Some(key) {
                    (classes, last, rank) = (classes + 1, Some(key), place as u8);
                }
                colours.ranks[usize::from(line)] = rank;
                trace = mix(trace ^ key);
            }
            let before = std::mem::replace(&mut colours.classes, classes);
            if classes == before || classes == lines {
                // With the number of classes, so that paths of equal traces are equally long.
                return trace << 8 | classes as u64;
            }
        }
    }

    /// Lines that are not told apart yet, of which one must be put first.
    fn lines_to_try(&self, colours: &Colours) -> Vec<u8> {
        let mut counts = [0_u8; MAX_LINES];
        let ranks = &colours.ranks[..self.line_count()];
        ranks.iter().for_each(|&rank| counts[usize::from(rank)] += 1);
        let largest = (0..MAX_LINES).rev().max_by_key(|&rank| counts[rank]).expect("there are ranks");
        let lines = ranks.iter().enumerate().filter(|&(_, &rank)| usize::from(rank) == largest);
        lines.map(|(line, _)| line as u8).collect()
    }

    /// Whether symmetries that leave the path as it is map one of the lines already tried to this line.
    fn is_image_of_one(&self, line: u8, tried: &[u8]) -> bool {
        if tried.is_empty() || self.symmetries.is_empty() {
            return false;
        }
        let keeps_path =
            |symmetry: &&[u8; MAX_LINES]| self.path.iter().all(|&line| symmetry[usize::from(line)] == line);
        let symmetries: Vec<&[u8; MAX_LINES]> = self.symmetries.iter().filter(keeps_path).collect();
        // All lines that the symmetries lead to from this one; their powers lead back.
        let mut reached = 1_u64 << line;
        let mut open = vec![line];
        while let Some(from) = open.pop() {
            for symmetry in &symmetries {
                let to = symmetry[usize::from(from)];
                if reached & 1 << to == 0 {
                    reached |= 1 << to;
                    open.push(to);
                }
            }
        }
        tried.iter().any(|&tried| reached & 1 << tried != 0)
    }

    /// Takes note of an order; the result is that of [`Search::enter`].
    fn leaf(&mut self, colours: &Colours) -> Option<usize> {
        let order = self.order(colours);
        let (grid, names) = self.grid(&order);
        let Some(best) = &self.best else {
            self.best = Some(Leaf { path: self.path.clone(), order, grid, names });
            return None;
        };
        match grid.cmp(&best.grid) {
            Ordering::Greater => None,
            Ordering::Less => {
                self.best = Some(Leaf { path: self.path.clone(), order, grid, names });
                None
            }
            Ordering::Equal => {
                let mut symmetry = [0; MAX_LINES];
                let lines = self.line_count();
                for (&from, &to) in best.order[..lines].iter().zip(&order[..lines]) {
                    symmetry[usize::from(from)] = to;
                }
                let mut steps = best.path.iter().zip(&self.path);
                let parted = steps.position(|(theirs, ours)| theirs != ours);
                let is_kept = |parted: &usize| {
                    let (theirs, ours) = (&best.path[..=*parted], &self.path[..=*parted]);
                    theirs.iter().zip(ours).all(|(&theirs, &ours)| symmetry[usize::from(theirs)] == ours)
                };
                let branch = parted.filter(is_kept);
                self.symmetries.push(symmetry);
                branch
            }
        }
    }

    /// The order of the lines when all are told apart: bands and stacks by their lowest line, and the side of the
    /// lowest line of all becomes the rows.
    fn order(&self, colours: &Colours) -> Order {
        let (size, lines) = (self.geometry.size(), self.line_count());
        let mut by_rank = [0; MAX_LINES];
        for (line, &rank) in colours.ranks[..lines].iter().enumerate() {
            by_rank[usize::from(rank)] = line;
        }
        let row_side = by_rank[0] / size;
        let mut order = [0; MAX_LINES];
        let mut next_group = [0, size];
        let mut next_line = [None; MAX_GROUPS];
        for &line in &by_rank[..lines] {
            let side = usize::from(line / size != row_side);
            let members = if line < size { self.geometry.box_height() } else { self.geometry.box_width() };
            let place = next_line[usize::from(self.groups[line])].get_or_insert_with(|| {
                let first = next_group[side];
                next_group[side] += members;
                first
            });
            order[*place] = line as u8;
            *place += 1;
        }
        order
    }

    /// The grid with its lines in this order, and what its digits are called: in the order in which they appear.
    fn grid(&self, order: &Order) -> (Vec<u8>, [u8; Geometry::MAX_SIZE + 1]) {
        let size = self.geometry.size();
        let mut names = [0; Geometry::MAX_SIZE + 1];
        let mut next = 1;
        let mut grid = Vec::with_capacity(self.cells.len());
        for source in sources(self.geometry, order) {
            let digit = usize::from(self.cells[source]);
            if digit != 0 && names[digit] == 0 {
                names[digit] = next;
                next += 1;
            }
            grid.push(names[digit]);
        }
        // Digits that do not appear.
        for name in names[1..=size].iter_mut().filter(|name| **name == 0) {
            *name = next;
            next += 1;
        }
        (grid, names)
    }
}

/// The cells in an order of the lines, row by row.
fn sources(geometry: Geometry, order: &Order) -> impl Iterator<Item = usize> {
    let size = geometry.size();
    let (rows, columns) = order[..2 * size].split_at(size);
    let cell = move |one: u8, other: u8| {
        // The lower number is the row of the original, whichever it is now.
        let (row, column) = if one < other { (one, other) } else { (other, one) };
        usize::from(row) * size + usize::from(column) - size
    };
    rows.iter().flat_map(move |&row| columns.iter().map(move |&column| cell(row, column)))
}

fn is_square(geometry: Geometry) -> bool {
    geometry.box_height() == geometry.box_width()
}

/// Stirs a number, so that sums of results are about as different as the sets that were summed.
fn mix(number: u64) -> u64 {
    let product = (number ^ number >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (product ^ product >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

#[cfg(test)]
mod tests;
