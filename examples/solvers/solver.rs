use std::io;

/// The digits that fit into a cell, as bits 1 to 9.
fn fitting(grid: &[u8; 81], i: usize) -> u16 {
    let (row, column, corner) = (i / 9 * 9, i % 9, i / 27 * 27 + i % 9 / 3 * 3);
    (0..9).fold(0b11_1111_1110, |fitting, k| {
        let taken = |j: usize| 1 << (grid[j] & 15);
        fitting & !(taken(row + k) | taken(column + 9 * k) | taken(corner + k / 3 * 9 + k % 3))
    })
}

fn solve(grid: [u8; 81]) -> Option<[u8; 81]> {
    let blanks = (0..81).filter(|&i| grid[i] == b'.');
    let Some(i) = blanks.min_by_key(|&i| fitting(&grid, i).count_ones()) else { return Some(grid) };
    (1..=9).filter(|digit| fitting(&grid, i) >> digit & 1 == 1).find_map(|digit| {
        let mut next = grid;
        next[i] = b'0' + digit;
        solve(next)
    })
}

fn main() {
    for line in io::stdin().lines() {
        let grid = line.unwrap().as_bytes().try_into().expect("81 cells");
        let solution = solve(grid).map(|cells| String::from_utf8(cells.to_vec()).unwrap());
        println!("{}", solution.as_deref().unwrap_or("none"));
    }
}
