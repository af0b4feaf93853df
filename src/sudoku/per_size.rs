//! One value for each size of grids.

use std::collections::BTreeMap;

use super::geometry::Geometry;

/// One thing for each size of grids, made when it is first needed.
#[derive(Debug)]
pub struct PerSize<T>(BTreeMap<Geometry, T>);

impl<T> Default for PerSize<T> {
    fn default() -> Self {
        PerSize(BTreeMap::new())
    }
}

impl<T> PerSize<T> {
    /// The thing for a size.
    pub fn of(&mut self, geometry: Geometry, make: impl FnOnce() -> T) -> &mut T {
        self.0.entry(geometry).or_insert_with(make)
    }
}
