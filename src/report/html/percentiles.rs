//! Percentile curves: how long the quickest half, nine in ten, 99 in 100 … of the puzzles took at most. A chart for
//! each engine, a curve for each class, named at its end.

use super::axis::{Axis, Way};
use super::chart::{Chart, Plane, Room, name_ends, widest};
use super::data::{ChartedRow, Data, EngineRows};
use super::ink::Ink;
use super::svg::{Point, Svg};
use crate::report::units;

const HEIGHT: f64 = 320.0;
const TOP: f64 = 32.0;
const BOTTOM: f64 = 44.0;
/// Points for each halving of the distance to 100 %.
const POINTS_A_HALF: u32 = 8;

/// A chart for each engine that measured something.
pub(super) fn charts(data: &Data<'_>) -> Vec<Chart> {
    let Some(times) = data.times() else { return Vec::new() };
    let engines = data.engines.iter().filter(|engine| !engine.charted.is_empty());
    engines.map(|engine| chart(data, engine, times)).collect()
}

fn chart(data: &Data<'_>, engine: &EngineRows<'_>, (low, high): (f64, f64)) -> Chart {
    let right = widest(data.classes.iter().copied()) + 26.0;
    let room = Room { left: 60.0, right, top: TOP, bottom: BOTTOM };
    let samples = data.charted().map(|row| row.samples).max().unwrap_or(0);
    let x = Axis::percentiles(samples, room.width());
    let y = Axis::times(low, high, Way::Up, HEIGHT - TOP - BOTTOM);
    let plane = Plane { x, y, room, height: HEIGHT };
    let mut svg = Svg::default();
    plane.draw(&mut svg, "share of the puzzles", "took at most");
    let mut ends = Vec::new();
    for (class, charted) in &engine.charted {
        let ink = Ink::of_class(*class, data.classes.len());
        let points: Vec<Point> = points(charted).iter().map(|&(x, y)| plane.at(x, y)).collect();
        svg.line(&points, ink, 2.0, 1.0);
        ends.extend(points.last().map(|end| (*end, ink, data.classes[*class])));
    }
    name_ends(&mut svg, &plane, &ends);
    Chart { title: engine.name.to_owned(), description: description(engine), height: HEIGHT, drawing: svg }
}

/// The curve: the place of a share, and the logarithm of the time.
fn points(charted: &ChartedRow<'_>) -> Vec<(f64, f64)> {
    let latency = &charted.row.latency;
    let samples = charted.row.samples as f64;
    let (least, most) = (latency.min_ns.unwrap_or(1), latency.max_ns.unwrap_or(u64::MAX));
    let point = |share: f64, ns: u64| {
        // The last of so many samples stands where one in so many is left.
        let left = (1.0 - share).max(1.0 / samples);
        // The top of a bucket of the histogram may lie above every value in it.
        (-left.log10(), (ns.clamp(least, most).max(1) as f64).log10())
    };
    let mut points = vec![point(0.0, least)];
    for step in charted.histogram.iter_quantiles(POINTS_A_HALF) {
        let share = step.quantile_iterated_to();
        if 1.0 - share > 1.0 / samples {
            points.push(point(share, step.value_iterated_to()));
        }
    }
    points.push(point(1.0, most));
    points
}

/// The figures of the chart in words.
fn description(engine: &EngineRows<'_>) -> String {
    let time = |ns: Option<u64>| ns.map_or("unknown".to_owned(), |ns| units::time(ns as f64));
    let figures = |(_, charted): &(usize, ChartedRow<'_>)| {
        let latency = &charted.row.latency;
        format!(
            "{}: half at most {}, 90 % {}, 99 % {}, the longest {}",
            charted.row.class,
            time(latency.p50_ns),
            time(latency.p90_ns),
            time(latency.p99_ns),
            time(latency.max_ns)
        )
    };
    let figures: Vec<String> = engine.charted.iter().map(figures).collect();
    format!("Time by percentile, on logarithmic scales, engine {}. {}.", engine.name, figures.join("; "))
}
