//! What all charts have in common: size, axes, letters, and the words for those who cannot see them.

use maud::{Markup, PreEscaped, html};

use super::axis::{Axis, Extent, LABEL, spread};
use super::ink::Ink;
use super::svg::{Point, Svg, text_width};
use crate::report::visible::shortened;

/// The width of every chart, in units of the SVG: about that of a phone, so that letters stay legible there.
const WIDTH: f64 = 440.0;
/// The room above the axes and below them.
pub(super) const TOP: f64 = 32.0;
pub(super) const BOTTOM: f64 = 44.0;
/// The size of names in a chart.
pub(super) const NAME: f64 = 13.0;
/// How many letters of a name are shown in a chart; its description has the whole name.
pub(super) const NAME_LENGTH: usize = 16;
const TICK: f64 = 5.0;

/// The height of a chart, and the room beside its axes: for labels on the left, for names on the right.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) height: f64,
}

impl Frame {
    pub(super) fn across(self) -> Extent {
        Extent::Across(WIDTH - self.left - self.right)
    }

    pub(super) fn up(self) -> Extent {
        Extent::Up(self.height - TOP - BOTTOM)
    }

    /// Where the room on the right begins.
    pub(super) fn side(self) -> f64 {
        WIDTH - self.right
    }
}

/// A curve through figures, with its name.
type Curve<'n> = (Vec<(f64, f64)>, Ink, &'n str);

/// A chart with its axes, and what is drawn between them.
pub(super) struct Plot {
    title: String,
    /// What it shows, in words.
    description: String,
    pub(super) frame: Frame,
    x: Axis,
    y: Axis,
    pub(super) svg: Svg,
}

impl Plot {
    /// A chart of which only the axes are drawn.
    pub(super) fn new(title: &str, frame: Frame, [x_name, y_name]: [&str; 2], x: Axis, y: Axis) -> Plot {
        let mut plot =
            Plot { title: title.to_owned(), description: String::new(), frame, x, y, svg: Svg::default() };
        let (left, right, top, bottom) = (frame.left, frame.side(), TOP, frame.height - BOTTOM);
        let columns: Vec<f64> = plot.x.ticks.iter().map(|(place, _)| plot.at(*place, 0.0).0).collect();
        let rows: Vec<f64> = plot.y.ticks.iter().map(|(place, _)| plot.at(0.0, *place).1).collect();
        let svg = &mut plot.svg;
        let mut rule = |from: Point, to: Point| svg.line(&[from, to], Ink::Grid, 1.0, 1.0);
        columns.iter().for_each(|&x| rule((x, bottom + TICK), (x, top)));
        rows.iter().for_each(|&y| rule((left - TICK, y), (right, y)));
        rule((left, top), (left, bottom));
        rule((left, bottom), (right, bottom));
        let mut label = |words: &str, place, anchor| svg.text(words, place, Ink::Muted, LABEL, anchor);
        for ((_, words), y) in plot.y.ticks.iter().zip(rows) {
            label(words, (left - 2.0 * TICK, y), "end");
        }
        for ((_, words), x) in plot.x.ticks.iter().zip(columns) {
            label(words, (x, bottom + 15.0), "middle");
        }
        label(x_name, (right, frame.height - LABEL / 2.0), "end");
        if !y_name.is_empty() {
            label(y_name, (0.0, top - 18.0), "start");
        }
        plot
    }

    /// The place of two figures.
    pub(super) fn at(&self, x: f64, y: f64) -> Point {
        let Frame { left, height, .. } = self.frame;
        let (right, bottom) = (self.frame.side(), height - BOTTOM);
        (left + self.x.share(x) * (right - left), bottom - self.y.share(y) * (bottom - TOP))
    }

    /// Draws curves, and names them at their ends, beside the axes and clear of each other.
    pub(super) fn curves(&mut self, curves: &[Curve<'_>]) {
        let mut ends: Vec<Point> = Vec::new();
        for (figures, ink, _) in curves {
            let points: Vec<Point> = figures.iter().map(|&(x, y)| self.at(x, y)).collect();
            self.svg.line(&points, *ink, 2.0, 1.0);
            ends.extend(points.last());
        }
        let wanted: Vec<f64> = ends.iter().map(|(_, y)| *y).collect();
        let places = spread(&wanted, 15.0, TOP..self.frame.height - BOTTOM);
        let side = self.frame.side();
        for (((_, ink, name), (x, y)), place) in curves.iter().zip(ends).zip(places) {
            let leader = [(x, y), (side + 4.0, y), (side + 12.0, place), (side + 18.0, place)];
            self.svg.line(&leader, *ink, 1.0, 0.7);
            self.svg.circle((x, y), 3.0, *ink, 1.0);
            self.svg.text(&shortened(name, NAME_LENGTH), (side + 21.0, place), Ink::Text, NAME, "start");
        }
    }

    /// Names engines with their marks above the axes; for one engine there is nothing to tell apart.
    pub(super) fn legend(&mut self, engines: &[&str]) {
        let (mut x, y) = (self.frame.left, 12.0);
        for (number, engine) in engines.iter().enumerate().filter(|_| engines.len() > 1) {
            let name = shortened(engine, NAME_LENGTH);
            self.svg.mark(number, (x + 5.0, y), 4.0, Ink::of_engine(number), 1.0);
            self.svg.text(&name, (x + 14.0, y), Ink::Text, NAME, "start");
            x += 28.0 + text_width(&name, NAME);
        }
    }

    /// Says in words what the chart shows, and its figures.
    pub(super) fn describe(&mut self, what: &str, figures: impl Iterator<Item = String>) {
        self.description = format!("{what} {}.", figures.collect::<Vec<_>>().join("; "));
    }

    /// The chart as part of a page, under a name that nothing else there has.
    pub(super) fn markup(self, id: &str) -> Markup {
        let (title, description) = (format!("{id}-title"), format!("{id}-words"));
        html! {
            figure {
                figcaption { (self.title) }
                svg viewBox=(format!("0 0 {WIDTH} {}", self.frame.height)) role="img" aria-labelledby=(title) aria-describedby=(description) {
                    title id=(title) { (self.title) }
                    desc id=(description) { (self.description) }
                    (PreEscaped(self.svg.finish()))
                }
            }
        }
    }
}

/// The room that the widest of these names takes beside the axes, with a mark or a line to it.
pub(super) fn room_for<'n>(names: impl IntoIterator<Item = &'n str>) -> f64 {
    let widths = names.into_iter().map(|name| text_width(&shortened(name, NAME_LENGTH), NAME));
    widths.fold(0.0, f64::max).ceil() + 26.0
}
