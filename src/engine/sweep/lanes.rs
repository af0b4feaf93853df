//! The vector operations that a sweep needs: sixteen 16-bit lanes, processed together.
//!
//! The engine is written against [`Lanes`] and compiled once for each kind of vector. All of its code must be inlined
//! into one function that is compiled for the processor's features; otherwise, each operation becomes a call. In
//! particular, no vector may pass through a closure that the standard library calls, such as that of `map`.
//! `scripts/check-intrinsics` checks this.

pub(super) type Array = [u16; 16];

/// A lane with all bits set: the mask for "yes".
pub(super) const YES: u16 = u16::MAX;

/// The candidates of a cell without restrictions.
pub(super) const ALL_DIGITS: u16 = 0x1FF;

/// Sixteen lanes of sixteen bits. Comparisons return [`YES`] or 0 in each lane.
pub(super) trait Lanes: Copy {
    /// Proof that this processor has such vectors. A vector can only be created with it.
    type Proof: Copy;

    fn load(proof: Self::Proof, array: &Array) -> Self;
    fn splat(proof: Self::Proof, value: u16) -> Self;
    fn store(self, array: &mut Array);

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    /// Adds lane by lane, modulo 2^16.
    fn plus(self, other: Self) -> Self;
    fn equals(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;

    /// Moves the lane of each box to the previous box of its band, cyclically: box (R, C) gets the lane of (R, C+1).
    /// The lanes that are not boxes must be zero.
    fn next_in_band(self) -> Self;
    fn next_but_one_in_band(self) -> Self;
    /// Moves the lane of each box to the previous box of its stack, cyclically: box (R, C) gets the lane of (R+1, C).
    fn next_in_stack(self) -> Self;
    fn next_but_one_in_stack(self) -> Self;

    fn is_zero(self) -> bool;
    fn is_full(self) -> bool;

    /// Combines the upper eight lanes with the lower eight by OR, and returns the first of these eight with the fewest
    /// bits, ignoring lanes without bits.
    fn fewest_bits_folded(self) -> usize;
    /// Returns which lanes of two vectors are not zero: lane `l` of `even` is bit [`way_bit`]`(l, false)`, lane `l` of
    /// `odd` is bit `way_bit(l, true)`.
    fn nonzero(even: Self, odd: Self) -> u32;
}

/// Work that is compiled once for each kind of vector: the search, and the trial of candidates.
pub(super) trait Task {
    type Output;

    /// Must be inlined into its caller, which is compiled for the processor's features.
    fn run<V: Lanes>(self, proof: V::Proof) -> Self::Output;
}

#[inline(always)]
pub(super) fn stored<V: Lanes>(vector: V) -> Array {
    let mut array = [0; 16];
    vector.store(&mut array);
    array
}

/// The bit to which [`Lanes::nonzero`] maps a lane. The unusual order is that of a packing instruction.
pub(super) const fn way_bit(lane: usize, odd: bool) -> usize {
    lane / 8 * 16 + odd as usize * 8 + lane % 8
}
