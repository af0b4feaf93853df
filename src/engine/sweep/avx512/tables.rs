//! The lanes of the three vectors, as tables.
#![forbid(unsafe_code)]

/// Thirty-two 16-bit lanes.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Table(pub(super) [u16; 32]);

/// Sixty-four bytes.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Bytes(pub(super) [u8; 64]);

/// The lanes of boxes, as a mask. The other five are always zero.
pub(super) const BOXES: u32 = (1 << 27) - 1;

/// The bit of digit 1.
pub(super) const FIRST_BIT: usize = 4;

pub(super) const ALL_DIGITS: u16 = 0x1FF << FIRST_BIT;

pub(super) const fn lane(band: usize, stack: usize, column: usize) -> usize {
    9 * band + 3 * stack + column
}

/// Returns the cell in this lane of this vector; cells are counted row by row.
pub(super) const fn cell(vector: usize, lane: usize) -> usize {
    let (band, stack, column) = (lane / 9, lane / 3 % 3, lane % 3);
    let row = (column + vector) % 3;
    27 * band + 9 * row + 3 * stack + column
}

/// Returns for each lane the one that is so many bands, stacks and places further, cyclically.
const fn rotation(bands: usize, stacks: usize, places: usize) -> Table {
    // Other lanes get a zero from the last one.
    let mut table = [31; 32];
    let mut to = 0;
    while to < 27 {
        table[to] = lane((to / 9 + bands) % 3, (to / 3 + stacks) % 3, (to + places) % 3) as u16;
        to += 1;
    }
    Table(table)
}

pub(super) static SECOND: Table = rotation(0, 0, 1);
pub(super) static THIRD: Table = rotation(0, 0, 2);

/// The next box of the band, and the one after it, each rotated by zero, one and two places.
pub(super) static IN_BAND: [[Table; 3]; 2] = [
    [rotation(0, 1, 0), rotation(0, 1, 1), rotation(0, 1, 2)],
    [rotation(0, 2, 0), rotation(0, 2, 1), rotation(0, 2, 2)],
];

/// The same for stacks.
pub(super) static IN_STACK: [[Table; 3]; 2] = [
    [rotation(1, 0, 0), rotation(1, 0, 1), rotation(1, 0, 2)],
    [rotation(2, 0, 0), rotation(2, 0, 1), rotation(2, 0, 2)],
];

/// The candidates of a cell by its given, which may be 0.
pub(super) static CANDIDATES: Table = {
    let mut table = [0; 32];
    table[0] = ALL_DIGITS;
    let mut digit = 1;
    while digit <= 9 {
        table[digit] = 1 << (FIRST_BIT + digit - 1);
        digit += 1;
    }
    Table(table)
};

/// For each vector, the bytes of the 81 givens that become its lanes; byte 127 is zero.
pub(super) static FROM_GIVENS: [Bytes; 3] = {
    let mut table = [Bytes([127; 64]); 3];
    let mut index = 0;
    while index < 81 {
        table[index / 27].0[2 * (index % 27)] = cell(index / 27, index % 27) as u8;
        index += 1;
    }
    table
};

/// For each cell, the byte of its digit: vector 0 is in the even bytes, vector 1 in the odd ones, and vector 2 in the even
/// bytes from 64.
pub(super) static TO_DIGITS: [Bytes; 2] = {
    let mut table = [Bytes([0; 64]); 2];
    let mut index = 0;
    while index < 81 {
        let to = cell(index / 27, index % 27);
        table[to / 64].0[to % 64] = [0, 1, 64][index / 27] + 2 * (index % 27) as u8;
        index += 1;
    }
    table
};
