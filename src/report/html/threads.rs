//! Speed-up by number of threads: a curve for each class, and the line of perfect scaling.

use super::axis::{Axis, Way};
use super::chart::{Chart, Plane, Room, name_ends, widest};
use super::ink::{Ink, STEPS};
use super::svg::{Point, Svg};
use crate::record::{Run, ThreadsRow};
use crate::report::units;

const HEIGHT: f64 = 300.0;
const TOP: f64 = 32.0;
const BOTTOM: f64 = 44.0;

/// The chart, if several numbers of threads were measured; of many classes it shows the first.
pub(super) fn chart(run: &Run) -> Option<Chart> {
    let first = run.threads.first()?.threads;
    let classes: Vec<&[ThreadsRow]> =
        run.threads.chunk_by(|one, next| one.class == next.class).take(STEPS).collect();
    let mut counts: Vec<usize> = classes[0].iter().map(|row| row.threads).collect();
    counts.sort_unstable();
    let least = counts[0] as f64 / first as f64;
    let most_threads = *counts.last()? as f64;
    let perfect = most_threads / first as f64;
    let most = run.threads.iter().map(|row| row.speedup).fold(perfect, f64::max);
    let right = widest(classes.iter().map(|rows| rows[0].class.as_str())) + 26.0;
    let room = Room { left: 48.0, right, top: TOP, bottom: BOTTOM };
    let x = Axis::counts(counts.iter().copied(), most_threads, Way::Across, room.width());
    let y = Axis::counts(1..=most.ceil() as usize, most, Way::Up, HEIGHT - TOP - BOTTOM);
    let plane = Plane { x, y, room, height: HEIGHT };
    let mut svg = Svg::default();
    plane.draw(&mut svg, "threads", "speed-up");
    let line = [plane.at(counts[0] as f64, least), plane.at(most_threads, perfect)];
    svg.line(&line, Ink::Muted, 1.0, 0.5);
    let mut ends = Vec::new();
    for (class, rows) in classes.iter().enumerate() {
        let ink = Ink::of_class(class, classes.len());
        let mut points: Vec<Point> =
            rows.iter().map(|row| plane.at(row.threads as f64, row.speedup)).collect();
        points.sort_by(|one, other| one.0.total_cmp(&other.0));
        svg.line(&points, ink, 2.0, 1.0);
        points.iter().for_each(|point| svg.circle(*point, 3.0, ink, 1.0));
        ends.extend(points.last().map(|end| (*end, ink, rows[0].class.as_str())));
    }
    name_ends(&mut svg, &plane, &ends);
    let words = run.threads.iter().map(|row| {
        format!("{}, {}: {:.2}", row.class, units::counted(row.threads as u64, "thread"), row.speedup)
    });
    let description = format!(
        "Speed-up against {} by class; the thin line is perfect scaling. {}.",
        units::counted(first as u64, "thread"),
        words.collect::<Vec<_>>().join("; ")
    );
    Some(Chart { title: "Speed-up by threads".to_owned(), description, height: HEIGHT, drawing: svg })
}
