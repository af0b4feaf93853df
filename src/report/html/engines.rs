//! The name of an engine, with the sign that marks it in charts.

use maud::{Markup, html};

use super::colors::class;
use crate::report::palette::Role;

/// The shapes of [`Svg::mark`](super::svg::Svg::mark).
const SIGNS: [&str; 4] = ["●", "■", "▲", "◆"];

/// Returns the engine's name, with its sign if there are several engines.
pub(super) fn named(engine: &str, engines: &[&str]) -> Markup {
    let place = engines.iter().position(|other| *other == engine).filter(|_| engines.len() > 1);
    html! {
        @if let Some(place) = place {
            span class={ "sign " (class(Role::Engine(place))) } aria-hidden="true" { (SIGNS[place % SIGNS.len()]) }
            " "
        }
        (engine)
    }
}
