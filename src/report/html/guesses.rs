//! Time against guesses: a chart for each engine, a cloud for each class. Puzzles with about the same figures are one
//! mark, whose area says how many they are.

use super::axis::{Axis, place_of_guesses};
use super::data::{Cloud, Data, place_of_cell};
use super::ink::Ink;
use super::plot::{Frame, NAME, NAME_LENGTH, Plot, TOP, room_for};
use crate::report::units;
use crate::report::visible::shortened;

/// The radius of the mark of one puzzle and of the most.
const RADII: (f64, f64) = (1.4, 2.6);
/// Classes with the same few guesses stand side by side, this far apart at most.
const ASIDE: f64 = 4.0;

/// A chart for each engine, if the record has the single puzzles.
pub(super) fn charts(data: &Data<'_>) -> Vec<Plot> {
    let (Some(clouds), Some((low, high))) = (&data.clouds, data.times()) else { return Vec::new() };
    let frame = Frame { left: 60.0, right: room_for(data.classes.iter().copied()), height: 300.0 };
    let most = clouds.iter().flat_map(Cloud::keys).map(|(_, guesses, _)| *guesses).max().unwrap_or(0);
    let x = Axis::guesses(guesses_of_cell(most), frame.across());
    let y = Axis::times(low, high, frame.up());
    let both = data.engines.iter().zip(clouds).filter(|(_, cloud)| !cloud.is_empty());
    let plot = |engine| Plot::new(engine, frame, ["guesses", "time of a puzzle"], x.clone(), y.clone());
    both.map(|(engine, cloud)| filled(plot(engine), data, engine, cloud)).collect()
}

fn filled(mut plot: Plot, data: &Data<'_>, engine: &str, cloud: &Cloud) -> Plot {
    let count = data.classes.len();
    let largest = cloud.values().copied().max().unwrap_or(1) as f64;
    for (&(class, guesses, time), &puzzles) in cloud {
        let radius = RADII.0 + (RADII.1 - RADII.0) * ((puzzles as f64).ln() / largest.ln().max(1.0)).sqrt();
        let (x, y) = plot.at(place_of_cell(guesses), place_of_cell(time));
        let (next, _) = plot.at(place_of_guesses(guesses_of_cell(guesses) + 1.0), 0.0);
        let step = ASIDE.min((next - x) / (count + 1) as f64);
        let aside = (class as f64 - (count as f64 - 1.0) / 2.0) * step;
        plot.svg.mark(class, (x + aside, y), radius, Ink::of_class(class, count), 0.7);
    }
    let mut figures = Vec::new();
    for (class, name) in data.classes.iter().enumerate() {
        let mine = || cloud.iter().filter(|((other, _, _), _)| *other == class);
        let Some(most) = mine().map(|((_, guesses, _), _)| *guesses).max() else { continue };
        let times = units::count(mine().map(|(_, times)| times).sum());
        let most = units::count(guesses_of_cell(most) as u64);
        let place = (plot.frame.side() + 12.0, TOP + 8.0 + 17.0 * figures.len() as f64);
        plot.svg.mark(class, place, 4.0, Ink::of_class(class, count), 1.0);
        plot.svg.text(&shortened(name, NAME_LENGTH), (place.0 + 9.0, place.1), Ink::Text, NAME, "start");
        figures.push(format!("{name}: {times} times, up to about {most} guesses"));
    }
    let what = format!("Time of a puzzle against its guesses, on logarithmic scales, engine {engine}.");
    plot.describe(&what, figures.into_iter());
    plot
}

/// About how many guesses a cell stands for.
fn guesses_of_cell(cell: i64) -> f64 {
    (10_f64.powf(place_of_cell(cell)) - 1.0).round()
}
