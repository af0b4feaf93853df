//! Latency histograms: how the times of a class are spread. A chart for each class, with all engines in it.

use plotters::element::{PathElement, Polygon};
use plotters::style::Color;

use super::axis::{Axis, Way};
use super::chart::{AxisNames, Chart, Room, WIDTH, legend, pixels, plane, put};
use super::data::{Data, Measured};
use super::ink::Ink;
use super::svg::FINE;
use crate::report::units;

const HEIGHT: u32 = 190;
const ROOM: Room = Room { left: 48, right: 16, top: 28, bottom: 42 };
/// Bars for each doubling of the time, as long as there are not too many.
const BARS_A_DOUBLING: f64 = 8.0;
const MOST_BARS: f64 = 120.0;

/// Shares of puzzles by bar: the lower bounds of the bars as numbers of bars from 1 ns.
type Bars = Vec<(i64, f64)>;

/// A chart for each class.
pub(super) fn charts(data: &Data<'_>) -> Vec<Chart> {
    let Some((low, high)) = data.times() else { return Vec::new() };
    let x = Axis::times(low, high, Way::Across, f64::from(WIDTH - ROOM.left - ROOM.right));
    let doublings = (high.max(1.0) / low.max(1.0)).log2();
    let bars_a_doubling = BARS_A_DOUBLING.min((MOST_BARS / doublings.max(1.0)).max(1.0)).floor();
    let classes = 0..data.classes.len();
    classes.map(|class| chart(data, class, &x, bars_a_doubling)).collect()
}

fn chart(data: &Data<'_>, class: usize, x: &Axis, bars_a_doubling: f64) -> Chart {
    let engines = data.engines.iter().enumerate();
    let measured: Vec<(usize, &Measured<'_>)> =
        engines.filter_map(|(number, engine)| Some((number, engine.of_class(class)?))).collect();
    let bars: Vec<(usize, Bars)> =
        measured.iter().map(|(number, measured)| (*number, bars(measured, bars_a_doubling))).collect();
    let most = bars.iter().flat_map(|(_, bars)| bars.iter().map(|(_, share)| *share)).fold(0.0, f64::max);
    let y = Axis::shares(most);
    let title = data.classes[class].to_owned();
    Chart::draw(title, description(data.classes[class], &measured), HEIGHT, |area| {
        let plane = plane(area, x, &y, ROOM, AxisNames { x: "time of a puzzle", y: "" });
        let edge =
            |bar: i64| (bar as f64 / bars_a_doubling * 2_f64.log10()).clamp(x.range.start, x.range.end);
        for (number, bars) in &bars {
            let ink = Ink::of_engine(*number);
            for run in neighbours(bars) {
                let mut outline = vec![plane.backend_coord(&(edge(run[0].0), 0.0))];
                for &(bar, share) in run {
                    outline.extend([bar, bar + 1].map(|bar| plane.backend_coord(&(edge(bar), share))));
                }
                outline.push(plane.backend_coord(&(edge(run[run.len() - 1].0 + 1), 0.0)));
                put(area, &Polygon::new(outline.clone(), ink.mix(0.28).filled()));
                put(area, &PathElement::new(outline, ink.stroke_width(3 * FINE as u32 / 2)));
            }
        }
        legend(area, &data.engine_names(), (pixels(ROOM.left), pixels(10)));
    })
}

/// The shares of a histogram.
fn bars(measured: &Measured<'_>, bars_a_doubling: f64) -> Bars {
    let samples = measured.row.samples as f64;
    let mut bars = Bars::new();
    for step in measured.histogram.iter_recorded() {
        let bar = ((step.value_iterated_to().max(1) as f64).log2() * bars_a_doubling).floor() as i64;
        let share = step.count_at_value() as f64 / samples;
        match bars.last_mut() {
            Some((last, sum)) if *last == bar => *sum += share,
            _ => bars.push((bar, share)),
        }
    }
    bars
}

/// Bars without gaps between them.
fn neighbours(bars: &Bars) -> impl Iterator<Item = &[(i64, f64)]> {
    bars.chunk_by(|one, next| one.0 + 1 == next.0)
}

fn description(class: &str, measured: &[(usize, &Measured<'_>)]) -> String {
    let time = |ns: Option<u64>| ns.map_or("unknown".to_owned(), |ns| units::time(ns as f64));
    let figures = |(_, measured): &(usize, &Measured<'_>)| {
        let latency = &measured.row.latency;
        format!(
            "{}: from {} to {}, half below {}",
            measured.row.engine,
            time(latency.min_ns),
            time(latency.max_ns),
            time(latency.p50_ns)
        )
    };
    let figures: Vec<String> = measured.iter().map(figures).collect();
    format!("Histogram of the times of class {class}, on a logarithmic scale. {}.", figures.join("; "))
}
