//! What things are drawn with. A chart never names a color: it names an [`Ink`], which becomes a class in the SVG,
//! and the style sheet says what that looks like on light paper, on dark, and in print.

use std::fmt;

use crate::report::palette::ENGINES;

/// How many steps the ramp of the classes has.
pub(super) const STEPS: usize = 10;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ink {
    Text,
    Muted,
    Grid,
    /// A class: a step of a ramp from light to strong, for classes are mostly in order of difficulty.
    Class(usize),
    Engine(usize),
}

impl Ink {
    /// The ink of a class, given by its place among so many. The ramp is used from end to end.
    pub(super) fn of_class(place: usize, count: usize) -> Ink {
        Ink::Class(match count {
            0 | 1 => STEPS / 3,
            count => (place * (STEPS - 1) + (count - 1) / 2) / (count - 1),
        })
    }

    pub(super) fn of_engine(place: usize) -> Ink {
        Ink::Engine(place % ENGINES)
    }
}

impl fmt::Display for Ink {
    /// The name of the class in the style sheet.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ink::Text => f.write_str("ink"),
            Ink::Muted => f.write_str("muted"),
            Ink::Grid => f.write_str("rule"),
            Ink::Class(step) => write!(f, "c{step}"),
            Ink::Engine(number) => write!(f, "e{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_use_the_ramp_from_end_to_end() {
        for count in 2..=STEPS {
            let steps: Vec<Ink> = (0..count).map(|place| Ink::of_class(place, count)).collect();
            assert_eq!((steps[0], steps[count - 1]), (Ink::Class(0), Ink::Class(STEPS - 1)));
            assert!((1..count).all(|place| steps[place] != steps[place - 1]));
        }
    }
}
