//! The puzzles to measure, made here in every size or read from corpora.

use std::ops::ControlFlow;

use anyhow::{Context, Result};
use dlxbench::corpus::{Reader, Source};
use dlxbench::engine::{EngineKind, Limits};
use dlxbench::random::Random;
use dlxbench::sudoku::isomorph::Isomorphism;
use dlxbench::sudoku::{Geometry, Grid};

/// The maximum number of nodes for a proof of uniqueness. A given stays if proving that it is redundant takes more.
const PROOF_NODES: u64 = 2000;

/// Makes puzzles with exactly one solution: from isomorphs of the regular grid, removes givens in random order while the
/// solution stays unique, until this share of the cells is blank or every given has been tried.
pub(crate) fn made(geometry: Geometry, blank_percent: usize, count: usize, seed: u64) -> Vec<Vec<u8>> {
    // Always the same engine: the cost of its proofs affects which puzzles are made, and they should not change.
    let mut engine = EngineKind::Cover.build(geometry).expect("it supports all sizes");
    let limits = Limits { nodes: PROOF_NODES, ..Limits::UNIQUENESS };
    let full = Grid::pattern(geometry);
    let target = geometry.cell_count() * blank_percent / 100;
    let mut puzzles = Vec::with_capacity(count);
    for index in 0..count {
        let mut random = Random::of_member(seed, (geometry.size() * 1000 + index) as u64);
        let mut cells = vec![0; geometry.cell_count()];
        Isomorphism::random(geometry, &mut random).apply(full.cells(), &mut cells);
        let mut order: Vec<usize> = (0..cells.len()).collect();
        random.shuffle(&mut order);
        let mut blank = 0;
        for cell in order {
            if blank == target {
                break;
            }
            let digit = std::mem::take(&mut cells[cell]);
            let outcome = engine.solve(&cells, &limits, &mut |_| ControlFlow::Continue(()));
            if outcome.solutions == 1 && !outcome.ended.is_stopped() {
                blank += 1;
            } else {
                cells[cell] = digit;
            }
        }
        puzzles.push(cells);
    }
    puzzles
}

/// Reads the 9×9 puzzles of corpora, and chooses at most `sample` of each at random.
pub(crate) fn read(sources: &[Source], sample: usize, seed: u64) -> Result<Vec<Vec<u8>>> {
    let mut all = Vec::new();
    for source in sources {
        let mut puzzles = Vec::new();
        for entry in Reader::new(source.open()?) {
            let entry = entry.with_context(|| format!("cannot read {}", source.name))?;
            puzzles.extend(
                entry.ok().map(|entry| entry.puzzle).filter(|grid| grid.geometry() == Geometry::NINE),
            );
        }
        Random::new(seed).shuffle(&mut puzzles);
        all.extend(puzzles.iter().take(sample).map(|grid| grid.cells().to_vec()));
    }
    Ok(all)
}
