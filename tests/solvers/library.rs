//! A shared library for the tests of external solvers, compiled by the tests with nothing but rustc: the function of
//! `docs/dlxbench_solver.h` under several names, each with a behavior of its own.

#![allow(clippy::missing_safety_doc)]

use std::slice;

/// A solution, copied to `solution`; how many there are, up to `limit`.
unsafe fn run(puzzle: *const u8, limit: usize, solution: *mut u8, guesses: *mut usize) -> usize {
    let mut cells: Vec<u8> = unsafe { slice::from_raw_parts(puzzle, 81) }
        .iter()
        .map(|&sign| if sign == b'.' { 0 } else { sign - b'0' })
        .collect();
    let (mut count, mut nodes) = (0, 0);
    search(&mut cells, &mut nodes, &mut |found| {
        for (place, &digit) in found.iter().enumerate() {
            unsafe { *solution.add(place) = b'0' + digit };
        }
        count += 1;
        count >= limit
    });
    unsafe { *guesses = nodes };
    count
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn solve(p: *const u8, limit: usize, _flags: u32, s: *mut u8, g: *mut usize) -> usize {
    // What a library prints must not disturb anything.
    if limit == 7 {
        println!("printed by the library");
    }
    unsafe { run(p, limit, s, g) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn wrong(p: *const u8, limit: usize, _flags: u32, s: *mut u8, g: *mut usize) -> usize {
    let count = unsafe { run(p, limit, s, g) };
    unsafe { *s = if *s == b'9' { b'1' } else { *s + 1 } };
    count
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn miscount(
    p: *const u8,
    limit: usize,
    _flags: u32,
    s: *mut u8,
    g: *mut usize,
) -> usize {
    unsafe { run(p, limit, s, g) + 1 }
}

/// Shows no solution, as some libraries do.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn count_only(
    p: *const u8,
    limit: usize,
    _flags: u32,
    _s: *mut u8,
    g: *mut usize,
) -> usize {
    let mut nowhere = [0_u8; 81];
    unsafe { run(p, limit, nowhere.as_mut_ptr(), g) }
}

/// Crashes on puzzles whose first cell is given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crash(p: *const u8, limit: usize, _flags: u32, s: *mut u8, g: *mut usize) -> usize {
    if unsafe { *p } != b'.' {
        eprintln!("about to read what is not there");
        let nowhere = std::hint::black_box(1_usize) as *const u8;
        return usize::from(unsafe { std::ptr::read_volatile(nowhere) });
    }
    unsafe { run(p, limit, s, g) }
}

/// Hangs on puzzles whose first cell is given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hang(p: *const u8, limit: usize, _flags: u32, s: *mut u8, g: *mut usize) -> usize {
    if unsafe { *p } != b'.' {
        loop {
            std::thread::sleep(std::time::Duration::from_secs(3600));
        }
    }
    unsafe { run(p, limit, s, g) }
}

/// Fills the blank cell with the fewest digits; true if `take` has had enough.
fn search(cells: &mut [u8], nodes: &mut usize, take: &mut dyn FnMut(&[u8]) -> bool) -> bool {
    *nodes += 1;
    let fits = |cells: &[u8], cell: usize, digit: u8| {
        let (row, column) = (cell / 9, cell % 9);
        (0..9).all(|k| {
            let in_box = (row / 3 * 3 + k / 3) * 9 + column / 3 * 3 + k % 3;
            [row * 9 + k, k * 9 + column, in_box].iter().all(|&other| cells[other] != digit)
        })
    };
    let digits = |cells: &[u8], cell: usize| -> Vec<u8> {
        (1..=9).filter(|&digit| fits(cells, cell, digit)).collect()
    };
    let blank = (0..81).filter(|&cell| cells[cell] == 0).min_by_key(|&cell| digits(cells, cell).len());
    let Some(cell) = blank else { return take(cells) };
    for digit in digits(cells, cell) {
        cells[cell] = digit;
        if search(cells, nodes, take) {
            return true;
        }
        cells[cell] = 0;
    }
    false
}
