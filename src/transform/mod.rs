//! What can be done to a puzzle: its canonical form, its place in an order, taking away the givens that it does not need.
//!
//! All of it needs to know how many solutions a puzzle has, so each thing here has engines of its own, one for each size
//! that it meets, and is made once for a thread.

mod canonise;
mod minimise;
mod order;

pub use canonise::Canoniser;
pub use minimise::{Minimised, Minimiser};
pub use order::{Key, Keyer, Order};

use crate::sudoku::Geometry;

/// One thing for each size of grids, made when it is first needed.
#[derive(Debug)]
pub struct PerSize<T>(Vec<(Geometry, T)>);

impl<T> Default for PerSize<T> {
    fn default() -> Self {
        PerSize(Vec::new())
    }
}

impl<T> PerSize<T> {
    /// The thing for a size.
    pub fn of(&mut self, geometry: Geometry, make: impl FnOnce() -> T) -> &mut T {
        let known = self.0.iter().position(|(known, _)| *known == geometry);
        let place = known.unwrap_or_else(|| {
            self.0.push((geometry, make()));
            self.0.len() - 1
        });
        &mut self.0[place].1
    }
}
