//! Latency histograms: a chart of the times of each class, with all engines in it.

use super::axis::Axis;
use super::data::{Charted, Data, time};
use super::ink::Ink;
use super::plot::{Frame, Plot, Size};
use crate::record::ResultRow;
use crate::report::units;

/// The number of bars for each doubling of the time, unless there would be more than `MOST_BARS`.
const BARS_A_DOUBLING: f64 = 8.0;
const MOST_BARS: f64 = 120.0;

/// The share of puzzles of each bar. Bars are numbered from 1 ns.
type Bars = Vec<(i64, f64)>;

/// The time axis that all charts share, and its bars.
struct Scale {
    x: Axis,
    bars_a_doubling: f64,
}

impl Scale {
    fn new(low: f64, high: f64, frame: Frame) -> Scale {
        let doublings = (high.max(1.0) / low.max(1.0)).log2().max(1.0);
        let most_bars = if frame.size == Size::Small { MOST_BARS / 2.0 } else { MOST_BARS };
        let bars_a_doubling = BARS_A_DOUBLING.min((most_bars / doublings).max(1.0)).floor();
        Scale { x: Axis::times(low, high, frame.across()), bars_a_doubling }
    }

    /// Returns the lower edge of a bar, limited to the axis.
    fn edge(&self, bar: i64) -> f64 {
        let edge = bar as f64 / self.bars_a_doubling * 2_f64.log10();
        edge.clamp(self.x.range.start, self.x.range.end)
    }

    fn bars(&self, row: &ResultRow) -> Bars {
        let mut bars = Bars::new();
        for step in row.histogram.iter().flat_map(|histogram| histogram.iter_recorded()) {
            let doublings = (step.value_iterated_to().max(1) as f64).log2();
            let bar = (doublings * self.bars_a_doubling).floor() as i64;
            let share = step.count_at_value() as f64 / row.samples as f64;
            match bars.last_mut() {
                Some((last, sum)) if *last == bar => *sum += share,
                _ => bars.push((bar, share)),
            }
        }
        bars
    }
}

pub(super) fn charts(data: &Data<'_>, size: Size) -> Vec<Plot> {
    let Some((low, high)) = data.times() else { return Vec::new() };
    let frame = Frame::new(size, 48.0, 16.0, 120.0, data.engines.len() > 1);
    let scale = Scale::new(low, high, frame);
    (0..data.classes.len()).map(|class| chart(data, class, frame, &scale)).collect()
}

fn chart(data: &Data<'_>, class: usize, frame: Frame, scale: &Scale) -> Plot {
    let rows: Vec<(&Charted<'_>, Bars)> =
        data.of_class(class).map(|charted| (charted, scale.bars(charted.row))).collect();
    let most = rows.iter().flat_map(|(_, bars)| bars.iter().map(|(_, share)| *share)).fold(0.0, f64::max);
    let name = data.classes[class];
    let mut plot =
        Plot::new(name, frame, ["time of a puzzle", ""], scale.x.clone(), Axis::shares(most, frame.up()));
    for (charted, bars) in &rows {
        let ink = Ink::of_engine(charted.engine);
        // Adjacent bars are one shape.
        for run in bars.chunk_by(|one, next| one.0 + 1 == next.0) {
            let mut outline = vec![plot.at(scale.edge(run[0].0), 0.0)];
            for &(bar, share) in run {
                outline.extend([bar, bar + 1].map(|bar| plot.at(scale.edge(bar), share)));
            }
            outline.push(plot.at(scale.edge(run[run.len() - 1].0 + 1), 0.0));
            plot.svg.area(&outline, ink, 0.28, &words(charted.row));
            plot.svg.line(&outline, ink, 1.5, &words(charted.row));
        }
    }
    for (charted, bars) in &rows {
        for &(bar, share) in bars {
            let [from, to] = [bar, bar + 1].map(|bar| scale.edge(bar));
            let corners = [(from, 0.0), (from, share), (to, share), (to, 0.0)].map(|(x, y)| plot.at(x, y));
            let [from, to] = [from, to].map(|edge| units::time(10_f64.powf(edge).round()));
            let title = format!("{}: {:.1} % took {from} to {to}", charted.row.engine, 100.0 * share);
            plot.svg.spot(&corners, &title);
        }
    }
    plot.legend(&data.engines);
    plot.describe(
        &format!("Histogram of the times of class {name}, on a logarithmic scale."),
        rows.iter().map(|(charted, _)| words(charted.row)),
    );
    plot
}

fn words(row: &ResultRow) -> String {
    let [min, max, p50] = [row.latency.min_ns, row.latency.max_ns, row.latency.p50_ns].map(time);
    format!("{}: from {min} to {max}, half below {p50}", row.engine)
}
