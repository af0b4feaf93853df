//! Two charts with a row for each class and a mark for each engine: throughput, and the engines side by side.

use super::axis::{Axis, LABEL, place_of_row};
use super::data::{Data, time};
use super::ink::Ink;
use super::plot::{BOTTOM, Frame, NAME_LENGTH, Plot, TOP, room_for};
use crate::record::ResultRow;
use crate::report::units;
use crate::report::visible::shortened;

/// The height of one engine in a row.
const LANE: f64 = 15.0;

/// Puzzles that one thread solves in a second.
pub(super) fn throughput(data: &Data<'_>) -> Option<Plot> {
    let rates = || data.charted().filter_map(|row| row.puzzles_per_second);
    let (low, high) = (rates().reduce(f64::min)?, rates().reduce(f64::max)?);
    let frame = frame(data);
    let x = Axis::rates(low, high, frame.across());
    let title = "Puzzles a second of solving, one thread";
    let mut plot = Plot::new(title, frame, ["puzzles a second", ""], x, classes(data));
    for class in 0..data.classes.len() {
        let rates = data.of_class(class).filter_map(|(engine, row)| Some((engine, row.puzzles_per_second?)));
        let mut rates: Vec<(usize, f64)> = rates.collect();
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
    let figure = |row: &ResultRow| Some(units::count(row.puzzles_per_second?.round() as u64));
    let what = "Puzzles that one thread solves in a second, on a logarithmic scale.";
    Some(described(plot, data, what, figure))
}

/// For each class and engine from the median to the 99th percentile; only where there are engines to compare.
pub(super) fn side_by_side(data: &Data<'_>) -> Option<Plot> {
    let (low, high) = data.times().filter(|_| data.engines.len() > 1)?;
    let frame = frame(data);
    let x = Axis::times(low, high, frame.across());
    let title = "Median (mark) to 99th percentile (bar)";
    let mut plot = Plot::new(title, frame, ["time of a puzzle", ""], x, classes(data));
    for (engine, rows) in data.engines.iter().enumerate() {
        let ink = Ink::of_engine(engine);
        let offset = (engine as f64 - (data.engines.len() as f64 - 1.0) / 2.0) * LANE;
        for (class, row) in &rows.charted {
            let (Some(p50), Some(p99)) = (row.latency.p50_ns, row.latency.p99_ns) else { continue };
            let [from, to] = [p50, p99].map(|ns| plot.at((ns.max(1) as f64).log10(), place_of_row(*class)));
            let (y, end) = (from.1 + offset, to.0);
            plot.svg.line(&[(from.0, y), (end, y)], ink, 2.5, 1.0);
            plot.svg.line(&[(end, y - 4.0), (end, y + 4.0)], ink, 2.5, 1.0);
            plot.svg.mark(engine, (from.0, y), 4.5, ink, 1.0);
        }
    }
    let figure = |row: &ResultRow| {
        Some(format!("half at most {}, 99 % {}", time(row.latency.p50_ns), time(row.latency.p99_ns)))
    };
    let what = "Median and 99th percentile of the engines, on a logarithmic scale.";
    Some(described(plot, data, what, figure))
}

/// The same for both charts, which stand side by side.
fn frame(data: &Data<'_>) -> Frame {
    let row = LANE * data.engines.len() as f64 + 12.0;
    let height = TOP + BOTTOM + row * data.classes.len() as f64;
    Frame { left: room_for(data.classes.iter().copied()) - 8.0, right: 16.0, height }
}

fn classes(data: &Data<'_>) -> Axis {
    Axis::rows(data.classes.iter().map(|class| shortened(class, NAME_LENGTH)))
}

/// The chart with a legend and the figures of all rows in words.
fn described(
    mut plot: Plot,
    data: &Data<'_>,
    what: &str,
    figure: impl Fn(&ResultRow) -> Option<String>,
) -> Plot {
    plot.legend(&data.engine_names());
    let words = |row: &ResultRow| Some(format!("{}, {}: {}", row.class, row.engine, figure(row)?));
    plot.describe(what, data.charted().filter_map(words));
    plot
}
