//! One value per grid size.

use std::collections::BTreeMap;

use super::geometry::Geometry;

/// One value per grid size, created when first needed.
#[derive(Debug)]
pub struct PerSize<T>(BTreeMap<Geometry, T>);

impl<T> Default for PerSize<T> {
    fn default() -> Self {
        PerSize(BTreeMap::new())
    }
}

impl<T> PerSize<T> {
    /// Returns the value for a size; `make` creates it if needed.
    pub fn of(&mut self, geometry: Geometry, make: impl FnOnce() -> T) -> &mut T {
        self.0.entry(geometry).or_insert_with(make)
    }
}
