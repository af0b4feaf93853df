//! The slowest puzzles, drawn as grids.

use maud::{Markup, html};

use super::data::Data;
use crate::record::SlowPuzzle;
use crate::report::units;
use crate::sudoku::Grid;

/// How many puzzles of each class and engine are drawn.
const SHOWN: usize = 3;
/// The side of a cell, in units of the SVG.
const CELL: usize = 20;

/// For each class, the slowest puzzles of each engine.
pub(super) fn slowest(data: &Data<'_>) -> Markup {
    let of = |class: &str, engine: &str| -> Vec<&SlowPuzzle> {
        let mine = data.run.slowest.iter().filter(|slow| slow.class == class && slow.engine == engine);
        mine.take(SHOWN).collect()
    };
    html! {
        @for class in &data.classes {
            div.slowest {
                h3 { (class) }
                div.rows {
                    @for engine in &data.engines {
                        @let puzzles = of(class, engine);
                        @if !puzzles.is_empty() {
                            div.card {
                                h4 { (engine) }
                                div.grids { @for slow in puzzles { (drawn(slow)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn drawn(slow: &SlowPuzzle) -> Markup {
    let place = format!("{}:{}", slow.file, slow.line);
    html! {
        figure.grid {
            @match Grid::from_line(&slow.puzzle, slow.line) {
                Ok(grid) => { (svg(&grid)) }
                // A puzzle that was changed by hand may not be readable: it is shown as it is.
                Err(_) => { code { (slow.puzzle) } }
            }
            figcaption {
                strong { (units::time(slow.time_ns as f64)) }
                span { (units::counted(slow.nodes, "node")) }
                span.place title=(place) { (place) }
            }
        }
    }
}

fn svg(grid: &Grid) -> Markup {
    let geometry = grid.geometry();
    let size = geometry.size();
    let side = size * CELL;
    let line = grid.to_line();
    html! {
        svg viewBox=(format!("-1 -1 {} {}", side + 2, side + 2)) role="img" aria-label=(format!("puzzle {line}")) {
            title { (line) }
            path.thin d=(rules(size, 1, 1)) {}
            path.thick d=(rules(size, geometry.box_width(), geometry.box_height())) {}
            @for (row, cells) in grid.cells().chunks(size).enumerate() {
                @let given: Vec<usize> = (0..size).filter(|column| cells[*column] > 0).collect();
                @if !given.is_empty() {
                    @let middles: Vec<String> = given.iter().map(|column| (column * CELL + CELL / 2).to_string()).collect();
                    text x=(middles.join(" ")) y=(row * CELL + CELL * 3 / 4) {
                        @for &column in &given { (grid.symbol(cells[column])) }
                    }
                }
            }
        }
    }
}

/// Lines across a grid as the path of an SVG, this many cells apart.
fn rules(size: usize, across: usize, down: usize) -> String {
    let side = size * CELL;
    let vertical = (0..=size).step_by(across).map(|at| format!("M{} 0v{side}", at * CELL));
    let horizontal = (0..=size).step_by(down).map(|at| format!("M0 {}h{side}", at * CELL));
    vertical.chain(horizontal).collect()
}
