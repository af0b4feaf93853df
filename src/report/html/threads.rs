//! Speed-up by number of threads: a curve for each class, and the line of perfect scaling.

use super::axis::Axis;
use super::ink::{Ink, STEPS};
use super::plot::{Frame, Plot, room_for};
use crate::record::{Run, ThreadsRow};
use crate::report::units;

/// The chart, if several numbers of threads were measured; of many classes it shows the first.
pub(super) fn chart(run: &Run) -> Option<Plot> {
    let first = run.threads.first()?.threads;
    let classes: Vec<&[ThreadsRow]> =
        run.threads.chunk_by(|one, next| one.class == next.class).take(STEPS).collect();
    let mut counts: Vec<usize> = classes[0].iter().map(|row| row.threads).collect();
    counts.sort_unstable();
    let (fewest, most_threads) = (counts[0] as f64, *counts.last()? as f64);
    let perfect = |threads: f64| threads / first as f64;
    let most = run.threads.iter().map(|row| row.speedup).fold(perfect(most_threads), f64::max);
    let right = room_for(classes.iter().map(|rows| rows[0].class.as_str()));
    let frame = Frame { left: 48.0, right, height: 300.0 };
    let x = Axis::counts(counts.into_iter(), most_threads, frame.across());
    let y = Axis::counts(1..=most.ceil() as usize, most, frame.up());
    let mut plot = Plot::new("Speed-up by threads", frame, ["threads", "speed-up"], x, y);
    let ends = [fewest, most_threads].map(|threads| plot.at(threads, perfect(threads)));
    plot.svg.line(&ends, Ink::Muted, 1.0, 0.5);
    let mut curves = Vec::new();
    for (class, rows) in classes.iter().enumerate() {
        let ink = Ink::of_class(class, classes.len());
        let mut figures: Vec<(f64, f64)> = rows.iter().map(|row| (row.threads as f64, row.speedup)).collect();
        figures.sort_by(|one, other| one.0.total_cmp(&other.0));
        for &(threads, speedup) in &figures {
            plot.svg.circle(plot.at(threads, speedup), 3.0, ink, 1.0);
        }
        curves.push((figures, ink, rows[0].class.as_str()));
    }
    plot.curves(&curves);
    let threads = |count: usize| units::counted(count as u64, "thread");
    plot.describe(
        &format!("Speed-up against {} by class; the thin line is perfect scaling.", threads(first)),
        run.threads.iter().map(|row| format!("{}, {}: {:.2}", row.class, threads(row.threads), row.speedup)),
    );
    Some(plot)
}
