//! Seeded randomness that is the same on every machine.
//!
//! The generator is xoshiro256++, whose stream is fixed by its definition; ranges and shuffles are drawn from it
//! here, by fixed rules, so that no release of another crate can change what a seed means.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A stream of random numbers, determined by its seed.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The stream of the `index`-th member of a family: independent of how many members there are and of who
    /// asks for them first.
    pub fn of_member(seed: u64, index: u64) -> Random {
        // An odd multiplier maps different indices to different seeds.
        Random::new(seed ^ index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// A number from 0 to `bound - 1`, each equally likely.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "a range must not be empty");
        let bound = bound as u64;
        // The lowest values would come up once too often; draw again when one of them does (Lemire).
        let excess = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(bound);
            if product as u64 >= excess {
                return (product >> 64) as usize;
            }
        }
    }

    /// A number from 0 to 1, 1 excluded.
    pub fn unit(&mut self) -> f64 {
        const STEPS: u64 = 1 << 53;
        (self.0.next_u64() >> 11) as f64 / STEPS as f64
    }

    /// A number from the standard normal distribution (Box and Muller).
    pub fn normal(&mut self) -> f64 {
        let (radius, angle) = (1.0 - self.unit(), self.unit());
        (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
    }

    /// A number from the Poisson distribution with this mean: exactly up to 30, beyond by the normal distribution.
    pub fn poisson(&mut self, mean: u64) -> u64 {
        if mean > 30 {
            let mean = mean as f64;
            return (mean + mean.sqrt() * self.normal()).round().max(0.0) as u64;
        }
        // Multiply until the product falls below e^-mean (Knuth).
        let bound = (-(mean as f64)).exp();
        let mut product = self.unit();
        let mut count = 0;
        while product > bound {
            product *= self.unit();
            count += 1;
        }
        count
    }

    /// Puts the elements into a random order, each equally likely.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}
