//! How code is compiled for AVX-512, three-input logic, and loads of tables.
//!
//! The loads have unsafe code: they read exactly a table, which has the size and the alignment of a register.

use std::arch::x86_64::*;

use super::tables::{Bytes, Table};

/// Compiles functions for AVX-512, so that they are inlined into each other. The features are those of Ice Lake and Zen 4
/// and later.
macro_rules! compiled {
    ($($(#[$attribute:meta])* $visibility:vis fn $name:ident $arguments:tt $(-> $result:ty)? $body:block)*) => {
        $(
            $(#[$attribute])*
            #[inline]
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
            $visibility fn $name $arguments $(-> $result)? $body
        )*
    };
}

/// Three-input logic: a formula of A, B and C, which stand for the three vectors that follow.
macro_rules! logic {
    ($formula:expr, $a:expr, $b:expr, $c:expr) => {{
        // The table of a formula is its value for these three.
        #[allow(non_upper_case_globals, dead_code)]
        const TABLE: i32 = {
            const A: i32 = 0xF0;
            const B: i32 = 0xCC;
            const C: i32 = 0xAA;
            $formula & 0xFF
        };
        _mm512_ternarylogic_epi64::<TABLE>($a, $b, $c)
    }};
}

pub(super) use {compiled, logic};

compiled! {
    /// Loads the 64 bytes of a table.
    pub(super) fn load(table: &Table) -> __m512i {
        // SAFETY: reads exactly the table, which is aligned to 64 bytes.
        unsafe { _mm512_load_si512(table.0.as_ptr().cast()) }
    }

    pub(super) fn load_bytes(bytes: &Bytes) -> __m512i {
        // SAFETY: reads exactly the bytes, which are aligned to 64 bytes.
        unsafe { _mm512_load_si512(bytes.0.as_ptr().cast()) }
    }
}
