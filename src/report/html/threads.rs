//! Speed-up by number of threads: a curve for each class, and the line of perfect scaling.

use super::axis::{Axis, Way, spread};
use super::chart::{Chart, NAME, Plane, Room, WIDTH, shortened, widest};
use super::ink::Ink;
use super::svg::{Anchor, Point, Svg};
use crate::record::{Run, ThreadsRow};

const HEIGHT: f64 = 300.0;
const TOP: f64 = 32.0;
const BOTTOM: f64 = 44.0;

/// The chart, if several numbers of threads were measured.
pub(super) fn chart(run: &Run) -> Option<Chart> {
    let first = run.threads.first()?;
    let classes: Vec<&[ThreadsRow]> = run.threads.chunk_by(|one, next| one.class == next.class).collect();
    let most_threads = run.threads.iter().map(|row| row.threads).max().unwrap_or(1);
    let perfect = most_threads as f64 / first.threads as f64;
    let most = run.threads.iter().map(|row| row.speedup).fold(perfect, f64::max);
    let right = widest(classes.iter().map(|rows| rows[0].class.as_str())) + 26.0;
    let room = Room { left: 48.0, right, top: TOP, bottom: BOTTOM };
    let x = Axis::counts(
        classes[0].iter().map(|row| row.threads),
        most_threads as f64,
        Way::Across,
        room.width(),
    );
    let y = Axis::counts(1..=most.ceil() as usize, most, Way::Up, HEIGHT - TOP - BOTTOM);
    let plane = Plane { x, y, room, height: HEIGHT };
    let mut svg = Svg::default();
    plane.draw(&mut svg, "threads", "speed-up");
    svg.line(
        &[plane.at(first.threads as f64, 1.0), plane.at(most_threads as f64, perfect)],
        Ink::Muted,
        1.0,
        0.5,
    );
    let mut ends: Vec<Point> = Vec::new();
    for (class, rows) in classes.iter().enumerate() {
        let ink = Ink::of_class(class, classes.len());
        let points: Vec<Point> = rows.iter().map(|row| plane.at(row.threads as f64, row.speedup)).collect();
        svg.line(&points, ink, 2.0, 1.0);
        points.iter().for_each(|point| svg.circle(*point, 3.0, ink, 1.0));
        ends.extend(points.last());
    }
    let wanted: Vec<f64> = ends.iter().map(|(_, y)| *y).collect();
    let side = WIDTH - room.right;
    for ((rows, (x, y)), place) in classes.iter().zip(&ends).zip(spread(&wanted, 15.0, TOP..HEIGHT - BOTTOM))
    {
        let ink = Ink::of_class(classes.iter().position(|other| other == rows).unwrap_or(0), classes.len());
        svg.line(&[(*x, *y), (side + 12.0, place), (side + 18.0, place)], ink, 1.0, 0.7);
        svg.text(&shortened(&rows[0].class), (side + 21.0, place), Ink::Text, NAME, Anchor::Start);
    }
    let words =
        run.threads.iter().map(|row| format!("{}, {} threads: {:.2}", row.class, row.threads, row.speedup));
    let description = format!(
        "Speed-up against {} threads by class; the thin line is perfect scaling. {}.",
        first.threads,
        words.collect::<Vec<_>>().join("; ")
    );
    Some(Chart { title: "Speed-up by threads".to_owned(), description, height: HEIGHT, drawing: svg })
}
