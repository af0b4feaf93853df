//! Percentile curves: how long the quickest half, nine in ten, 99 in 100 … of the puzzles took at most. A chart for
//! each engine, a curve for each class, named at its end.

use plotters::series::LineSeries;
use plotters::style::Color;
use plotters::style::text_anchor::{HPos, VPos};

use super::axis::{Axis, Way, spread};
use super::chart::{AxisNames, Chart, NAME, Room, WIDTH, pixels, plane, put, shortened, text, widest, write};
use super::data::{Data, EngineRows, Measured};
use super::ink::Ink;
use super::svg::FINE;
use crate::report::units;

const HEIGHT: u32 = 320;
const TOP: u32 = 32;
const BOTTOM: u32 = 44;
const LEFT: u32 = 60;
/// Points for each halving of the distance to 100 %.
const POINTS_A_HALF: u32 = 8;

/// A chart for each engine that measured something.
pub(super) fn charts(data: &Data<'_>) -> Vec<Chart> {
    let Some(times) = data.times() else { return Vec::new() };
    let engines = data.engines.iter().filter(|engine| !engine.charted.is_empty());
    engines.map(|engine| chart(data, engine, times)).collect()
}

fn chart(data: &Data<'_>, engine: &EngineRows<'_>, (low, high): (f64, f64)) -> Chart {
    let room =
        Room { left: LEFT, right: widest(data.classes.iter().copied()) + 26, top: TOP, bottom: BOTTOM };
    let samples = data.charted().map(|measured| measured.row.samples).max().unwrap_or(0);
    let x = Axis::percentiles(samples, f64::from(WIDTH - room.left - room.right));
    let y = Axis::times(low, high, Way::Up, f64::from(HEIGHT - TOP - BOTTOM));
    let names = AxisNames { x: "share of the puzzles", y: "took at most" };
    Chart::draw(engine.name.to_owned(), description(engine), HEIGHT, |area| {
        let mut plane = plane(area, &x, &y, room, names);
        let mut ends = Vec::new();
        for (class, measured) in &engine.charted {
            let points = points(measured);
            let ink = Ink::of_class(*class, data.classes.len());
            ends.extend(points.last().map(|end| plane.backend_coord(end)));
            plane
                .draw_series(LineSeries::new(points, ink.stroke_width(2 * FINE as u32)))
                .expect("drawing to memory does not fail");
        }
        let wanted: Vec<f64> = ends.iter().map(|(_, y)| f64::from(*y)).collect();
        let bounds = f64::from(pixels(TOP))..f64::from(pixels(HEIGHT - BOTTOM));
        let places = spread(&wanted, 15.0 * f64::from(FINE), bounds);
        let side = pixels(WIDTH - room.right);
        for (((class, _), (x, y)), place) in engine.charted.iter().zip(&ends).zip(places) {
            let place = place as i32;
            let ink = Ink::of_class(*class, data.classes.len());
            // From the end of the curve to its name.
            let lead =
                [(*x, *y), (side + 4 * FINE, *y), (side + 12 * FINE, place), (side + 18 * FINE, place)];
            put(
                area,
                &plotters::element::PathElement::new(lead.to_vec(), ink.mix(0.7).stroke_width(FINE as u32)),
            );
            put(area, &plotters::element::Circle::new((*x, *y), 3 * FINE, ink.filled()));
            let style = text(Ink::Text, NAME, HPos::Left, VPos::Center);
            write(area, &shortened(data.classes[*class]), &style, (side + 21 * FINE, place));
        }
    })
}

/// The curve: the place of a share, and the logarithm of the time.
fn points(measured: &Measured<'_>) -> Vec<(f64, f64)> {
    let latency = &measured.row.latency;
    let samples = measured.row.samples as f64;
    let (least, most) = (latency.min_ns.unwrap_or(1), latency.max_ns.unwrap_or(u64::MAX));
    let point = |share: f64, ns: u64| {
        // The last of so many samples stands where one in so many is left.
        let left = (1.0 - share).max(1.0 / samples);
        // The top of a bucket of the histogram may lie above every value in it.
        (-left.log10(), (ns.clamp(least, most).max(1) as f64).log10())
    };
    let mut points = vec![point(0.0, least)];
    for step in measured.histogram.iter_quantiles(POINTS_A_HALF) {
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
    let figures = |(_, measured): &(usize, Measured<'_>)| {
        let latency = &measured.row.latency;
        format!(
            "{}: half at most {}, 90 % {}, 99 % {}, the longest {}",
            measured.row.class,
            time(latency.p50_ns),
            time(latency.p90_ns),
            time(latency.p99_ns),
            time(latency.max_ns)
        )
    };
    let figures: Vec<String> = engine.charted.iter().map(figures).collect();
    format!("Time by percentile, on logarithmic scales, engine {}. {}.", engine.name, figures.join("; "))
}
