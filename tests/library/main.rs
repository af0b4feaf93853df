//! Black-box tests of the library: known answers from the literature, and properties.

mod agreement;
mod engines;
mod formats;
mod known_answers;
mod limits;
mod mutation;
mod random_problems;
