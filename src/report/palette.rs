//! The meanings of colors, shared by the terminal and the page.
//!
//! A color is never the only carrier of information: a word or a sign says the same, for people who cannot see the
//! color, and for files and pipes.

use anstyle::{Ansi256Color, AnsiColor, Style};

use crate::engine::Status;
use crate::stats::Verdict;

/// The number of engine colors; further engines reuse them from the start.
pub(super) const ENGINES: usize = 6;

/// The terminal colors of engines, in the hues of the page (`--e0` to `--e5`): middle tones, which are legible on dark
/// and on light backgrounds. Green, red and yellow are reserved for good, bad and doubtful.
const ENGINE_COLORS: [u8; ENGINES] = [32, 166, 30, 133, 94, 244];

/// The role of a piece of text, which determines its color and weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// Ordinary text.
    #[default]
    Plain,
    /// A heading, or the subject of a sentence.
    Strong,
    /// Secondary information: units, hints, zeros.
    Muted,
    /// A good result: a sound puzzle, a faster run.
    Good,
    /// A fault or a slower run.
    Bad,
    /// A doubtful result: a warning, a stopped search, an inconclusive comparison.
    Doubtful,
    /// The engine at this position of a run, from 0.
    Engine(usize),
    /// A digit that a step places.
    Placed,
    /// A candidate that a step rules out.
    Removed,
    /// The cells and candidates that a step is based on.
    Pattern,
}

impl Role {
    /// Returns the terminal style of this role.
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
