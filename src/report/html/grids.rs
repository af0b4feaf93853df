//! The hardest puzzles, drawn as grids.

use maud::{Markup, html};

use super::data::Data;
use super::engines;
use crate::record::SlowPuzzle;
use crate::report::units;
use crate::sudoku::Grid;

/// The number of puzzles that are drawn for each class and engine.
const SHOWN: usize = 3;
/// The side of a cell in SVG units.
const CELL: usize = 20;

/// The hardest puzzles of a class for an engine.
struct Hardest<'r> {
    class: &'r str,
    engine: &'r str,
    puzzles: Vec<&'r SlowPuzzle>,
}

/// Returns the hardest puzzles of each class for each engine.
pub(super) fn hardest(data: &Data<'_>) -> Markup {
    let classes: Vec<Vec<Hardest<'_>>> = data.classes.iter().map(|class| of_class(data, class)).collect();
    // If no class has more than one card, the cards of all classes are side by side.
    if classes.iter().all(|cards| cards.len() <= 1) {
        return html! {
            @if classes.iter().any(|cards| !cards.is_empty()) {
                div.hardest { div.rows {
                    @for hardest in classes.iter().flatten() {
                        div.card {
                            h3 { (hardest.class) }
                            @if data.engines.len() > 1 { h4 { (engines::named(hardest.engine, &data.engines)) } }
                            (grids(hardest))
                        }
                    }
                } }
            }
        };
    }
    html! {
        @for cards in classes.iter().filter(|cards| !cards.is_empty()) {
            div.hardest {
                h3 { (cards[0].class) }
                div.rows {
                    @for hardest in cards {
                        div.card {
                            h4 { (engines::named(hardest.engine, &data.engines)) }
                            (grids(hardest))
                        }
                    }
                }
            }
        }
    }
}

fn of_class<'r>(data: &Data<'r>, class: &'r str) -> Vec<Hardest<'r>> {
    let of_engine = |engine: &'r str| {
        let mine = data.run.slowest.iter().filter(|slow| slow.class == class && slow.engine == engine);
        Hardest { class, engine, puzzles: mine.take(SHOWN).collect() }
    };
    data.engines
        .iter()
        .map(|engine| of_engine(engine))
        .filter(|hardest| !hardest.puzzles.is_empty())
        .collect()
}

fn grids(hardest: &Hardest<'_>) -> Markup {
    html! { div.grids { @for slow in &hardest.puzzles { (drawn(slow)) } } }
}

fn drawn(slow: &SlowPuzzle) -> Markup {
    let place = format!("{}:{}", slow.file, slow.line);
    html! {
        figure.grid {
            // A puzzle that was edited in the record may not be readable; then only its text is shown.
            @if let Ok(grid) = Grid::from_line(&slow.puzzle, slow.line) { (svg(&grid)) }
            figcaption {
                strong { (units::time(slow.time_ns as f64)) }
                @if slow.nodes > 0 { span { (units::counted(slow.nodes, "node")) } }
                // A path may break after each folder, so that its end stays visible.
                span.place { @for part in place.split_inclusive('/') { (part) wbr; } }
                // A click selects all of it for copying.
                code.letters { (slow.puzzle) }
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

/// Returns the SVG path of grid lines that are this many cells apart.
fn rules(size: usize, across: usize, down: usize) -> String {
    let side = size * CELL;
    let vertical = (0..=size).step_by(across).map(|at| format!("M{} 0v{side}", at * CELL));
    let horizontal = (0..=size).step_by(down).map(|at| format!("M0 {}h{side}", at * CELL));
    vertical.chain(horizontal).collect()
}
