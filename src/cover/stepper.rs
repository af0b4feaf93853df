//! Algorithm X one step at a time, forward and backward.

use super::explore::outcome_without_search;
use super::levels::Levels;
use super::matrix::Matrix;
use super::outcome::{Counters, Limits};
use super::problem::{ItemId, OptionId, Problem};

/// A search that takes one step when told to, in either direction. It visits the same nodes as [`Matrix::search`], in
/// the same order and with the same counters.
///
/// It keeps no history. Dancing links put everything back where it was, and the choice of an item depends only on the
/// links, so the previous step follows from the present, however long the search has been running.
///
/// ```
/// use dlxbench::cover::{Limits, Matrix, Step, Stepper, problems};
///
/// let problem = problems::queens(6).unwrap();
/// let mut stepper = Stepper::new(&problem);
/// while stepper.forward().is_some_and(|step| step != Step::Solution) {}
/// let solution: Vec<_> = stepper.levels().filter_map(|level| level.option).collect();
/// assert_eq!(Some(solution), Matrix::new(&problem).search(Limits::default()).next());
/// while stepper.backward().is_some() {}
/// assert_eq!(stepper, Stepper::new(&problem));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stepper {
    matrix: Matrix,
    levels: Levels,
    place: Place,
    counters: Counters,
    solutions: u64,
}

/// Where a search is between two steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// The options of all levels are committed, and the next item is to be chosen.
    Node,
    /// The last level is open: none of its options is committed, and the next one is to be tried.
    Choice,
    /// All items are covered.
    Solution,
    /// The whole tree has been searched.
    End,
}

/// A step of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// An item with this many options was chosen and covered, which opened a level. With no options it is a dead end.
    Cover(ItemId, usize),
    /// An option of the last item was tried: its other items were covered.
    Try(OptionId),
    /// All items are covered.
    Solution,
    /// All options of the last item had been tried: it was uncovered, and the option of the level above was undone.
    Leave(ItemId),
    /// The search went on after a solution: the option of the last level was undone.
    Resume,
}

/// A level of a search: an item, and the option tried for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepperLevel {
    /// The item.
    pub item: ItemId,
    /// The number of options of the item when it was chosen.
    pub size: usize,
    /// The option tried last; `None` before the first one.
    pub option: Option<OptionId>,
    /// Whether the option is in effect; it has been undone otherwise.
    pub is_committed: bool,
}

impl Stepper {
    /// Creates a stepper at the root of the search tree.
    pub fn new(problem: &Problem) -> Stepper {
        let matrix = Matrix::new(problem);
        let needs_search = outcome_without_search(&matrix, Limits::default()).is_none();
        let place = if needs_search { Place::Node } else { Place::End };
        Stepper { matrix, levels: Levels::default(), place, counters: Counters::default(), solutions: 0 }
    }

    /// Takes the next step; `None` if the search is over.
    pub fn forward(&mut self) -> Option<Step> {
        if self.matrix.is_colored() { self.forward_in::<true>() } else { self.forward_in::<false>() }
    }

    /// Undoes the last step and returns it; `None` at the start.
    pub fn backward(&mut self) -> Option<Step> {
        if self.matrix.is_colored() { self.backward_in::<true>() } else { self.backward_in::<false>() }
    }

    fn forward_in<const COLORED: bool>(&mut self) -> Option<Step> {
        match self.place {
            Place::Node => Some(self.enter::<COLORED>()),
            Place::Choice => self.try_or_leave::<COLORED>(),
            Place::Solution => {
                self.retract::<COLORED>();
                Some(Step::Resume)
            }
            Place::End => None,
        }
    }

    /// C2, C3 and C4: visits a node, and opens a level unless it is a solution.
    fn enter<const COLORED: bool>(&mut self) -> Step {
        self.counters.nodes += 1;
        let Some(header) = self.matrix.choose() else {
            self.solutions += 1;
            self.place = Place::Solution;
            return Step::Solution;
        };
        let degree = self.matrix.length_of_header(header);
        self.counters.guesses += u64::from(degree > 1);
        self.counters.updates += self.levels.cover::<COLORED>(&mut self.matrix, header, degree);
        self.place = Place::Choice;
        Step::Cover(self.matrix.item_of(header), degree as usize)
    }

    /// C5 or, if no option is left, C7.
    fn try_or_leave<const COLORED: bool>(&mut self) -> Option<Step> {
        if let Some(updates) = self.levels.try_next::<COLORED>(&mut self.matrix) {
            self.counters.updates += updates;
            self.place = Place::Node;
            return Some(Step::Try(self.matrix.option_of(self.levels.last()?.node)));
        }
        let level = self.levels.leave::<COLORED>(&mut self.matrix)?;
        self.retract::<COLORED>();
        Some(Step::Leave(self.matrix.item_of(level.header)))
    }

    /// C6: undoes the option of the last level. Without a level, the search is over (C8).
    fn retract<const COLORED: bool>(&mut self) {
        let level = self.levels.retract::<COLORED>(&mut self.matrix);
        self.place = if level.is_some() { Place::Choice } else { Place::End };
    }

    fn backward_in<const COLORED: bool>(&mut self) -> Option<Step> {
        match self.place {
            Place::Node => self.undo_try::<COLORED>(),
            Place::Choice if self.levels.last().is_some_and(|level| level.is_fresh()) => {
                self.undo_cover::<COLORED>()
            }
            Place::Choice => {
                self.levels.commit::<COLORED>(&mut self.matrix);
                Some(self.reenter::<COLORED>())
            }
            Place::Solution => {
                self.counters.nodes -= 1;
                self.solutions -= 1;
                self.place = Place::Node;
                Some(Step::Solution)
            }
            // The search may have been over before it began.
            Place::End if self.counters.nodes == 0 => None,
            Place::End => Some(self.reenter::<COLORED>()),
        }
    }

    /// Undoes a try. Only covering counts updates, so it is done once more to subtract them.
    fn undo_try<const COLORED: bool>(&mut self) -> Option<Step> {
        let level = *self.levels.retract::<COLORED>(&mut self.matrix)?;
        self.counters.updates -= self.levels.commit::<COLORED>(&mut self.matrix);
        self.levels.retract::<COLORED>(&mut self.matrix);
        self.levels.previous(&self.matrix);
        self.place = Place::Choice;
        Some(Step::Try(self.matrix.option_of(level.node)))
    }

    /// Undoes the choice of an item, and subtracts its updates in the same way.
    fn undo_cover<const COLORED: bool>(&mut self) -> Option<Step> {
        let level = self.levels.leave::<COLORED>(&mut self.matrix)?;
        self.counters.updates -= self.levels.cover::<COLORED>(&mut self.matrix, level.header, level.degree);
        self.levels.leave::<COLORED>(&mut self.matrix);
        self.counters.nodes -= 1;
        self.counters.guesses -= u64::from(level.is_guess());
        self.place = Place::Node;
        Some(Step::Cover(self.matrix.item_of(level.header), level.degree as usize))
    }

    /// Goes back to the end of the part of the tree that was left last: to its solution, or to the last option of its
    /// first item.
    fn reenter<const COLORED: bool>(&mut self) -> Step {
        let Some(header) = self.matrix.choose() else {
            self.place = Place::Solution;
            return Step::Resume;
        };
        let degree = self.matrix.length_of_header(header);
        self.levels.reenter::<COLORED>(&mut self.matrix, header, degree);
        self.place = Place::Choice;
        Step::Leave(self.matrix.item_of(header))
    }

    /// Returns the levels of the search, the first one first.
    pub fn levels(&self) -> impl DoubleEndedIterator<Item = StepperLevel> + ExactSizeIterator {
        let levels = self.levels.as_slice();
        let is_open = self.place == Place::Choice;
        levels.iter().enumerate().map(move |(index, level)| StepperLevel {
            item: self.matrix.item_of(level.header),
            size: level.degree as usize,
            option: (!level.is_fresh()).then(|| self.matrix.option_of(level.node)),
            is_committed: !is_open || index + 1 < levels.len(),
        })
    }

    /// Returns the matrix as it is now.
    pub fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    /// Returns what the search has cost so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Returns the number of solutions found so far.
    pub fn solutions(&self) -> u64 {
        self.solutions
    }

    /// Returns whether all items are covered.
    pub fn is_at_solution(&self) -> bool {
        self.place == Place::Solution
    }

    /// Returns whether the whole tree has been searched.
    pub fn is_at_end(&self) -> bool {
        self.place == Place::End
    }
}

#[cfg(test)]
mod tests {
    use super::super::{problems, text};
    use super::*;

    #[test]
    fn a_search_goes_to_its_end_and_back_to_its_start() {
        let problem = problems::queens(5).unwrap();
        let start = Stepper::new(&problem);
        let mut stepper = start.clone();
        let mut steps = Vec::new();
        while let Some(step) = stepper.forward() {
            steps.push(step);
            stepper.matrix.check().unwrap();
        }
        let outcome = Matrix::new(&problem).search(Limits::default()).finish();
        assert_eq!((stepper.solutions(), stepper.counters()), (outcome.solutions, outcome.counters));
        assert!(stepper.is_at_end());
        while let Some(step) = stepper.backward() {
            assert_eq!(Some(step), steps.pop());
        }
        assert!(steps.is_empty());
        assert_eq!(stepper, start);
    }

    #[test]
    fn the_last_level_is_open_until_an_option_is_tried() {
        let problem = text::read("a b\na\nb\n".as_bytes()).unwrap().problem;
        let mut stepper = Stepper::new(&problem);
        let (a, first) = (ItemId(0), OptionId(0));
        let level = |option, is_committed| StepperLevel { item: a, size: 1, option, is_committed };
        assert_eq!(stepper.forward(), Some(Step::Cover(a, 1)));
        assert_eq!(stepper.levels().collect::<Vec<_>>(), [level(None, false)]);
        assert_eq!(stepper.forward(), Some(Step::Try(first)));
        assert_eq!(stepper.levels().collect::<Vec<_>>(), [level(Some(first), true)]);
        while stepper.forward() != Some(Step::Leave(ItemId(1))) {}
        assert_eq!(stepper.levels().collect::<Vec<_>>(), [level(Some(first), false)]);
    }

    #[test]
    fn an_item_without_an_option_ends_the_search_before_it_begins() {
        let problem = text::read("a b\na\n".as_bytes()).unwrap().problem;
        let mut stepper = Stepper::new(&problem);
        assert_eq!((stepper.forward(), stepper.backward()), (None, None));
        assert_eq!(stepper.counters(), Counters::default());
    }
}
