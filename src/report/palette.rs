//! What colors mean, one palette for the terminal and the page.
//!
//! A color never stands alone: what it says is also there as a word or a sign, for people who do not see it, and for
//! files and pipes that have none.

use anstyle::{Ansi256Color, AnsiColor, Style};

use crate::engine::Status;
use crate::stats::Verdict;

/// How many engines have a color of their own; more begin again.
pub(super) const ENGINES: usize = 6;

/// Engines in the terminal, in the hues of the page (`--e0` to `--e5`): middle tones, which stand out from dark and from
/// light ground. Green, red and yellow are left to good, bad and doubtful.
const ENGINE_COLORS: [u8; ENGINES] = [32, 166, 30, 133, 94, 244];

/// What a piece of text is, which decides its color and weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// Nothing in particular.
    #[default]
    Plain,
    /// A heading, or what a sentence is about.
    Strong,
    /// What is there to be looked up: units, hints, zeros.
    Muted,
    /// As it should be: a sound puzzle, a faster run.
    Good,
    /// A fault, or a slower run.
    Bad,
    /// In doubt: a warning, a search that was stopped, an inconclusive comparison.
    Doubtful,
    /// The engine in this place of a run, from 0.
    Engine(usize),
    /// A digit that a step places.
    Placed,
    /// A candidate that a step rules out.
    Removed,
    /// The cells and candidates that a step rests on.
    Pattern,
}

impl Role {
    /// How the terminal shows it.
    pub fn style(self) -> Style {
        let color = |color: AnsiColor| color.on_default();
        match self {
            Role::Plain => Style::new(),
            Role::Strong => Style::new().bold(),
            Role::Muted => Style::new().dimmed(),
            Role::Good => color(AnsiColor::Green),
            Role::Bad => color(AnsiColor::Red).bold(),
            Role::Doubtful => color(AnsiColor::Yellow).bold(),
            Role::Engine(place) => Ansi256Color(ENGINE_COLORS[place % ENGINES]).on_default(),
            Role::Placed => color(AnsiColor::Green).bold(),
            Role::Removed => color(AnsiColor::Red),
            Role::Pattern => color(AnsiColor::Blue).bold(),
        }
    }
}

impl From<Verdict> for Role {
    fn from(verdict: Verdict) -> Role {
        match verdict {
            Verdict::Faster => Role::Good,
            Verdict::Slower => Role::Bad,
            Verdict::Same => Role::Plain,
            Verdict::Inconclusive => Role::Doubtful,
        }
    }
}

impl From<Status> for Role {
    fn from(status: Status) -> Role {
        match status {
            Status::Unique | Status::Solved => Role::Good,
            Status::Stopped => Role::Doubtful,
            _ => Role::Bad,
        }
    }
}
