//! Time against guesses. Puzzles with about the same figures share a mark, and a larger mark stands for more puzzles.
//! There is a chart for each engine with a cloud for each class, or, with many classes, a panel for each class with a
//! cloud for each engine.

use super::axis::{Axis, place_of_guesses};
use super::data::{Data, place_of_cell};
use super::ink::Ink;
use super::plot::{Frame, Plot, Size, room_for};
use crate::report::units;

/// The smallest and the largest radius of a mark.
const RADII: (f64, f64) = (1.4, 2.6);
/// Clouds with the same few guesses are side by side, at most this far apart.
const ASIDE: f64 = 4.0;

/// The marks of a class and an engine, which look alike.
struct Cloud<'c> {
    name: &'c str,
    ink: Ink,
    /// The cell of guesses, the cell of time, and the number of puzzles.
    cells: Vec<(i64, i64, u64)>,
}

/// Returns a chart for each engine or for each class, if the record has the times of individual puzzles.
pub(super) fn charts(data: &Data<'_>, size: Size) -> Vec<Plot> {
    let (Some(clouds), Some((low, high))) = (&data.clouds, data.times()) else { return Vec::new() };
    let names = if data.has_panels() { &data.engines } else { &data.classes };
    let frame = Frame::new(size, 60.0, room_for(names.iter().copied()), 224.0, true);
    let most = clouds.iter().flat_map(|cloud| cloud.keys()).map(|(_, guesses, _)| *guesses).max();
    let x = Axis::guesses(guesses_of_cell(most.unwrap_or(0)), frame.across());
    let y = Axis::times(low, high, frame.up());
    let cells = |engine: usize, class: usize| {
        let of_class = clouds[engine].iter().filter(move |((other, ..), _)| *other == class);
        of_class.map(|(&(_, guesses, time), &puzzles)| (guesses, time, puzzles)).collect()
    };
    let chart = |title: &str, clouds: Vec<Cloud<'_>>| {
        if clouds.iter().all(|cloud| cloud.cells.is_empty()) {
            return None;
        }
        let plot = Plot::new(title, frame, ["guesses", "time of a puzzle"], x.clone(), y.clone());
        Some(filled(plot, &clouds))
    };
    let (engines, classes) = (0..data.engines.len(), 0..data.classes.len());
    if data.has_panels() {
        let cloud = |class, engine: usize| {
            let (name, ink) = (data.engines[engine], Ink::of_engine(engine));
            Cloud { name, ink, cells: cells(engine, class) }
        };
        let of_class = |class| engines.clone().map(|engine| cloud(class, engine)).collect();
        return classes.filter_map(|class| chart(data.classes[class], of_class(class))).collect();
    }
    let cloud = |engine, class: usize| {
        let (name, ink) = (data.classes[class], Ink::of_class(class, classes.len()));
        Cloud { name, ink, cells: cells(engine, class) }
    };
    let of_engine = |engine| classes.clone().map(|class| cloud(engine, class)).collect();
    engines.filter_map(|engine| chart(data.engines[engine], of_engine(engine))).collect()
}

fn filled(mut plot: Plot, clouds: &[Cloud<'_>]) -> Plot {
    let count = clouds.len();
    let puzzles = clouds.iter().flat_map(|cloud| cloud.cells.iter().map(|cell| cell.2));
    let largest = puzzles.max().unwrap_or(1) as f64;
    let mut names = 0;
    for (number, cloud) in clouds.iter().enumerate().filter(|(_, cloud)| !cloud.cells.is_empty()) {
        for &(guesses, time, puzzles) in &cloud.cells {
            let share = ((puzzles as f64).ln() / largest.ln().max(1.0)).sqrt();
            let (x, y) = plot.at(place_of_cell(guesses), place_of_cell(time));
            let (next, _) = plot.at(place_of_guesses(guesses_of_cell(guesses) + 1.0), 0.0);
            let step = ASIDE.min((next - x) / (count + 1) as f64);
            let aside = (number as f64 - (count as f64 - 1.0) / 2.0) * step;
            let title = format!(
                "{}: {} with about {} guesses and {}",
                cloud.name,
                units::counted(puzzles, "solve"),
                units::count(guesses_of_cell(guesses) as u64),
                units::time(10_f64.powf(place_of_cell(time)).round()),
            );
            let radius = RADII.0 + (RADII.1 - RADII.0) * share;
            plot.svg.mark(number, (x + aside, y), radius, cloud.ink, 0.7, &title);
        }
        if plot.frame.size != Size::Small {
            let (x, y) = (plot.frame.side() + 12.0, plot.frame.top() + 8.0 + 17.0 * f64::from(names));
            plot.svg.mark(number, (x, y), 4.0, cloud.ink, 1.0, cloud.name);
            plot.name(cloud.name, (x + 9.0, y));
            names += 1;
        }
    }
    let figures = clouds.iter().filter_map(|cloud| {
        let most = cloud.cells.iter().map(|cell| cell.0).max()?;
        let solves = units::counted(cloud.cells.iter().map(|cell| cell.2).sum(), "solve");
        let most = units::count(guesses_of_cell(most) as u64);
        Some(format!("{}: {solves}, up to about {most} guesses", cloud.name))
    });
    let what = format!("Time of a puzzle against its guesses, on logarithmic scales, {}.", plot.title());
    plot.describe(&what, figures);
    plot
}

/// Returns the approximate number of guesses of a cell.
fn guesses_of_cell(cell: i64) -> f64 {
    (10_f64.powf(place_of_cell(cell)) - 1.0).round()
}
