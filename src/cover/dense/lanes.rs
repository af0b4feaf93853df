//! Bytes in groups of 32, one per item, and the one operation that needs special instructions: finding the smallest
//! byte and its first position.
//!
//! Everything else in this engine is plain arithmetic on arrays of words. It is compiled twice: for any processor, and
//! for processors with AVX2, where the compiler turns four words into one vector. A [`Flavor`] selects the version. An
//! [`Avx2`] can only come from [`Avx2::detect`], so code that holds one may use these instructions.
//!
//! This is the only file of the engine with unsafe code.
#![allow(unsafe_code)]

/// The number of options of each of 32 items, one byte per item; item `i` is byte `i % 8` of word `i / 8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(align(32))]
pub(super) struct Lanes(pub(super) [u64; 4]);

/// The number of items in a [`Lanes`].
pub(super) const LANES: usize = 32;

impl Lanes {
    /// Expands bits to bytes: each byte is 1 where `bits` has a 1, and 0 elsewhere.
    #[inline(always)]
    pub(super) fn from_bits(bits: u32) -> Lanes {
        const LOW: u64 = u64::from_le_bytes([1; 8]);
        // Byte `i` keeps bit `i`; the addition then carries every nonzero byte into its top bit.
        const DIAGONAL: u64 = u64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]);
        Lanes(bits.to_le_bytes().map(|byte| ((((LOW * u64::from(byte)) & DIAGONAL) + 0x7f * LOW) >> 7) & LOW))
    }

    /// Sets a byte, which must be 0, to 255.
    pub(super) fn fill(&mut self, lane: usize) {
        self.0[lane / 8] |= 0xff << (lane % 8 * 8);
    }
}

/// A processor type to compile for, and how it holds 32 bytes.
pub(super) trait Flavor: Copy {
    /// 32 bytes.
    type Vector: Copy;

    fn load(self, lanes: &Lanes) -> Self::Vector;

    /// Adds byte by byte; no byte may exceed 255.
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Subtracts byte by byte; no byte may fall below 0.
    fn subtract(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Sets the bytes of `a` to 255 wherever `b`, whose bytes are 0 or 1, has a 1.
    fn fill_where(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// The minimum, byte by byte.
    fn smaller(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// The smallest of all bytes.
    fn smallest(self, vector: Self::Vector) -> u8;

    /// One bit per byte, set if it equals `byte`.
    fn equal(self, vector: Self::Vector, byte: u8) -> u32;

    /// One bit per word, set if it is not zero.
    fn nonzero(self, words: &[u64; 4]) -> u32;

    /// Packs the bits of `word` selected by `mask` into the low bits.
    fn pull(self, word: u64, mask: u64) -> u64;

    /// Runs a task. Whatever is inlined into it is compiled for this flavor.
    fn run<T: Task>(self, task: T) -> T::Answer;
}

/// Code that is compiled for each flavor; `run` must be inlined.
pub(super) trait Task {
    type Answer;

    fn run(self) -> Self::Answer;
}

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

/// Adds and subtracts whole words, since no byte ever carries into its neighbor.
impl Flavor for Portable {
    type Vector = Lanes;

    #[inline(always)]
    fn load(self, lanes: &Lanes) -> Lanes {
        *lanes
    }

    #[inline(always)]
    fn add(self, a: Lanes, b: Lanes) -> Lanes {
        Lanes(std::array::from_fn(|word| a.0[word] + b.0[word]))
    }

    #[inline(always)]
    fn subtract(self, a: Lanes, b: Lanes) -> Lanes {
        Lanes(std::array::from_fn(|word| a.0[word] - b.0[word]))
    }

    #[inline(always)]
    fn fill_where(self, a: Lanes, b: Lanes) -> Lanes {
        Lanes(std::array::from_fn(|word| a.0[word] | (b.0[word] << 8).wrapping_sub(b.0[word])))
    }

    #[inline(always)]
    fn smaller(self, a: Lanes, b: Lanes) -> Lanes {
        let smaller = |word: usize| {
            let (a, b) = (a.0[word].to_le_bytes(), b.0[word].to_le_bytes());
            u64::from_le_bytes(std::array::from_fn(|byte| a[byte].min(b[byte])))
        };
        Lanes(std::array::from_fn(smaller))
    }

    #[inline(always)]
    fn smallest(self, vector: Lanes) -> u8 {
        vector.0.iter().flat_map(|word| word.to_le_bytes()).fold(u8::MAX, u8::min)
    }

    #[inline(always)]
    fn equal(self, vector: Lanes, byte: u8) -> u32 {
        let bytes = vector.0.iter().flat_map(|word| word.to_le_bytes());
        bytes.enumerate().fold(0, |mask, (position, other)| mask | u32::from(other == byte) << position)
    }

    #[inline(always)]
    fn nonzero(self, words: &[u64; 4]) -> u32 {
        (0..4).fold(0, |mask, word| mask | u32::from(words[word] != 0) << word)
    }

    #[inline(always)]
    fn pull(self, word: u64, mut mask: u64) -> u64 {
        let (mut pulled, mut place) = (0, 0);
        while mask != 0 {
            pulled |= (word >> mask.trailing_zeros() & 1) << place;
            place += 1;
            mask &= mask - 1;
        }
        pulled
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Answer {
        task.run()
    }
}

/// A processor with AVX2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{Avx2, Flavor, Lanes, Task};

    impl Avx2 {
        /// Returns `None` if this processor lacks AVX2 or one of the bit-manipulation extensions.
        pub(in super::super) fn detect() -> Option<Avx2> {
            let has_all = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            has_all.then_some(Avx2(()))
        }
    }

    // For all methods: an `Avx2` comes from `detect`, so the processor has these instructions.
    impl Flavor for Avx2 {
        type Vector = __m256i;

        #[inline(always)]
        fn load(self, lanes: &Lanes) -> __m256i {
            // SAFETY: the processor has AVX2, and `lanes` is 32 bytes, aligned to 32.
            unsafe { _mm256_load_si256(std::ptr::from_ref(lanes).cast()) }
        }

        #[inline(always)]
        fn add(self, a: __m256i, b: __m256i) -> __m256i {
            // SAFETY: the processor has AVX2.
            unsafe { _mm256_add_epi8(a, b) }
        }

        #[inline(always)]
        fn subtract(self, a: __m256i, b: __m256i) -> __m256i {
            // SAFETY: the processor has AVX2.
            unsafe { _mm256_sub_epi8(a, b) }
        }

        #[inline(always)]
        fn fill_where(self, a: __m256i, b: __m256i) -> __m256i {
            // SAFETY: the processor has AVX2.
            unsafe { _mm256_or_si256(a, _mm256_sub_epi8(_mm256_setzero_si256(), b)) }
        }

        #[inline(always)]
        fn smaller(self, a: __m256i, b: __m256i) -> __m256i {
            // SAFETY: the processor has AVX2.
            unsafe { _mm256_min_epu8(a, b) }
        }

        #[inline(always)]
        fn smallest(self, vector: __m256i) -> u8 {
            // SAFETY: the processor has AVX2.
            unsafe { smallest(vector) }
        }

        #[inline(always)]
        fn equal(self, vector: __m256i, byte: u8) -> u32 {
            // SAFETY: the processor has AVX2.
            unsafe { _mm256_movemask_epi8(_mm256_cmpeq_epi8(vector, _mm256_set1_epi8(byte as i8))) as u32 }
        }

        #[inline(always)]
        fn nonzero(self, words: &[u64; 4]) -> u32 {
            // SAFETY: the processor has AVX2, and the load reads the 32 bytes of `words`, which need not be aligned.
            let zero = unsafe {
                let words = _mm256_loadu_si256(words.as_ptr().cast::<__m256i>());
                let zero = _mm256_cmpeq_epi64(words, _mm256_setzero_si256());
                _mm256_movemask_pd(_mm256_castsi256_pd(zero))
            };
            !zero as u32 & 0xf
        }

        #[inline(always)]
        fn pull(self, word: u64, mask: u64) -> u64 {
            // SAFETY: the processor has BMI2, which `detect` requires.
            unsafe { _pext_u64(word, mask) }
        }

        #[inline(always)]
        fn run<T: Task>(self, task: T) -> T::Answer {
            // SAFETY: the processor has all features that `run` enables, which `detect` requires.
            unsafe { run(task) }
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn run<T: Task>(task: T) -> T::Answer {
        task.run()
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn smallest(vector: __m256i) -> u8 {
        let least = _mm_min_epu8(_mm256_castsi256_si128(vector), _mm256_extracti128_si256::<1>(vector));
        // The minimum instruction only handles 16-bit numbers, so take the smaller byte of each pair first.
        let least = _mm_min_epu8(least, _mm_srli_epi16::<8>(least));
        _mm_cvtsi128_si32(_mm_minpos_epu16(least)) as u8
    }
}

/// The sizes of `32 · G` items, in vectors.
#[derive(Clone, Copy)]
pub(super) struct Sizes<F: Flavor, const G: usize>([F::Vector; G]);

impl<F: Flavor, const G: usize> Sizes<F, G> {
    #[inline(always)]
    pub(super) fn load(flavor: F, row: &[Lanes; G]) -> Sizes<F, G> {
        let mut vectors = [flavor.load(&row[0]); G];
        for group in 1..G {
            vectors[group] = flavor.load(&row[group]);
        }
        Sizes(vectors)
    }

    /// [`Flavor::add`], vector by vector; likewise the next two methods.
    #[inline(always)]
    pub(super) fn add(mut self, flavor: F, other: Sizes<F, G>) -> Sizes<F, G> {
        for group in 0..G {
            self.0[group] = flavor.add(self.0[group], other.0[group]);
        }
        self
    }

    #[inline(always)]
    pub(super) fn subtract(mut self, flavor: F, other: Sizes<F, G>) -> Sizes<F, G> {
        for group in 0..G {
            self.0[group] = flavor.subtract(self.0[group], other.0[group]);
        }
        self
    }

    #[inline(always)]
    pub(super) fn fill_where(mut self, flavor: F, other: Sizes<F, G>) -> Sizes<F, G> {
        for group in 0..G {
            self.0[group] = flavor.fill_where(self.0[group], other.0[group]);
        }
        self
    }

    /// One bit per byte, set if it equals `byte`.
    #[inline(always)]
    pub(super) fn equal(self, flavor: F, byte: u8) -> u128 {
        let mut equal = 0;
        for group in 0..G {
            equal |= u128::from(flavor.equal(self.0[group], byte)) << (group * LANES);
        }
        equal
    }

    /// Returns the smallest byte and the first item that has it.
    #[inline(always)]
    pub(super) fn first_minimum(self, flavor: F) -> (u8, usize) {
        let mut smallest = self.0[0];
        for group in 1..G {
            smallest = flavor.smaller(smallest, self.0[group]);
        }
        let least = flavor.smallest(smallest);
        (least, self.equal(flavor, least).trailing_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(bytes: [u8; 64]) -> [Lanes; 2] {
        let mut words = bytes.chunks(8).map(|chunk| u64::from_le_bytes(chunk.try_into().unwrap()));
        [0; 2].map(|_| Lanes([0; 4].map(|_| words.next().unwrap())))
    }

    fn first_minimum<F: Flavor>(flavor: F, sizes: [Lanes; 2]) -> (u8, usize) {
        Sizes::<F, 2>::load(flavor, &sizes).first_minimum(flavor)
    }

    #[test]
    fn every_flavor_finds_the_first_of_the_smallest() {
        for first in 0..64 {
            for value in [0, 1, 127, 128, 254] {
                let mut bytes = [255; 64];
                for (position, byte) in bytes.iter_mut().enumerate().skip(first) {
                    *byte = value + u8::from(position % 3 == (first + 1) % 3);
                }
                assert_eq!(first_minimum(Portable, sizes(bytes)), (value, first));
                #[cfg(target_arch = "x86_64")]
                if let Some(avx2) = Avx2::detect() {
                    assert_eq!(first_minimum(avx2, sizes(bytes)), (value, first));
                }
            }
        }
    }

    #[test]
    fn a_filled_byte_leaves_its_neighbors_alone() {
        let covered = Lanes::from_bits(1 | 1 << 7 | 1 << 8 | 1 << 31);
        assert_eq!(covered, Lanes([1 | 1 << 56, 1, 0, 1 << 56]));
        let lanes = Portable.fill_where(Lanes::default(), covered);
        let mut expected = Lanes::default();
        for lane in [0, 7, 8, 31] {
            expected.fill(lane);
        }
        assert_eq!(lanes, expected);
    }

    #[test]
    fn every_flavor_finds_the_words_that_are_not_zero() {
        for mask in 0..16 {
            let words = [0, 1, 2, 3].map(|word| if mask >> word & 1 == 1 { 1_u64 << (17 * word) } else { 0 });
            assert_eq!(Portable.nonzero(&words), mask);
            #[cfg(target_arch = "x86_64")]
            if let Some(avx2) = Avx2::detect() {
                assert_eq!(avx2.nonzero(&words), mask);
            }
        }
    }

    #[test]
    fn every_flavor_pulls_bits_together() {
        let (word, mask) = (0xf0f0_1234_5678_9abc, 0x8000_00ff_0f00_0011);
        let pulled = Portable.pull(word, mask);
        assert_eq!(pulled, 1 << 14 | 0x34 << 6 | 0x6 << 2 | 0b10);
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            assert_eq!(avx2.pull(word, mask), pulled);
        }
    }
}
