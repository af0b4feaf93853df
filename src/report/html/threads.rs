//! Speed-up by number of threads: a curve for each class, and the line of perfect scaling. If there are many classes,
//! each has its own panel.

use super::axis::Axis;
use super::data::Data;
use super::ink::Ink;
use super::plot::{Curve, Frame, Plot, Size, room_for};
use crate::record::ThreadsRow;
use crate::report::units;

/// Returns the chart or the panels, if several numbers of threads were measured.
pub(super) fn charts(data: &Data<'_>, size: Size) -> Vec<Plot> {
    let rows = data.run.threads.chunk_by(|one, next| one.class == next.class);
    let mut classes: Vec<&[ThreadsRow]> = rows.collect();
    // In the order of the other charts, with classes that are not in those last.
    let place = |rows: &[ThreadsRow]| data.classes.iter().position(|class| *class == rows[0].class);
    classes.sort_by_key(|rows| place(rows).unwrap_or(usize::MAX));
    if data.has_panels() {
        return classes.into_iter().filter_map(|rows| chart(data, size, &rows[0].class, &[rows])).collect();
    }
    chart(data, size, "Speed-up by threads", &classes).into_iter().collect()
}

fn chart(data: &Data<'_>, size: Size, title: &str, classes: &[&[ThreadsRow]]) -> Option<Plot> {
    let first = data.run.threads.first()?.threads;
    let mut counts: Vec<usize> = classes[0].iter().map(|row| row.threads).collect();
    counts.sort_unstable();
    let (fewest, most_threads) = (counts[0] as f64, *counts.last()? as f64);
    let perfect = |threads: f64| threads / first as f64;
    let most = data.run.threads.iter().map(|row| row.speedup).fold(perfect(most_threads), f64::max);
    let right = room_for(classes.iter().map(|rows| rows[0].class.as_str()));
    let frame = Frame::new(size, 48.0, right, 224.0, true);
    let x = Axis::counts(counts.into_iter(), most_threads, frame.across());
    let y = Axis::counts(1..=most.ceil() as usize, most, frame.up());
    let mut plot = Plot::new(title, frame, ["threads", "speed-up"], x, y);
    let ends = [fewest, most_threads].map(|threads| plot.at(threads, perfect(threads)));
    plot.svg.rule(&ends, Ink::Muted, 0.5);
    let words = |row: &ThreadsRow| {
        format!("{}, {}: {:.2} times", row.class, units::counted(row.threads as u64, "thread"), row.speedup)
    };
    let mut curves = Vec::new();
    for (class, rows) in classes.iter().enumerate() {
        let ink = if size == Size::Small { Ink::of_engine(0) } else { Ink::of_class(class, classes.len()) };
        let mut rows: Vec<&ThreadsRow> = rows.iter().collect();
        rows.sort_by_key(|row| row.threads);
        let figures: Vec<(f64, f64)> = rows.iter().map(|row| (row.threads as f64, row.speedup)).collect();
        let title = rows.iter().map(|row| words(row)).collect::<Vec<_>>().join("; ");
        curves.push(Curve { figures, ink, name: &rows[0].class, title });
    }
    plot.curves(&curves);
    for row in classes.iter().copied().flatten() {
        let curve = curves.iter().find(|curve| curve.name == row.class).expect("each class has a curve");
        plot.svg.mark(0, plot.at(row.threads as f64, row.speedup), 3.0, curve.ink, 1.0, &words(row));
    }
    let threads = units::counted(first as u64, "thread");
    plot.describe(
        &format!("Speed-up against {threads} by class; the thin line is perfect scaling."),
        classes.iter().copied().flatten().map(words),
    );
    Some(plot)
}
