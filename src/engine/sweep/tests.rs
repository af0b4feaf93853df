use std::ops::ControlFlow;

use super::lanes::{Array, stored, way_bit};
use super::*;
use crate::random::Random;
use crate::sudoku::Grid;

/// Returns the kinds of vectors that this processor has, except the portable one, to which the others are compared.
fn native() -> impl Iterator<Item = Vectors> {
    Vectors::ALL
        .iter()
        .copied()
        .filter(|vectors| vectors.is_on_this_processor() && *vectors != Vectors::Portable)
}

/// All operations on two vectors.
#[derive(Clone, Copy)]
struct Operations(Array, Array);

impl Task for Operations {
    type Output = (Vec<Array>, Vec<u32>);

    fn run<V: Lanes>(self, proof: V::Proof) -> Self::Output {
        let (a, b) = (V::load(proof, &self.0), V::load(proof, &self.1));
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
}

#[test]
fn operations_on_all_vectors_agree() {
    let mut random = Random::new(9);
    for case in 0..if cfg!(miri) { 50 } else { 2000 } {
        // Digits only in the lanes that are boxes, as in the engine; in some cases none, or only one lane.
        let mut array = |kept: u16| -> Array {
            let only = if case % 5 == 0 { Some(random.below(16)) } else { None };
            std::array::from_fn(|lane| {
                let digits = random.below(512) as u16 & random.below(512) as u16 & kept;
                if only.is_none_or(|only| only == lane) { grid::BOXES[lane] & digits } else { 0 }
            })
        };
        let operations = Operations(array(0x1FF), array(0x0FF));
        let expected = Detected::Portable.run(operations);
        for vectors in native() {
            let detected = Detected::on_this_processor(vectors).unwrap();
            assert_eq!(detected.run(operations), expected, "{vectors}");
        }
    }
}

#[test]
fn way_bits_are_distinct() {
    let bits = (0..16).flat_map(|lane| [way_bit(lane, false), way_bit(lane, true)]);
    assert_eq!(bits.fold(0u32, |seen, bit| seen | 1 << bit), u32::MAX);
}

/// Engines on all vectors of this processor.
struct Engines {
    portable: Sweep,
    native: Vec<(Vectors, Sweep)>,
}

impl Engines {
    fn new() -> Engines {
        let portable = Sweep::with(Vectors::Portable).unwrap();
        Engines {
            portable,
            native: native().map(|vectors| (vectors, Sweep::with(vectors).unwrap())).collect(),
        }
    }

    /// Fails unless all engines give the same solutions in the same order, with the same counters.
    fn assert_agree(&mut self, givens: &[u8], limit: u64) {
        let expected = answer(&mut self.portable, givens, limit);
        for (vectors, engine) in &mut self.native {
            assert_eq!(answer(engine, givens, limit), expected, "{vectors}, limit {limit}, {givens:?}");
        }
    }
}

fn answer(engine: &mut Sweep, givens: &[u8], limit: u64) -> (Outcome, Vec<Vec<u8>>) {
    let mut found = Vec::new();
    let outcome = engine.solve(givens, &Limits::solutions(limit), &mut |cells| {
        found.push(cells.to_vec());
        ControlFlow::Continue(())
    });
    (outcome, found)
}

/// The shipped corpora.
const SHIPPED: [&str; 5] = [
    include_str!("../../../corpora/easy.txt"),
    include_str!("../../../corpora/medium.txt"),
    include_str!("../../../corpora/hard.txt"),
    include_str!("../../../corpora/expert.txt"),
    include_str!("../../../corpora/extreme.txt"),
];

/// The puzzles of the shipped corpora; of each only the first few where the engines are slow.
fn shipped_puzzles() -> impl Iterator<Item = Vec<u8>> {
    let most = if cfg!(miri) {
        1
    } else if cfg!(debug_assertions) {
        100
    } else {
        usize::MAX
    };
    let puzzles = SHIPPED.into_iter().flat_map(move |text| {
        text.lines().filter(|line| !line.starts_with('#')).take(most).map(|line| line[..81].parse::<Grid>())
    });
    puzzles.map(|puzzle| puzzle.expect("corpora have a puzzle per line").cells().to_vec())
}

#[test]
fn all_vectors_solve_shipped_puzzles_alike() {
    let mut engines = Engines::new();
    for givens in shipped_puzzles() {
        engines.assert_agree(&givens, 2);
    }
}

/// Puzzles that lost or changed givens at random have none, one, two and many solutions.
#[test]
fn all_vectors_solve_random_puzzles_alike() {
    let (mut engines, mut random) = (Engines::new(), Random::new(4));
    for (case, mut givens) in shipped_puzzles().enumerate() {
        for _ in 0..case % 12 {
            let cell = random.below(81);
            givens[cell] = if case % 3 == 0 { random.below(10) as u8 } else { 0 };
        }
        engines.assert_agree(&givens, if cfg!(miri) { 2 } else { [1, 2, 5, 200][case % 4] });
    }
}

/// These take more nodes than the guesses of ways are given.
#[test]
fn all_vectors_are_alike_in_long_searches() {
    let limit = if cfg!(miri) { 1 } else { 5_000 };
    Engines::new().assert_agree(&[0; 81], limit);
}
