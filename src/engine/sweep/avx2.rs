//! Lanes as an AVX2 register. Only the files of instruction sets have unsafe code.
//!
//! Why it is sound: the intrinsics require a processor with AVX2. An [`Avx2`] can only be created from another one, or
//! by [`Lanes::load`] and [`Lanes::splat`], which require a [`Detected`], and [`Detected::on_this_processor`] checks
//! the processor. Loads and stores use arrays of exactly the size of the register and need no alignment.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::lanes::{Array, Lanes, Task};
use super::sse::Sse;

/// Proof that this processor has AVX2 and the bit-manipulation instructions that come with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detected(());

impl Detected {
    pub(super) fn on_this_processor() -> Option<Detected> {
        let detected = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt");
        detected.then_some(Detected(()))
    }
}

/// Runs a task compiled for AVX2: everything it calls is inlined into this function.
pub(super) fn run<T: Task>(detected: Detected, task: T) -> T::Output {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
    fn compiled<T: Task>(detected: Detected, task: T) -> T::Output {
        task.run::<Avx2>(detected)
    }
    // SAFETY: `detected` proves that the processor has all these features.
    unsafe { compiled(detected, task) }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(__m256i);

/// Wraps an expression of intrinsics in an [`Avx2`].
macro_rules! vector {
    ($expression:expr) => {
        // SAFETY: an `Avx2` operand or a `Detected` proves that the processor has AVX2 (see the top of this file).
        Avx2(unsafe { $expression })
    };
}

/// Returns indices for a byte shuffle, the same in both halves of the register.
#[inline(always)]
fn in_both_halves(indices: &[i8; 16]) -> __m256i {
    // SAFETY: all callers hold an `Avx2`; the unaligned load reads the 16 bytes of an array.
    unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(indices.as_ptr().cast())) }
}

impl Lanes for Avx2 {
    type Proof = Detected;

    #[inline(always)]
    fn load(_: Detected, array: &Array) -> Avx2 {
        // The unaligned load reads the 32 bytes of the array.
        vector!(_mm256_loadu_si256(array.as_ptr().cast()))
    }

    #[inline(always)]
    fn splat(_: Detected, value: u16) -> Avx2 {
        vector!(_mm256_set1_epi16(value as i16))
    }

    #[inline(always)]
    fn store(self, array: &mut Array) {
        // SAFETY: `self` is an `Avx2`; the unaligned store writes the 32 bytes of the array.
        unsafe { _mm256_storeu_si256(array.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn and(self, other: Avx2) -> Avx2 {
        vector!(_mm256_and_si256(self.0, other.0))
    }

    #[inline(always)]
    fn or(self, other: Avx2) -> Avx2 {
        vector!(_mm256_or_si256(self.0, other.0))
    }

    #[inline(always)]
    fn without(self, other: Avx2) -> Avx2 {
        vector!(_mm256_andnot_si256(other.0, self.0))
    }

    #[inline(always)]
    fn plus(self, other: Avx2) -> Avx2 {
        vector!(_mm256_add_epi16(self.0, other.0))
    }

    #[inline(always)]
    fn equals(self, other: Avx2) -> Avx2 {
        vector!(_mm256_cmpeq_epi16(self.0, other.0))
    }

    #[inline(always)]
    fn min(self, other: Avx2) -> Avx2 {
        vector!(_mm256_min_epu16(self.0, other.0))
    }

    #[inline(always)]
    fn next_in_band(self) -> Avx2 {
        // An index of -1 writes zero, which the fourth lane contains anyway. Keeping the lane instead would let the
        // compiler replace this shuffle with two slower ones.
        let from = in_both_halves(&[2, 3, 4, 5, 0, 1, -1, -1, 10, 11, 12, 13, 8, 9, -1, -1]);
        vector!(_mm256_shuffle_epi8(self.0, from))
    }

    #[inline(always)]
    fn next_but_one_in_band(self) -> Avx2 {
        let from = in_both_halves(&[4, 5, 0, 1, 2, 3, -1, -1, 12, 13, 8, 9, 10, 11, -1, -1]);
        vector!(_mm256_shuffle_epi8(self.0, from))
    }

    #[inline(always)]
    fn next_in_stack(self) -> Avx2 {
        vector!(_mm256_permute4x64_epi64::<0b11_00_10_01>(self.0))
    }

    #[inline(always)]
    fn next_but_one_in_stack(self) -> Avx2 {
        vector!(_mm256_permute4x64_epi64::<0b11_01_00_10>(self.0))
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: `self` is an `Avx2`.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }

    #[inline(always)]
    fn is_full(self) -> bool {
        // SAFETY: `self` is an `Avx2`.
        unsafe { _mm256_movemask_epi8(self.0) == -1 }
    }

    #[inline(always)]
    fn fewest_bits_folded(self) -> usize {
        // SAFETY: `self` is an `Avx2`, and a processor with AVX2 has SSSE3 and SSE4.1.
        let halves = unsafe { Sse(_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0)) };
        halves.fewest_bits_folded()
    }

    #[inline(always)]
    fn nonzero(even: Avx2, odd: Avx2) -> u32 {
        // SAFETY: both arguments are `Avx2`.
        unsafe {
            let zero = _mm256_setzero_si256();
            let (even, odd) = (_mm256_cmpeq_epi16(even.0, zero), _mm256_cmpeq_epi16(odd.0, zero));
            !_mm256_movemask_epi8(_mm256_packs_epi16(even, odd)) as u32
        }
    }
}
