//! The machine, the build and the options of a run.

use maud::{Markup, html};

use crate::record::Run;
use crate::report::{run_tables, units};

pub(super) fn lists(run: &Run) -> Markup {
    let environment = &run.environment;
    let settings = &run.options.settings;
    let known = |text: &Option<String>| text.clone().unwrap_or("unknown".to_owned());
    let load = |load: Option<f64>| load.map_or("unknown".to_owned(), |load| format!("{load:.2}"));
    let engines = match run.options.engines.as_slice() {
        [] => "the default for each size".to_owned(),
        named => named.join(", "),
    };
    let counts =
        if settings.thread_counts.is_empty() { &[settings.threads][..] } else { &settings.thread_counts };
    let threads = counts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let count = |count: Option<u64>, none: &str| count.map_or(none.to_owned(), units::count);
    let machine = [
        ("processor", known(&environment.cpu)),
        ("vectors", known(&environment.vectors)),
        ("cores", environment.cores.to_string()),
        ("system", format!("{} {}", environment.os, environment.kernel.as_deref().unwrap_or(""))),
        ("governor", known(&environment.governor)),
        ("load before", load(environment.load_before)),
        ("load after", load(environment.load_after)),
        ("preemptions", count(environment.preemptions, "unknown")),
        ("clock step", units::time(environment.clock.resolution_ns)),
        ("clock read", units::time(environment.clock.overhead_ns)),
    ];
    let build = [
        ("version", run.version.clone()),
        ("commit", known(&run.commit)),
        ("profile", environment.profile.clone()),
        ("target", environment.target.clone()),
        ("compiler", environment.rustc.clone()),
    ];
    let options = [
        ("engines", engines),
        ("threads", threads),
        ("warm-up solves", units::count(settings.warmup as u64)),
        ("passes", units::count(settings.passes as u64)),
        ("repeat", units::count(settings.repeat as u64)),
        ("times kept", settings.keep.to_string()),
        ("solution limit", units::count(settings.limit)),
        ("node limit", count(settings.max_nodes, "none")),
        ("timeout", settings.timeout_ms.map_or("none".to_owned(), |ms| units::time(ms as f64 * 1e6))),
        ("sample", count(settings.sample.map(|sample| sample as u64), "all puzzles")),
        ("isomorphs", if settings.isomorphs { "yes" } else { "no" }.to_owned()),
        ("classes by", settings.class_by.to_string()),
        ("seed", settings.seed.to_string()),
    ];
    let merged = run.merged.iter().map(|merged| ("machines", run_tables::merged_in_words(merged)));
    let machine: Vec<(&str, String)> = merged.chain(machine).collect();
    html! {
        div.lists { (list("Machine", &machine)) (list("Build", &build)) (list("Options", &options)) }
    }
}

fn list(name: &str, facts: &[(&str, String)]) -> Markup {
    html! {
        div.card {
            h3 { (name) }
            dl { @for (term, fact) in facts { div { dt { (term) } dd { (fact) } } } }
        }
    }
}
