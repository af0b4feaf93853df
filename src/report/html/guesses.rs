//! Time against guesses: a chart for each engine, a cloud for each class. Puzzles with about the same figures are one
//! mark, whose area says how many they are.

use super::axis::{Axis, Way, place_of_guesses};
use super::chart::{Chart, NAME, Plane, Room, WIDTH, mark, shortened, widest};
use super::data::{Cloud, Data, place_of_cell};
use super::ink::Ink;
use super::svg::{Anchor, Svg};
use crate::report::units;

const HEIGHT: f64 = 300.0;
const TOP: f64 = 32.0;
const BOTTOM: f64 = 44.0;
/// The radius of the mark of one puzzle and of the most.
const RADII: (f64, f64) = (1.4, 2.6);
/// Classes with the same few guesses stand side by side, this far apart at most.
const ASIDE: f64 = 4.0;

/// A chart for each engine, if the record has the single puzzles.
pub(super) fn charts(data: &Data<'_>) -> Vec<Chart> {
    let (Some(clouds), Some(times)) = (&data.clouds, data.times()) else { return Vec::new() };
    let guesses = clouds.iter().flat_map(|cloud| cloud.keys().map(|(_, guesses, _)| *guesses));
    let most_guesses = guesses.max().unwrap_or(0);
    let both = data.engines.iter().zip(clouds).filter(|(_, cloud)| !cloud.is_empty());
    both.map(|(engine, cloud)| chart(data, engine.name, cloud, times, most_guesses)).collect()
}

fn chart(data: &Data<'_>, engine: &str, cloud: &Cloud, (low, high): (f64, f64), most_guesses: u64) -> Chart {
    let right = widest(data.classes.iter().copied()) + 26.0;
    let room = Room { left: 60.0, right, top: TOP, bottom: BOTTOM };
    let x = Axis::guesses(most_guesses, room.width());
    let y = Axis::times(low, high, Way::Up, HEIGHT - TOP - BOTTOM);
    let plane = Plane { x, y, room, height: HEIGHT };
    let mut svg = Svg::default();
    plane.draw(&mut svg, "guesses", "time of a puzzle");
    let largest = cloud.values().copied().max().unwrap_or(1) as f64;
    for (&(class, guesses, time), &count) in cloud {
        let ink = Ink::of_class(class, data.classes.len());
        let radius = RADII.0 + (RADII.1 - RADII.0) * ((count as f64).ln() / largest.ln().max(1.0)).sqrt();
        let (x, y) = plane.at(place_of_guesses(guesses), place_of_cell(time));
        let (next, _) = plane.at(place_of_guesses(guesses.saturating_add(1)), 0.0);
        let step = ASIDE.min((next - x) / (data.classes.len() + 1) as f64);
        let aside = (class as f64 - (data.classes.len() as f64 - 1.0) / 2.0) * step;
        mark(&mut svg, class, ink, 0.7, radius, (x + aside, y));
    }
    let side = WIDTH - room.right + 12.0;
    let classes = data.classes.iter().enumerate();
    let present = classes.filter(|(class, _)| cloud.keys().any(|(other, _, _)| other == class));
    for (row, (class, name)) in present.enumerate() {
        let y = TOP + 8.0 + 17.0 * row as f64;
        mark(&mut svg, class, Ink::of_class(class, data.classes.len()), 1.0, 4.0, (side, y));
        svg.text(&shortened(name), (side + 9.0, y), Ink::Text, NAME, Anchor::Start);
    }
    let description = description(data, engine, cloud);
    Chart { title: engine.to_owned(), description, height: HEIGHT, drawing: svg }
}

fn description(data: &Data<'_>, engine: &str, cloud: &Cloud) -> String {
    let mut words = Vec::new();
    for (class, name) in data.classes.iter().enumerate() {
        let mine = cloud.iter().filter(|((other, _, _), _)| *other == class);
        let (mut count, mut most) = (0, 0);
        for ((_, guesses, _), times) in mine {
            count += times;
            most = most.max(*guesses);
        }
        if count > 0 {
            let (count, most) = (units::count(count), units::count(most));
            words.push(format!("{name}: {count} times, up to about {most} guesses"));
        }
    }
    format!(
        "Time of a puzzle against its guesses, on logarithmic scales, engine {engine}. {}.",
        words.join("; ")
    )
}
