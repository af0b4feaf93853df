//! The guess on three vectors: the same band, digit and order of ways as in [`super::super::guess`].
#![forbid(unsafe_code)]

use std::arch::x86_64::*;

use super::super::guess::{BAND_LANES, STACK_LANES};
use super::compiled::{compiled, load, logic};
use super::rules::{Cells, Constants, Vector, Ways};
use super::tables::{Table, lane};

/// A digit in a band or a stack, and its ways there.
#[derive(Clone, Copy)]
pub(super) struct Guess {
    /// The digit, in all lanes.
    digit: Vector,
    /// For each way and vector, the lanes that the digit leaves.
    closed: &'static [[u32; 4]; 8],
    /// The ways as bits 0 to 5, in the order in which they are tried.
    pub(super) ways: u32,
}

/// The places of three bands or stacks in a vector of eight lanes.
const fn places(lanes: [usize; 3]) -> [usize; 3] {
    [lanes[0] % 8, lanes[1] % 8, lanes[2] % 8]
}

const BAND_PLACES: [usize; 3] = places(BAND_LANES);
const STACK_PLACES: [usize; 3] = places(STACK_LANES);
const STACKS: usize = 1 << STACK_PLACES[0] | 1 << STACK_PLACES[1] | 1 << STACK_PLACES[2];

/// For each place, a lane of its band in the first vector or of its stack in the second.
static GATHER: Table = {
    let mut table = [31; 32];
    let mut number = 0;
    while number < 3 {
        table[BAND_PLACES[number]] = lane(number, 0, 0) as u16;
        table[STACK_PLACES[number]] = 32 + lane(0, number, 0) as u16;
        number += 1;
    }
    Table(table)
};

/// For each place, the lanes in which its three even ways take line 0; likewise for the odd ways, in the upper half.
static WAYS: [u64; 8] = {
    let mut table = [0; 8];
    let mut pair = 0;
    while pair < 9 {
        let (number, other) = (pair / 3, pair % 3);
        table[BAND_PLACES[number]] |= 0x1_0000_0001 << lane(number, other, 0);
        table[STACK_PLACES[number]] |= 0x1_0000_0001 << lane(other, number, 0);
        pair += 1;
    }
    table
};

/// The order in which ways are tried, as `way_bit` defines it: even and odd ways, by the number of the box in its band,
/// or for a stack, those of its first two boxes before those of the third.
const ORDER: [[(usize, bool); 6]; 2] = [
    [(0, false), (1, false), (2, false), (0, true), (1, true), (2, true)],
    [(0, false), (1, false), (0, true), (1, true), (2, false), (2, true)],
];

/// Sets of ways in this order, for bands and stacks; the index is a set with the even ways first.
static IN_ORDER: [[u8; 64]; 2] = {
    let mut table = [[0; 64]; 2];
    let mut entry = 0;
    while entry < 2 * 64 * 6 {
        let (kind, set, way) = (entry / 384, entry / 6 % 64, entry % 6);
        let (number, odd) = ORDER[kind][way];
        table[kind][set] |= ((set >> (3 * odd as usize + number) & 1) << way) as u8;
        entry += 1;
    }
    table
};

/// For each place, way and vector, the lanes that the digit leaves. The last way and vector are padding.
static CLOSED: [[[u32; 4]; 8]; 8] = {
    let mut table = [[[0; 4]; 8]; 8];
    let mut entry = 0;
    while entry < 2 * 3 * 6 * 27 {
        let (kind, number, way) = (entry / 486, entry / 162 % 3, entry / 27 % 6);
        let (steps, column, vector) = (entry / 9 % 3, entry / 3 % 3, entry % 3);
        let (first, odd) = ORDER[kind][way];
        let taken = if odd { (3 - steps) % 3 } else { steps };
        let other = (first + steps) % 3;
        let (place, line, lane) = if kind == 0 {
            (BAND_PLACES[number], (column + vector) % 3, lane(number, other, column))
        } else {
            (STACK_PLACES[number], column, lane(other, number, column))
        };
        table[place][way][vector] |= ((line != taken) as u32) << lane;
        entry += 1;
    }
    table
};

impl Ways {
    compiled! {
        /// Returns the digits with two or more ways and those with three or more, in each lane of a band (or stack).
        fn several(self, constants: &Constants) -> (Vector, Vector) {
            let (even1, even2, even3) = at_least(constants.rotated(self.even));
            let (odd1, odd2, odd3) = at_least(constants.rotated(self.odd));
            let two = logic!(A | (B & C), _mm512_or_si512(even2, odd2), even1, odd1);
            let three = logic!(A | (B & C), _mm512_or_si512(even3, odd3), even2, odd1);
            (two, logic!(A | (B & C), three, even1, odd2))
        }

        /// Returns the lanes that have this digit, those of the odd ways in the upper half.
        fn with(self, digit: Vector) -> u64 {
            let (even, odd) =
                (_mm512_test_epi16_mask(self.even, digit), _mm512_test_epi16_mask(self.odd, digit));
            u64::from(even) | u64::from(odd) << 32
        }
    }
}

compiled! {
    /// Returns the bits in at least one, two and three of the vectors.
    fn at_least([a, b, c]: [Vector; 3]) -> (Vector, Vector, Vector) {
        (logic!(A | B | C, a, b, c), logic!((A & B) | (B & C) | (C & A), a, b, c), logic!(A & B & C, a, b, c))
    }
}

impl Guess {
    compiled! {
        /// Selects the band or stack with the fewest open digits, and in it the lowest digit with two ways, or else the
        /// lowest open digit.
        pub(super) fn choose(constants: &Constants, bands: Ways, stacks: Ways) -> Guess {
            let (bands2, bands3) = bands.several(constants);
            let (stacks2, stacks3) = stacks.several(constants);
            let gather = load(&GATHER);
            let open = _mm512_castsi512_si128(_mm512_permutex2var_epi16(bands2, gather, stacks2));
            let more = _mm512_castsi512_si128(_mm512_permutex2var_epi16(bands3, gather, stacks3));
            let full = _mm512_castsi512_si128(constants.full);
            // A count of 0 wraps around to the maximum.
            let least = _mm_minpos_epu16(_mm_add_epi16(_mm_popcnt_epi16(open), full));
            let two = _mm_andnot_si128(more, open);
            let candidates = _mm_or_si128(two, _mm_and_si128(open, _mm_srlv_epi16(full, two)));
            let lowest = _mm_andnot_si128(_mm_add_epi16(candidates, full), candidates);
            // The place is in lane 1.
            let place = _mm_shufflelo_epi16::<0b01_01_01_01>(least);
            let digit = _mm512_broadcastw_epi16(_mm_permutexvar_epi16(place, lowest));

            let place = _mm_extract_epi16::<1>(least) as usize % 8;
            let (in_band, in_stack) = (bands.with(digit), stacks.with(digit));
            let is_stack = STACKS >> place & 1;
            let ways = _pext_u64(if is_stack == 1 { in_stack } else { in_band }, WAYS[place]);
            let ways = u32::from(IN_ORDER[is_stack][ways as usize % 64]);
            Guess { digit, closed: &CLOSED[place], ways }
        }

        /// Returns the grid in which the digit takes this way.
        pub(super) fn taking(&self, way: u32, cells: &Cells) -> Cells {
            let mut child = *cells;
            for vector in 0..3 {
                let lost = _mm512_maskz_mov_epi16(self.closed[way as usize % 8][vector], self.digit);
                child[vector] = _mm512_andnot_si512(lost, cells[vector]);
            }
            child
        }
    }
}
