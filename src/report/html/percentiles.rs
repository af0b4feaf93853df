//! Percentile curves: how long the quickest half, nine in ten, 99 in 100 … of the puzzles took at most. A chart for
//! each engine, a curve for each class, named at its end.

use super::axis::Axis;
use super::data::{Charted, Data, time};
use super::ink::Ink;
use super::plot::{Frame, Plot, room_for};
use crate::record::ResultRow;

/// Points for each halving of the distance to 100 %.
const POINTS_A_HALF: u32 = 8;

/// A chart for each engine that measured something.
pub(super) fn charts(data: &Data<'_>) -> Vec<Plot> {
    let Some((low, high)) = data.times() else { return Vec::new() };
    let frame = Frame { left: 60.0, right: room_for(data.classes.iter().copied()), height: 320.0 };
    let samples = data.charted.iter().map(|charted| charted.row.samples).max().unwrap_or(0);
    let chart = |rows: &[Charted<'_>]| {
        let engine = &rows[0].row.engine;
        let (x, y) = (Axis::percentiles(samples, frame.across()), Axis::times(low, high, frame.up()));
        let mut plot = Plot::new(engine, frame, ["share of the puzzles", "took at most"], x, y);
        let curve = |&Charted { class, row, .. }: &Charted<'_>| {
            (curve(row), Ink::of_class(class, data.classes.len()), data.classes[class])
        };
        plot.curves(&rows.iter().map(curve).collect::<Vec<_>>());
        let figures = rows.iter().map(|Charted { row, .. }| {
            let latency = &row.latency;
            let [p50, p90, p99, max] =
                [latency.p50_ns, latency.p90_ns, latency.p99_ns, latency.max_ns].map(time);
            format!("{}: half at most {p50}, 90 % {p90}, 99 % {p99}, the longest {max}", row.class)
        });
        plot.describe(&format!("Time by percentile, on logarithmic scales, engine {engine}."), figures);
        plot
    };
    data.charted.chunk_by(|one, next| one.engine == next.engine).map(chart).collect()
}

/// The curve: the place of a share, and the logarithm of the time.
fn curve(row: &ResultRow) -> Vec<(f64, f64)> {
    let samples = row.samples as f64;
    let (least, most) = (row.latency.min_ns.unwrap_or(1), row.latency.max_ns.unwrap_or(u64::MAX));
    let point = |share: f64, ns: u64| {
        // The last of so many samples stands where one in so many is left.
        let left = (1.0 - share).max(1.0 / samples);
        // The top of a bucket of the histogram may lie above every value in it.
        (-left.log10(), (ns.clamp(least, most).max(1) as f64).log10())
    };
    let mut points = vec![point(0.0, least)];
    let steps = row.histogram.iter().flat_map(|histogram| histogram.iter_quantiles(POINTS_A_HALF));
    let steps = steps.map(|step| (step.quantile_iterated_to(), step.value_iterated_to()));
    let inner = steps.filter(|(share, _)| 1.0 - share > 1.0 / samples);
    points.extend(inner.map(|(share, ns)| point(share, ns)));
    points.push(point(1.0, most));
    points
}
