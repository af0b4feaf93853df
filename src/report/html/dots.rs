//! Two charts with a row for each class and a mark for each engine: throughput, and the engines side by side.

use super::axis::{Axis, LABEL, Way, place_of_row};
use super::chart::{Chart, Plane, Room, legend, mark, shortened, widest};
use super::data::Data;
use super::ink::Ink;
use super::svg::{Anchor, Svg};
use crate::record::ResultRow;
use crate::report::units;

/// The height of one engine in a row.
const LANE: f64 = 15.0;

/// Puzzles that one thread solves in a second.
pub(super) fn throughput(data: &Data<'_>) -> Option<Chart> {
    let rates: Vec<f64> = data.charted().filter_map(|row| row.puzzles_per_second).collect();
    let low = rates.iter().copied().reduce(f64::min)?;
    let high = rates.iter().copied().reduce(f64::max)?;
    let plane = plane(data, |length| axis_with_margins(low, high, length));
    let mut svg = Svg::default();
    plane.draw(&mut svg, "puzzles a second", "");
    for class in 0..data.classes.len() {
        let mut row: Vec<(usize, f64)> = Vec::new();
        for (number, engine) in data.engines.iter().enumerate() {
            let rate = engine.of_class(class).and_then(|charted| charted.row.puzzles_per_second);
            row.extend(rate.map(|rate| (number, rate)));
        }
        row.sort_by(|one, other| one.1.total_cmp(&other.1));
        let place = |rate: f64| plane.at(rate.log10(), place_of_row(class, data.classes.len()));
        if let [(_, first), .., (_, last)] = row[..] {
            svg.line(&[place(first), place(last)], Ink::Muted, 1.0, 0.5);
        }
        for (rank, &(number, rate)) in row.iter().enumerate() {
            let (x, y) = place(rate);
            mark(&mut svg, number, Ink::of_engine(number), 1.0, 4.5, (x, y));
            let figure = if rate < 100.0 { units::rate(rate) } else { units::short(rate.round() as u64) };
            // Figures only at the ends of a row, where they have room.
            if rank + 1 == row.len() {
                svg.text(&figure, (x + 9.0, y), Ink::Text, LABEL, Anchor::Start);
            } else if rank == 0 {
                svg.text(&figure, (x - 9.0, y), Ink::Text, LABEL, Anchor::End);
            }
        }
    }
    legend(&mut svg, &data.engine_names(), (plane.room.left, 10.0));
    let each = |row: &ResultRow| row.puzzles_per_second.map(|rate| units::count(rate.round() as u64));
    Some(Chart {
        title: "Puzzles a second of solving, one thread".to_owned(),
        description: in_words(
            data,
            "Puzzles that one thread solves in a second, on a logarithmic scale.",
            &each,
        ),
        height: plane.height,
        drawing: svg,
    })
}

/// For each class and engine from the median to the 99th percentile; only where there are engines to compare.
pub(super) fn side_by_side(data: &Data<'_>) -> Option<Chart> {
    if data.engines.len() < 2 {
        return None;
    }
    let (low, high) = data.times()?;
    let plane = plane(data, |length| Axis::times(low, high, Way::Across, length));
    let mut svg = Svg::default();
    plane.draw(&mut svg, "time of a puzzle", "");
    for (number, engine) in data.engines.iter().enumerate() {
        let ink = Ink::of_engine(number);
        for (class, charted) in &engine.charted {
            let latency = &charted.row.latency;
            let (Some(p50), Some(p99)) = (latency.p50_ns, latency.p99_ns) else { continue };
            let offset = (number as f64 - (data.engines.len() as f64 - 1.0) / 2.0) * LANE;
            let place = |ns: u64| {
                let row = place_of_row(*class, data.classes.len());
                let (x, y) = plane.at((ns.max(1) as f64).log10(), row);
                (x, y + offset)
            };
            let (from, to) = (place(p50), place(p99));
            svg.line(&[from, to], ink, 2.5, 1.0);
            svg.line(&[(to.0, to.1 - 4.0), (to.0, to.1 + 4.0)], ink, 2.5, 1.0);
            mark(&mut svg, number, ink, 1.0, 4.5, from);
        }
    }
    legend(&mut svg, &data.engine_names(), (plane.room.left, 10.0));
    let time = |ns: Option<u64>| ns.map_or("unknown".to_owned(), |ns| units::time(ns as f64));
    let each = |row: &ResultRow| {
        Some(format!("half at most {}, 99 % {}", time(row.latency.p50_ns), time(row.latency.p99_ns)))
    };
    Some(Chart {
        title: "Median (mark) to 99th percentile (bar)".to_owned(),
        description: in_words(
            data,
            "Median and 99th percentile of the engines, on a logarithmic scale.",
            &each,
        ),
        height: plane.height,
        drawing: svg,
    })
}

/// The same rows for both charts, which stand side by side.
fn plane(data: &Data<'_>, x: impl Fn(f64) -> Axis) -> Plane {
    let names: Vec<String> = data.classes.iter().map(|class| shortened(class)).collect();
    let left = widest(data.classes.iter().copied()) + 18.0;
    let room = Room { left, right: 16.0, top: 28.0, bottom: 42.0 };
    let row = LANE * data.engines.len() as f64 + 12.0;
    let height = room.top + room.bottom + row * data.classes.len() as f64;
    Plane { x: x(room.width()), y: Axis::rows(&names), room, height }
}

/// An axis of rates with room for a figure beside the marks at either end.
fn axis_with_margins(low: f64, high: f64, length: f64) -> Axis {
    const FIGURE: f64 = 54.0;
    let mut margin = 1.3;
    loop {
        let x = Axis::rates(low / margin, high * margin, length);
        let scale = length / (x.range.end - x.range.start);
        let (left, right) = (low.log10() - x.range.start, x.range.end - high.log10());
        // However far apart the marks are, there is a margin that is large enough; the bound is for figures that are none.
        if left.min(right) * scale >= FIGURE || margin > 1e12 {
            return x;
        }
        margin *= 1.3;
    }
}

/// The figures of all rows in words.
fn in_words(data: &Data<'_>, what: &str, figure: &dyn Fn(&ResultRow) -> Option<String>) -> String {
    let mut words = Vec::new();
    for row in data.charted() {
        words.extend(figure(row).map(|figure| format!("{}, {}: {figure}", row.class, row.engine)));
    }
    format!("{what} {}.", words.join("; "))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn there_is_always_room_for_the_figures(low in -1.0..9.0_f64, decades in 0.0..5.0_f64) {
            let x = axis_with_margins(10_f64.powf(low), 10_f64.powf(low + decades), 330.0);
            let scale = 330.0 / (x.range.end - x.range.start);
            prop_assert!((low - x.range.start) * scale >= 54.0 - 1e-6);
            prop_assert!((x.range.end - low - decades) * scale >= 54.0 - 1e-6);
        }
    }
}
