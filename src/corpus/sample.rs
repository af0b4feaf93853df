//! A random sample of a stream whose length is not known in advance.

use crate::random::Random;

/// Chooses up to a given number of members of a stream; all sets of that size are equally likely (Vitter's Algorithm
/// R). The same seed chooses the same members.
///
/// ```
/// use dlxbench::corpus::Reservoir;
///
/// let mut reservoir = Reservoir::new(3, 1);
/// (0..100).for_each(|number| reservoir.offer(|| number));
/// let chosen: Vec<i32> = reservoir.into_chosen().collect();
/// assert!(chosen.len() == 3 && chosen.is_sorted());
/// ```
#[derive(Clone, Debug)]
pub struct Reservoir<T> {
    size: usize,
    random: Random,
    seen: usize,
    /// The chosen members, each with its place in the stream.
    chosen: Vec<(usize, T)>,
}

impl<T> Reservoir<T> {
    /// Creates a reservoir that chooses up to `size` members.
    pub fn new(size: usize, seed: u64) -> Reservoir<T> {
        Reservoir { size, random: Random::new(seed), seen: 0, chosen: Vec::new() }
    }

    /// Offers the next member of the stream, which is made only if it is chosen for the time being.
    #[inline]
    pub fn offer(&mut self, make: impl FnOnce() -> T) {
        let number = self.seen;
        self.seen += 1;
        if self.chosen.len() < self.size {
            self.chosen.push((number, make()));
        } else if let Some(place) = self.chosen.get_mut(self.random.below(self.seen)) {
            *place = (number, make());
        }
    }

    /// Returns the chosen members in the order of the stream.
    pub fn into_chosen(mut self) -> impl ExactSizeIterator<Item = T> {
        self.chosen.sort_unstable_by_key(|(number, _)| *number);
        self.chosen.into_iter().map(|(_, member)| member)
    }
}
