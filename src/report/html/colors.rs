//! The colors of the page, in light and dark mode.
//!
//! The style sheet names no color itself; the color variables and the classes of inks are generated here.

use super::ink::{Ink, STEPS};
use crate::report::palette::{ENGINES, Role};

/// The name of a color in the style sheet, and its values in light and dark mode.
type Color = (&'static str, &'static str, &'static str);

/// Backgrounds and borders.
const GROUNDS: [Color; 4] = [
    ("page", "#f5f6f8", "#101318"),
    ("card", "#ffffff", "#191d24"),
    ("edge", "#d9dee5", "#2c323b"),
    ("notice", "#fff6e6", "#2a2214"),
];

/// The colors of text and charts.
const INKS: [Color; 6 + STEPS + ENGINES] = [
    ("ink", "#1a1f27", "#e8ebef"),
    ("muted", "#59636f", "#9fa9b5"),
    ("rule", "#e1e5ea", "#2c323b"),
    ("good", "#14713a", "#5fd48a"),
    ("bad", "#b3261e", "#ff8a80"),
    ("doubtful", "#8a4b00", "#f0b860"),
    // Classes, from easy to hard: a ramp whose steps can be told apart by lightness alone.
    ("c0", "#16a396", "#059488"),
    ("c1", "#0595a6", "#199cad"),
    ("c2", "#1485b3", "#12a2da"),
    ("c3", "#3571c1", "#64a2f6"),
    ("c4", "#5c5bb6", "#9ca1ff"),
    ("c5", "#72469e", "#cb9fff"),
    ("c6", "#7e347d", "#f3a0ef"),
    ("c7", "#832256", "#ffb4d4"),
    ("c8", "#7f142a", "#fecacb"),
    ("c9", "#6a2203", "#fddcd1"),
    // Engines: a hue for each, in addition to the shape of its marks.
    ("e0", "#0f6cbd", "#4aa3ec"),
    ("e1", "#d4600a", "#ff9b57"),
    ("e2", "#0b4f3a", "#7ff0c8"),
    ("e3", "#c04fae", "#d06bc0"),
    ("e4", "#5a3a12", "#f5e27a"),
    ("e5", "#6f7b8b", "#8492a6"),
];

/// Returns the style sheet class for text in this role.
pub(super) fn class(role: Role) -> String {
    match role {
        Role::Plain | Role::Strong | Role::Pattern => Ink::Text.to_string(),
        Role::Muted => Ink::Muted.to_string(),
        Role::Good | Role::Placed => "good".to_owned(),
        Role::Bad | Role::Removed => "bad".to_owned(),
        Role::Doubtful => "doubtful".to_owned(),
        Role::Engine(place) => Ink::of_engine(place).to_string(),
    }
}

/// Returns the beginning of the style sheet: all colors as variables in both modes, and a class for each ink that sets
/// the variable `--i`, with which text and charts are drawn.
pub(super) fn style() -> String {
    let variables = |of: fn(&Color) -> &str| -> String {
        GROUNDS.iter().chain(&INKS).map(|color| format!(" --{}: {};", color.0, of(color))).collect()
    };
    let (light, dark) = (variables(|color| color.1), variables(|color| color.2));
    let classes = INKS.map(|(name, ..)| format!(".{name} {{ --i: var(--{name}); }}\n"));
    format!(
        ":root {{ color-scheme: light dark;{light} }}\n\
         @media screen and (prefers-color-scheme: dark) {{ :root {{{dark} }} }}\n{}",
        classes.concat()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ink_and_every_role_has_a_color() {
        let steps = (0..STEPS).map(Ink::Class);
        let inks = [Ink::Text, Ink::Muted, Ink::Grid].into_iter().chain(steps).map(|ink| ink.to_string());
        let meanings = [Role::Plain, Role::Strong, Role::Muted, Role::Good, Role::Bad, Role::Doubtful];
        let steps = [Role::Placed, Role::Removed, Role::Pattern];
        let roles = meanings.into_iter().chain(steps).chain((0..=ENGINES).map(Role::Engine)).map(class);
        let known = |name: &str| INKS.iter().filter(|(ink, ..)| *ink == name).count();
        for name in inks.chain(roles) {
            assert_eq!(known(&name), 1, "{name}");
        }
        // Good, bad and doubtful look different.
        assert_eq!([Role::Good, Role::Bad, Role::Doubtful].map(class), ["good", "bad", "doubtful"]);
    }
}
