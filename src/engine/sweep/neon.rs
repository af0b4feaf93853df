//! Lanes as two NEON registers, for 64-bit ARM processors.
//!
//! The lower register contains the boxes of the first two bands, the upper one those of the third.
//!
//! Why it is sound: as in `avx2`, a [`Neon`] can only be created from another one or with a [`Detected`], which can only
//! be created on a processor that has these instructions. Loads and stores use the halves of an array, which are exactly
//! as large as the registers, and need no alignment beyond that of a lane.
#![allow(unsafe_code)]

use std::arch::aarch64::*;
use std::arch::is_aarch64_feature_detected;

use super::lanes::{Array, Lanes, Task};

/// Proof that this processor has NEON.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detected(());

impl Detected {
    pub(super) fn on_this_processor() -> Option<Detected> {
        is_aarch64_feature_detected!("neon").then_some(Detected(()))
    }
}

/// Runs a task compiled for NEON: everything it calls is inlined into this function.
pub(super) fn run<T: Task>(detected: Detected, task: T) -> T::Output {
    #[target_feature(enable = "neon")]
    fn compiled<T: Task>(detected: Detected, task: T) -> T::Output {
        task.run::<Neon>(detected)
    }
    // SAFETY: `detected` proves that the processor has NEON.
    unsafe { compiled(detected, task) }
}

/// Lanes 0 to 7 and lanes 8 to 15.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neon(uint16x8_t, uint16x8_t);

/// Wraps the expressions of both halves in a [`Neon`].
macro_rules! vector {
    ($lower:expr, $upper:expr) => {
        // SAFETY: a `Neon` operand or a `Detected` proves that the processor has NEON (see the top of this file).
        unsafe { Neon($lower, $upper) }
    };
}

/// Looks up the bytes of both halves, each in its own half. An index of 255 writes zero.
#[inline(always)]
fn look_up(vector: Neon, indices: &[u8; 16]) -> Neon {
    // SAFETY: the argument is a `Neon`; the load reads the 16 bytes of an array.
    unsafe {
        let indices = vld1q_u8(indices.as_ptr());
        let half = |half| vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(half), indices));
        Neon(half(vector.0), half(vector.1))
    }
}

impl Lanes for Neon {
    type Proof = Detected;

    #[inline(always)]
    fn load(_: Detected, array: &Array) -> Neon {
        let (lower, upper) = array.split_at(8);
        // Each load reads the 16 bytes of a half.
        vector!(vld1q_u16(lower.as_ptr()), vld1q_u16(upper.as_ptr()))
    }

    #[inline(always)]
    fn splat(_: Detected, value: u16) -> Neon {
        vector!(vdupq_n_u16(value), vdupq_n_u16(value))
    }

    #[inline(always)]
    fn store(self, array: &mut Array) {
        let (lower, upper) = array.split_at_mut(8);
        // SAFETY: `self` is a `Neon`; each store writes the 16 bytes of a half.
        unsafe {
            vst1q_u16(lower.as_mut_ptr(), self.0);
            vst1q_u16(upper.as_mut_ptr(), self.1);
        }
    }

    #[inline(always)]
    fn and(self, other: Neon) -> Neon {
        vector!(vandq_u16(self.0, other.0), vandq_u16(self.1, other.1))
    }

    #[inline(always)]
    fn or(self, other: Neon) -> Neon {
        vector!(vorrq_u16(self.0, other.0), vorrq_u16(self.1, other.1))
    }

    #[inline(always)]
    fn without(self, other: Neon) -> Neon {
        vector!(vbicq_u16(self.0, other.0), vbicq_u16(self.1, other.1))
    }

    #[inline(always)]
    fn plus(self, other: Neon) -> Neon {
        vector!(vaddq_u16(self.0, other.0), vaddq_u16(self.1, other.1))
    }

    #[inline(always)]
    fn equals(self, other: Neon) -> Neon {
        vector!(vceqq_u16(self.0, other.0), vceqq_u16(self.1, other.1))
    }

    #[inline(always)]
    fn min(self, other: Neon) -> Neon {
        vector!(vminq_u16(self.0, other.0), vminq_u16(self.1, other.1))
    }

    #[inline(always)]
    fn next_in_band(self) -> Neon {
        look_up(self, &[2, 3, 4, 5, 0, 1, 255, 255, 10, 11, 12, 13, 8, 9, 255, 255])
    }

    #[inline(always)]
    fn next_but_one_in_band(self) -> Neon {
        look_up(self, &[4, 5, 0, 1, 2, 3, 255, 255, 12, 13, 8, 9, 10, 11, 255, 255])
    }

    #[inline(always)]
    fn next_in_stack(self) -> Neon {
        // Bands 1 and 2; band 0.
        vector!(vextq_u16::<4>(self.0, self.1), vcombine_u16(vget_low_u16(self.0), vdup_n_u16(0)))
    }

    #[inline(always)]
    fn next_but_one_in_stack(self) -> Neon {
        // Bands 2 and 0; band 1.
        vector!(
            vcombine_u16(vget_low_u16(self.1), vget_low_u16(self.0)),
            vcombine_u16(vget_high_u16(self.0), vdup_n_u16(0))
        )
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: `self` is a `Neon`.
        unsafe { vmaxvq_u32(vreinterpretq_u32_u16(vorrq_u16(self.0, self.1))) == 0 }
    }

    #[inline(always)]
    fn is_full(self) -> bool {
        // SAFETY: `self` is a `Neon`.
        unsafe { vminvq_u32(vreinterpretq_u32_u16(vandq_u16(self.0, self.1))) == u32::MAX }
    }

    #[inline(always)]
    fn fewest_bits_folded(self) -> usize {
        // SAFETY: `self` is a `Neon`; the load reads the 16 bytes of an array.
        unsafe {
            let folded = vorrq_u16(self.0, self.1);
            let bits = vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(folded)));
            // A count of 0 wraps around to the maximum.
            let bits = vaddq_u16(bits, vdupq_n_u16(u16::MAX));
            // The count above the index: the minimum is the first lane with the lowest count.
            let index = vld1q_u16([0, 1, 2, 3, 4, 5, 6, 7].as_ptr());
            (vminvq_u16(vsliq_n_u16::<3>(index, bits)) & 7).into()
        }
    }

    #[inline(always)]
    fn nonzero(even: Neon, odd: Neon) -> u32 {
        // SAFETY: both arguments are `Neon`; the load reads the 16 bytes of an array.
        unsafe {
            let bit = vld1q_u8([1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128].as_ptr());
            let half = |even, odd| {
                let (even, odd) = (vmovn_u16(vtstq_u16(even, even)), vmovn_u16(vtstq_u16(odd, odd)));
                vandq_u8(vcombine_u8(even, odd), bit)
            };
            // Sums of eight bytes each: even and odd of the lower half, then of the upper half.
            let mut sums = vpaddq_u8(half(even.0, odd.0), half(even.1, odd.1));
            sums = vpaddq_u8(sums, sums);
            sums = vpaddq_u8(sums, sums);
            vgetq_lane_u32::<0>(vreinterpretq_u32_u8(sums))
        }
    }
}
