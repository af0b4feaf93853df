//! Two charts with a row for each class and a mark for each engine: throughput, and the engines side by side.

use plotters::element::PathElement;
use plotters::style::Color;
use plotters::style::text_anchor::{HPos, VPos};

use super::axis::{Axis, LABEL, Way, place_of_row};
use super::chart::{
    AxisNames, Chart, Plane, Room, WIDTH, legend, mark, pixels, plane, put, shortened, text, widest, write,
};
use super::data::Data;
use super::ink::Ink;
use super::svg::FINE;
use crate::bench::ResultRow;
use crate::report::units;

const TOP: u32 = 28;
/// The height of one engine in a row.
const LANE: u32 = 15;
const BOTTOM: u32 = 42;

/// Puzzles that one thread solves in a second.
pub(super) fn throughput(data: &Data<'_>) -> Option<Chart> {
    let rates: Vec<f64> = data.charted().filter_map(|measured| measured.row.puzzles_per_second).collect();
    let low = rates.iter().copied().reduce(f64::min)?;
    let high = rates.iter().copied().reduce(f64::max)?;
    let names = row_names(data);
    let room = room(&names, 16);
    let x = axis_with_margins(low, high, f64::from(WIDTH - room.left - room.right));
    let each = |row: &ResultRow| row.puzzles_per_second.map(|rate| units::count(rate.round() as u64));
    let description =
        in_words(data, "Puzzles that one thread solves in a second, on a logarithmic scale.", &each);
    let height = height(data);
    Some(Chart::draw("Puzzles a second of solving, one thread".to_owned(), description, height, |area| {
        let plane = plane(area, &x, &Axis::rows(&names), room, AxisNames { x: "puzzles a second", y: "" });
        for class in 0..names.len() {
            let mut row: Vec<(usize, f64)> = Vec::new();
            for (number, engine) in data.engines.iter().enumerate() {
                let rate = engine.of_class(class).and_then(|measured| measured.row.puzzles_per_second);
                row.extend(rate.map(|rate| (number, rate)));
            }
            row.sort_by(|one, other| one.1.total_cmp(&other.1));
            let y = place_of_row(class, names.len());
            let place = |rate: f64| plane.backend_coord(&(rate.log10(), y));
            if let [(_, first), .., (_, last)] = row[..] {
                let span = vec![place(first), place(last)];
                put(area, &PathElement::new(span, Ink::Muted.mix(0.5).stroke_width(FINE as u32)));
            }
            for (rank, &(number, rate)) in row.iter().enumerate() {
                let (x, y) = place(rate);
                mark(area, number, Ink::of_engine(number).filled(), 9 * FINE / 2, (x, y));
                let figure = if rate < 100.0 { units::rate(rate) } else { units::short(rate.round() as u64) };
                // Figures only at the ends of a row, where they have room.
                if rank + 1 == row.len() {
                    write(
                        area,
                        &figure,
                        &text(Ink::Text, LABEL, HPos::Left, VPos::Center),
                        (x + 9 * FINE, y),
                    );
                } else if rank == 0 {
                    write(
                        area,
                        &figure,
                        &text(Ink::Text, LABEL, HPos::Right, VPos::Center),
                        (x - 9 * FINE, y),
                    );
                }
            }
        }
        legend(area, &data.engine_names(), (pixels(room.left), pixels(10)));
    }))
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

/// For each class and engine from the median to the 99th percentile; only where there are engines to compare.
pub(super) fn side_by_side(data: &Data<'_>) -> Option<Chart> {
    if data.engines.len() < 2 {
        return None;
    }
    let (low, high) = data.times()?;
    let names = row_names(data);
    let room = room(&names, 16);
    let x = Axis::times(low, high, Way::Across, f64::from(WIDTH - room.left - room.right));
    let time = |ns: Option<u64>| ns.map_or("unknown".to_owned(), |ns| units::time(ns as f64));
    let each = |row: &ResultRow| {
        let latency = &row.latency;
        Some(format!("half at most {}, 99 % {}", time(latency.p50_ns), time(latency.p99_ns)))
    };
    let description =
        in_words(data, "Median and 99th percentile of the engines, on a logarithmic scale.", &each);
    let height = height(data);
    Some(Chart::draw("Median (mark) to 99th percentile (bar)".to_owned(), description, height, |area| {
        let plane = plane(area, &x, &Axis::rows(&names), room, AxisNames { x: "time of a puzzle", y: "" });
        for (number, engine) in data.engines.iter().enumerate() {
            let ink = Ink::of_engine(number);
            for (class, measured) in &engine.charted {
                let latency = &measured.row.latency;
                let (Some(p50), Some(p99)) = (latency.p50_ns, latency.p99_ns) else { continue };
                let middle = (data.engines.len() as f64 - 1.0) / 2.0;
                let offset = ((number as f64 - middle) * f64::from(pixels(LANE))) as i32;
                let place = |ns: u64| lowered(&plane, ns, place_of_row(*class, names.len()), offset);
                let (from, to) = (place(p50), place(p99));
                put(area, &PathElement::new(vec![from, to], ink.stroke_width(5 * FINE as u32 / 2)));
                let tick = vec![(to.0, to.1 - 4 * FINE), (to.0, to.1 + 4 * FINE)];
                put(area, &PathElement::new(tick, ink.stroke_width(5 * FINE as u32 / 2)));
                mark(area, number, ink.filled(), 9 * FINE / 2, from);
            }
        }
        legend(area, &data.engine_names(), (pixels(room.left), pixels(10)));
    }))
}

fn lowered(plane: &Plane<'_>, ns: u64, row: f64, offset: i32) -> (i32, i32) {
    let (x, y) = plane.backend_coord(&((ns.max(1) as f64).log10(), row));
    (x, y + offset)
}

fn row_names(data: &Data<'_>) -> Vec<String> {
    data.classes.iter().map(|class| shortened(class)).collect()
}

/// The same for both charts, which stand side by side.
fn height(data: &Data<'_>) -> u32 {
    TOP + BOTTOM + (LANE * data.engines.len() as u32 + 12) * data.classes.len() as u32
}

fn room(names: &[String], right: u32) -> Room {
    Room { left: widest(names.iter().map(String::as_str)) + 18, right, top: TOP, bottom: BOTTOM }
}

/// The figures of all rows in words.
fn in_words(data: &Data<'_>, what: &str, figure: &dyn Fn(&ResultRow) -> Option<String>) -> String {
    let mut words = Vec::new();
    for measured in data.charted() {
        let row = measured.row;
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
