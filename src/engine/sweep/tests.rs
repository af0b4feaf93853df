use std::ops::ControlFlow;

use super::lanes::{Array, Lanes, stored, way_bit};
use super::*;
use crate::random::Random;
use crate::sudoku::Grid;

/// Puzzles with none, one, two and many solutions, easy and hard.
const PUZZLES: [&str; 6] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9.......",
    "55.......66.......77.......88.......99.......11.......22.......33.......44.......",
    "12345678.........................................................9...............",
];

fn cells(text: &str) -> Vec<u8> {
    text.parse::<Grid>().unwrap().cells().to_vec()
}

fn solutions(engine: &mut Sweep, givens: &[u8], limits: &Limits<'_>) -> (Outcome, Vec<Vec<u8>>) {
    let mut found = Vec::new();
    let outcome = engine.solve(givens, limits, &mut |cells| {
        found.push(cells.to_vec());
        ControlFlow::Continue(())
    });
    (outcome, found)
}

#[test]
#[cfg_attr(miri, ignore = "Miri has no AVX2, and takes ten seconds for a sweep")]
fn portable_and_native_vectors_give_the_same_solutions_in_the_same_order_and_the_same_counters() {
    let (mut native, mut portable) = (Sweep::new(), Sweep::portable());
    let mut random = Random::new(4);
    for text in PUZZLES {
        for case in 0..400 {
            let mut givens = cells(text);
            for _ in 0..case % 12 {
                let cell = random.below(81);
                givens[cell] = if case % 3 == 0 { random.below(10) as u8 } else { 0 };
            }
            let limits = Limits::solutions([1, 2, 5, 200][case % 4]);
            let expected = solutions(&mut portable, &givens, &limits);
            assert_eq!(solutions(&mut native, &givens, &limits), expected, "{givens:?}");
        }
    }
}

#[test]
fn each_operation_on_portable_lanes_is_that_of_the_processor() {
    #[cfg(target_arch = "x86_64")]
    if let Some(detected) = avx2::Detected::on_this_processor() {
        let mut random = Random::new(9);
        for _ in 0..2000 {
            // Digits in the lanes that are boxes, as the engine has them; sometimes none.
            let mut array = |kept: u16| -> Array {
                grid::BOXES.map(|lane| lane & random.below(512) as u16 & random.below(512) as u16 & kept)
            };
            let (a, b) = (array(0x1FF), array(0x0FF));
            assert_eq!(all_operations::<avx2::Avx2>(detected, a, b), all_operations::<Portable>((), a, b));
        }
    }
}

fn all_operations<V: Lanes>(proof: V::Proof, a: Array, b: Array) -> (Vec<Array>, Vec<u32>) {
    let (a, b) = (V::load(proof, &a), V::load(proof, &b));
    let vectors = [
        a.and(b),
        a.or(b),
        a.without(b),
        a.plus(b),
        a.plus(V::splat(proof, u16::MAX)),
        a.equals(b),
        a.min(b),
        a.next_in_band(),
        a.next_but_one_in_band(),
        a.next_in_stack(),
        a.next_but_one_in_stack(),
    ];
    let equal = a.equals(a);
    let numbers = [
        u32::from(a.is_zero()),
        u32::from(a.without(a).is_zero()),
        u32::from(a.is_full()),
        u32::from(equal.is_full()),
        a.fewest_bits_folded() as u32,
        V::nonzero(a, b),
    ];
    (vectors.map(stored).to_vec(), numbers.to_vec())
}

#[test]
fn way_bits_are_a_numbering() {
    let bits = (0..16).flat_map(|lane| [way_bit(lane, false), way_bit(lane, true)]);
    assert_eq!(bits.fold(0u32, |seen, bit| seen | 1 << bit), u32::MAX);
}

#[test]
#[cfg_attr(miri, ignore = "Miri takes ten seconds for a sweep")]
fn the_pending_grids_fit_into_the_stack_where_everything_is_open() {
    let mut engine = Sweep::portable();
    let (outcome, found) = solutions(&mut engine, &[0; 81], &Limits::solutions(20_000));
    assert_eq!((outcome.solutions, found.len()), (20_000, 20_000));
}
