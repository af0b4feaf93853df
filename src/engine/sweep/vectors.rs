//! The kinds of vectors, and which of them this processor has.

use super::lanes::Task;
#[cfg(target_arch = "aarch64")]
use super::neon;
use super::portable::Portable;
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512, sse};
use crate::named::named;

named! {
    /// A kind of vectors, widest first.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[non_exhaustive]
    pub enum Vectors, "kind of vectors" {
        Avx512 => "avx512", "512 bits on x86-64, since 2019: AVX-512 with VBMI and BITALG";
        Avx2 => "avx2", "256 bits on x86-64, since 2013";
        Sse => "sse", "Twice 128 bits on x86-64, since 2008: SSSE3 and SSE4.1";
        Neon => "neon", "Twice 128 bits on ARM, 64-bit";
        Portable => "portable", "Arrays, on any processor";
    }
}

impl Vectors {
    /// Returns whether this processor has them.
    pub fn is_on_this_processor(self) -> bool {
        Detected::on_this_processor(self).is_some()
    }

    /// Returns the widest kind that this processor has, which [`Sweep::new`](super::Sweep::new) uses.
    pub fn widest() -> Vectors {
        let widest = Vectors::ALL.iter().copied().find(|vectors| vectors.is_on_this_processor());
        widest.expect("every processor has portable vectors")
    }
}

/// A kind of vectors with the proof that this processor has them.
#[derive(Clone, Copy, Debug)]
pub(super) enum Detected {
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Detected),
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Detected),
    #[cfg(target_arch = "x86_64")]
    Sse(sse::Detected),
    #[cfg(target_arch = "aarch64")]
    Neon(neon::Detected),
    Portable,
}

impl Detected {
    pub(super) fn on_this_processor(vectors: Vectors) -> Option<Detected> {
        match vectors {
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx512 => avx512::Detected::on_this_processor().map(Detected::Avx512),
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx2 => avx2::Detected::on_this_processor().map(Detected::Avx2),
            #[cfg(target_arch = "x86_64")]
            Vectors::Sse => sse::Detected::on_this_processor().map(Detected::Sse),
            #[cfg(target_arch = "aarch64")]
            Vectors::Neon => neon::Detected::on_this_processor().map(Detected::Neon),
            Vectors::Portable => Some(Detected::Portable),
            #[allow(unreachable_patterns)]
            _ => None,
        }
    }

    /// Runs a task on the [`Lanes`](super::lanes::Lanes) of these vectors. AVX-512 has none: it only searches.
    #[inline]
    pub(super) fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Detected::Avx512(detected) => avx2::run(detected.avx2(), task),
            #[cfg(target_arch = "x86_64")]
            Detected::Avx2(detected) => avx2::run(detected, task),
            #[cfg(target_arch = "x86_64")]
            Detected::Sse(detected) => sse::run(detected, task),
            #[cfg(target_arch = "aarch64")]
            Detected::Neon(detected) => neon::run(detected, task),
            Detected::Portable => run_portably(task),
        }
    }
}

/// Runs a task on arrays. In a function of its own, so that the caller does not make room for it on the stack.
#[inline(never)]
fn run_portably<T: Task>(task: T) -> T::Output {
    task.run::<Portable>(())
}
