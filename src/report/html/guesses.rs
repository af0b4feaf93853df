//! Time against guesses: a chart for each engine, a cloud for each class. Puzzles with about the same figures are one
//! mark, whose area says how many they are.

use plotters::style::Color;
use plotters::style::text_anchor::{HPos, VPos};

use super::axis::{Axis, Way, place_of_guesses};
use super::chart::{
    AxisNames, Chart, NAME, Room, WIDTH, mark, pixels, plane, shortened, text, widest, write,
};
use super::data::{Cloud, Data, place_of_cell};
use super::ink::Ink;
use super::svg::FINE;
use crate::report::units;

const HEIGHT: u32 = 300;
const TOP: u32 = 32;
const BOTTOM: u32 = 44;
const LEFT: u32 = 60;
/// The radius of the mark of one puzzle and of the most, in pixels.
const RADII: (f64, f64) = (14.0, 26.0);
/// Classes with the same few guesses stand side by side, so many pixels apart at most.
const ASIDE: f64 = 40.0;

/// A chart for each engine, if the record has the single puzzles.
pub(super) fn charts(data: &Data<'_>) -> Vec<Chart> {
    let (Some(clouds), Some(times)) = (&data.clouds, data.times()) else { return Vec::new() };
    let guesses = clouds.iter().flat_map(|cloud| cloud.keys().map(|(_, guesses, _)| *guesses));
    let most_guesses = guesses.max().unwrap_or(0);
    let both = data.engines.iter().zip(clouds).filter(|(_, cloud)| !cloud.is_empty());
    both.map(|(engine, cloud)| chart(data, engine.name, cloud, times, most_guesses)).collect()
}

fn chart(data: &Data<'_>, engine: &str, cloud: &Cloud, (low, high): (f64, f64), most_guesses: u64) -> Chart {
    let room =
        Room { left: LEFT, right: widest(data.classes.iter().copied()) + 26, top: TOP, bottom: BOTTOM };
    let x = Axis::guesses(most_guesses, f64::from(WIDTH - room.left - room.right));
    let y = Axis::times(low, high, Way::Up, f64::from(HEIGHT - TOP - BOTTOM));
    let largest = cloud.values().copied().max().unwrap_or(1) as f64;
    let names = AxisNames { x: "guesses", y: "time of a puzzle" };
    Chart::draw(engine.to_owned(), description(data, engine, cloud), HEIGHT, |area| {
        let plane = plane(area, &x, &y, room, names);
        for (&(class, guesses, time), &count) in cloud {
            let ink = Ink::of_class(class, data.classes.len());
            let radius = RADII.0 + (RADII.1 - RADII.0) * ((count as f64).ln() / largest.ln().max(1.0)).sqrt();
            let (x, y) = plane.backend_coord(&(place_of_guesses(guesses), place_of_cell(time)));
            let (next, _) = plane.backend_coord(&(place_of_guesses(guesses.saturating_add(1)), 0.0));
            let step = ASIDE.min(f64::from(next - x) / (data.classes.len() + 1) as f64);
            let aside = (class as f64 - (data.classes.len() as f64 - 1.0) / 2.0) * step;
            mark(area, class, ink.mix(0.7).filled(), radius as i32, (x + aside as i32, y));
        }
        let side = pixels(WIDTH - room.right) + 12 * FINE;
        let classes = data.classes.iter().enumerate();
        let present = classes.filter(|(class, _)| cloud.keys().any(|(other, _, _)| other == class));
        for (row, (class, name)) in present.enumerate() {
            let y = pixels(TOP + 8 + 17 * row as u32);
            mark(area, class, Ink::of_class(class, data.classes.len()).filled(), 4 * FINE, (side, y));
            let style = text(Ink::Text, NAME, HPos::Left, VPos::Center);
            write(area, &shortened(name), &style, (side + 9 * FINE, y));
        }
    })
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
