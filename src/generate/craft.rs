//! The building blocks of puzzle generation: full grids, uniqueness tests, removal of clues.

use std::ops::ControlFlow;

use crate::engine::{Engine, EngineKind, Limits};
use crate::random::Random;
use crate::sudoku::isomorph::Isomorphism;
use crate::sudoku::{Geometry, Unit};

/// The node limit of a search for a second solution, which may otherwise take hours on a large grid with few clues. If
/// the limit is reached, the clue in question is kept.
const MOST_NODES: u64 = 20_000;

/// Makes puzzles of one size, using the fastest engine.
pub(super) struct Crafter {
    geometry: Geometry,
    engine: Box<dyn Engine>,
}

impl Crafter {
    pub(super) fn new(geometry: Geometry) -> Crafter {
        let engine = EngineKind::fastest_for(geometry).build(geometry);
        Crafter { geometry, engine: engine.expect("the fastest engine for a size solves it") }
    }

    /// Creates a full grid: fills boxes that share no row or column at random, lets an engine fill the rest, and
    /// applies a random isomorphism.
    pub(super) fn full_grid(&mut self, random: &mut Random) -> Vec<u8> {
        let geometry = self.geometry;
        let size = geometry.size();
        let (bands, stacks) = (size / geometry.box_height(), size / geometry.box_width());
        loop {
            let mut cells = vec![0; geometry.cell_count()];
            for step in 0..bands.min(stacks) {
                let number = step * stacks + step;
                let mut digits: Vec<u8> = (1..=size as u8).collect();
                random.shuffle(&mut digits);
                let in_box = |cell: &usize| geometry.units(*cell)[2] == Unit::Box(number);
                for (cell, digit) in (0..geometry.cell_count()).filter(in_box).zip(digits) {
                    cells[cell] = digit;
                }
            }
            let limits = Limits { nodes: MOST_NODES, ..Limits::solutions(1) };
            let mut full = None;
            self.engine.solve(&cells, &limits, &mut |solution| {
                full = Some(solution.to_vec());
                ControlFlow::Continue(())
            });
            if let Some(full) = full {
                Isomorphism::random(geometry, random).apply(&full, &mut cells);
                return cells;
            }
        }
    }

    /// Returns whether a puzzle has exactly one solution; `None` if it takes too long to find out.
    pub(super) fn is_unique(&mut self, cells: &[u8]) -> Option<bool> {
        let nodes = if self.geometry.size() <= 9 { u64::MAX } else { MOST_NODES };
        let limits = Limits { nodes, ..Limits::UNIQUENESS };
        let outcome = self.engine.solve(cells, &limits, &mut |_| ControlFlow::Continue(()));
        if outcome.solutions < 2 && outcome.ended.is_stopped() { None } else { Some(outcome.solutions == 1) }
    }

    /// Removes clues, group by group in this order, as long as the solution stays unique and `enough` clues are left.
    /// Returns whether every remaining group was proven to be required.
    pub(super) fn reduce(&mut self, cells: &mut [u8], groups: &[Vec<usize>], enough: usize) -> bool {
        let mut is_certain = true;
        let mut clues = cells.iter().filter(|&&cell| cell != 0).count();
        for group in groups {
            let in_group = group.iter().filter(|&&cell| cells[cell] != 0).count();
            if in_group == 0 {
                continue;
            }
            if clues < enough + in_group {
                is_certain = false;
                continue;
            }
            let kept: Vec<u8> = group.iter().map(|&cell| cells[cell]).collect();
            group.iter().for_each(|&cell| cells[cell] = 0);
            let is_unique = self.is_unique(cells);
            is_certain &= is_unique.is_some();
            if is_unique == Some(true) {
                clues -= in_group;
            } else {
                group.iter().zip(&kept).for_each(|(&cell, &digit)| cells[cell] = digit);
            }
        }
        is_certain
    }

    /// Returns whether every clue is required.
    pub(super) fn is_minimal(&mut self, cells: &[u8]) -> bool {
        let each: Vec<Vec<usize>> = (0..cells.len()).map(|cell| vec![cell]).collect();
        let mut reduced = cells.to_vec();
        self.reduce(&mut reduced, &each, 0) && reduced == cells
    }
}
