//! Hints: the logical steps, from the moment that the first one is asked for.

use std::time::Duration;

use dlxbench::logic::{Explanation, Step};

use super::walk::Walk;

/// The logical steps.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Hint {
    None,
    /// Asked for, so long ago.
    Awaited(Duration),
    Walk(Walk),
}

/// What a request for the next step led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turned {
    /// The steps have to be found first.
    Asked,
    /// The next step is shown, or that there is none.
    Shown,
    /// The step that was shown is applied: a digit, from 1, is placed in a cell.
    Placed(usize, u8),
    Nothing,
}

impl Hint {
    /// Shows the next step, or applies the one that is shown.
    pub(super) fn step_on(&mut self) -> Turned {
        match self {
            Hint::None => {
                *self = Hint::Awaited(Duration::ZERO);
                Turned::Asked
            }
            Hint::Awaited(_) => Turned::Nothing,
            Hint::Walk(walk) => match walk.step().map(|step| step.placement) {
                Some(placement) => {
                    walk.apply();
                    placement.map_or(Turned::Nothing, |(cell, digit)| Turned::Placed(cell, digit))
                }
                None => {
                    walk.show();
                    Turned::Shown
                }
            },
        }
    }

    /// Takes the steps that were asked for, and shows the first one.
    pub(super) fn take(&mut self, explanation: Explanation) {
        if let Hint::Awaited(_) = self {
            *self = Hint::Walk(Walk::new(explanation));
        }
    }

    /// Returns the step that is shown.
    pub(super) fn step(&self) -> Option<&Step> {
        match self {
            Hint::Walk(walk) => walk.step(),
            _ => None,
        }
    }

    /// Returns a cell that changes by the step that is shown.
    pub(super) fn place(&self) -> Option<usize> {
        let step = self.step()?;
        let removal = || step.removals.first().and_then(|(_, cells)| cells.first().copied());
        step.placement.map(|(cell, _)| cell).or_else(removal)
    }

    /// Records that time passed.
    pub(super) fn wait(&mut self, time: Duration) {
        if let Hint::Awaited(elapsed) = self {
            *elapsed += time;
        }
    }

    /// Waits no longer. Returns whether it did.
    pub(super) fn stop(&mut self) -> bool {
        let is_awaited = matches!(self, Hint::Awaited(_));
        if is_awaited {
            *self = Hint::None;
        }
        is_awaited
    }
}
