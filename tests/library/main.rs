//! Black-box tests of the library: known answers from the literature, and properties.

mod agreement;
mod corpora;
mod engines;
mod formats;
mod generate;
mod intervals;
mod known_answers;
mod layers;
mod limits;
mod logic;
mod minlex;
mod mutation;
mod random_problems;
mod reports;
mod stream;
mod writers;
