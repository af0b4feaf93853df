//! Percentile curves: the time within which each share of the puzzles was solved. There is a chart for each engine with
//! a curve for each class, or, with many classes, a panel for each class with a curve for each engine.

use super::axis::Axis;
use super::data::{Charted, Data, time};
use super::ink::Ink;
use super::plot::{Curve, Frame, Plot, Size, room_for};
use crate::record::{Latency, ResultRow};
use crate::report::units;

/// The number of points for each halving of the distance to 100 %.
const POINTS_A_HALF: u32 = 8;

/// Returns a chart for each engine with times, or for each class.
pub(super) fn charts(data: &Data<'_>, size: Size) -> Vec<Plot> {
    if data.has_panels() {
        let of_class = |class| data.of_class(class).collect::<Vec<_>>();
        let panels = (0..data.classes.len()).map(|class| (data.classes[class], of_class(class)));
        return panels.filter_map(|(class, rows)| chart(data, size, class, &rows)).collect();
    }
    let of_engine = data.charted.chunk_by(|one, next| one.engine == next.engine);
    let rows = of_engine.map(|rows| rows.iter().collect::<Vec<_>>());
    rows.filter_map(|rows| chart(data, size, &rows[0].row.engine, &rows)).collect()
}

fn chart(data: &Data<'_>, size: Size, title: &str, rows: &[&Charted<'_>]) -> Option<Plot> {
    let (low, high) = data.times()?;
    let frame = Frame::new(size, 60.0, room_for(data.classes.iter().copied()), 244.0, true);
    let samples = data.charted.iter().map(|charted| charted.row.samples).max().unwrap_or(0);
    let (x, y) = (Axis::percentiles(samples, frame.across()), Axis::times(low, high, frame.up()));
    let mut plot = Plot::new(title, frame, ["share of the puzzles", "took at most"], x, y);
    let look = |charted: &Charted<'_>| match data.has_panels() {
        true => (charted.engine, Ink::of_engine(charted.engine)),
        false => (0, Ink::of_class(charted.class, data.classes.len())),
    };
    let curve = |charted: &&Charted<'_>| {
        let ((_, ink), name) = (look(charted), data.classes[charted.class]);
        Curve { figures: curve(charted.row), ink, name, title: words(charted.row) }
    };
    plot.curves(&rows.iter().map(curve).collect::<Vec<_>>());
    let radius = if size == Size::Small { 2.0 } else { 3.0 };
    for charted in rows {
        let (number, ink) = look(charted);
        for (percent, share, ns) in marks(charted.row) {
            let (x, y) = point(charted.row, share, ns);
            let title = format!("{}: {percent} took at most {}", named(charted.row), units::time(ns as f64));
            plot.svg.mark(number, plot.at(x, y), radius, ink, 1.0, &title);
        }
    }
    plot.describe(
        "Time by percentile, on logarithmic scales.",
        rows.iter().map(|charted| words(charted.row)),
    );
    Some(plot)
}

fn named(row: &ResultRow) -> String {
    format!("{}, {}", row.class, row.engine)
}

fn words(row: &ResultRow) -> String {
    let latency = &row.latency;
    let [p50, p90, p99, max] = [latency.p50_ns, latency.p90_ns, latency.p99_ns, latency.max_ns].map(time);
    format!("{}: 50 % took at most {p50}, 90 % {p90}, 99 % {p99}, all {max}", named(row))
}

/// Returns the percentiles to mark: those with more than one sample beyond them, and the maximum.
fn marks(row: &ResultRow) -> impl Iterator<Item = (&'static str, f64, u64)> {
    let Latency { p50_ns, p90_ns, p99_ns, p999_ns, max_ns, .. } = row.latency;
    let inner =
        [("50 %", 0.5, p50_ns), ("90 %", 0.9, p90_ns), ("99 %", 0.99, p99_ns), ("99.9 %", 0.999, p999_ns)];
    let samples = row.samples as f64;
    let inner = inner.into_iter().filter(move |(_, share, _)| (1.0 - share) * samples > 1.0 + 1e-9);
    inner.chain([("all", 1.0, max_ns)]).filter_map(|(percent, share, ns)| Some((percent, share, ns?)))
}

/// Returns the place of a share on its axis, and the logarithm of the time.
fn point(row: &ResultRow, share: f64, ns: u64) -> (f64, f64) {
    let (least, most) = (row.latency.min_ns.unwrap_or(1), row.latency.max_ns.unwrap_or(u64::MAX));
    // The last of n samples is at the place where 1/n of them is left.
    let left = (1.0 - share).max(1.0 / row.samples as f64);
    // The upper bound of a histogram bucket may exceed every value in it.
    (-left.log10(), (ns.clamp(least, most).max(1) as f64).log10())
}

fn curve(row: &ResultRow) -> Vec<(f64, f64)> {
    let beyond = |share: f64| (1.0 - share) * row.samples as f64;
    let mut points = vec![point(row, 0.0, row.latency.min_ns.unwrap_or(1))];
    let steps = row.histogram.iter().flat_map(|histogram| histogram.iter_quantiles(POINTS_A_HALF));
    let steps = steps.map(|step| (step.quantile_iterated_to(), step.value_iterated_to()));
    points.extend(steps.filter(|(share, _)| beyond(*share) > 1.0).map(|(share, ns)| point(row, share, ns)));
    points.push(point(row, 1.0, row.latency.max_ns.unwrap_or(u64::MAX)));
    points
}
