//! Two charts with a row for each class and a mark for each engine: throughput, and times of the engines side by side.

use super::axis::{Axis, Extent, LABEL, place_of_row};
use super::data::{Charted, Data, time};
use super::ink::Ink;
use super::plot::{Frame, Plot, Size, room_for, shortened};
use crate::report::units;

/// The height of one engine in a row.
const LANE: f64 = 15.0;

/// Returns those of the two charts that have something to show.
pub(super) fn charts(data: &Data<'_>, size: Size) -> Vec<Plot> {
    [throughput(data, size), side_by_side(data, size)].into_iter().flatten().collect()
}

/// The puzzles per second of one thread.
fn throughput(data: &Data<'_>, size: Size) -> Option<Plot> {
    let rates = || data.charted.iter().filter_map(|charted| charted.row.puzzles_per_second);
    let (low, high) = (rates().reduce(f64::min)?, rates().reduce(f64::max)?);
    let title = "Puzzles per second, one thread";
    let mut plot = plot(data, size, title, "puzzles per second", |extent| Axis::rates(low, high, extent));
    for class in 0..data.classes.len() {
        let rate = |charted: &Charted<'_>| Some((charted.engine, charted.row.puzzles_per_second?));
        let mut rates: Vec<(usize, f64)> = data.of_class(class).filter_map(rate).collect();
        rates.sort_by(|one, other| one.1.total_cmp(&other.1));
        let [(_, slowest), ..] = rates[..] else { continue };
        let fastest = rates[rates.len() - 1].1;
        let ends = [slowest, fastest].map(|rate| plot.at(rate.log10(), place_of_row(class)));
        plot.svg.rule(&ends, Ink::Muted, 0.5);
        for &(engine, rate) in &rates {
            let place = plot.at(rate.log10(), place_of_row(class));
            let title = words(data.classes[class], data.engines[engine], rate);
            plot.svg.mark(engine, place, 4.5, Ink::of_engine(engine), 1.0, &title);
        }
        // Only the ends of a row have room for figures.
        let figure =
            |rate: f64| if rate < 100.0 { units::rate(rate) } else { units::short(rate.round() as u64) };
        let [(left, y), (right, _)] = ends;
        plot.svg.text(&figure(fastest), (right + 9.0, y), Ink::Text, LABEL, "start");
        if rates.len() > 1 {
            plot.svg.text(&figure(slowest), (left - 9.0, y), Ink::Text, LABEL, "end");
        }
    }
    let figures = data.charted.iter().filter_map(|Charted { row, .. }| {
        Some(words(row.class.name(), &row.engine, row.puzzles_per_second?))
    });
    plot.describe("Puzzles per second of one thread, on a logarithmic scale.", figures);
    Some(plot)
}

fn words(class: &str, engine: &str, rate: f64) -> String {
    format!("{class}, {engine}: {} puzzles per second", units::count(rate.round() as u64))
}

/// A bar from the median to the 99th percentile for each class and engine; `None` if there is only one engine.
fn side_by_side(data: &Data<'_>, size: Size) -> Option<Plot> {
    let (low, high) = data.times().filter(|_| data.engines.len() > 1)?;
    let title = "Median (mark) to 99th percentile (bar)";
    let mut plot = plot(data, size, title, "time of a puzzle", |extent| Axis::times(low, high, extent));
    let words = |charted: &Charted<'_>| {
        let row = charted.row;
        let [p50, p99] = [row.latency.p50_ns, row.latency.p99_ns].map(time);
        format!("{}, {}: 50 % took at most {p50}, 99 % {p99}", row.class, row.engine)
    };
    for charted in &data.charted {
        let (Some(p50), Some(p99)) = (charted.row.latency.p50_ns, charted.row.latency.p99_ns) else {
            continue;
        };
        let (ink, words) = (Ink::of_engine(charted.engine), words(charted));
        let place = |ns: u64| plot.at((ns.max(1) as f64).log10(), place_of_row(charted.class));
        let (from, (end, _)) = (place(p50), place(p99));
        let y = from.1 + LANE * (charted.engine as f64 - (data.engines.len() as f64 - 1.0) / 2.0);
        plot.svg.line(&[(from.0, y), (end, y)], ink, 2.5, &words);
        plot.svg.line(&[(end, y - 4.0), (end, y + 4.0)], ink, 2.5, &words);
        plot.svg.mark(charted.engine, (from.0, y), 4.5, ink, 1.0, &words);
    }
    let what = "Median and 99th percentile of the engines, on a logarithmic scale.";
    plot.describe(what, data.charted.iter().map(words));
    Some(plot)
}

/// An empty chart. Both charts have the same rows, because they are side by side.
fn plot(data: &Data<'_>, size: Size, title: &str, x_name: &str, x: impl Fn(Extent) -> Axis) -> Plot {
    let row = LANE * data.engines.len() as f64 + 12.0;
    let height = row * data.classes.len() as f64;
    let left = room_for(data.classes.iter().copied()) - 8.0;
    let frame = Frame::new(size, left, 16.0, height, data.engines.len() > 1);
    let y = Axis::rows(data.classes.iter().map(|class| shortened(class)));
    let mut plot = Plot::new(title, frame, [x_name, ""], x(frame.across()), y);
    plot.legend(&data.engines);
    plot
}
