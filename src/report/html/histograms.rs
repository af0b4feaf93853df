//! Latency histograms: how the times of a class are spread. A chart for each class, with all engines in it.

use super::axis::{Axis, Way};
use super::chart::{Chart, Plane, Room, legend};
use super::data::{ChartedRow, Data};
use super::ink::Ink;
use super::svg::Svg;
use crate::report::units;

const HEIGHT: f64 = 190.0;
const ROOM: Room = Room { left: 48.0, right: 16.0, top: 28.0, bottom: 42.0 };
/// Bars for each doubling of the time, as long as there are not too many.
const BARS_A_DOUBLING: f64 = 8.0;
const MOST_BARS: f64 = 120.0;

/// Shares of puzzles by bar: the lower bounds of the bars as numbers of bars from 1 ns.
type Bars = Vec<(i64, f64)>;

/// A chart for each class.
pub(super) fn charts(data: &Data<'_>) -> Vec<Chart> {
    let Some((low, high)) = data.times() else { return Vec::new() };
    let x = Axis::times(low, high, Way::Across, ROOM.width());
    let doublings = (high.max(1.0) / low.max(1.0)).log2();
    let bars_a_doubling = BARS_A_DOUBLING.min((MOST_BARS / doublings.max(1.0)).max(1.0)).floor();
    (0..data.classes.len()).map(|class| chart(data, class, x.clone(), bars_a_doubling)).collect()
}

fn chart(data: &Data<'_>, class: usize, x: Axis, bars_a_doubling: f64) -> Chart {
    let engines = data.engines.iter().enumerate();
    let charted: Vec<(usize, ChartedRow<'_>)> =
        engines.filter_map(|(number, engine)| Some((number, engine.of_class(class)?))).collect();
    let bars: Vec<(usize, Bars)> =
        charted.iter().map(|(number, charted)| (*number, bars(charted, bars_a_doubling))).collect();
    let most = bars.iter().flat_map(|(_, bars)| bars.iter().map(|(_, share)| *share)).fold(0.0, f64::max);
    let edge = |bar: i64| (bar as f64 / bars_a_doubling * 2_f64.log10()).clamp(x.range.start, x.range.end);
    let plane = Plane { x: x.clone(), y: Axis::shares(most), room: ROOM, height: HEIGHT };
    let mut svg = Svg::default();
    plane.draw(&mut svg, "time of a puzzle", "");
    for (number, bars) in &bars {
        let ink = Ink::of_engine(*number);
        // Bars without gaps between them are one shape.
        for run in bars.chunk_by(|one, next| one.0 + 1 == next.0) {
            let mut outline = vec![plane.at(edge(run[0].0), 0.0)];
            for &(bar, share) in run {
                outline.extend([bar, bar + 1].map(|bar| plane.at(edge(bar), share)));
            }
            outline.push(plane.at(edge(run[run.len() - 1].0 + 1), 0.0));
            svg.area(&outline, ink, 0.28);
            svg.line(&outline, ink, 1.5, 1.0);
        }
    }
    legend(&mut svg, &data.engine_names(), (ROOM.left, 10.0));
    let description = description(data.classes[class], &charted);
    Chart { title: data.classes[class].to_owned(), description, height: HEIGHT, drawing: svg }
}

/// The shares of a histogram.
fn bars(charted: &ChartedRow<'_>, bars_a_doubling: f64) -> Bars {
    let samples = charted.row.samples as f64;
    let mut bars = Bars::new();
    for step in charted.histogram.iter_recorded() {
        let bar = ((step.value_iterated_to().max(1) as f64).log2() * bars_a_doubling).floor() as i64;
        let share = step.count_at_value() as f64 / samples;
        match bars.last_mut() {
            Some((last, sum)) if *last == bar => *sum += share,
            _ => bars.push((bar, share)),
        }
    }
    bars
}

fn description(class: &str, charted: &[(usize, ChartedRow<'_>)]) -> String {
    let time = |ns: Option<u64>| ns.map_or("unknown".to_owned(), |ns| units::time(ns as f64));
    let figures = |(_, charted): &(usize, ChartedRow<'_>)| {
        let latency = &charted.row.latency;
        format!(
            "{}: from {} to {}, half below {}",
            charted.row.engine,
            time(latency.min_ns),
            time(latency.max_ns),
            time(latency.p50_ns)
        )
    };
    let figures: Vec<String> = charted.iter().map(figures).collect();
    format!("Histogram of the times of class {class}, on a logarithmic scale. {}.", figures.join("; "))
}
