//! One value for each size of grids.

use super::geometry::Geometry;

/// One value for each grid size, created when it is first needed.
#[derive(Debug)]
pub struct PerSize<T>([Option<T>; Geometry::ALL.len()]);

impl<T> Default for PerSize<T> {
    fn default() -> Self {
        PerSize([const { None }; Geometry::ALL.len()])
    }
}

impl<T> PerSize<T> {
    /// Returns the value for a size; `make` creates it if needed.
    #[inline]
    pub fn of(&mut self, geometry: Geometry, make: impl FnOnce() -> T) -> &mut T {
        self.0[geometry.place()].get_or_insert_with(make)
    }
}
