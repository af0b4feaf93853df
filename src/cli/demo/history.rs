//! Undo and redo.

/// The most states that are kept; the oldest go first.
const MOST: usize = 10_000;

/// The states before and after the present one, which is kept elsewhere.
#[derive(Clone, Debug)]
pub(super) struct History<T> {
    past: Vec<T>,
    future: Vec<T>,
}

impl<T> Default for History<T> {
    fn default() -> History<T> {
        History { past: Vec::new(), future: Vec::new() }
    }
}

impl<T> History<T> {
    /// Records the state that a change replaces. What was undone before can no longer be redone.
    pub(super) fn record(&mut self, before: T) {
        if self.past.len() == MOST {
            self.past.remove(0);
        }
        self.past.push(before);
        self.future.clear();
    }

    /// Goes back: takes the present state and returns the one before. Without one, the present state stays.
    pub(super) fn undo(&mut self, now: &mut T) -> bool {
        Self::travel(&mut self.past, &mut self.future, now)
    }

    /// Goes forward again.
    pub(super) fn redo(&mut self, now: &mut T) -> bool {
        Self::travel(&mut self.future, &mut self.past, now)
    }

    fn travel(from: &mut Vec<T>, to: &mut Vec<T>, now: &mut T) -> bool {
        let Some(then) = from.pop() else { return false };
        to.push(std::mem::replace(now, then));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_after_undo_forgets_the_future() {
        let (mut history, mut now) = (History::default(), 1);
        for next in [2, 3] {
            history.record(std::mem::replace(&mut now, next));
        }
        assert!(history.undo(&mut now) && history.undo(&mut now) && !history.undo(&mut now));
        assert!(history.redo(&mut now));
        assert_eq!(now, 2);
        history.record(std::mem::replace(&mut now, 4));
        assert!(!history.redo(&mut now) && history.undo(&mut now));
        assert_eq!(now, 2);
    }
}
