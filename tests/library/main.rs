//! Black-box tests of the library: known answers from the literature, and properties.

mod engines;
mod known_answers;
mod limits;
mod random_problems;
