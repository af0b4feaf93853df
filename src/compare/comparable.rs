//! Whether two runs may be compared: what must be the same, and what had better be.

use crate::record::{Keep, Run, Settings};

/// Why two runs should not be compared; empty if they may.
pub(super) fn refusals(base: &Run, new: &Run) -> Vec<String> {
    let mut reasons = Vec::new();
    differ(&mut reasons, "the puzzles differ (digest)", &base.digest, &new.digest);
    reasons.extend(option_refusals(&base.options.settings, &new.options.settings));
    reasons
}

/// Why runs with these settings should not be compared; empty if they may, as far as settings tell.
pub fn option_refusals(base: &Settings, new: &Settings) -> Vec<String> {
    let mut reasons = Vec::new();
    let mut differ =
        |what: &str, of: &dyn Fn(&Settings) -> String| differ(&mut reasons, what, &of(base), &of(new));
    differ("the limits differ (limit)", &|options| options.limit.to_string());
    differ("the limits differ (max-nodes)", &|options| {
        options.max_nodes.map_or("none".to_owned(), |nodes| nodes.to_string())
    });
    // The seed matters only where puzzles are replaced; a sample by another seed has another digest.
    differ("the engines' work differs (isomorphs)", &|options| match options.isomorphs {
        true => format!("yes, with seed {}", options.seed),
        false => "no".to_owned(),
    });
    differ("the classes differ (class-by)", &|options| options.class_by.to_string());
    // The best of five and the best of twenty are not the same figure.
    differ("the times differ in kind (keep)", &|options| options.keep.to_string());
    differ("the times differ in kind (repeat)", &|options| options.repeat.to_string());
    differ("the times differ in kind (passes)", &|options| options.passes.to_string());
    reasons
}

fn differ(reasons: &mut Vec<String>, what: &str, base: &str, new: &str) {
    if base != new {
        reasons.push(format!("{what}: {base} in the base, {new} in the new run"));
    }
}

/// What makes a comparison less trustworthy.
pub(super) fn warnings(base: &Run, new: &Run) -> Vec<String> {
    let mut warnings = Vec::new();
    for (which, run) in [("base", base), ("new run", new)] {
        if run.interrupted {
            warnings.push(format!("the {which} was interrupted: it is not complete"));
        }
        let settings = &run.options.settings;
        if settings.passes < 2 {
            warnings.push(format!(
                "the {which} had only one pass, so its noise is unknown and there is no verdict: run 20 \
                 passes and keep the best times"
            ));
        } else if settings.has_few_passes() {
            warnings.push(format!("the {which} had too few passes to know the noise: 10 or more would tell"));
        }
        if settings.passes > 1 && settings.keep == Keep::All {
            warnings.push(format!(
                "the {which} kept all times, so bursts of other programs are part of its figures: the best times are quieter"
            ));
        }
    }
    let mut differ = |what: &str, base: &str, new: &str| differ(&mut warnings, what, base, new);
    let (one, other) = (&base.environment, &new.environment);
    let known = |text: &Option<String>| text.clone().unwrap_or_else(|| "unknown".to_owned());
    differ("the machines differ (processor)", &known(&one.cpu), &known(&other.cpu));
    differ("the machines differ (cores)", &one.cores.to_string(), &other.cores.to_string());
    differ("the machines differ (kernel)", &known(&one.kernel), &known(&other.kernel));
    differ("the machines differ (governor)", &known(&one.governor), &known(&other.governor));
    differ(
        "the threads differ",
        &base.options.settings.threads.to_string(),
        &new.options.settings.threads.to_string(),
    );
    differ(
        "the warm-up differs",
        &base.options.settings.warmup.to_string(),
        &new.options.settings.warmup.to_string(),
    );
    let program =
        |run: &Run| format!("{} {}", run.version, run.commit.as_deref().unwrap_or("")).trim().to_owned();
    differ("the builds differ (version)", &program(base), &program(new));
    differ("the builds differ (profile)", &one.profile, &other.profile);
    differ("the builds differ (target)", &one.target, &other.target);
    differ("the builds differ (compiler)", &one.rustc, &other.rustc);
    warnings
}
