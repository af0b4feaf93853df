//! Sets as bits: the digits of a unit, and the places in sixteen neighboring lengths where something holds.

use super::items::{LENGTHS, Lengths};
use super::unchecked::sixteen;

/// For each set of digits, nine bits: which of the digits are in it, as ones and zeros, and last how many they are.
pub(super) static SPREAD: [[u8; 16]; 512] = {
    let mut spread = [[0; 16]; 512];
    let mut set = 0;
    while set < 512 {
        let mut digit = 0;
        while digit < 9 {
            spread[set][digit] = (set >> digit & 1) as u8;
            spread[set][15] += spread[set][digit];
            digit += 1;
        }
        set += 1;
    }
    spread
};

/// The places of the ones, from the lowest.
#[derive(Clone, Copy)]
pub(super) struct Bits(pub(super) u32);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(place)
    }
}

/// Where among sixteen items from `first` on a length is 0 or 1.
#[inline(always)]
pub(super) fn small(lengths: &Lengths, first: usize) -> Bits {
    Bits(sixteen::at_most_one(chunk(lengths, first)))
}

/// Where among sixteen items from `first` on a length is 2 or 3, and is another one than before.
#[inline(always)]
pub(super) fn newly_short(lengths: &Lengths, before: &Lengths, first: usize) -> Bits {
    Bits(
        sixteen::two_or_three(chunk(lengths, first))
            & !sixteen::equal(chunk(lengths, first), chunk(before, first)),
    )
}

/// The first place where a value is, if it is anywhere.
#[inline(always)]
pub(super) fn first_place(values: &Lengths, value: u8) -> Option<usize> {
    let mut firsts = (0..LENGTHS).step_by(16);
    firsts.find_map(|first| Some(first + Bits(sixteen::equal(chunk(values, first), &[value; 16])).next()?))
}

#[inline(always)]
fn chunk(lengths: &Lengths, first: usize) -> &[u8; 16] {
    lengths[first..].first_chunk().expect("a whole chunk")
}
