//! Randomizes the memory layout of a worker, so that each pass runs at different addresses.
//!
//! Two runs of the same program differ by a few percent even if each is consistent in itself: addresses decide what
//! collides in caches and predictors, and they do not change during the life of a process. With random addresses, the
//! passes of one run show a variation that otherwise only separate runs would show. With one thread and a load of 4 to
//! 6 on two cores, the best of 25 passes on easy puzzles differed by up to 4.6 % between 20 processes without this, and
//! by 0.4 % between 10 processes with it.

use crate::random::Random;

/// The stack moves by fewer than this many frames: about a page.
const MOST_FRAMES: usize = 32;
/// Each piece of ballast on the heap has at most this many cache lines.
const MOST_LINES: usize = 256;
const LINE: usize = 64;

/// The memory layout of a worker; by default, nothing is moved.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub(super) frames: usize,
    /// Allocated before the engines and kept for as long as they live.
    _ballast: Vec<Vec<u8>>,
}

impl Layout {
    pub(super) fn random(random: &mut Random) -> Layout {
        let frames = random.below(MOST_FRAMES);
        // Several pieces of different sizes, because allocators keep a separate pool for each size class.
        let ballast = (0..8).map(|_| vec![1; (1 + random.below(MOST_LINES)) * LINE]).collect();
        Layout { frames, _ballast: ballast }
    }

    /// Runs `work` this many frames further down the stack.
    pub(super) fn within<T>(frames: usize, work: impl FnOnce() -> T) -> T {
        let mut work = Some(work);
        let mut result = None;
        deeper(frames, &mut || result = work.take().map(|work| work()));
        result.expect("the innermost frame does the work")
    }
}

#[inline(never)]
fn deeper(frames: usize, work: &mut dyn FnMut()) {
    let frame = std::hint::black_box([0_u8; 80]);
    if frames == 0 {
        work()
    } else {
        deeper(frames - 1, work)
    }
    // Used after the call, so that the compiler cannot drop the frame during the call.
    std::hint::black_box(&frame);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stack_moves_and_the_work_is_done_once() {
        let at = |frames| {
            Layout::within(frames, || {
                let here = 0_u8;
                std::ptr::from_ref(std::hint::black_box(&here)).addr()
            })
        };
        assert!(at(0) - at(1) >= 80 && at(0) - at(10) >= 800);
        assert_eq!(Layout::within(0, || 7), 7);
    }
}
