//! What a step of the search does to the headers: between which neighbors an item leaves its ring or comes back.

use dlxbench::cover::{Color, Entry, ItemId, Problem, Step, Stepper, StepperLevel};

/// A direction of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Forward,
    Backward,
}

impl Direction {
    /// Takes the next step in this direction.
    pub(super) fn step(self, stepper: &mut Stepper) -> Option<Step> {
        match self {
            Direction::Forward => stepper.forward(),
            Direction::Backward => stepper.backward(),
        }
    }

    fn opposite(self) -> Direction {
        match self {
            Direction::Forward => Direction::Backward,
            Direction::Backward => Direction::Forward,
        }
    }
}

/// The last step, and the direction in which it was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Move {
    pub(super) step: Step,
    pub(super) direction: Direction,
}

impl Move {
    /// Whether the step covers items; it uncovers them otherwise.
    pub(super) fn is_covering(self) -> bool {
        let covers = matches!(self.step, Step::Cover(..) | Step::Try(_));
        covers == (self.direction == Direction::Forward)
    }
}

/// What a step does to an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Change {
    pub(super) item: ItemId,
    /// The neighbors between which the item was or will be again.
    pub(super) neighbors: [Option<ItemId>; 2],
    pub(super) effect: Effect,
}

/// What covering an item means, or the opposite of uncovering it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Its header leaves its ring, and this many options are hidden.
    Covered(usize),
    /// It gets this color, and options with another one are hidden.
    Colored(Color),
    /// It has this color already: nothing changes.
    Agreed(Color),
}

/// Returns the changes of the last step, in the order in which they happened.
///
/// The neighbors can be read while the items are covered, so a step that uncovers them is undone to look, and taken
/// again.
pub(super) fn changes(problem: &Problem, stepper: &mut Stepper, last: Move) -> Vec<Change> {
    if last.is_covering() {
        return covered(problem, stepper, last.step);
    }
    last.direction.opposite().step(stepper);
    let mut changes = covered(problem, stepper, last.step);
    last.direction.step(stepper);
    changes.reverse();
    changes
}

/// Returns what a step covers, on the side of the step on which it is covered.
fn covered(problem: &Problem, stepper: &Stepper, step: Step) -> Vec<Change> {
    let levels: Vec<StepperLevel> = stepper.levels().collect();
    let (item, option_levels) = match step {
        Step::Cover(item, _) => (Some(item), 0),
        Step::Leave(item) => (Some(item), levels.len() - 1),
        Step::Try(_) | Step::Resume => (None, levels.len()),
        Step::Solution => (None, 0),
    };
    let others = others_of(problem, &levels[..option_levels]).into_iter();
    let effect = |entry: Entry| match entry.color {
        None => Effect::Covered(stepper.matrix().length(entry.item)),
        Some(color) if has_color(problem, &levels[..option_levels - 1], entry) => Effect::Agreed(color),
        Some(color) => Effect::Colored(color),
    };
    let entries = others.chain(item.map(|item| Entry { item, color: None }));
    let change = |entry: Entry| {
        let neighbors = stepper.matrix().neighbors(entry.item);
        Change { item: entry.item, neighbors, effect: effect(entry) }
    };
    entries.map(change).collect()
}

/// Returns the other items of the option of the last level, in the order in which they are covered: from the item of the
/// level to the right, and on from the left end.
fn others_of(problem: &Problem, levels: &[StepperLevel]) -> Vec<Entry> {
    let Some(StepperLevel { item, option: Some(option), .. }) = levels.last() else { return Vec::new() };
    let (before, rest) = problem
        .entries(*option)
        .split_at(problem.entries(*option).iter().take_while(|entry| entry.item != *item).count());
    rest.iter().skip(1).chain(before).copied().collect()
}

/// Returns whether an option of these levels gives an item a color.
fn has_color(problem: &Problem, levels: &[StepperLevel], entry: Entry) -> bool {
    let options = levels.iter().filter_map(|level| level.option);
    options.flat_map(|option| problem.entries(option)).any(|other| *other == entry)
}

#[cfg(test)]
mod tests {
    use dlxbench::cover::text;

    use super::*;

    /// Each line is a step with what it does, such as `-b(a,c)3` for covering b between a and c, which hides 3 options,
    /// and `+b(a,c)3` for uncovering it.
    fn told(problem: &Problem, direction: Direction, stepper: &mut Stepper) -> Vec<String> {
        let name = |item: Option<ItemId>| item.map_or("", |item| problem.item_name(item));
        let mut lines = Vec::new();
        while let Some(step) = direction.step(stepper) {
            let before = stepper.clone();
            let last = Move { step, direction };
            let sign = if last.is_covering() { '-' } else { '+' };
            let words = changes(problem, stepper, last).into_iter().map(|change| {
                let [left, right] = change.neighbors.map(name);
                let effect = match change.effect {
                    Effect::Covered(count) => count.to_string(),
                    Effect::Colored(color) => format!(":{}", problem.color_name(color)),
                    Effect::Agreed(color) => format!("={}", problem.color_name(color)),
                };
                format!("{sign}{}({left},{right}){effect}", problem.item_name(change.item))
            });
            lines.push(words.collect::<Vec<_>>().join(" "));
            assert_eq!(*stepper, before, "looking changes nothing");
        }
        lines
    }

    #[test]
    fn headers_leave_their_ring_and_come_back_in_reverse_order() {
        let problem = text::read("a b c | x\na c x:red\nb x:red\n".as_bytes()).unwrap().problem;
        let mut stepper = Stepper::new(&problem);
        let forward = told(&problem, Direction::Forward, &mut stepper);
        let expected = [
            "-a(,b)1",
            "-c(b,)0 -x(,):red",
            "-b(,)1",
            "-x(,)=red",
            "",
            "+x(,)=red",
            "+b(,)1 +x(,):red +c(b,)0",
            "+a(,b)1",
        ];
        assert_eq!(forward, expected);
        let backward = told(&problem, Direction::Backward, &mut stepper);
        let turned = |line: &&str| {
            let mut words: Vec<String> = line
                .split_whitespace()
                .map(|word| word.replacen(['-', '+'], if word.starts_with('-') { "+" } else { "-" }, 1))
                .collect();
            words.reverse();
            words.join(" ")
        };
        assert_eq!(backward, expected.iter().rev().map(turned).collect::<Vec<_>>());
    }
}
