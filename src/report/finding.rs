//! Says in words how two engines or two runs compare: `sweep is 10.3 times faster than dlx (9.9 to 10.6)`.

use super::palette::Role;
use super::span::Span;
use super::units;
use crate::compare::ComparisonRow;
use crate::record::SpeedupRow;
use crate::stats::{Estimate, Remedy, Verdict};

/// Below this ratio a change is given in percent.
const IN_PERCENT: f64 = 1.5;

/// The maximum number of classes that are named because their verdict differs from that on all puzzles.
const CONTRARY: usize = 3;

/// What is known about a ratio of speeds, of an engine to its baseline or of a new run to its base.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Found {
    pub(super) speedup: Estimate,
    pub(super) verdict: Verdict,
    /// Changes up to this are noise; `None` if the noise is unknown.
    pub(super) floor: Option<f64>,
    /// The number of passes.
    pub(super) passes: usize,
}

impl Found {
    /// Returns what a row of a run says; `None` if there were too few pairs.
    pub(super) fn of(row: &SpeedupRow, passes: usize) -> Option<Found> {
        Some(Found { speedup: row.estimate()?, verdict: row.judged()?, floor: row.floor, passes })
    }

    /// Returns what a row of a comparison says.
    pub(super) fn of_times(row: &ComparisonRow, passes: usize) -> Found {
        let Estimate { ratio, low, high } = row.mean;
        let speedup = Estimate { ratio: 1.0 / ratio, low: 1.0 / high, high: 1.0 / low };
        Found { speedup, verdict: row.verdict, floor: row.floor, passes }
    }

    /// Returns a sentence about the two, without the period.
    pub(super) fn sentence(&self, one: Span, other: Span) -> Vec<Span> {
        let Estimate { low, high, .. } = self.speedup;
        let range = format!(" ({} to {} times the speed)", units::times(low), units::times(high));
        let verdict = |words: &str| Role::from(self.verdict).of(words);
        match self.verdict {
            Verdict::Faster | Verdict::Slower => {
                let [amount, from, to] = self.amount();
                let lead = verdict(&format!("{amount} {}", self.verdict));
                vec![one, " is ".into(), lead, " than ".into(), other, format!(" ({from} to {to})").into()]
            }
            Verdict::Same => vec![one, " is ".into(), verdict("as fast"), " as ".into(), other, range.into()],
            Verdict::Inconclusive => {
                let remedy = format!("; {}", remedy(self.remedy()));
                let lead = verdict("inconclusive");
                vec![one, " against ".into(), other, " is ".into(), lead, range.into(), remedy.into()]
            }
        }
    }

    /// Returns how much faster or slower, with the ends of the interval: `10.3 times`, `9.9`, `10.6`, or `9.7 %`, `8.6`,
    /// `10.6 %`.
    pub(super) fn amount(&self) -> [String; 3] {
        let Estimate { ratio, low, high } = self.speedup;
        let [ratio, low, high] = match ratio < 1.0 {
            true => [1.0 / ratio, 1.0 / high, 1.0 / low],
            false => [ratio, low, high],
        };
        let percent = |ratio: f64| format!("{:.1}", (ratio - 1.0) * 100.0);
        match ratio < IN_PERCENT {
            true => [format!("{} %", percent(ratio)), percent(low), format!("{} %", percent(high))],
            false => [format!("{} times", units::times(ratio)), units::times(low), units::times(high)],
        }
    }

    pub(super) fn remedy(&self) -> Remedy {
        Remedy::of(self.speedup, self.floor, self.passes)
    }
}

/// Says what to do about an inconclusive comparison.
pub(super) fn remedy(remedy: Remedy) -> String {
    match remedy {
        Remedy::Measure(passes) => format!("--passes {passes} --keep best would measure the noise"),
        Remedy::Passes(passes) => format!("about {passes} passes would settle it"),
        Remedy::Puzzles => "more puzzles would settle it, more passes would not".to_owned(),
        Remedy::Quiet => "only a quieter machine would settle it".to_owned(),
    }
}

/// Says how the classes differ from all puzzles together: `; by class from 3.1 times (extreme) to 6.6 times (easy)`, or
/// which classes have another verdict. The range is left out unless `is_whole`, that is, all classes are known.
pub(super) fn by_class(all: &Found, classes: &[(&str, Found)], is_whole: bool) -> String {
    let sided = |class: &&(&str, Found)| matches!(class.1.verdict, Verdict::Faster | Verdict::Slower);
    let contrary: Vec<String> = classes
        .iter()
        .filter(|class| sided(class) && class.1.verdict != all.verdict)
        .map(|(class, found)| format!("{} {} on {class}", found.amount()[0], found.verdict))
        .collect();
    if !contrary.is_empty() {
        return format!("; but {}", contrary[..contrary.len().min(CONTRARY)].join(", "));
    }
    if !is_whole || classes.len() < 2 || !classes.iter().all(|class| sided(&class)) {
        return String::new();
    }
    let change = |found: &Found| found.speedup.ratio.ln().abs();
    let mut classes: Vec<&(&str, Found)> = classes.iter().collect();
    classes.sort_by(|(_, one), (_, other)| change(one).total_cmp(&change(other)));
    let end = |(class, found): &(&str, Found)| format!("{} ({class})", found.amount()[0]);
    format!("; by class from {} to {}", end(classes[0]), end(classes[classes.len() - 1]))
}

/// Returns a sentence for each engine: how it compares with the first one on all puzzles, and which classes differ.
pub(super) fn of_speedups(rows: &[SpeedupRow], engines: &[&str], passes: usize) -> Vec<Vec<Span>> {
    let engine = |name: &str| match engines.iter().position(|other| *other == name) {
        Some(place) => Role::Engine(place).of(name),
        None => name.into(),
    };
    let total = |row: &&SpeedupRow| row.class.is_all();
    let sentence = |row: &SpeedupRow| {
        let (one, other) = (engine(&row.engine), engine(&row.baseline));
        let Some(found) = Found::of(row, passes) else {
            let too_few = " have too few puzzles in common to be compared";
            return vec![one, " and ".into(), other, too_few.into()];
        };
        let of_classes = rows.iter().filter(|class| class.engine == row.engine && !class.class.is_all());
        let count = of_classes.clone().count();
        let classes: Vec<(&str, Found)> =
            of_classes.filter_map(|row| Some((row.class.name(), Found::of(row, passes)?))).collect();
        let mut sentence = found.sentence(one, other);
        sentence.push(by_class(&found, &classes, classes.len() == count).into());
        sentence
    };
    rows.iter().filter(total).map(sentence).collect()
}

/// Says what would settle the inconclusive classes, unless the sentence on all puzzles says it already.
pub(super) fn remedies(rows: &[SpeedupRow], passes: usize) -> Vec<String> {
    let needed = |row: &SpeedupRow| {
        let found = Found::of(row, passes).filter(|found| found.verdict == Verdict::Inconclusive);
        found.map(|found| found.remedy())
    };
    let mut remedies: Vec<(&str, Remedy, Vec<&str>)> = Vec::new();
    for row in rows.iter().filter(|row| !row.class.is_all()) {
        let all = rows.iter().find(|all| all.class.is_all() && all.engine == row.engine).and_then(needed);
        let Some(needed) = needed(row).filter(|needed| all != Some(*needed)) else { continue };
        match remedies.iter_mut().find(|known| (known.0, known.1) == (&row.engine, needed)) {
            Some((.., classes)) => classes.push(row.class.name()),
            None => remedies.push((&row.engine, needed, vec![row.class.name()])),
        }
    }
    let words = |(engine, needed, classes): &(&str, Remedy, Vec<&str>)| {
        format!("{engine} on {}: {}", classes.join(", "), remedy(*needed))
    };
    remedies.iter().map(words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(class: &str, ratio: f64, [low, high]: [f64; 2], floor: Option<f64>) -> SpeedupRow {
        SpeedupRow {
            engine: "sweep".to_owned(),
            baseline: "dlx".to_owned(),
            class: class.to_owned().into(),
            pairs: 900,
            ratio: Some(ratio),
            low: Some(low),
            high: Some(high),
            floor,
            verdict: Some(Verdict::Inconclusive),
        }
    }

    fn words(rows: &[SpeedupRow], passes: usize) -> String {
        let sentences = of_speedups(rows, &["dlx", "sweep"], passes);
        sentences.iter().map(|spans| spans.iter().map(Span::as_str).collect::<String>()).collect()
    }

    #[test]
    fn a_comparison_is_a_sentence() {
        for (row, passes, expected) in [
            // Far from 1, whatever verdict an old record has.
            (
                row("all", 10.256, [9.933, 10.585], None),
                1,
                "sweep is 10.3 times faster than dlx (9.9 to 10.6)",
            ),
            (row("all", 0.003, [0.0029, 0.0031], None), 1, "sweep is 333 times slower than dlx (323 to 345)"),
            (
                row("all", 1.105, [1.09, 1.12], Some(0.03)),
                20,
                "sweep is 10.5 % faster than dlx (9.0 to 12.0 %)",
            ),
            (
                row("all", 0.8, [0.75, 0.85], Some(0.03)),
                20,
                "sweep is 25.0 % slower than dlx (17.6 to 33.3 %)",
            ),
            (
                row("all", 1.0, [0.99, 1.01], Some(0.02)),
                20,
                "sweep is as fast as dlx (0.99 to 1.01 times the speed)",
            ),
            (
                row("all", 1.10, [1.05, 1.15], None),
                1,
                "sweep against dlx is inconclusive (1.05 to 1.15 times the speed); --passes 10 --keep best would measure \
                 the noise",
            ),
            (
                row("all", 1.10, [1.08, 1.12], Some(0.2)),
                12,
                "sweep against dlx is inconclusive (1.08 to 1.12 times the speed); about 50 passes would settle it",
            ),
            (
                SpeedupRow { ratio: None, low: None, high: None, ..row("all", 1.0, [1.0; 2], None) },
                1,
                "sweep and dlx have too few puzzles in common to be compared",
            ),
        ] {
            assert_eq!(words(&[row], passes), expected);
        }
    }

    #[test]
    fn classes_are_a_range_or_named_if_their_verdict_differs() {
        let far = |class: &str, ratio: f64| row(class, ratio, [ratio * 0.95, ratio * 1.05], None);
        let all = far("all", 4.0);
        let found = words(&[far("hard", 5.0), far("easy", 6.6), far("extreme", 3.1), all.clone()], 1);
        assert_eq!(
            found,
            "sweep is 4.0 times faster than dlx (3.8 to 4.2); by class from 3.1 times (extreme) to 6.6 times (easy)"
        );
        let found = words(&[far("hard", 5.0), far("easy", 0.25), all.clone()], 1);
        assert_eq!(found, "sweep is 4.0 times faster than dlx (3.8 to 4.2); but 4.0 times slower on easy");
        // A single class equals all puzzles, and with an inconclusive class there is no range.
        assert_eq!(
            words(&[far("hard", 4.0), all.clone()], 1),
            "sweep is 4.0 times faster than dlx (3.8 to 4.2)"
        );
        let found = words(&[far("hard", 5.0), far("easy", 1.01), all], 1);
        assert_eq!(found, "sweep is 4.0 times faster than dlx (3.8 to 4.2)");
    }

    #[test]
    fn the_same_remedy_of_several_classes_is_given_once() {
        let rows = [
            row("easy", 1.1, [1.08, 1.12], Some(0.2)),
            row("hard", 1.1, [1.08, 1.12], Some(0.2)),
            row("extreme", 1.1, [0.5, 2.4], Some(0.02)),
            row("all", 1.1, [0.5, 2.4], Some(0.02)),
        ];
        assert_eq!(remedies(&rows, 12), ["sweep on easy, hard: about 50 passes would settle it"]);
        assert_eq!(
            remedies(&rows[..2], 1)[0],
            "sweep on easy, hard: --passes 10 --keep best would measure the noise"
        );
        assert!(
            remedies(&[row("easy", 9.0, [8.0, 10.0], None), row("all", 9.0, [8.0, 10.0], None)], 1)
                .is_empty()
        );
    }
}
