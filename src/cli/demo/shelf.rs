//! The puzzles of the input that were visited, and which of them is open.

use super::puzzles::Visited;

#[derive(Clone, Debug)]
pub(super) struct Shelf {
    visited: Vec<Visited>,
    /// The open one.
    open: usize,
    /// Whether there are no more.
    is_complete: bool,
}

/// What a request for another puzzle leads to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Turn<'s> {
    Open(&'s Visited),
    /// It has to be read first. Until it comes, more may be asked for.
    Read,
    /// There is none.
    NoMore,
}

impl Shelf {
    /// The last of these is open.
    pub(super) fn new(visited: Vec<Visited>) -> Shelf {
        let open = visited.len().saturating_sub(1);
        Shelf { visited, open, is_complete: false }
    }

    pub(super) fn next(&mut self) -> Turn<'_> {
        if self.open + 1 < self.visited.len() {
            self.open += 1;
            return Turn::Open(&self.visited[self.open]);
        }
        if self.is_complete { Turn::NoMore } else { Turn::Read }
    }

    pub(super) fn previous(&mut self) -> Turn<'_> {
        match self.open.checked_sub(1) {
            Some(place) => {
                self.open = place;
                Turn::Open(&self.visited[place])
            }
            None => Turn::NoMore,
        }
    }

    /// Takes and opens the puzzle that was asked for.
    pub(super) fn take(&mut self, visited: Visited) -> &Visited {
        self.visited.push(visited);
        self.open = self.visited.len() - 1;
        &self.visited[self.open]
    }

    /// Learns that there are no more puzzles.
    pub(super) fn end(&mut self) {
        self.is_complete = true;
    }
}

#[cfg(test)]
mod tests {
    use dlxbench::corpus::Entry;

    use super::*;

    #[test]
    fn a_puzzle_is_read_once() {
        let visited = |line| Visited {
            entry: Entry::new(line, "1..2......34....".parse().unwrap()),
            place: String::new(),
            skipped: String::new(),
        };
        let mut shelf = Shelf::new(vec![visited(1)]);
        assert_eq!(shelf.previous(), Turn::NoMore);
        assert_eq!(shelf.next(), Turn::Read);
        assert_eq!(shelf.next(), Turn::Read);
        assert_eq!(shelf.take(visited(2)).entry.line, 2);
        assert_eq!(shelf.take(visited(3)).entry.line, 3);
        assert_eq!(shelf.previous(), Turn::Open(&visited(2)));
        assert_eq!(shelf.previous(), Turn::Open(&visited(1)));
        assert_eq!(shelf.next(), Turn::Open(&visited(2)));
        assert_eq!(shelf.next(), Turn::Open(&visited(3)));
        assert_eq!(shelf.next(), Turn::Read);
        shelf.end();
        assert_eq!(shelf.next(), Turn::NoMore);
    }
}
