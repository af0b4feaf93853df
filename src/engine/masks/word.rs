//! The words that store the remaining options of an item: 16 bits up to 16×16, 32 bits for 25×25. Short words fit more
//! items into a vector and less memory into a guess.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not};

/// A set of at most 32 small numbers.
pub(super) trait Word:
    Copy + Eq + Debug + Send + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> + 'static
{
    /// The empty set.
    const EMPTY: Self;

    /// Returns the set of the numbers in these bits.
    fn from_bits(bits: u32) -> Self;

    /// Returns the set without its smallest number.
    fn without_first(self) -> Self;

    /// Returns the set as bits.
    fn bits(self) -> u32;

    /// Returns whether the set has exactly one number.
    #[inline(always)]
    fn is_single(self) -> bool {
        (self != Self::EMPTY) & (self.without_first() == Self::EMPTY)
    }

    /// Returns whether the set has exactly two numbers.
    #[inline(always)]
    fn is_pair(self) -> bool {
        let rest = self.without_first();
        (rest != Self::EMPTY) & (rest.without_first() == Self::EMPTY)
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const EMPTY: $word = 0;

            #[inline(always)]
            fn from_bits(bits: u32) -> $word {
                bits as $word
            }

            #[inline(always)]
            fn without_first(self) -> $word {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn bits(self) -> u32 {
                self.into()
            }
        }
    };
}

word!(u16);
word!(u32);
