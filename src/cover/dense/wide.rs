//! Searches a problem that is too large to compile, using lists and a trail that undoes choices.
//!
//! At every guess it checks whether the rest has become small enough to compile.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::super::problem::{ItemId, OptionId};
use super::super::walk::Walk;
use super::compile::{MOST_ITEMS, MOST_OPTIONS, MOST_OPTIONS_OF_ITEM, Rest};
use super::descent;
use super::lanes::{Flavor, Task};
use super::source::Source;
use super::stages::Stages;

/// The size of a covered item.
const COVERED: u32 = u32::MAX;

/// Limits are also checked after walking this many links, which takes a few milliseconds: in a large problem, a single
/// node may need millions.
const CHECK_LINKS: usize = 1 << 20;

/// The rest of the whole problem.
#[derive(Clone, Debug)]
pub(super) struct Wide {
    source: Arc<Source>,
    /// The remaining options, one bit each, and their number.
    live: Vec<u64>,
    live_count: usize,
    /// The number of remaining options of each primary item; [`COVERED`] if it is covered.
    sizes: Vec<u32>,
    /// The number of primary items that are not covered.
    items_left: usize,
    /// The removed options, in order.
    trail: Vec<OptionId>,
    /// The chosen options, in order.
    chosen: Vec<OptionId>,
    /// Links walked since limits were last checked.
    links: usize,
}

/// A guess, and the state before it.
#[derive(Clone, Copy, Debug)]
struct Frame {
    item: usize,
    /// The next option to try, as a position in the item's list.
    next: usize,
    trail: usize,
    chosen: usize,
}

impl Wide {
    pub(super) fn new(source: Arc<Source>) -> Wide {
        let mut live = vec![0; source.option_count.div_ceil(64)];
        let mut live_count = 0;
        for option in 0..source.option_count {
            let is_live = !source.items_of(OptionId::from_index(option)).is_empty();
            live[option / 64] |= u64::from(is_live) << (option % 64);
            live_count += usize::from(is_live);
        }
        let sizes = (0..source.primary_count).map(|item| source.options_of(item).len() as u32).collect();
        let items_left = source.primary_count;
        Wide { source, live, live_count, sizes, items_left, trail: Vec::new(), chosen: Vec::new(), links: 0 }
    }

    /// The first primary item that has no option.
    pub(super) fn item_without_option(&self) -> Option<ItemId> {
        self.sizes.iter().position(|&size| size == 0).map(|item| ItemId(item as u32))
    }

    #[inline]
    fn is_live(&self, option: OptionId) -> bool {
        self.live[option.index() / 64] >> (option.index() % 64) & 1 != 0
    }

    /// Chooses an option: removes all options that conflict with it and covers its items.
    pub(super) fn choose(&mut self, option: OptionId) {
        let source = Arc::clone(&self.source);
        self.chosen.push(option);
        for &item in source.items_of(option) {
            let others = source.options_of(item.to as usize);
            self.links += others.len();
            for &other in others {
                let id = OptionId(other.to);
                if self.is_live(id) && !item.agrees_with(other) {
                    self.remove(&source, id);
                }
            }
        }
        // This has removed the option itself as well, since it has a primary item.
        let covered = source.primary_items_of(option);
        self.items_left -= covered.len();
        for item in covered {
            self.sizes[item.to as usize] = COVERED;
        }
    }

    #[inline]
    fn remove(&mut self, source: &Source, option: OptionId) {
        self.live[option.index() / 64] &= !(1 << (option.index() % 64));
        self.live_count -= 1;
        self.trail.push(option);
        for item in source.primary_items_of(option) {
            self.sizes[item.to as usize] -= 1;
        }
    }

    /// Undoes choices until the trail and the chosen options have these lengths.
    pub(super) fn restore(&mut self, trail: usize, chosen: usize) {
        for option in self.chosen.drain(chosen..) {
            let covered = self.source.primary_items_of(option);
            self.items_left += covered.len();
            for item in covered {
                self.sizes[item.to as usize] = 0;
            }
        }
        for option in self.trail.drain(trail..) {
            self.live[option.index() / 64] |= 1 << (option.index() % 64);
            self.live_count += 1;
            for item in self.source.primary_items_of(option) {
                self.sizes[item.to as usize] += 1;
            }
        }
    }

    /// Whether the rest is small enough to compile.
    fn is_small(&self) -> bool {
        self.live_count <= MOST_OPTIONS
            && self.items_left <= MOST_ITEMS
            && self.sizes.iter().all(|&size| size == COVERED || size <= MOST_OPTIONS_OF_ITEM)
    }

    /// Lists the rest for compilation.
    fn list_rest(&self, rest: &mut Rest) {
        let items = (0_u32..).zip(&self.sizes).filter(|(_, size)| **size != COVERED).map(|(item, _)| item);
        rest.list(items, &self.live, OptionId::from_index);
    }
}

/// Finds the smallest size and the first item that has it. It is a [`Task`] because vectors of 32 bytes reduce the
/// instructions to 40 %.
struct FirstMinimum<'s>(&'s [u32]);

impl Task for FirstMinimum<'_> {
    type Answer = (u32, usize);

    #[inline(always)]
    fn run(self) -> (u32, usize) {
        let least = self.0.iter().copied().min().unwrap_or(COVERED);
        (least, self.0.iter().position(|&size| size == least).unwrap_or(0))
    }
}

/// Searches the rest of a problem.
pub(super) fn search<F: Flavor>(
    flavor: F,
    wide: &mut Wide,
    walk: &mut Walk<'_>,
    stages: &mut Stages,
) -> ControlFlow<()> {
    let mut stack: Vec<Frame> = Vec::new();
    loop {
        if wide.links > CHECK_LINKS {
            wide.links = 0;
            walk.look()?;
        }
        walk.enter_node()?;
        let (degree, item) = flavor.run(FirstMinimum(&wide.sizes));
        if degree == 1 {
            let mut options = wide.source.options_of(item).iter().map(|link| OptionId(link.to));
            let option =
                options.find(|&option| wide.is_live(option)).expect("an item of size 1 has an option");
            walk.path.push(option);
            wide.choose(option);
            continue;
        }
        if degree == COVERED {
            walk.meet_solution()?;
        } else if degree > 1 && walk.meets_guess()? {
            let stage =
                if wide.is_small() { stages.smaller_stage(usize::MAX, wide.live_count as u32) } else { None };
            if let Some(stage) = stage {
                // The search of the compiled problem counts this node again.
                walk.counters.nodes -= 1;
                let compiled = stages.compile(stage, |rest| wide.list_rest(rest));
                descent::search(flavor, stage, compiled, walk, stages)?;
            } else {
                walk.open_guess(degree);
                let (trail, chosen) = (wide.trail.len(), wide.chosen.len());
                stack.push(Frame { item, next: 0, trail, chosen });
                next(&mut stack, wide, walk);
                continue;
            }
        }
        walk.finish_option();
        if !next(&mut stack, wide, walk) {
            return ControlFlow::Continue(());
        }
    }
}

/// Chooses the next option of the last guess that has one left; returns false if there is no such guess.
fn next(stack: &mut Vec<Frame>, wide: &mut Wide, walk: &mut Walk<'_>) -> bool {
    while let Some(frame) = stack.last_mut() {
        wide.restore(frame.trail, frame.chosen);
        walk.path.truncate(frame.chosen);
        let list = &wide.source.options_of(frame.item)[frame.next..];
        if let Some(skipped) = list.iter().position(|link| wide.is_live(OptionId(link.to))) {
            let option = OptionId(list[skipped].to);
            frame.next += skipped + 1;
            walk.path.push(option);
            wide.choose(option);
            return true;
        }
        stack.pop();
        walk.close_guess();
        walk.finish_option();
    }
    false
}
