//! Searches a compiled problem: the hot loop of the engine.

use std::ops::ControlFlow;

use super::super::walk::Walk;
use super::compile::{Compiled, MOST_WORDS, Shrink, groups_for};
use super::lanes::{Flavor, Task};
use super::stages::{ONE_WORD, Stages, WORDS};
use super::state::{COVERED, State, choose, choose_item, count, left_items, root, starves, take_first};

/// A guess: the state before it, and the untried options of its item.
struct Frame<F: Flavor, const G: usize, const W: usize> {
    state: State<F, G, W>,
    untried: [u64; W],
    depth: usize,
}

/// Searches a problem compiled to a stage, then returns the memory to the stage.
pub(super) fn search<F: Flavor>(
    flavor: F,
    stage: usize,
    compiled: Compiled,
    walk: &mut Walk<'_>,
    stages: &mut Stages,
) -> ControlFlow<()> {
    let before = walk.counters.nodes;
    // If parts of the tree are skipped, the number of nodes does not show what the compilation was worth.
    let is_fair = !walk.is_in_top();
    let words = WORDS[stage];
    let search = match (words, groups_for(words, compiled.rest.items.len())) {
        (1, 1) => search_with::<F, 1, 1>,
        (1, 2) => search_with::<F, 2, 1>,
        (1, _) => search_with::<F, 4, 1>,
        (4, 1) => search_with::<F, 1, 4>,
        (4, 2) => search_with::<F, 2, 4>,
        (4, _) => search_with::<F, 4, 4>,
        _ => search_with::<F, 4, MOST_WORDS>,
    };
    let flow = search(flavor, &compiled, walk, stages);
    stages.put_back(stage, compiled, is_fair.then(|| walk.counters.nodes - before));
    flow
}

fn search_with<F: Flavor, const G: usize, const W: usize>(
    flavor: F,
    compiled: &Compiled,
    walk: &mut Walk<'_>,
    stages: &mut Stages,
) -> ControlFlow<()> {
    flavor.run(Descent::<F, G, W> { flavor, compiled, walk, stages })
}

/// Compiles the remaining options and items of a compiled problem to a smaller stage and searches the result.
#[inline(never)]
fn go_on_smaller<F: Flavor, const W: usize>(
    flavor: F,
    stage: usize,
    (from, live, items): (&Compiled, &[u64; W], u128),
    walk: &mut Walk<'_>,
    stages: &mut Stages,
) -> ControlFlow<()> {
    // The search of the smaller stage counts this node again.
    walk.counters.nodes -= 1;
    let compiled = if stage == ONE_WORD {
        let mut into = stages.take(ONE_WORD);
        flavor.run(Shrink { flavor, from, live: *live, items, into: &mut into });
        into
    } else {
        let items = from.rest.items.iter().enumerate().filter(|(item, _)| items >> item & 1 != 0);
        let items = items.map(|(_, &id)| id);
        stages.compile(stage, |rest| rest.list(items, live, |option| from.rest.options[option]))
    };
    search(flavor, stage, compiled, walk, stages)
}

/// The search of a compiled problem, as a [`Task`].
struct Descent<'d, 'w, F: Flavor, const G: usize, const W: usize> {
    flavor: F,
    compiled: &'d Compiled,
    walk: &'d mut Walk<'w>,
    stages: &'d mut Stages,
}

impl<F: Flavor, const G: usize, const W: usize> Task for Descent<'_, '_, F, G, W> {
    type Answer = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        let Descent { flavor, compiled, walk, stages } = self;
        let options = &compiled.rest.options;
        let masks: &[[u64; W]] = compiled.masks();
        let mut stack: Vec<Frame<F, G, W>> = Vec::with_capacity(8);
        let mut state: State<F, G, W> = root(flavor, compiled);
        // The item on which the last branch failed, and whether it fails here as well.
        let (mut suspect, mut is_starved) = (0, false);
        loop {
            walk.enter_node()?;
            let (degree, item) = if is_starved { (0, suspect) } else { choose_item(flavor, state.sizes) };
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
                        // A forced move needs no frame: there is nothing to return to.
                        take_first(&mut untried)
                    } else if !walk.meets_guess()? {
                        None
                    } else if let Some(stage) = stages.smaller_stage(W, count(&state.live)) {
                        let items = left_items(flavor, state.sizes, compiled);
                        go_on_smaller(flavor, stage, (compiled, &state.live, items), walk, stages)?;
                        None
                    } else {
                        walk.open_guess(u32::from(degree));
                        let option = take_first(&mut untried);
                        stack.push(Frame { state, untried, depth: walk.path.len() });
                        option
                    }
                }
            };
            let option = match forced_or_first {
                Some(option) => option,
                None => loop {
                    let Some(frame) = stack.last_mut() else { return ControlFlow::Continue(()) };
                    walk.finish_option();
                    walk.path.truncate(frame.depth);
                    if let Some(option) = take_first(&mut frame.untried) {
                        state = frame.state;
                        break option;
                    }
                    stack.pop();
                    walk.close_guess();
                },
            };
            walk.path.push(options[option]);
            let conflicts = compiled.conflicts(option);
            is_starved = W > 1 && starves(compiled, &state.live, (option, &conflicts), suspect);
            if !is_starved {
                state = choose(flavor, compiled, state, (option, &conflicts));
            }
        }
    }
}
