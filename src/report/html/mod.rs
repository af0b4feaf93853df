//! A run as a page: one file with everything in it, without scripts or requests. It supports light and dark mode,
//! phones and printing.
//!
//! The words are put together by maud, which escapes whatever it is given, and the charts by [`svg`], which does the
//! same; a policy in the head of the page forbids scripts and requests all the same. What a corpus calls its puzzles
//! stays text.

mod axis;
mod cards;
mod colors;
mod data;
mod dots;
mod engines;
mod environment;
mod grids;
mod guesses;
mod histograms;
mod ink;
mod opening;
mod percentiles;
mod plot;
mod sections;
mod svg;
mod tables;
mod threads;

use maud::{DOCTYPE, PreEscaped, html};

use self::data::Data;
use super::visible::visible;
use crate::record::{ReadError, SavedRun};

/// All of the style but its colors.
const STYLE: &str = include_str!("style.css");

/// What the page may do: nothing but be styled by itself.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// The page of a record, which must have been opened with its histograms.
pub fn page(saved: &SavedRun) -> Result<String, ReadError> {
    let data = Data::read(saved)?;
    let run = &saved.run;
    let sections = sections::sections(&data);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                // Without it, browsers ask for one.
                link rel="icon" href="data:,";
                title { (run.name) " · dlxbench" }
                style { (PreEscaped(colors::style())) (PreEscaped(STYLE)) }
            }
            body {
                (opening::head(run))
                main {
                    (opening::finding(run))
                    (opening::notices(run))
                    (opening::tiles(run, &data.engines))
                    (sections::contents(&sections))
                    @for section in &sections { (section) }
                }
                footer { p { "Made by dlxbench " (env!("CARGO_PKG_VERSION")) " from the record of a run. Digest " code { (run.digest) } } }
            }
        }
    };
    // Neither a browser nor a terminal has any use for control characters; the line breaks of the style are ours.
    Ok(page.into_string().split('\n').map(visible).collect::<Vec<_>>().join("\n"))
}
