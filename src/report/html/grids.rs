//! The slowest puzzles, drawn as grids.

use maud::{Markup, html};

use super::data::Data;
use crate::record::SlowPuzzle;
use crate::report::units;
use crate::sudoku::{Geometry, Grid};

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
                    @for engine in data.engine_names() {
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
                span { (units::count(slow.nodes)) @if slow.nodes == 1 { " node" } @else { " nodes" } }
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
            path.thin d=(rules(size, |at| !at.is_multiple_of(geometry.box_width()), |at| !at.is_multiple_of(geometry.box_height()))) {}
            path.thick d=(rules(size, |at| at.is_multiple_of(geometry.box_width()), |at| at.is_multiple_of(geometry.box_height()))) {}
            @for row in 0..size {
                @let (digits, places) = givens(grid, geometry, row);
                @if !digits.is_empty() {
                    text x=(places) y=(row * CELL + CELL * 3 / 4) { (digits) }
                }
            }
        }
    }
}

/// The lines of a grid that are wanted, as the path of an SVG.
fn rules(size: usize, down: impl Fn(usize) -> bool, across: impl Fn(usize) -> bool) -> String {
    let side = size * CELL;
    let vertical = (0..=size).filter(|at| down(*at)).map(|at| format!("M{} 0v{side}", at * CELL));
    let horizontal = (0..=size).filter(|at| across(*at)).map(|at| format!("M0 {}h{side}", at * CELL));
    vertical.chain(horizontal).collect()
}

/// The givens of a row, and the places of their middles.
fn givens(grid: &Grid, geometry: Geometry, row: usize) -> (String, String) {
    let cells = &grid.cells()[row * geometry.size()..][..geometry.size()];
    let given = cells.iter().enumerate().filter(|(_, digit)| **digit > 0);
    let (mut digits, mut places) = (String::new(), Vec::new());
    for (column, &digit) in given {
        digits.push(grid.symbol(digit));
        places.push((column * CELL + CELL / 2).to_string());
    }
    (digits, places.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_has_its_givens_in_their_places_and_its_boxes() {
        let grid: Grid = "1..2......34....".parse().unwrap();
        let svg = svg(&grid).into_string();
        assert!(svg.contains("viewBox=\"-1 -1 82 82\""), "{svg}");
        assert!(svg.contains("<text x=\"10 70\" y=\"15\">12</text>"), "{svg}");
        assert!(svg.contains("<text x=\"50 70\" y=\"55\">34</text>"), "{svg}");
        assert!(
            svg.contains("class=\"thick\" d=\"M0 0v80M40 0v80M80 0v80M0 0h80M0 40h80M0 80h80\""),
            "{svg}"
        );
        // Boxes of a 6×6 grid are three wide and two high.
        let grid: Grid = ".".repeat(36).parse().unwrap();
        let six = super::svg(&grid).into_string();
        assert!(
            six.contains(
                "class=\"thick\" d=\"M0 0v120M60 0v120M120 0v120M0 0h120M0 40h120M0 80h120M0 120h120\""
            ),
            "{six}"
        );
    }
}
