//! The guess: selects a digit in a band or stack, and creates the grid that follows from each of its ways.

use super::grid::{Cells, Constants};
use super::lanes::{Array, Lanes, YES, stored, way_bit};
use super::rules::Direction::{self, Bands, Stacks};
use super::rules::Ways;

/// A digit in a band or a stack, and its ways there.
pub(super) struct Guess<V> {
    /// For each way, the boxes in which it closes each mini-line.
    closed: &'static Closed,
    /// The digit, in all lanes, if the guess is in a band; otherwise zero.
    in_band: V,
    /// The digit, in all lanes, if the guess is in a stack; otherwise zero.
    in_stack: V,
    /// The bits of the ways ([`way_bit`]).
    pub(super) ways: u32,
}

/// Three bands and three stacks share the eight places of a vector that is folded in the middle. The data of a band are
/// in every lane of its quarter, and those of a stack in its lane of every quarter. Each gets a place that contains its
/// own data, so two masks gather all six.
///
/// ```text
///   lane        0       1       2    3      4        5        6    7    8    9      10
///            band 0  stack 1    ·    ·   stack 0  band 1  stack 2  ·    ·    ·    band 2
///   folded   band 0  stack 1  band 2 ·   stack 0  band 1  stack 2  ·
/// ```
pub(super) const BAND_LANES: [usize; 3] = [0, 5, 10];
pub(super) const STACK_LANES: [usize; 3] = [4, 1, 6];

const fn mask(lanes: [usize; 3]) -> Array {
    let mut mask = [0; 16];
    let mut index = 0;
    while index < 3 {
        mask[lanes[index]] = YES;
        index += 1;
    }
    mask
}

/// For each of the eight folded places, the lanes of the band (or stack) there, if any.
const fn lanes_of_places(places: [usize; 3], first: usize, step: usize) -> [Array; 8] {
    let mut table = [[0; 16]; 8];
    let mut number = 0;
    while number < 3 {
        let lane = first * number;
        table[places[number] % 8] = mask([lane, lane + step, lane + 2 * step]);
        number += 1;
    }
    table
}

static GATHER_BANDS: Array = mask(BAND_LANES);
static GATHER_STACKS: Array = mask(STACK_LANES);
static BAND_OF_PLACE: [Array; 8] = lanes_of_places(BAND_LANES, 4, 1);
static STACK_OF_PLACE: [Array; 8] = lanes_of_places(STACK_LANES, 1, 4);

/// For each way bit and each mini-line, the boxes in which the way closes the mini-line.
#[repr(align(32))]
struct Closed([[Array; 3]; 32]);

static CLOSED_ROWS: Closed = closed(true);
static CLOSED_COLUMNS: Closed = closed(false);

const fn closed(rows: bool) -> Closed {
    let mut table = [[[0; 16]; 3]; 32];
    let mut entry = 0;
    while entry < 2 * 9 * 3 * 3 {
        let (odd, band, stack) = (entry % 2 == 1, entry / 2 % 3, entry / 6 % 3);
        let (steps, line) = (entry / 18 % 3, entry / 54);
        // The box `steps` steps after the one whose mini-line 0 is taken.
        let lane = 4 * band + stack;
        let other = if rows { 4 * band + (stack + steps) % 3 } else { 4 * ((band + steps) % 3) + stack };
        let taken = if odd { (3 - steps) % 3 } else { steps };
        if line != taken {
            table[way_bit(lane, odd)][line][other] = YES;
        }
        entry += 1;
    }
    Closed(table)
}

impl<V: Lanes> Ways<V> {
    /// Returns the digits with two or more ways and those with three or more: in each lane, the digits of that lane's
    /// band (or stack).
    #[inline(always)]
    fn several(self, direction: Direction) -> (V, V) {
        // At least one, two and three of the three even (or odd) ways.
        #[inline(always)]
        fn at_least<V: Lanes>(direction: Direction, a: V) -> (V, V, V) {
            let (b, c) = direction.rotations(a);
            (a.or(b).or(c), a.and(b).or(c.and(a.or(b))), a.and(b).and(c))
        }
        let (even1, even2, even3) = at_least(direction, self.even);
        let (odd1, odd2, odd3) = at_least(direction, self.odd);
        let two = even2.or(odd2).or(even1.and(odd1));
        let three = even3.or(odd3).or(even2.and(odd1)).or(even1.and(odd2));
        (two, three)
    }
}

impl<V: Lanes> Guess<V> {
    /// Selects the band or stack with the fewest open digits, and in it the lowest digit with two ways, or else the
    /// lowest open digit.
    #[inline(always)]
    pub(super) fn choose(
        proof: V::Proof,
        constants: &Constants<V>,
        bands: Ways<V>,
        stacks: Ways<V>,
    ) -> Guess<V> {
        let (bands2, bands3) = bands.several(Bands);
        let (stacks2, stacks3) = stacks.several(Stacks);
        let (gather_bands, gather_stacks) = (V::load(proof, &GATHER_BANDS), V::load(proof, &GATHER_STACKS));
        let open = bands2.and(gather_bands).or(stacks2.and(gather_stacks));
        let more = bands3.and(gather_bands).or(stacks3.and(gather_stacks));
        let place = open.fewest_bits_folded();
        let two = open.without(more);
        let candidates = two.or(open.and(two.equals(constants.zero)));
        let lowest = stored(candidates.without(candidates.plus(constants.full)));
        let digit = lowest[place % 8] | lowest[place % 8 + 8];

        let (band, stack) =
            (V::load(proof, &BAND_OF_PLACE[place % 8]), V::load(proof, &STACK_OF_PLACE[place % 8]));
        let even = bands.even.and(band).or(stacks.even.and(stack)).and(V::splat(proof, digit));
        let odd = bands.odd.and(band).or(stacks.odd.and(stack)).and(V::splat(proof, digit));
        let (closed, in_band, in_stack) =
            if is_band(place) { (&CLOSED_ROWS, digit, 0) } else { (&CLOSED_COLUMNS, 0, digit) };
        let (in_band, in_stack) = (V::splat(proof, in_band), V::splat(proof, in_stack));
        Guess { closed, in_band, in_stack, ways: V::nonzero(even, odd) }
    }

    /// Returns the grid in which the digit takes the way of this bit.
    #[inline(always)]
    pub(super) fn taking(&self, proof: V::Proof, way: u32, cells: &Cells<V>) -> Cells<V> {
        // Handles both directions with the same instructions, since a branch would be unpredictable.
        let (mut rows, mut columns) = ([self.in_band; 3], [self.in_stack; 3]);
        for line in 0..3 {
            let closed = V::load(proof, &self.closed.0[way as usize % 32][line]);
            (rows[line], columns[line]) = (rows[line].and(closed), columns[line].and(closed));
        }
        let mut child = *cells;
        for position in 0..9 {
            let lost = rows[Bands.line_of(position)].or(columns[Stacks.line_of(position)]);
            child[position] = cells[position].without(lost);
        }
        child
    }
}

#[inline(always)]
const fn is_band(place: usize) -> bool {
    const PLACES: usize = 1 << (BAND_LANES[0] % 8) | 1 << (BAND_LANES[1] % 8) | 1 << (BAND_LANES[2] % 8);
    PLACES >> (place % 8) & 1 == 1
}
