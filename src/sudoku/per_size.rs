//! One value for each size of grids.

use super::geometry::Geometry;

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
