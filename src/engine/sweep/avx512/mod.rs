//! The whole grid in three vectors of AVX-512. Of this folder, only this file and `compiled` have unsafe code.
//!
//! A vector has 32 lanes, and 27 of them contain a cell of each column of each box. The rules and the guess are those of
//! nine vectors, with the same counters, but three cells share an instruction, three-input logic does the work of two,
//! and a rotation of any kind is one permutation. So a sweep has 122 instructions instead of 298.
//!
//! Why it is sound: the functions marked `compiled` require the processor features named there. Code without these
//! features calls them only in this file, where a [`Detected`] proves that the processor has them. Loads and stores
//! use arrays of exactly the size of the register.
#![allow(unsafe_code)]

mod compiled;
mod guess;
mod rules;
mod tables;

use std::arch::x86_64::*;

use self::compiled::{compiled, load, load_bytes};
use self::guess::Guess;
use self::rules::{Cells, Constants, Ways};
use self::tables::{CANDIDATES, FIRST_BIT, FROM_GIVENS, TO_DIGITS, Table, cell};
use super::super::limits::Limits;
use super::super::solver::Sink;
use super::avx2;
use super::grid::{Saved, place};
use super::rules::Ending;
use super::search::{self, Board, Pending};
use crate::cover::Outcome;

/// Proof that this processor has AVX-512 with byte permutations and lane popcounts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detected(avx2::Detected);

impl Detected {
    pub(super) fn on_this_processor() -> Option<Detected> {
        let detected = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        avx2::Detected::on_this_processor().filter(|_| detected).map(Detected)
    }

    pub(super) fn avx2(self) -> avx2::Detected {
        self.0
    }
}

/// The candidates of a grid in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid([Table; 3]);

impl Grid {
    const EMPTY: Grid = Grid([Table([0; 32]); 3]);
}

pub(super) type Stack = Pending<Grid>;

pub(super) fn new_stack() -> Stack {
    Pending::with(Grid::EMPTY)
}

compiled! {
    fn load_grid(grid: &Grid) -> Cells {
        [load(&grid.0[0]), load(&grid.0[1]), load(&grid.0[2])]
    }

    fn store_grid(cells: &Cells, grid: &mut Grid) {
        for vector in 0..3 {
            // SAFETY: writes exactly the table, which is aligned to 64 bytes.
            unsafe { _mm512_store_si512(grid.0[vector].0.as_mut_ptr().cast(), cells[vector]) }
        }
    }

    fn from_givens(givens: &[u8; 81]) -> Cells {
        // SAFETY: reads the first 64 bytes and the other 17.
        let (low, high) = unsafe {
            let high = givens.as_ptr().add(64).cast();
            (_mm512_loadu_si512(givens.as_ptr().cast()), _mm512_maskz_loadu_epi8((1 << 17) - 1, high))
        };
        let mut cells = [low; 3];
        for vector in 0..3 {
            let digits = _mm512_permutex2var_epi8(low, load_bytes(&FROM_GIVENS[vector]), high);
            cells[vector] = _mm512_maskz_permutexvar_epi16(tables::BOXES, digits, load(&CANDIDATES));
        }
        cells
    }

    /// Returns the digits of a solved grid, row by row.
    fn digits_of(cells: &Cells) -> [u8; 81] {
        let mut digits = *cells;
        for vector in 0..3 {
            let below = _mm512_popcnt_epi16(_mm512_sub_epi16(cells[vector], _mm512_set1_epi16(1)));
            digits[vector] = _mm512_sub_epi16(below, _mm512_set1_epi16(FIRST_BIT as i16 - 1));
        }
        let both = _mm512_or_si512(digits[0], _mm512_slli_epi16::<8>(digits[1]));
        let low = _mm512_permutex2var_epi8(both, load_bytes(&TO_DIGITS[0]), digits[2]);
        let high = _mm512_permutex2var_epi8(both, load_bytes(&TO_DIGITS[1]), digits[2]);
        let mut digits = [0; 81];
        // SAFETY: writes the first 64 bytes and the other 17.
        unsafe {
            _mm512_storeu_si512(digits.as_mut_ptr().cast(), low);
            _mm512_mask_storeu_epi8(digits.as_mut_ptr().add(64).cast(), (1 << 17) - 1, high);
        }
        digits
    }
}

/// A grid in three registers.
#[derive(Clone, Copy)]
struct Three(Cells);

// SAFETY of all blocks in this implementation: a `Three` and `Constants` can only be created with a `Detected`.
impl Board for Three {
    type Proof = Detected;
    type Kit = Constants;
    type Saved = Grid;
    type Ways = Ways;
    type Guess = Guess;

    #[inline(always)]
    fn kit(_: Detected) -> Constants {
        unsafe { Constants::new() }
    }

    #[inline(always)]
    fn from_givens(_: &Constants, givens: &[u8; 81]) -> Three {
        Three(unsafe { from_givens(givens) })
    }

    #[inline(always)]
    fn load(_: &Constants, grid: &Grid) -> Three {
        Three(unsafe { load_grid(grid) })
    }

    #[inline(always)]
    fn store(&self, grid: &mut Grid) {
        unsafe { store_grid(&self.0, grid) }
    }

    #[inline(always)]
    fn digits(&self) -> [u8; 81] {
        unsafe { digits_of(&self.0) }
    }

    #[inline(always)]
    fn sweep_to_the_end(&mut self, constants: &Constants, count: &mut u64) -> Ending<Ways> {
        unsafe { constants.sweep_to_the_end(&mut self.0, count) }
    }

    #[inline(always)]
    fn choose(constants: &Constants, bands: Ways, stacks: Ways) -> Guess {
        unsafe { Guess::choose(constants, bands, stacks) }
    }

    #[inline(always)]
    fn ways(guess: &Guess) -> u32 {
        guess.ways
    }

    #[inline(always)]
    fn taking(&self, _: &Constants, guess: &Guess, way: u32) -> Three {
        Three(unsafe { guess.taking(way, &self.0) })
    }

    #[cold]
    fn to_nine(grid: &Grid) -> Saved {
        let mut saved = Saved::EMPTY;
        for index in 0..81 {
            let (position, lane) = place(cell(index / 27, index % 27));
            saved.0[position][lane] = grid.0[index / 27].0[index % 27] >> FIRST_BIT;
        }
        saved
    }

    #[cold]
    fn from_nine(saved: &Saved) -> Grid {
        let mut grid = Grid::EMPTY;
        for index in 0..81 {
            let (position, lane) = place(cell(index / 27, index % 27));
            grid.0[index / 27].0[index % 27] = saved.0[position][lane] << FIRST_BIT;
        }
        grid
    }
}

/// Runs the search compiled for AVX-512.
pub(super) fn search(
    detected: Detected,
    stack: &mut Stack,
    givens: &[u8; 81],
    limits: &Limits<'_>,
    sink: Sink<'_>,
) -> Outcome {
    compiled! {
        fn compiled(
            detected: Detected,
            stack: &mut Stack,
            givens: &[u8; 81],
            limits: &Limits<'_>,
            sink: Sink<'_>,
        ) -> Outcome {
            search::search::<Three>(detected, stack, givens, limits, sink)
        }
    }
    // SAFETY: `detected` proves that the processor has all these features.
    unsafe { compiled(detected, stack, givens, limits, sink) }
}
