//! Sets as bits: the digits of a unit, and the positions among sixteen adjacent lengths that meet a condition.

use super::unchecked::{LENGTHS, Lengths, equal};

/// For each set of digits (nine bits): a 1 or a 0 for each digit, and in the last byte the size of the set.
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

/// Returns the positions of the ones, from the lowest.
#[inline(always)]
pub(super) fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let place = bits.trailing_zeros() as usize;
        bits &= bits - 1;
        Some(place)
    })
}

/// Returns which of the sixteen items from `first` on have a length of 0 or 1.
#[inline(always)]
pub(super) fn small(lengths: &Lengths, first: usize) -> u32 {
    let mut others = *sixteen(lengths, first);
    others.iter_mut().for_each(|length| *length &= !1);
    equal(&others, &[0; 16])
}

/// Returns the first position of a value, if it occurs.
#[inline(always)]
pub(super) fn first_place(values: &Lengths, value: u8) -> Option<usize> {
    let mut firsts = (0..LENGTHS).step_by(16);
    firsts.find_map(|first| Some(first + ones(equal(sixteen(values, first), &[value; 16])).next()?))
}

#[inline(always)]
fn sixteen(lengths: &Lengths, first: usize) -> &[u8; 16] {
    lengths[first..].first_chunk().expect("a whole chunk")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_lengths_are_tested_at_once() {
        let bytes: [u8; 16] = [0, 1, 2, 3, 4, 5, 9, 0x7f, 0x80, 0x81, 0x82, 0x83, 0xfe, 0xff, 3, 1];
        let mut lengths = [9; LENGTHS];
        lengths[16..32].copy_from_slice(&bytes);
        assert_eq!((small(&lengths, 0), small(&lengths, 16)), (0, 0x8003));
        assert_eq!((first_place(&lengths, 0x83), first_place(&lengths, 7)), (Some(27), None));
    }
}
