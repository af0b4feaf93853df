//! What all charts have in common: size, axes, letters, and the words for those who cannot see them.

use maud::{Markup, PreEscaped, html};

use super::axis::{Axis, LABEL, spread};
use super::ink::Ink;
use super::svg::{Anchor, Point, Svg, text_width};
use crate::report::visible::shortened as cut;

/// The width of every chart, in units of the SVG: about that of a phone, so that letters stay legible there.
pub(super) const WIDTH: f64 = 440.0;
/// The size of names in a chart.
pub(super) const NAME: f64 = 13.0;
/// How many letters of a name are shown in a chart; its description has the whole name.
const NAME_LENGTH: usize = 16;
/// The length of the ticks of an axis.
const TICK: f64 = 5.0;

/// A finished chart.
pub(super) struct Chart {
    /// What stands above it.
    pub(super) title: String,
    /// What it shows, in words.
    pub(super) description: String,
    pub(super) height: f64,
    pub(super) drawing: Svg,
}

impl Chart {
    /// The chart as part of a page, under a name that nothing else there has.
    pub(super) fn markup(self, id: &str) -> Markup {
        let (title, description) = (format!("{id}-title"), format!("{id}-words"));
        html! {
            figure {
                figcaption { (self.title) }
                svg viewBox=(format!("0 0 {WIDTH} {}", self.height)) role="img" aria-labelledby=(title) aria-describedby=(description) {
                    title id=(title) { (self.title) }
                    desc id=(description) { (self.description) }
                    (PreEscaped(self.drawing.finish()))
                }
            }
        }
    }
}

/// The room around the axes.
#[derive(Clone, Copy)]
pub(super) struct Room {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

impl Room {
    /// How long the axis from left to right is.
    pub(super) fn width(&self) -> f64 {
        WIDTH - self.left - self.right
    }
}

/// Two axes, and where they lie in a chart.
pub(super) struct Plane {
    pub(super) x: Axis,
    pub(super) y: Axis,
    pub(super) room: Room,
    pub(super) height: f64,
}

impl Plane {
    /// The place of two figures.
    pub(super) fn at(&self, x: f64, y: f64) -> Point {
        let Room { left, bottom, top, .. } = self.room;
        let up = self.height - bottom - top;
        (left + self.x.share(x) * self.room.width(), self.height - bottom - self.y.share(y) * up)
    }

    /// Draws the axes with their rules, labels and names.
    pub(super) fn draw(&self, svg: &mut Svg, x_name: &str, y_name: &str) {
        let (left, bottom) = self.at(self.x.range.start, self.y.range.start);
        let (right, top) = self.at(self.x.range.end, self.y.range.end);
        let columns =
            self.x.ticks.iter().map(|(place, label)| (self.at(*place, self.y.range.start).0, label));
        let rows = self.y.ticks.iter().map(|(place, label)| (self.at(self.x.range.start, *place).1, label));
        let mut rule = |from: Point, to: Point| svg.line(&[from, to], Ink::Grid, 1.0, 1.0);
        columns.clone().for_each(|(x, _)| rule((x, bottom + TICK), (x, top)));
        rows.clone().for_each(|(y, _)| rule((left - TICK, y), (right, y)));
        rule((left, top), (left, bottom));
        rule((left, bottom), (right, bottom));
        let (ink, size) = if self.y.has_names { (Ink::Text, NAME) } else { (Ink::Muted, LABEL) };
        rows.for_each(|(y, label)| svg.text(label, (left - 2.0 * TICK, y), ink, size, Anchor::End));
        columns.for_each(|(x, label)| svg.text(label, (x, bottom + 15.0), Ink::Muted, LABEL, Anchor::Middle));
        svg.text(x_name, (right, self.height - LABEL / 2.0), Ink::Muted, LABEL, Anchor::End);
        if !y_name.is_empty() {
            svg.text(y_name, (0.0, top - 18.0), Ink::Muted, LABEL, Anchor::Start);
        }
    }
}

/// Draws a mark: each number has a shape of its own, so that colors need not be told apart.
pub(super) fn mark(svg: &mut Svg, number: usize, ink: Ink, opacity: f64, radius: f64, (x, y): Point) {
    let corners: &[Point] = match number % 4 {
        0 => return svg.circle((x, y), radius, ink, opacity),
        1 => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
        2 => &[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)],
        _ => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
    };
    let corners: Vec<Point> = corners.iter().map(|(dx, dy)| (x + dx * radius, y + dy * radius)).collect();
    svg.area(&corners, ink, opacity);
}

/// Names the curves of a chart at their ends, beside the plane and clear of each other.
pub(super) fn name_ends(svg: &mut Svg, plane: &Plane, ends: &[(Point, Ink, &str)]) {
    let wanted: Vec<f64> = ends.iter().map(|((_, y), ..)| *y).collect();
    let places = spread(&wanted, 15.0, plane.room.top..plane.height - plane.room.bottom);
    let side = WIDTH - plane.room.right;
    for (((x, y), ink, name), place) in ends.iter().zip(places) {
        svg.line(&[(*x, *y), (side + 4.0, *y), (side + 12.0, place), (side + 18.0, place)], *ink, 1.0, 0.7);
        svg.circle((*x, *y), 3.0, *ink, 1.0);
        svg.text(&shortened(name), (side + 21.0, place), Ink::Text, NAME, Anchor::Start);
    }
}

/// Names of engines with their marks, from left to right; for one engine there is nothing to tell apart.
pub(super) fn legend(svg: &mut Svg, engines: &[&str], (mut x, y): Point) {
    for (number, engine) in engines.iter().enumerate().filter(|_| engines.len() > 1) {
        mark(svg, number, Ink::of_engine(number), 1.0, 4.0, (x + 5.0, y));
        let name = shortened(engine);
        svg.text(&name, (x + 14.0, y), Ink::Text, NAME, Anchor::Start);
        x += 28.0 + text_width(&name, NAME);
    }
}

/// A name as charts show it.
pub(super) fn shortened(name: &str) -> String {
    cut(name, NAME_LENGTH)
}

/// How wide the widest of these names is.
pub(super) fn widest<'n>(names: impl IntoIterator<Item = &'n str>) -> f64 {
    let widths = names.into_iter().map(|name| text_width(&shortened(name), NAME));
    widths.fold(0.0, f64::max).ceil()
}
