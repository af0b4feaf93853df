//! Abstract colors. A chart never names a color but an [`Ink`], which becomes a class in the SVG. The style sheet
//! defines its color for light mode, dark mode and print.

use std::fmt;

use crate::report::palette::ENGINES;

/// The number of steps in the color ramp of the classes.
pub(super) const STEPS: usize = 10;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ink {
    Text,
    Muted,
    Grid,
    /// A class: a step of a color ramp, because classes are usually in order of difficulty.
    Class(usize),
    Engine(usize),
}

impl Ink {
    /// Returns the ink of the class at this place among `count` classes. The ramp is used from end to end.
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
    /// Writes the name of the ink's class in the style sheet.
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
