//! The engine `sweep` as a shared library with the C function of `examples/solvers/dlxbench_solver.h`, for programs in
//! other languages:
//!
//! ```sh
//! cargo build --release --example c_function
//! dlxbench bench --engine sweep,mine=lib:target/release/examples/libc_function.so
//! ```

#![allow(unsafe_code)]

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::slice;

use dlxbench::engine::{Engine, Limits, Sweep};

const CELLS: usize = 81;

thread_local! {
    static ENGINE: RefCell<Sweep> = RefCell::new(Sweep::new());
}

/// Finds up to `limit` solutions of a 9×9 puzzle and returns how many it found.
///
/// # Safety
/// `puzzle` points to 81 characters, `solution` to room for as many, `guesses` to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn solve(
    puzzle: *const u8,
    limit: usize,
    _flags: u32,
    solution: *mut u8,
    guesses: *mut usize,
) -> usize {
    // SAFETY: the caller promises it.
    let (puzzle, solution, guesses) = unsafe {
        (slice::from_raw_parts(puzzle, CELLS), slice::from_raw_parts_mut(solution, CELLS), &mut *guesses)
    };
    let digit = |sign: u8| sign.wrapping_sub(b'0');
    let mut givens = [0; CELLS];
    for (given, &sign) in givens.iter_mut().zip(puzzle) {
        *given = if digit(sign) <= 9 { digit(sign) } else { 0 };
    }
    ENGINE.with_borrow_mut(|engine| {
        let outcome = engine.solve(&givens, &Limits::solutions(limit as u64), &mut |cells| {
            for (sign, &cell) in solution.iter_mut().zip(cells) {
                *sign = b'0' + cell;
            }
            ControlFlow::Continue(())
        });
        *guesses = outcome.counters.guesses as usize;
        outcome.solutions as usize
    })
}
