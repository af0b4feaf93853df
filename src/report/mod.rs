//! What people and programs read: figures with units.

pub mod units;
