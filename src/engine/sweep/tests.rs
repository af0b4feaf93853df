use super::lanes::{Array, Lanes, stored, way_bit};
use super::*;
use crate::random::Random;

#[test]
fn portable_and_avx2_lanes_agree() {
    #[cfg(target_arch = "x86_64")]
    if let Some(detected) = avx2::Detected::on_this_processor() {
        let mut random = Random::new(9);
        for _ in 0..2000 {
            // Digits only in the lanes that are boxes, as in the engine; sometimes none.
            let mut array = |kept: u16| -> Array {
                grid::BOXES.map(|lane| lane & random.below(512) as u16 & random.below(512) as u16 & kept)
            };
            let (a, b) = (array(0x1FF), array(0x0FF));
            assert_eq!(all_operations::<avx2::Avx2>(detected, a, b), all_operations::<Portable>((), a, b));
        }
    }
}

fn all_operations<V: Lanes>(proof: V::Proof, a: Array, b: Array) -> (Vec<Array>, Vec<u32>) {
    let (a, b) = (V::load(proof, &a), V::load(proof, &b));
    let vectors = [
        a.and(b),
        a.or(b),
        a.without(b),
        a.plus(b),
        a.plus(V::splat(proof, u16::MAX)),
        a.equals(b),
        a.min(b),
        a.next_in_band(),
        a.next_but_one_in_band(),
        a.next_in_stack(),
        a.next_but_one_in_stack(),
    ];
    let equal = a.equals(a);
    let numbers = [
        u32::from(a.is_zero()),
        u32::from(a.without(a).is_zero()),
        u32::from(a.is_full()),
        u32::from(equal.is_full()),
        a.fewest_bits_folded() as u32,
        V::nonzero(a, b),
    ];
    (vectors.map(stored).to_vec(), numbers.to_vec())
}

#[test]
fn way_bits_are_distinct() {
    let bits = (0..16).flat_map(|lane| [way_bit(lane, false), way_bit(lane, true)]);
    assert_eq!(bits.fold(0u32, |seen, bit| seen | 1 << bit), u32::MAX);
}
