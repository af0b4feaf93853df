//! Black-box tests of the library: known answers from the literature, and properties.

mod agreement;
mod bench;
mod blocks;
mod check;
mod compression;
mod corpora;
mod engines;
mod external_sort;
mod formats;
mod generate;
mod intervals;
mod known_answers;
mod layers;
mod limits;
mod logic;
mod looks;
mod minlex;
mod mutation;
mod random_problems;
mod reader;
mod records;
mod reports;
mod stream;
mod writers;
