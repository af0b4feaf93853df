//! Turns measurements into the rows of a run.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::job::{EngineIndex, Job};
use super::measured::Measured;
use super::recorder::Tally;
use crate::corpus::Classes;
use crate::counts::counted;
use crate::engine::Status;
use crate::record::{ClassScope, Latency, NoiseRow, ResultRow, SlowPuzzle, SolvedByRow, SpeedupRow};
use crate::stats::{Deviations, Figures, LEAST_FLOOR};

pub(super) struct Rows<'m> {
    pub(super) job: &'m Job,
    pub(super) measured: &'m Measured,
}

impl Rows<'_> {
    /// The engines that have solved anything, in the order in which they were named.
    fn engines(&self) -> Vec<EngineIndex> {
        self.measured.recorder.engines()
    }

    fn name(&self, engine: EngineIndex) -> String {
        self.job.roster()[usize::from(engine)].to_string()
    }

    /// Each engine with each class, and then with all classes together.
    fn scopes_of(&self, engines: &[EngineIndex]) -> Vec<(EngineIndex, Option<u16>)> {
        let classes = Classes::from_names(self.measured.classes.clone()).in_order();
        let scopes = || classes.iter().copied().map(Some).chain([None]);
        engines.iter().flat_map(|&engine| scopes().map(move |class| (engine, class))).collect()
    }

    fn scope(&self, class: Option<u16>) -> ClassScope {
        let name = |class: u16| self.measured.classes[usize::from(class)].clone();
        class.map_or(ClassScope::All, |class| ClassScope::Class(name(class)))
    }

    fn tally(&self, engine: EngineIndex, class: Option<u16>) -> Tally {
        self.measured.recorder.total(engine, class)
    }

    /// The number of lines that are not puzzles. They have no class of their own, so they count for a class only if
    /// classes are files.
    fn bad_lines(&self, class: Option<u16>) -> u64 {
        let by_file = self.job.settings.class_by.is_by_file();
        let bad_lines = self.measured.bad_lines.iter();
        let of_class = bad_lines.filter(|(of, _)| class.is_none_or(|class| by_file && **of == class));
        of_class.map(|(_, count)| count).sum()
    }

    pub(super) fn results(&self) -> Vec<ResultRow> {
        let mut engines = self.engines();
        if engines.is_empty() {
            // Nothing was solved: the engine that would have been used gets a row that says so.
            engines.push(0);
        }
        let rows = self.scopes_of(&engines).into_iter().map(|(engine, class)| {
            result_row(self.name(engine), self.scope(class), self.tally(engine, class), self.bad_lines(class))
        });
        rows.filter(|row| row.puzzles > 0 || row.malformed > 0 || row.class.is_all()).collect()
    }

    /// The puzzles with the most nodes in each class: as many as the settings list, and no fewer than a page shows.
    pub(super) fn slowest(&self) -> Vec<SlowPuzzle> {
        const LEAST: usize = 5;
        let mut slowest = Vec::new();
        for (engine, class) in self.scopes_of(&self.engines()).into_iter().filter(|scope| scope.1.is_some()) {
            let hardest = self.tally(engine, class).hardest.into_values();
            slowest.extend(hardest.take(self.job.settings.slowest.max(LEAST)).map(|slow| SlowPuzzle {
                engine: self.name(engine),
                class: self.scope(class).to_string(),
                ..slow
            }));
        }
        slowest
    }

    /// The figures of the halves of the passes; empty if there was only one pass.
    fn halves(&self, engine: EngineIndex, class: Option<u16>) -> &[Figures] {
        self.measured.noise.get(&(engine, class)).map_or(&[], Vec::as_slice)
    }

    pub(super) fn noise(&self) -> Vec<NoiseRow> {
        let row = |(engine, class): (EngineIndex, Option<u16>)| NoiseRow {
            engine: self.name(engine),
            class: self.scope(class),
            halves: self.halves(engine, class).to_vec(),
        };
        let rows = self.scopes_of(&self.engines()).into_iter().map(row);
        rows.filter(|row| !row.halves.is_empty()).collect()
    }

    /// The speed-up of each other engine relative to the first.
    pub(super) fn speedups(&self) -> Vec<SpeedupRow> {
        let engines = self.engines();
        let Some((&baseline, others)) = engines.split_first() else { return Vec::new() };
        let row = |(engine, class): (EngineIndex, Option<u16>)| {
            let paired = self.tally(engine, class).paired;
            let noise = Deviations::of_ratios(self.halves(baseline, class), self.halves(engine, class));
            let floor = noise.floor(0).map(|floor| floor.max(LEAST_FLOOR));
            let speedup = paired.speedup(&noise);
            let row = SpeedupRow {
                engine: self.name(engine),
                baseline: self.name(baseline),
                class: self.scope(class),
                pairs: paired.count,
                ratio: speedup.map(|speedup| speedup.ratio),
                low: speedup.map(|speedup| speedup.low),
                high: speedup.map(|speedup| speedup.high),
                floor,
                verdict: None,
            };
            SpeedupRow { verdict: row.judged(), ..row }
        };
        // Engines that solved no puzzle in common have no pairs.
        self.scopes_of(others).into_iter().map(row).filter(|row| row.pairs > 0).collect()
    }

    /// Describes each requested engine that does not support the sizes of all puzzles.
    pub(super) fn unsolved(&self) -> impl Iterator<Item = String> {
        let puzzles: u64 = self.measured.corpora.iter().map(|corpus| corpus.puzzles + corpus.unsolved).sum();
        let engines = (0..).zip(self.job.engines.iter());
        let nine_only = engines.filter(|(_, engine)| engine.knows_nine_only());
        let solved = nine_only.map(|(index, engine)| (engine, self.tally(index, None).puzzles()));
        solved.filter(move |&(_, solved)| solved < puzzles).map(move |(engine, solved)| {
            format!("{engine} solves {solved} of {}: it supports only 9×9", counted(puzzles, "puzzle"))
        })
    }

    /// Describes the engines that are not compared with the first one because they did other work.
    pub(super) fn unequal_work(&self) -> impl Iterator<Item = String> {
        let engines = self.engines();
        let work = |engine: EngineIndex| {
            let tally = self.tally(engine, None);
            (tally.count(Status::Unique) + tally.count(Status::Multiple), tally.count(Status::Solved))
        };
        let base = engines.first().map(|&base| (base, work(base)));
        let unequal = engines.into_iter().skip(1).filter_map(move |engine| {
            let (base, (proven, solved)) = base?;
            let (more, less) = match work(engine) {
                (_, of_one) if proven > 0 && of_one > 0 => (base, engine),
                (of_all, _) if solved > 0 && of_all > 0 => (engine, base),
                _ => return None,
            };
            Some((more, less))
        });
        unequal.map(|(more, less)| {
            let [more, less] = [more, less].map(|engine| self.name(engine));
            format!(
                "{less} finds one solution where {more} proves that there is no other, so these puzzles have no \
                 speed-up: use a limit of 1"
            )
        })
    }

    /// Which puzzles were solved by which engines: for each class, and then for all classes, first those that most
    /// engines solved.
    pub(super) fn solved_by(&self) -> Vec<SolvedByRow> {
        let counts = &self.measured.recorder.solved_by;
        let mut rows = Vec::new();
        for (_, class) in self.scopes_of(&[0]) {
            let mut sums: BTreeMap<u64, u64> = BTreeMap::new();
            for ((of, engines), count) in counts {
                if class.is_none_or(|class| class == *of) {
                    *sums.entry(*engines).or_default() += count;
                }
            }
            let mut sums: Vec<(u64, u64)> = sums.into_iter().collect();
            sums.sort_by_key(|(engines, _)| (Reverse(engines.count_ones()), *engines));
            rows.extend(sums.into_iter().map(|(engines, puzzles)| {
                SolvedByRow {
                    class: self.scope(class),
                    engines: (0..64)
                        .filter(|engine| engines >> engine & 1 == 1)
                        .map(|engine| self.name(engine))
                        .collect(),
                    puzzles,
                }
            }));
        }
        rows
    }
}

fn result_row(engine: String, class: ClassScope, tally: Tally, malformed: u64) -> ResultRow {
    let measured = tally.samples() > 0;
    let total_ns = if measured { tally.total_ns } else { tally.batch_ns };
    let solves = if measured { tally.samples() } else { tally.puzzles() };
    ResultRow {
        engine,
        class,
        puzzles: tally.puzzles(),
        samples: tally.samples(),
        unique: tally.count(Status::Unique),
        multiple: tally.count(Status::Multiple),
        none: tally.count(Status::None),
        invalid: tally.count(Status::Invalid),
        solved: tally.count(Status::Solved),
        stopped: tally.count(Status::Stopped),
        wrong: tally.count(Status::Wrong),
        failed: tally.count(Status::Failed),
        timeout: tally.count(Status::Timeout),
        malformed,
        total_ns,
        latency: Latency {
            mean_ns: tally.mean_ns(),
            stdev_ns: tally.stdev_ns(),
            min_ns: measured.then_some(tally.min_ns),
            p50_ns: tally.quantile_ns(0.5),
            p90_ns: tally.quantile_ns(0.9),
            p99_ns: tally.quantile_ns(0.99),
            p999_ns: tally.quantile_ns(0.999),
            max_ns: measured.then_some(tally.max_ns),
            buckets: buckets(&tally),
        },
        nodes: tally.counters.nodes,
        guesses: tally.counters.guesses,
        updates: tally.counters.updates,
        puzzles_per_second: (total_ns > 0).then(|| solves as f64 / (total_ns as f64 / 1e9)),
        claimed_ns: tally.mean_claimed_ns(),
        histogram: measured.then_some(tally.histogram),
    }
}

/// Reduces the histogram to four buckets for each doubling, without the empty ones.
fn buckets(tally: &Tally) -> Vec<(u64, u64)> {
    let mut buckets: Vec<(u64, u64)> = Vec::new();
    for step in tally.histogram.iter_recorded() {
        let quarter = ((step.value_iterated_to() as f64).log2() * 4.0).floor();
        let bound = (quarter / 4.0).exp2().ceil() as u64;
        match buckets.last_mut() {
            Some((last, count)) if *last == bound => *count += step.count_at_value(),
            _ => buckets.push((bound, step.count_at_value())),
        }
    }
    buckets
}
