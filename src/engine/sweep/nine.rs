//! The grid as nine vectors of any [`Lanes`], for the search.

use super::grid::{Cells, Constants, Saved, digits_of};
use super::guess::Guess;
use super::lanes::Lanes;
use super::rules::{Ending, Ways};
use super::search::Board;

/// Nine vectors: the candidates of each position in all boxes.
#[derive(Clone, Copy)]
pub(super) struct Nine<V>(Cells<V>);

impl<V: Lanes> Board for Nine<V> {
    type Proof = V::Proof;
    type Kit = (V::Proof, Constants<V>);
    type Saved = Saved;
    type Ways = Ways<V>;
    type Guess = Guess<V>;

    #[inline(always)]
    fn kit(proof: V::Proof) -> Self::Kit {
        (proof, Constants::new(proof))
    }

    #[inline(always)]
    fn from_givens(kit: &Self::Kit, givens: &[u8; 81]) -> Nine<V> {
        Nine(Saved::from_givens(givens).load(kit.0))
    }

    #[inline(always)]
    fn load(kit: &Self::Kit, saved: &Saved) -> Nine<V> {
        Nine(saved.load(kit.0))
    }

    #[inline(always)]
    fn store(&self, saved: &mut Saved) {
        saved.store(&self.0);
    }

    #[inline(always)]
    fn digits(&self) -> [u8; 81] {
        digits_of(&self.0)
    }

    #[inline(always)]
    fn sweep_to_the_end(&mut self, kit: &Self::Kit, count: &mut u64) -> Ending<Ways<V>> {
        kit.1.sweep_to_the_end(&mut self.0, count)
    }

    #[inline(always)]
    fn choose(kit: &Self::Kit, bands: Ways<V>, stacks: Ways<V>) -> Guess<V> {
        Guess::choose(kit.0, &kit.1, bands, stacks)
    }

    #[inline(always)]
    fn ways(guess: &Guess<V>) -> u32 {
        guess.ways
    }

    #[inline(always)]
    fn taking(&self, kit: &Self::Kit, guess: &Guess<V>, way: u32) -> Nine<V> {
        Nine(guess.taking(kit.0, way, &self.0))
    }

    #[inline(always)]
    fn to_nine(saved: &Saved) -> Saved {
        *saved
    }

    #[inline(always)]
    fn from_nine(saved: &Saved) -> Saved {
        *saved
    }
}
