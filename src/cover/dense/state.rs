//! The state of a search in a compiled problem, and how choosing an option changes it.

use super::compile::Compiled;
use super::lanes::{Flavor, LANES, Lanes, Sizes};

/// The remaining options, and how many of them each item has; 255 for a covered item.
#[derive(Clone, Copy)]
pub(super) struct State<F: Flavor, const G: usize, const W: usize> {
    pub(super) live: [u64; W],
    pub(super) sizes: Sizes<F, G>,
}

/// The size of a covered item.
pub(super) const COVERED: u8 = u8::MAX;

/// The number of options removed per iteration; surplus removals hit the row of zeros of a
/// [`BLOCK`](super::compile::BLOCK). Removing one option at a time was 1.2 to 1.5 times slower.
const UNROLL: usize = 4;

/// The state before any choice: all options remain.
#[inline(always)]
pub(super) fn root<F: Flavor, const G: usize, const W: usize>(
    flavor: F,
    compiled: &Compiled,
) -> State<F, G, W> {
    let mut live = [0; W];
    let mut covered = [Lanes::default(); G];
    for item in compiled.rest.items.len()..G * LANES {
        covered[item / LANES].fill(item % LANES);
    }
    let mut sizes = Sizes::load(flavor, &covered);
    let incidence = compiled.incidence::<G>();
    for option in 0..compiled.rest.options.len() {
        let (word, bit) = (option / 64, option % 64);
        live[word] |= 1 << bit;
        sizes = sizes.add(flavor, Sizes::load(flavor, &incidence[word][bit]));
    }
    State { live, sizes }
}

/// Whether an option would leave `item` without options although it does not cover it.
///
/// The search passes the item on which the last branch failed, since it is the most likely to fail again, and then
/// nothing needs to be counted. This saves 6 % of the time on pentominoes 6×10. Testing two or four items was slower,
/// and so was looking for an empty item while removing options. For problems of one word, the test costs as much as it
/// saves.
#[inline(always)]
pub(super) fn starves<const W: usize>(
    compiled: &Compiled,
    live: &[u64; W],
    (option, conflicts): (usize, &[u64; W]),
    item: usize,
) -> bool {
    let of_item: &[u64; W] = &compiled.masks()[item];
    let (mut before, mut after) = (0, 0);
    for word in 0..W {
        let options = live[word] & of_item[word];
        before |= options;
        after |= options & !conflicts[word];
    }
    // A covered item had no options before.
    after == 0 && before != 0 && of_item[option / 64] >> (option % 64) & 1 == 0
}

/// Chooses an option: removes all options that conflict with it and covers its items.
#[inline(always)]
pub(super) fn choose<F: Flavor, const G: usize, const W: usize>(
    flavor: F,
    compiled: &Compiled,
    state: State<F, G, W>,
    (option, conflicts): (usize, &[u64; W]),
) -> State<F, G, W> {
    let incidence = compiled.incidence::<G>();
    let State { mut live, mut sizes } = state;
    let mut gone = [0; W];
    for word in 0..W {
        gone[word] = live[word] & conflicts[word];
        live[word] &= !conflicts[word];
    }
    let mut words = match W {
        1 => u32::from(gone[0] != 0),
        _ => {
            let mut words = 0;
            for (index, quarter) in gone.as_chunks::<4>().0.iter().enumerate() {
                words |= flavor.nonzero(quarter) << (4 * index);
            }
            words
        }
    };
    while words != 0 {
        let word = words.trailing_zeros() as usize % W;
        words &= words - 1;
        let mut dying = gone[word];
        let rows = &incidence[word];
        while dying != 0 {
            for _ in 0..UNROLL {
                let row = Sizes::load(flavor, &rows[dying.trailing_zeros() as usize]);
                sizes = sizes.subtract(flavor, row);
                dying &= dying.wrapping_sub(1);
            }
        }
    }
    let covered = Sizes::load(flavor, &incidence[option / 64][option % 64]);
    State { live, sizes: sizes.fill_where(flavor, covered) }
}

/// Removes and returns the first option of a set.
#[inline(always)]
pub(super) fn take_first<const W: usize>(set: &mut [u64; W]) -> Option<usize> {
    for (word, bits) in set.iter_mut().enumerate() {
        if *bits != 0 {
            let bit = bits.trailing_zeros() as usize;
            *bits &= *bits - 1;
            return Some(word * 64 + bit);
        }
    }
    None
}

/// The number of options in a set.
#[inline(always)]
pub(super) fn count<const W: usize>(set: &[u64; W]) -> u32 {
    set.iter().map(|bits| bits.count_ones()).sum()
}

/// Returns the smallest size and the first item that has it.
///
/// Four of five nodes fail or are forced, and testing for these first is faster than finding the minimum.
#[inline(always)]
pub(super) fn choose_item<F: Flavor, const G: usize>(flavor: F, sizes: Sizes<F, G>) -> (u8, usize) {
    let empty = sizes.equal(flavor, 0);
    if empty != 0 {
        return (0, empty.trailing_zeros() as usize);
    }
    let forced = sizes.equal(flavor, 1);
    if forced != 0 {
        return (1, forced.trailing_zeros() as usize);
    }
    sizes.first_minimum(flavor)
}

/// The items that are not covered, one bit each.
#[inline(always)]
pub(super) fn left_items<F: Flavor, const G: usize>(
    flavor: F,
    sizes: Sizes<F, G>,
    compiled: &Compiled,
) -> u128 {
    let all = u128::MAX.checked_shr(128 - compiled.rest.items.len() as u32).unwrap_or(0);
    all & !sizes.equal(flavor, COVERED)
}
