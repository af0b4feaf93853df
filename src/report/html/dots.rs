//! Two charts with a row for each class and a mark for each engine: throughput, and the engines side by side.

use super::axis::{Axis, Extent, LABEL, place_of_row};
use super::data::{Charted, Data, time};
use super::ink::Ink;
use super::plot::{BOTTOM, Frame, NAME_LENGTH, Plot, TOP, room_for};
use crate::report::units;
use crate::report::visible::shortened;

/// The height of one engine in a row.
const LANE: f64 = 15.0;

/// Puzzles that one thread solves in a second.
pub(super) fn throughput(data: &Data<'_>) -> Option<Plot> {
    let rates = || data.charted.iter().filter_map(|charted| charted.row.puzzles_per_second);
    let (low, high) = (rates().reduce(f64::min)?, rates().reduce(f64::max)?);
    let title = "Puzzles a second of solving, one thread";
    let mut plot = plot(data, title, "puzzles a second", |extent| Axis::rates(low, high, extent));
    for class in 0..data.classes.len() {
        let rate = |charted: &Charted<'_>| Some((charted.engine, charted.row.puzzles_per_second?));
        let mut rates: Vec<(usize, f64)> = data.of_class(class).filter_map(rate).collect();
        rates.sort_by(|one, other| one.1.total_cmp(&other.1));
        let [(_, slowest), ..] = rates[..] else { continue };
        let fastest = rates[rates.len() - 1].1;
        let ends = [slowest, fastest].map(|rate| plot.at(rate.log10(), place_of_row(class)));
        plot.svg.line(&ends, Ink::Muted, 1.0, 0.5);
        for &(engine, rate) in &rates {
            let place = plot.at(rate.log10(), place_of_row(class));
            plot.svg.mark(engine, place, 4.5, Ink::of_engine(engine), 1.0);
        }
        // Figures only at the ends of a row, where they have room.
        let figure =
            |rate: f64| if rate < 100.0 { units::rate(rate) } else { units::short(rate.round() as u64) };
        let [(left, y), (right, _)] = ends;
        plot.svg.text(&figure(fastest), (right + 9.0, y), Ink::Text, LABEL, "start");
        if rates.len() > 1 {
            plot.svg.text(&figure(slowest), (left - 9.0, y), Ink::Text, LABEL, "end");
        }
    }
    let figures = data.charted.iter().filter_map(|Charted { row, .. }| {
        let rate = units::count(row.puzzles_per_second?.round() as u64);
        Some(format!("{}, {}: {rate}", row.class, row.engine))
    });
    plot.describe("Puzzles that one thread solves in a second, on a logarithmic scale.", figures);
    Some(plot)
}

/// For each class and engine from the median to the 99th percentile; only where there are engines to compare.
pub(super) fn side_by_side(data: &Data<'_>) -> Option<Plot> {
    let (low, high) = data.times().filter(|_| data.engines.len() > 1)?;
    let title = "Median (mark) to 99th percentile (bar)";
    let mut plot = plot(data, title, "time of a puzzle", |extent| Axis::times(low, high, extent));
    for &Charted { engine, class, row } in &data.charted {
        let (Some(p50), Some(p99)) = (row.latency.p50_ns, row.latency.p99_ns) else { continue };
        let ink = Ink::of_engine(engine);
        let [from, to] = [p50, p99].map(|ns| plot.at((ns.max(1) as f64).log10(), place_of_row(class)));
        let (y, end) = (from.1 + LANE * (engine as f64 - (data.engines.len() as f64 - 1.0) / 2.0), to.0);
        plot.svg.line(&[(from.0, y), (end, y)], ink, 2.5, 1.0);
        plot.svg.line(&[(end, y - 4.0), (end, y + 4.0)], ink, 2.5, 1.0);
        plot.svg.mark(engine, (from.0, y), 4.5, ink, 1.0);
    }
    let figures = data.charted.iter().map(|Charted { row, .. }| {
        let [p50, p99] = [row.latency.p50_ns, row.latency.p99_ns].map(time);
        format!("{}, {}: half at most {p50}, 99 % {p99}", row.class, row.engine)
    });
    plot.describe("Median and 99th percentile of the engines, on a logarithmic scale.", figures);
    Some(plot)
}

/// The same rows for both charts, which stand side by side.
fn plot(data: &Data<'_>, title: &str, x_name: &str, x: impl Fn(Extent) -> Axis) -> Plot {
    let row = LANE * data.engines.len() as f64 + 12.0;
    let height = TOP + BOTTOM + row * data.classes.len() as f64;
    let frame = Frame { left: room_for(data.classes.iter().copied()) - 8.0, right: 16.0, height };
    let y = Axis::rows(data.classes.iter().map(|class| shortened(class, NAME_LENGTH)));
    let mut plot = Plot::new(title, frame, [x_name, ""], x(frame.across()), y);
    plot.legend(&data.engines);
    plot
}
