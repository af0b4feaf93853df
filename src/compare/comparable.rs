//! Whether two runs are comparable: what must be the same, and what should be.

use crate::record::{Keep, Run, Settings};

/// A property that should be the same in both runs: the message if it differs, and its value as text.
type Property<T> = (&'static str, fn(&T) -> String);

/// If these differ, the engines did not do the same work, or the times are not of the same kind.
const WORK: [Property<Settings>; 8] = [
    ("the limits differ (limit)", |settings| settings.limit.to_string()),
    ("the limits differ (max-nodes)", |settings| {
        settings.max_nodes.map_or("none".to_owned(), |nodes| nodes.to_string())
    }),
    // The seed matters only if puzzles are replaced by isomorphs. With samples, another seed shows in the digest.
    ("the engines' work differs (isomorphs)", |settings| match settings.isomorphs {
        true => format!("yes, with seed {}", settings.seed),
        false => "no".to_owned(),
    }),
    ("the classes differ (class-by)", |settings| settings.class_by.to_string()),
    ("the classes differ (bins)", |settings| {
        settings.bins.map_or("none".to_owned(), |bins| bins.to_string())
    }),
    // The best of five solves and the best of twenty are not comparable.
    ("the kinds of times differ (keep)", |settings| settings.keep.to_string()),
    ("the kinds of times differ (repeat)", |settings| settings.repeat.to_string()),
    ("the kinds of times differ (passes)", |settings| settings.passes.to_string()),
];

const PUZZLES: [Property<Run>; 1] = [("the puzzles differ (digest)", |run| run.digest.clone())];

/// If these differ, the times may differ for a reason other than the engine.
const CONDITIONS: [Property<Run>; 10] = [
    ("the machines differ (processor)", |run| known(&run.environment.cpu)),
    ("the machines differ (cores)", |run| run.environment.cores.to_string()),
    ("the machines differ (kernel)", |run| known(&run.environment.kernel)),
    ("the machines differ (governor)", |run| known(&run.environment.governor)),
    ("the threads differ", |run| run.options.settings.threads.to_string()),
    ("the warm-up differs", |run| run.options.settings.warmup.to_string()),
    ("the builds differ (version)", |run| {
        format!("{} {}", run.version, run.commit.as_deref().unwrap_or("")).trim().to_owned()
    }),
    ("the builds differ (profile)", |run| run.environment.profile.clone()),
    ("the builds differ (target)", |run| run.environment.target.clone()),
    ("the builds differ (compiler)", |run| run.environment.rustc.clone()),
];

fn known(text: &Option<String>) -> String {
    text.clone().unwrap_or_else(|| "unknown".to_owned())
}

fn differences<T>(properties: &[Property<T>], base: &T, new: &T) -> Vec<String> {
    let difference = |(what, value): &Property<T>| {
        let (base, new) = (value(base), value(new));
        (base != new).then(|| format!("{what}: {base} in the base, {new} in the new run"))
    };
    properties.iter().filter_map(difference).collect()
}

/// Returns why two runs are not comparable; empty if they are.
pub(super) fn refusals(base: &Run, new: &Run) -> Vec<String> {
    let mut reasons = differences(&PUZZLES, base, new);
    reasons.extend(option_refusals(&base.options.settings, &new.options.settings));
    reasons
}

/// Returns why runs with these settings are not comparable; empty if the settings allow a comparison.
pub fn option_refusals(base: &Settings, new: &Settings) -> Vec<String> {
    differences(&WORK, base, new)
}

/// Returns what makes a comparison less trustworthy.
pub(super) fn warnings(base: &Run, new: &Run) -> Vec<String> {
    let mut warnings = Vec::new();
    for (which, run) in [("base", base), ("new run", new)] {
        let settings = &run.options.settings;
        let mut warn_if = |condition: bool, what: &str| {
            warnings.extend(condition.then(|| format!("the {which} {what}")));
        };
        warn_if(run.interrupted, "was interrupted, so it is incomplete");
        warn_if(
            settings.passes < 2,
            "had only one pass, so its noise is unknown and only large changes count: use 20 passes and keep the best \
             times",
        );
        warn_if(settings.has_few_passes(), "had too few passes to measure noise: use 10 or more");
        warn_if(
            settings.passes > 1 && settings.keep == Keep::All,
            "kept all times, so its figures include interference by other programs: keep the best times",
        );
    }
    warnings.extend(differences(&CONDITIONS, base, new));
    warnings
}
