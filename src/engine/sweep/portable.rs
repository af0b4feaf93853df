//! Lanes as an array, for any processor. Compilers turn most of it into the vector instructions of the target.

use super::lanes::{Array, Lanes, YES, way_bit};

#[derive(Clone, Copy, Debug)]
pub(super) struct Portable(Array);

impl Portable {
    #[inline(always)]
    fn map(self, other: Portable, operation: impl Fn(u16, u16) -> u16) -> Portable {
        let mut result = [0; 16];
        for lane in 0..16 {
            result[lane] = operation(self.0[lane], other.0[lane]);
        }
        Portable(result)
    }

    /// Returns a vector whose lane `i` is the lane `from[i]` of this one.
    #[inline(always)]
    fn moved(self, from: [usize; 16]) -> Portable {
        let mut result = [0; 16];
        for lane in 0..16 {
            result[lane] = self.0[from[lane]];
        }
        Portable(result)
    }
}

impl Lanes for Portable {
    type Proof = ();

    #[inline(always)]
    fn load((): (), array: &Array) -> Portable {
        Portable(*array)
    }

    #[inline(always)]
    fn splat((): (), value: u16) -> Portable {
        Portable([value; 16])
    }

    #[inline(always)]
    fn store(self, array: &mut Array) {
        *array = self.0;
    }

    #[inline(always)]
    fn and(self, other: Portable) -> Portable {
        self.map(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Portable) -> Portable {
        self.map(other, |a, b| a | b)
    }

    #[inline(always)]
    fn without(self, other: Portable) -> Portable {
        self.map(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn plus(self, other: Portable) -> Portable {
        self.map(other, u16::wrapping_add)
    }

    #[inline(always)]
    fn equals(self, other: Portable) -> Portable {
        self.map(other, |a, b| if a == b { YES } else { 0 })
    }

    #[inline(always)]
    fn min(self, other: Portable) -> Portable {
        self.map(other, u16::min)
    }

    #[inline(always)]
    fn next_in_band(self) -> Portable {
        self.moved([1, 2, 0, 3, 5, 6, 4, 7, 9, 10, 8, 11, 12, 13, 14, 15])
    }

    #[inline(always)]
    fn next_but_one_in_band(self) -> Portable {
        self.moved([2, 0, 1, 3, 6, 4, 5, 7, 10, 8, 9, 11, 12, 13, 14, 15])
    }

    #[inline(always)]
    fn next_in_stack(self) -> Portable {
        self.moved([4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 12, 13, 14, 15])
    }

    #[inline(always)]
    fn next_but_one_in_stack(self) -> Portable {
        self.moved([8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15])
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0.iter().fold(0, |union, lane| union | lane) == 0
    }

    #[inline(always)]
    fn is_full(self) -> bool {
        self.0.iter().fold(YES, |common, lane| common & lane) == YES
    }

    #[inline(always)]
    fn fewest_bits_folded(self) -> usize {
        let (mut best, mut fewest) = (0, u32::MAX);
        for index in 0..8 {
            // A count of 0 wraps around to the maximum.
            let bits = (self.0[index] | self.0[index + 8]).count_ones().wrapping_sub(1);
            if bits < fewest {
                (best, fewest) = (index, bits);
            }
        }
        best
    }

    #[inline(always)]
    fn nonzero(even: Portable, odd: Portable) -> u32 {
        let mut bits = 0;
        for lane in 0..16 {
            bits |= u32::from(even.0[lane] != 0) << way_bit(lane, false);
            bits |= u32::from(odd.0[lane] != 0) << way_bit(lane, true);
        }
        bits
    }
}
