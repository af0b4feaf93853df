//! Lanes as two SSE registers, for x86-64 processors without AVX2.
//!
//! The lower register contains the boxes of the first two bands, the upper one those of the third. SSSE3 shuffles
//! bytes, SSE4.1 has the minimum of 16-bit lanes; all processors since 2008 have both.
//!
//! Why it is sound: as in `avx2`, an [`Sse`] can only be created from another one, from the halves of an `Avx2`, or with
//! a [`Detected`], and only on a processor that has these instructions. Loads and stores use the halves of an array,
//! which are exactly as large as the registers, and need no alignment.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::lanes::{Array, Lanes, Task};

/// Proof that this processor has SSSE3 and SSE4.1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detected(());

impl Detected {
    pub(super) fn on_this_processor() -> Option<Detected> {
        let detected = is_x86_feature_detected!("ssse3") && is_x86_feature_detected!("sse4.1");
        detected.then_some(Detected(()))
    }
}

/// Runs a task compiled for SSE: everything it calls is inlined into this function.
pub(super) fn run<T: Task>(detected: Detected, task: T) -> T::Output {
    #[target_feature(enable = "ssse3,sse4.1")]
    fn compiled<T: Task>(detected: Detected, task: T) -> T::Output {
        task.run::<Sse>(detected)
    }
    // SAFETY: `detected` proves that the processor has these features.
    unsafe { compiled(detected, task) }
}

/// Lanes 0 to 7 and lanes 8 to 15.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sse(pub(super) __m128i, pub(super) __m128i);

/// Wraps the expressions of both halves in an [`Sse`].
macro_rules! vector {
    ($lower:expr, $upper:expr) => {
        // SAFETY: an `Sse` operand or a `Detected` proves that the processor has SSSE3 and SSE4.1 (see the top of this
        // file).
        unsafe { Sse($lower, $upper) }
    };
}

/// Returns indices for a byte shuffle.
#[inline(always)]
fn indices(indices: &[i8; 16]) -> __m128i {
    // SAFETY: all x86-64 processors have SSE2; the unaligned load reads the 16 bytes of an array.
    unsafe { _mm_loadu_si128(indices.as_ptr().cast()) }
}

impl Lanes for Sse {
    type Proof = Detected;

    #[inline(always)]
    fn load(_: Detected, array: &Array) -> Sse {
        let (lower, upper) = array.split_at(8);
        // Each unaligned load reads the 16 bytes of a half.
        vector!(_mm_loadu_si128(lower.as_ptr().cast()), _mm_loadu_si128(upper.as_ptr().cast()))
    }

    #[inline(always)]
    fn splat(_: Detected, value: u16) -> Sse {
        vector!(_mm_set1_epi16(value as i16), _mm_set1_epi16(value as i16))
    }

    #[inline(always)]
    fn store(self, array: &mut Array) {
        let (lower, upper) = array.split_at_mut(8);
        // SAFETY: `self` is an `Sse`; each unaligned store writes the 16 bytes of a half.
        unsafe {
            _mm_storeu_si128(lower.as_mut_ptr().cast(), self.0);
            _mm_storeu_si128(upper.as_mut_ptr().cast(), self.1);
        }
    }

    #[inline(always)]
    fn and(self, other: Sse) -> Sse {
        vector!(_mm_and_si128(self.0, other.0), _mm_and_si128(self.1, other.1))
    }

    #[inline(always)]
    fn or(self, other: Sse) -> Sse {
        vector!(_mm_or_si128(self.0, other.0), _mm_or_si128(self.1, other.1))
    }

    #[inline(always)]
    fn without(self, other: Sse) -> Sse {
        vector!(_mm_andnot_si128(other.0, self.0), _mm_andnot_si128(other.1, self.1))
    }

    #[inline(always)]
    fn plus(self, other: Sse) -> Sse {
        vector!(_mm_add_epi16(self.0, other.0), _mm_add_epi16(self.1, other.1))
    }

    #[inline(always)]
    fn equals(self, other: Sse) -> Sse {
        vector!(_mm_cmpeq_epi16(self.0, other.0), _mm_cmpeq_epi16(self.1, other.1))
    }

    #[inline(always)]
    fn min(self, other: Sse) -> Sse {
        vector!(_mm_min_epu16(self.0, other.0), _mm_min_epu16(self.1, other.1))
    }

    #[inline(always)]
    fn next_in_band(self) -> Sse {
        // An index of -1 writes zero, which the fourth lane contains anyway.
        let from = indices(&[2, 3, 4, 5, 0, 1, -1, -1, 10, 11, 12, 13, 8, 9, -1, -1]);
        vector!(_mm_shuffle_epi8(self.0, from), _mm_shuffle_epi8(self.1, from))
    }

    #[inline(always)]
    fn next_but_one_in_band(self) -> Sse {
        let from = indices(&[4, 5, 0, 1, 2, 3, -1, -1, 12, 13, 8, 9, 10, 11, -1, -1]);
        vector!(_mm_shuffle_epi8(self.0, from), _mm_shuffle_epi8(self.1, from))
    }

    #[inline(always)]
    fn next_in_stack(self) -> Sse {
        // Bands 1 and 2; band 0.
        vector!(_mm_alignr_epi8::<8>(self.1, self.0), _mm_move_epi64(self.0))
    }

    #[inline(always)]
    fn next_but_one_in_stack(self) -> Sse {
        // Bands 2 and 0; band 1.
        vector!(_mm_unpacklo_epi64(self.1, self.0), _mm_srli_si128::<8>(self.0))
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: `self` is an `Sse`.
        unsafe {
            let union = _mm_or_si128(self.0, self.1);
            _mm_testz_si128(union, union) == 1
        }
    }

    #[inline(always)]
    fn is_full(self) -> bool {
        // SAFETY: `self` is an `Sse`.
        unsafe { _mm_movemask_epi8(_mm_and_si128(self.0, self.1)) == 0xFFFF }
    }

    #[inline(always)]
    fn fewest_bits_folded(self) -> usize {
        // SAFETY: `self` is an `Sse`.
        unsafe {
            let folded = _mm_or_si128(self.0, self.1);
            let bits_of_nibble = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
            let nibble = _mm_set1_epi8(15);
            let lower = _mm_shuffle_epi8(bits_of_nibble, _mm_and_si128(folded, nibble));
            let upper = _mm_and_si128(_mm_srli_epi16::<4>(folded), nibble);
            let upper = _mm_shuffle_epi8(bits_of_nibble, upper);
            let bits = _mm_maddubs_epi16(_mm_add_epi8(lower, upper), _mm_set1_epi8(1));
            // A count of 0 wraps around to the maximum.
            let least = _mm_minpos_epu16(_mm_add_epi16(bits, _mm_set1_epi16(-1)));
            (_mm_extract_epi16::<1>(least) & 7) as usize
        }
    }

    #[inline(always)]
    fn nonzero(even: Sse, odd: Sse) -> u32 {
        // SAFETY: both arguments are `Sse`.
        unsafe {
            let zero = _mm_setzero_si128();
            let half = |even, odd| {
                let zeros = _mm_packs_epi16(_mm_cmpeq_epi16(even, zero), _mm_cmpeq_epi16(odd, zero));
                _mm_movemask_epi8(zeros) as u32
            };
            !(half(even.0, odd.0) | half(even.1, odd.1) << 16)
        }
    }
}
