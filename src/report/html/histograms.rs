//! Latency histograms: how the times of a class are spread. A chart for each class, with all engines in it.

use super::axis::Axis;
use super::data::{Charted, Data, time};
use super::ink::Ink;
use super::plot::{Frame, Plot};
use crate::record::ResultRow;

const FRAME: Frame = Frame { left: 48.0, right: 16.0, height: 196.0 };
/// Bars for each doubling of the time, as long as there are not too many.
const BARS_A_DOUBLING: f64 = 8.0;
const MOST_BARS: f64 = 120.0;

/// Shares of puzzles by bar: the lower bounds of the bars as numbers of bars from 1 ns.
type Bars = Vec<(i64, f64)>;

pub(super) fn charts(data: &Data<'_>) -> Vec<Plot> {
    let Some((low, high)) = data.times() else { return Vec::new() };
    let x = Axis::times(low, high, FRAME.across());
    let doublings = (high.max(1.0) / low.max(1.0)).log2();
    let bars_a_doubling = BARS_A_DOUBLING.min((MOST_BARS / doublings.max(1.0)).max(1.0)).floor();
    (0..data.classes.len()).map(|class| chart(data, class, &x, bars_a_doubling)).collect()
}

fn chart(data: &Data<'_>, class: usize, x: &Axis, bars_a_doubling: f64) -> Plot {
    let bars: Vec<(usize, Bars)> =
        data.of_class(class).map(|charted| (charted.engine, bars(charted.row, bars_a_doubling))).collect();
    let most = bars.iter().flat_map(|(_, bars)| bars.iter().map(|(_, share)| *share)).fold(0.0, f64::max);
    let edge = |bar: i64| (bar as f64 / bars_a_doubling * 2_f64.log10()).clamp(x.range.start, x.range.end);
    let name = data.classes[class];
    let mut plot = Plot::new(name, FRAME, ["time of a puzzle", ""], x.clone(), Axis::shares(most));
    for (engine, bars) in &bars {
        let ink = Ink::of_engine(*engine);
        // Bars without gaps between them are one shape.
        for run in bars.chunk_by(|one, next| one.0 + 1 == next.0) {
            let mut outline = vec![plot.at(edge(run[0].0), 0.0)];
            for &(bar, share) in run {
                outline.extend([bar, bar + 1].map(|bar| plot.at(edge(bar), share)));
            }
            outline.push(plot.at(edge(run[run.len() - 1].0 + 1), 0.0));
            plot.svg.area(&outline, ink, 0.28);
            plot.svg.line(&outline, ink, 1.5, 1.0);
        }
    }
    plot.legend(&data.engines);
    let figures = data.of_class(class).map(|Charted { row, .. }| {
        let [min, max, p50] = [row.latency.min_ns, row.latency.max_ns, row.latency.p50_ns].map(time);
        format!("{}: from {min} to {max}, half below {p50}", row.engine)
    });
    plot.describe(&format!("Histogram of the times of class {name}, on a logarithmic scale."), figures);
    plot
}

fn bars(row: &ResultRow, bars_a_doubling: f64) -> Bars {
    let mut bars = Bars::new();
    for step in row.histogram.iter().flat_map(|histogram| histogram.iter_recorded()) {
        let bar = ((step.value_iterated_to().max(1) as f64).log2() * bars_a_doubling).floor() as i64;
        let share = step.count_at_value() as f64 / row.samples as f64;
        match bars.last_mut() {
            Some((last, sum)) if *last == bar => *sum += share,
            _ => bars.push((bar, share)),
        }
    }
    bars
}
