//! How much faster one engine is than another, and how much each differs from itself: the rows of a run.

use super::job::Job;
use super::paired::Paired;
use super::results::{NoiseRow, SpeedupRow, engines_in_order};
use super::runner::Measured;
use crate::engine::EngineKind;
use crate::stats::{Deviations, Figures, LEAST_FLOOR, Verdict};

/// The halves of an engine on a class, or on all classes.
fn halves(measured: &Measured, engine: EngineKind, class: Option<u16>) -> &[Figures] {
    let found = measured.noise.iter().find(|noise| noise.engine == engine && noise.class == class);
    found.map_or(&[], |noise| &noise.halves)
}

/// A row for each engine and class, and one for each engine and all classes.
pub(super) fn noise_rows(job: &Job, measured: &Measured) -> Vec<NoiseRow> {
    let mut rows = Vec::new();
    for engine in engines_in_order(job, measured) {
        let classes = measured.classes.in_order().into_iter().map(Some).chain([None]);
        for class in classes {
            let name = class.map_or("all", |class| &measured.classes.names()[usize::from(class)]);
            rows.push(NoiseRow {
                engine: engine.name().to_owned(),
                class: name.to_owned(),
                halves: halves(measured, engine, class).to_vec(),
            });
        }
    }
    rows.retain(|row| !row.halves.is_empty());
    rows
}

/// How other engines compare with the first.
pub(super) fn speedups(job: &Job, measured: &Measured) -> Vec<SpeedupRow> {
    let engines = engines_in_order(job, measured);
    let Some((&baseline, others)) = engines.split_first() else { return Vec::new() };
    let mut rows = Vec::new();
    for &engine in others {
        let row = |class: Option<u16>, paired: &Paired| {
            let of = |engine| halves(measured, engine, class);
            let noise = Deviations::of_ratios(of(baseline), of(engine));
            let (speedup, floor) =
                (paired.speedup(&noise), noise.floor(0).map(|floor| floor.max(LEAST_FLOOR)));
            let name = class.map_or("all", |class| &measured.classes.names()[usize::from(class)]);
            SpeedupRow {
                engine: engine.name().to_owned(),
                baseline: baseline.name().to_owned(),
                class: name.to_owned(),
                pairs: paired.count(),
                ratio: speedup.map(|speedup| speedup.ratio),
                low: speedup.map(|speedup| speedup.low),
                high: speedup.map(|speedup| speedup.high),
                floor,
                verdict: speedup.map(|speedup| Verdict::of(speedup, floor).reversed()),
            }
        };
        for class in measured.classes.in_order() {
            if let Some(tally) = measured.recorder.get(engine, class) {
                rows.push(row(Some(class), &tally.paired));
            }
        }
        rows.push(row(None, &measured.recorder.total(engine).paired));
    }
    // Engines for different sizes were never paired.
    rows.retain(|row| row.pairs > 0);
    rows
}
