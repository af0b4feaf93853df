//! Where in memory a worker's things lie: somewhere else in each pass.
//!
//! Two runs of the same program differ by a few percent although each agrees with itself: addresses decide what
//! collides in caches and predictors, and they stay the same as long as a process lasts. So they are made random, and
//! the passes of one run see what otherwise only different runs would see. With one thread and a load of 4 to 6 on two
//! cores, the best of 25 passes on easy puzzles differed by up to 4.6 % between 20 processes before, and by 0.4 %
//! between 10 with it.

use crate::random::Random;

/// The stack is moved by up to so many frames: about a page.
const MOST_FRAMES: usize = 32;
/// The heap by up to so many bytes, in steps of a cache line.
const MOST_LINES: usize = 256;
const LINE: usize = 64;

/// A place in memory for a worker; by default the one that a program has by itself.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub(super) frames: usize,
    /// Allocated before the engines and held as long as they are.
    _ballast: Vec<Vec<u8>>,
}

impl Layout {
    pub(super) fn random(random: &mut Random) -> Layout {
        let frames = random.below(MOST_FRAMES);
        // Several pieces, small and large: allocators keep sizes apart.
        let ballast = (0..8).map(|_| vec![1; (1 + random.below(MOST_LINES)) * LINE]).collect();
        Layout { frames, _ballast: ballast }
    }

    /// Does the work this many frames further down the stack.
    pub(super) fn within<T>(frames: usize, work: impl FnOnce() -> T) -> T {
        let mut work = Some(work);
        let mut result = None;
        deeper(frames, &mut || result = work.take().map(|work| work()));
        result.expect("the work was done at the bottom")
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
    // Used after the call, so that the frame is really there meanwhile.
    std::hint::black_box(&frame);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stack_is_moved_and_the_work_is_done_once() {
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
