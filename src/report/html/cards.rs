//! Places charts on the page: as cards side by side, or as many panels in one card.

use maud::{Markup, html};

use super::plot::{Plot, Size, legend};

/// Returns charts of a kind, side by side where there is room; nothing if there are none. The last of an odd number
/// would leave a hole beside it, so it is drawn in two sizes, and the style sheet shows the one that fits.
pub(super) fn cards(kind: &str, draw: impl Fn(Size) -> Vec<Plot>) -> Markup {
    let halves = draw(Size::Half);
    let last = halves.len().saturating_sub(1);
    let mut lone = if halves.len() % 2 == 1 { draw(Size::Whole).pop() } else { None };
    html! {
        @if !halves.is_empty() {
            div.figures {
                @for (number, half) in halves.into_iter().enumerate() {
                    @let id = format!("{kind}-{number}");
                    @match lone.take_if(|_| number == last) {
                        Some(whole) => figure.lone {
                            figcaption { (half.title()) }
                            (half.drawing(&id, "half"))
                            (whole.drawing(&format!("{id}-whole"), "whole"))
                        },
                        None => figure {
                            figcaption { (half.title()) }
                            (half.drawing(&id, "half"))
                        },
                    }
                }
            }
        }
    }
}

/// Returns many small charts of a kind on the same axes, below a legend of the engines.
pub(super) fn panels(kind: &str, engines: &[&str], draw: impl Fn(Size) -> Vec<Plot>) -> Markup {
    let plots = draw(Size::Small);
    html! {
        @if !plots.is_empty() {
            div.card {
                @if engines.len() > 1 { (legend(engines)) }
                div.panels {
                    @for (number, plot) in plots.into_iter().enumerate() {
                        figure {
                            figcaption { (plot.title()) }
                            (plot.drawing(&format!("{kind}-{number}"), "small"))
                        }
                    }
                }
            }
        }
    }
}
