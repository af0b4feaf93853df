//! Writes the elements of a chart: with classes of the style sheet instead of colors (see [`Ink`]), in the font of the
//! page, and with all text escaped. Coordinates are in SVG units from the top left corner.

use maud::html;

use super::ink::Ink;

pub(super) type Point = (f64, f64);

/// An SVG drawing under construction.
#[derive(Default)]
pub(super) struct Svg {
    elements: String,
    /// The attributes of the open group. Consecutive elements with the same attributes share a group.
    group: Option<String>,
}

impl Svg {
    pub(super) fn finish(mut self) -> String {
        self.close();
        self.elements
    }

    /// Draws a line that only guides the eye, such as an axis. Everything else has a title, which browsers show as a
    /// tooltip.
    pub(super) fn rule(&mut self, points: &[Point], ink: Ink, opacity: f64) {
        self.group(format!("class=\"line {ink}\" stroke-width=\"1\" stroke-opacity=\"{opacity}\""));
        self.shape(&path(points, ""), "");
    }

    pub(super) fn line(&mut self, points: &[Point], ink: Ink, width: f64, title: &str) {
        self.group(format!("class=\"line {ink}\" stroke-width=\"{width}\""));
        self.shape(&path(points, ""), title);
    }

    pub(super) fn area(&mut self, corners: &[Point], ink: Ink, opacity: f64, title: &str) {
        self.group(format!("class=\"area {ink}\" fill-opacity=\"{opacity}\""));
        self.shape(&path(corners, "Z"), title);
    }

    /// Adds an invisible area with a tooltip.
    pub(super) fn spot(&mut self, corners: &[Point], title: &str) {
        self.group("class=\"spot\"".to_owned());
        self.shape(&path(corners, "Z"), title);
    }

    /// Draws a mark in one of four shapes, chosen by the number, so that marks differ by more than their color.
    pub(super) fn mark(
        &mut self,
        number: usize,
        (x, y): Point,
        radius: f64,
        ink: Ink,
        opacity: f64,
        title: &str,
    ) {
        self.group(format!("class=\"area {ink}\" fill-opacity=\"{opacity}\""));
        let corners: &[Point] = match number % 4 {
            0 => {
                let (x, y, radius) = (units(x), units(y), units(radius));
                return self.shape(&format!("circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""), title);
            }
            1 => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
            2 => &[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)],
            _ => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
        };
        let corner = |(dx, dy): &Point| (x + dx * radius, y + dy * radius);
        self.shape(&path(&corners.iter().map(corner).collect::<Vec<_>>(), "Z"), title);
    }

    /// Writes text with its start, middle or end at this place, vertically centered.
    pub(super) fn text(&mut self, words: &str, (x, y): Point, ink: Ink, size: f64, anchor: &str) {
        self.group(format!("class=\"area {ink}\" font-size=\"{size}\" text-anchor=\"{anchor}\""));
        // From the vertical center to the baseline.
        let text = html! { text x=(units(x)) y=(units(y + 0.35 * size)) { (words) } };
        self.elements.push_str(&text.into_string());
    }

    /// Opens a group with these attributes, unless it is open already.
    fn group(&mut self, attributes: String) {
        if self.group.as_ref() != Some(&attributes) {
            self.close();
            self.elements.push_str(&format!("<g {attributes}>"));
            self.group = Some(attributes);
        }
    }

    fn close(&mut self) {
        if self.group.take().is_some() {
            self.elements.push_str("</g>");
        }
    }

    /// Writes an element with its attributes, and its title unless that is empty.
    fn shape(&mut self, element: &str, title: &str) {
        let name = element.split(' ').next().expect("an element has a name");
        match title {
            "" => self.elements.push_str(&format!("<{element}/>")),
            title => {
                let title = html! { title { (title) } }.into_string();
                self.elements.push_str(&format!("<{element}>{title}</{name}>"));
            }
        }
    }
}

/// Returns a path through these points; `Z` as the end closes it.
fn path(points: &[Point], end: &str) -> String {
    let places: Vec<String> = points.iter().map(|&(x, y)| format!("{} {}", units(x), units(y))).collect();
    format!("path d=\"M{}{end}\"", places.join("L"))
}

/// Rounds a length to one decimal.
fn units(length: f64) -> f64 {
    // Adding 0 turns a negative zero into zero.
    (length * 10.0).round() / 10.0 + 0.0
}

/// Estimates the width of a text in a typical screen font.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    let em = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.3,
        'f' | 'r' | 't' | '(' | ')' | '-' | '/' => 0.38,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.88,
        'A'..='Z' => 0.68,
        c if (c as u32) < 0x2e80 => 0.57,
        _ => 1.0,
    };
    text.chars().map(em).sum::<f64>() * size
}
