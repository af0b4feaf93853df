//! Trial: a candidate is placed, followed by singles; if they lead to a contradiction, the candidate is out.

use std::ops::ControlFlow;

use super::board::{Bits, Board, Lost};
use super::cells::CellSet;
use super::finding::{Finding, Listener};

pub(super) fn trial<const W: usize>(board: &Board<'_, W>, listener: Listener<'_, W>) -> ControlFlow<()> {
    let mut tried = board.clone();
    for cell in board.open {
        for digit in Bits(board.candidates[cell]) {
            tried.copy_from(board);
            tried.place(cell, digit);
            follow_singles(&mut tried);
            if tried.is_broken {
                let removals = [(digit, CellSet::of(cell))];
                listener(Finding::Removals(&removals), &|say| {
                    let end = match tried.contradiction().expect("a broken board shows why") {
                        Lost::Cell(cell) => format!("{} no candidate", say.cell(cell)),
                        Lost::Place { unit, digit } => {
                            format!("{} no place for {}", say.unit(unit), say.digit(digit))
                        }
                    };
                    format!("if {} is {}, singles leave {end}", say.cell(cell), say.digit(digit))
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Places singles until there are none or the board is broken.
fn follow_singles<const W: usize>(board: &mut Board<'_, W>) {
    loop {
        let mut is_stuck = true;
        for cell in board.open {
            let candidates = board.candidates[cell];
            if candidates.count_ones() == 1 {
                board.place(cell, candidates.trailing_zeros() as usize);
                is_stuck = false;
            }
            if board.is_broken {
                return;
            }
        }
        for digit in 0..board.size() {
            for unit in 0..3 * board.size() {
                if board.is_done(digit, unit) {
                    continue;
                }
                let places = board.places_in(digit, unit);
                match places.len() {
                    0 => board.is_broken = true,
                    1 => {
                        board.place(places.first().expect("there is one"), digit);
                        is_stuck = false;
                    }
                    _ => {}
                }
                if board.is_broken {
                    return;
                }
            }
        }
        if is_stuck {
            return;
        }
    }
}
