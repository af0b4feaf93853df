//! The search of a compiled problem: the hot loop of the engine.

use std::ops::ControlFlow;

use super::compile::{Compiled, Rest};
use super::lanes::{Flavour, LANES, Lanes, Sizes, Task};
use super::stages::{MOST_GROUPS, ONE_WORD, Stages};
use super::walk::Walk;

/// Which options are left, and how many of them each item has; 255 for an item that is covered.
#[derive(Clone, Copy)]
pub(super) struct State<S, const W: usize> {
    live: [u64; W],
    sizes: S,
}

/// A guess: the state before it, and the options of its item that have not been tried.
struct Frame<S, const W: usize> {
    state: State<S, W>,
    untried: [u64; W],
    depth: usize,
    /// Whether none has been tried.
    is_fresh: bool,
}

/// The size of a covered item.
const COVERED: u8 = u8::MAX;

/// So many options that go are worked off between two branches, see [`BLOCK`](super::compile::BLOCK). One by one was 1.2 to 1.5 times slower.
const UNROLL: usize = 4;

/// The state in which all options are left.
#[inline(always)]
fn root<F: Flavour, S: Sizes<F>, const W: usize>(flavour: F, compiled: &Compiled) -> State<S, W> {
    let mut live = [0; W];
    let mut covered = [Lanes::default(); MOST_GROUPS];
    for item in compiled.rest.items.len()..S::GROUPS * LANES {
        covered[item / LANES].fill(item % LANES);
    }
    let mut sizes = S::load(flavour, &S::rows(&covered)[0]);
    let incidence = compiled.incidence::<F, S>();
    for option in 0..compiled.rest.options.len() {
        let (word, bit) = (option / 64, option % 64);
        live[word] |= 1 << bit;
        sizes = sizes.add(flavour, S::load(flavour, &incidence[word][bit]));
    }
    State { live, sizes }
}

/// The options that conflict with an option, itself among them.
#[inline(always)]
fn conflicts_of<const W: usize>(compiled: &Compiled, option: usize) -> [u64; W] {
    if W == 1 { *compiled.table(option) } else { compiled.conflicts(option) }
}

/// Whether an option would leave nothing to an item that it does not cover itself.
///
/// The item on which the last branch failed is asked first: it is the likeliest to fail again, and then nothing need be
/// counted. Pentominoes 6×10 take 6 % less time for it; to ask two items or four was slower than one, and so was to look for
/// an empty item while the options go. In a problem of one word the question costs as much as the answer saves.
#[inline(always)]
fn starves<const W: usize>(
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
    // An item that is covered has had no option before.
    after == 0 && before != 0 && of_item[option / 64] >> (option % 64) & 1 == 0
}

/// Chooses an option: those that conflict with it go, and its items are covered.
#[inline(always)]
fn choose<F: Flavour, S: Sizes<F>, const W: usize>(
    flavour: F,
    compiled: &Compiled,
    state: State<S, W>,
    (option, conflicts): (usize, &[u64; W]),
) -> State<S, W> {
    let incidence = compiled.incidence::<F, S>();
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
                words |= flavour.nonzero(quarter) << (4 * index);
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
                let row = S::load(flavour, &rows[dying.trailing_zeros() as usize]);
                sizes = sizes.subtract(flavour, row);
                dying &= dying.wrapping_sub(1);
            }
        }
    }
    let covered = S::load(flavour, &incidence[option / 64][option % 64]);
    State { live, sizes: sizes.fill_where(flavour, covered) }
}

/// Removes and returns the first option of a set.
#[inline(always)]
fn take_first<const W: usize>(set: &mut [u64; W]) -> Option<usize> {
    for (word, bits) in set.iter_mut().enumerate() {
        if *bits != 0 {
            let bit = bits.trailing_zeros() as usize;
            *bits &= *bits - 1;
            return Some(word * 64 + bit);
        }
    }
    None
}

/// Searches a compiled problem: a task for a flavour.
pub(super) struct Descent<'d, 'w, F, S, const W: usize> {
    pub(super) flavour: F,
    pub(super) compiled: &'d Compiled,
    pub(super) walk: &'d mut Walk<'w>,
    pub(super) stages: &'d mut Stages<F>,
    /// The state to begin with; `None` for the whole problem.
    pub(super) start: Option<State<S, W>>,
}

impl<F: Flavour, S: Sizes<F>, const W: usize> Task for Descent<'_, '_, F, S, W> {
    type Answer = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        let Descent { flavour, compiled, walk, stages, start } = self;
        let options = &compiled.rest.options;
        let masks: &[[u64; W]] = compiled.masks();
        let mut stack: Vec<Frame<S, W>> = Vec::with_capacity(8);
        let mut state = match start {
            Some(state) => state,
            None => root(flavour, compiled),
        };
        // The item on which the last branch failed, and whether it fails here, too.
        let (mut suspect, mut is_starved) = (0, false);
        loop {
            walk.enter_node()?;
            let (degree, item) = if is_starved { (0, suspect) } else { choose_item(flavour, state.sizes) };
            let forced_or_first = match degree {
                0 => {
                    suspect = item;
                    None
                }
                COVERED => {
                    walk.meet_solution()?;
                    None
                }
                _ => {
                    let mut untried = state.live;
                    for word in 0..W {
                        untried[word] &= masks[item][word];
                    }
                    if degree == 1 {
                        // A forced move: nothing to come back to.
                        take_first(&mut untried)
                    } else if let Some(class) = smaller_stage(&state.live, stages) {
                        if !walk.passes_by(u32::from(degree)) {
                            walk.leave_node_to_others();
                            let (depth, live) = (walk.depth(), state.live);
                            let items = left_items(flavour, state.sizes, compiled);
                            if class == ONE_WORD {
                                stages.shrink(compiled, live, items, walk)?;
                            } else {
                                let list = |rest: &mut Rest| compiled.rest.list_left(items, &live, rest);
                                stages.descend(class, list, walk)?;
                            }
                            walk.retreat(depth);
                        }
                        None
                    } else {
                        walk.open_guess(u32::from(degree));
                        let option = if walk.is_beyond_horizon() { None } else { take_first(&mut untried) };
                        stack.push(Frame { state, untried, depth: walk.depth(), is_fresh: option.is_none() });
                        option
                    }
                }
            };
            let option = match forced_or_first {
                Some(option) => option,
                None => loop {
                    let Some(frame) = stack.last_mut() else { return ControlFlow::Continue(()) };
                    if !std::mem::replace(&mut frame.is_fresh, false) {
                        walk.finish_option();
                    }
                    walk.retreat(frame.depth);
                    let Some(option) = take_first(&mut frame.untried) else {
                        stack.pop();
                        walk.close_guess();
                        continue;
                    };
                    if !walk.is_beyond_horizon() {
                        state = frame.state;
                        break option;
                    }
                    if let Some(subtree) = walk.meets_subtree()? {
                        walk.choose(options[option]);
                        let conflicts = conflicts_of(compiled, option);
                        let start = Some(choose(flavour, compiled, frame.state, (option, &conflicts)));
                        let flow = flavour.run(Descent { flavour, compiled, walk, stages, start });
                        walk.leave_subtree(subtree);
                        flow?;
                    }
                },
            };
            walk.choose(options[option]);
            let conflicts = conflicts_of(compiled, option);
            is_starved = W > 1 && starves(compiled, &state.live, (option, &conflicts), suspect);
            if !is_starved {
                state = choose(flavour, compiled, state, (option, &conflicts));
            }
        }
    }
}

/// The smallest size and the first item that has it.
///
/// Four of five nodes fail or are forced, and for these it is quicker to ask than to find the minimum.
#[inline(always)]
fn choose_item<F: Flavour, S: Sizes<F>>(flavour: F, sizes: S) -> (u8, usize) {
    let empty = sizes.equal(flavour, 0);
    if empty != 0 {
        return (0, empty.trailing_zeros() as usize);
    }
    let forced = sizes.equal(flavour, 1);
    if forced != 0 {
        return (1, forced.trailing_zeros() as usize);
    }
    sizes.first_minimum(flavour)
}

/// The stage to which a problem with these options is compiled.
#[inline(always)]
fn smaller_stage<F: Flavour, const W: usize>(live: &[u64; W], stages: &mut Stages<F>) -> Option<usize> {
    if W == 1 {
        return None;
    }
    stages.smaller_stage(W, live.iter().map(|bits| bits.count_ones()).sum())
}

/// The items that are not covered, a bit each.
#[inline(always)]
fn left_items<F: Flavour, S: Sizes<F>>(flavour: F, sizes: S, compiled: &Compiled) -> u128 {
    let all = u128::MAX.checked_shr(128 - compiled.rest.items.len() as u32).unwrap_or(0);
    all & !sizes.equal(flavour, COVERED)
}
