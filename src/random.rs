//! Seeded randomness that is the same on every machine.
//!
//! The generator is xoshiro256++, whose output is fixed by its definition. Ranges and shuffles are implemented here, so
//! no release of another crate can change what a seed produces.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A stream of random numbers, determined by its seed.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// Creates the stream of this seed.
    pub fn new(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Creates the stream of the `index`-th member of a family. It does not depend on the size of the family or on the
    /// order in which streams are created.
    pub fn of_member(seed: u64, index: u64) -> Random {
        // An odd multiplier maps different indices to different seeds.
        Random::new(seed ^ index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Returns a number from 0 to `bound - 1`, each equally likely.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "a range must not be empty");
        let bound = bound as u64;
        // Rejects the products that would make some values more likely than others (Lemire).
        let excess = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(bound);
            if product as u64 >= excess {
                return (product >> 64) as usize;
            }
        }
    }

    /// Returns a number from 0 (inclusive) to 1 (exclusive).
    pub fn unit(&mut self) -> f64 {
        const STEPS: u64 = 1 << 53;
        (self.0.next_u64() >> 11) as f64 / STEPS as f64
    }

    /// Returns a number from the standard normal distribution (Box and Muller).
    pub fn normal(&mut self) -> f64 {
        let (radius, angle) = (1.0 - self.unit(), self.unit());
        (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
    }

    /// Returns a number from the Poisson distribution with this mean: exact up to a mean of 30, above that the normal
    /// approximation.
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

    /// Shuffles the elements; each order is equally likely.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}
