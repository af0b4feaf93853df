//! A walk through the logical steps on a board: each step is shown first, and then applied.

use dlxbench::logic::{Explanation, Step};

/// The steps on the board as it was when the first one was asked for, and how many of them are applied.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Walk {
    explanation: Explanation,
    applied: usize,
    is_shown: bool,
}

impl Walk {
    /// Begins with the first step, which is shown.
    pub(super) fn new(explanation: Explanation) -> Walk {
        Walk { explanation, applied: 0, is_shown: true }
    }

    /// Returns the step that is shown and not applied yet.
    pub(super) fn step(&self) -> Option<&Step> {
        self.explanation.steps.get(self.applied).filter(|_| self.is_shown)
    }

    /// Returns the number of the next step, from 1.
    pub(super) fn number(&self) -> usize {
        self.applied + 1
    }

    /// Applies the step that is shown.
    pub(super) fn apply(&mut self) {
        self.applied += 1;
        self.is_shown = false;
    }

    /// Shows the next step.
    pub(super) fn show(&mut self) {
        self.is_shown = true;
    }

    /// Returns whether logic leads no further, and the person was told to look.
    pub(super) fn is_at_end(&self) -> bool {
        self.is_shown && self.applied == self.explanation.steps.len()
    }

    /// Returns all steps and what they lead to.
    pub(super) fn explanation(&self) -> &Explanation {
        &self.explanation
    }

    /// Returns the candidates that the applied steps leave, as bits; the lowest bit is digit 1.
    pub(super) fn candidates(&self) -> &[u32] {
        let next = self.explanation.steps.get(self.applied);
        next.map_or(&self.explanation.candidates, |step| &step.candidates)
    }
}

#[cfg(test)]
mod tests {
    use dlxbench::logic::Logician;
    use dlxbench::sudoku::Grid;

    use super::*;

    #[test]
    fn steps_are_shown_and_then_applied_until_the_end() {
        let puzzle: Grid = "1..2......34....".parse().unwrap();
        let explanation = Logician::new(puzzle.geometry()).explain(puzzle.cells(), puzzle.symbols());
        let mut walk = Walk::new(explanation.clone());
        for (index, step) in explanation.steps.iter().enumerate() {
            assert_eq!((walk.step(), walk.number()), (Some(step), index + 1));
            assert_eq!(walk.candidates(), step.candidates);
            walk.apply();
            assert_eq!((walk.step(), walk.is_at_end()), (None, false));
            walk.show();
        }
        assert!(walk.is_at_end() && walk.explanation().is_solved);
        assert_eq!(walk.candidates(), explanation.candidates);
    }
}
