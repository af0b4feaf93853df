//! What things are drawn with. A chart never names a color: it names an [`Ink`], which becomes a class in the SVG,
//! and the style sheet says what that looks like on light paper, on dark, and in print.

use std::fmt;

/// The style sheet.
pub(super) const STYLE: &str = include_str!("style.css");

/// How many steps the ramp of the classes has.
pub(super) const STEPS: usize = 10;
/// How many engines have an ink of their own; more begin again.
pub(super) const ENGINES: usize = 6;

/// What something is drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ink {
    /// Words that matter.
    Text,
    /// Words of the axes.
    Muted,
    /// Lines that help the eye.
    Grid,
    /// A class: a step of a ramp from light to strong, for classes are mostly in order of difficulty.
    Class(usize),
    /// An engine: one of several hues.
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

    /// The ink of an engine, given by its place.
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
    use std::collections::HashMap;

    use super::*;

    /// The custom properties of a block of the style sheet, those that are colors.
    fn colors(block: &str) -> HashMap<String, [f64; 3]> {
        let mut found = HashMap::new();
        for declaration in block.split(';') {
            let Some((name, value)) = declaration.trim().trim_start_matches('{').split_once(": #") else {
                continue;
            };
            let digits = u32::from_str_radix(value.trim(), 16).unwrap();
            let linear = |shift: u32| {
                let part = f64::from(digits >> shift & 0xff) / 255.0;
                if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            };
            found.insert(name.trim().to_owned(), [linear(16), linear(8), linear(0)]);
        }
        found
    }

    /// The two sets of colors: light, dark.
    fn modes() -> [HashMap<String, [f64; 3]>; 2] {
        let block = |from: &str| {
            let start = STYLE.find(from).unwrap() + from.len();
            colors(&STYLE[start..start + STYLE[start..].find('}').unwrap()])
        };
        [block(":root {"), block("(prefers-color-scheme: dark) {\n  :root {")]
    }

    fn luminance([r, g, b]: [f64; 3]) -> f64 {
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn everything_stands_out_from_its_ground_in_both_modes() {
        for mode in modes() {
            let ground = mode["--card"];
            // What WCAG asks of text, and of parts of graphics.
            for text in ["--ink", "--muted", "--warn"] {
                assert!(contrast(mode[text], ground) >= 4.5, "{text} {}", contrast(mode[text], ground));
                assert!(contrast(mode[text], mode["--page"]) >= 4.5, "{text}");
            }
            let inks = (0..STEPS).map(Ink::Class).chain((0..ENGINES).map(Ink::Engine));
            for name in inks.map(|ink| format!("--{ink}")) {
                assert!(contrast(mode[&name], ground) >= 3.0, "{name} {}", contrast(mode[&name], ground));
            }
        }
    }

    #[test]
    fn the_ramp_can_be_told_apart_by_lightness_alone() {
        for mode in modes() {
            let ground = mode["--card"];
            let steps = (0..STEPS).map(|step| contrast(mode[&format!("--c{step}")], ground));
            assert!(steps.collect::<Vec<_>>().windows(2).all(|pair| pair[0] < pair[1]));
        }
    }

    #[test]
    fn classes_use_the_ramp_from_end_to_end() {
        for count in 2..=STEPS {
            let steps: Vec<Ink> = (0..count).map(|place| Ink::of_class(place, count)).collect();
            assert_eq!((steps[0], steps[count - 1]), (Ink::Class(0), Ink::Class(STEPS - 1)));
            assert!((1..count).all(|place| steps[place] != steps[place - 1]));
        }
    }
}
