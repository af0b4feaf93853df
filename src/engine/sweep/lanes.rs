//! What a processor must offer for a sweep: sixteen 16-bit lanes, worked on together.
//!
//! Everything of the engine is written against [`Lanes`] and compiled once for each kind of vector. All of it must be
//! inlined into one function that is compiled for the processor's features, or each operation becomes a call: no vector
//! may go through a closure that the standard library calls, such as that of `map`. `scripts/check-intrinsics` tells.

pub(super) type Array = [u16; 16];

/// A lane in which all bits are set: the mask for "yes".
pub(super) const YES: u16 = u16::MAX;

/// The digits of a cell that can be anything.
pub(super) const ALL_DIGITS: u16 = 0x1FF;

/// Sixteen lanes of sixteen bits. Comparisons give [`YES`] or 0 in each lane.
pub(super) trait Lanes: Copy {
    /// What proves that this processor has such vectors; a vector can only be made from it.
    type Proof: Copy;

    fn load(proof: Self::Proof, array: &Array) -> Self;
    fn splat(proof: Self::Proof, value: u16) -> Self;
    fn store(self, array: &mut Array);

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    /// Lane by lane, modulo 2^16.
    fn plus(self, other: Self) -> Self;
    fn equals(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;

    /// Each box gets what the next box of its band has, cyclically: box (R, C) that of (R, C+1). Expects zero in the
    /// lanes that are no box.
    fn next_in_band(self) -> Self;
    fn next_but_one_in_band(self) -> Self;
    /// Each box gets what the next box of its stack has: box (R, C) that of (R+1, C).
    fn next_in_stack(self) -> Self;
    fn next_but_one_in_stack(self) -> Self;

    fn is_zero(self) -> bool;
    fn is_full(self) -> bool;

    /// The upper eight lanes laid over the lower ones; of those eight, the first with the fewest bits, if lanes without
    /// any bit do not count.
    fn fewest_bits_folded(self) -> usize;
    /// Which lanes of two vectors are not zero: lane `l` of `even` is bit [`way_bit`]`(l, false)`, of `odd`
    /// `way_bit(l, true)`.
    fn nonzero(even: Self, odd: Self) -> u32;
}

#[inline(always)]
pub(super) fn stored<V: Lanes>(vector: V) -> Array {
    let mut array = [0; 16];
    vector.store(&mut array);
    array
}

/// Where [`Lanes::nonzero`] puts a lane. The odd places are those that a packing instruction gives.
pub(super) const fn way_bit(lane: usize, odd: bool) -> usize {
    lane / 8 * 16 + odd as usize * 8 + lane % 8
}
