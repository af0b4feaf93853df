//! The common parts of all charts: size, axes, labels, tooltips, and descriptions for screen readers.

use maud::{Markup, PreEscaped, html};

use super::axis::{Axis, Extent, LABEL, spread};
use super::ink::Ink;
use super::svg::{Point, Svg, text_width};
use crate::report::visible;

/// The font size of names in a chart.
pub(super) const NAME: f64 = 13.0;
/// The number of characters of a name that a chart shows; the tooltip has the whole name.
const NAME_LENGTH: usize = 16;
const TICK: f64 = 5.0;

/// The size at which a chart is drawn, so that text has about the same size in all charts and is legible on a phone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Size {
    /// A panel among many, without names.
    Small,
    /// A card on half of the row, or on all of it on a phone.
    Half,
    /// A card on the whole row.
    Whole,
}

impl Size {
    /// The width in SVG units.
    fn width(self) -> f64 {
        match self {
            Size::Small => 200.0,
            Size::Half => 440.0,
            Size::Whole => 920.0,
        }
    }

    /// The space above the axes, with or without a name or a legend.
    fn top(self, has_head: bool) -> f64 {
        if self == Size::Small || !has_head { 10.0 } else { 32.0 }
    }

    /// The space below the axes.
    fn bottom(self) -> f64 {
        if self == Size::Small { 24.0 } else { 44.0 }
    }
}

/// The size and the height of a chart, and the space beside its axes: for labels on the left, for names on the right.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) size: Size,
    pub(super) left: f64,
    right: f64,
    /// Whether there is a legend or the name of an axis above the axes.
    has_head: bool,
    height: f64,
}

impl Frame {
    /// Returns the frame for axes of this height. Panels have a fixed height, and no space for names.
    pub(super) fn new(size: Size, left: f64, right: f64, height: f64, has_head: bool) -> Frame {
        let (left, right, height) = match size {
            Size::Small => (left.min(52.0), 12.0, 106.0),
            Size::Half | Size::Whole => (left, right, height),
        };
        Frame { size, left, right, has_head, height: size.top(has_head) + height + size.bottom() }
    }

    pub(super) fn across(self) -> Extent {
        Extent::Across(self.side() - self.left)
    }

    pub(super) fn up(self) -> Extent {
        Extent::Up(self.bottom() - self.top())
    }

    /// The right end of the axes.
    pub(super) fn side(self) -> f64 {
        self.size.width() - self.right
    }

    pub(super) fn top(self) -> f64 {
        self.size.top(self.has_head)
    }

    /// The bottom of the axes.
    pub(super) fn bottom(self) -> f64 {
        self.height - self.size.bottom()
    }
}

/// A named curve through figures.
pub(super) struct Curve<'n> {
    pub(super) figures: Vec<(f64, f64)>,
    pub(super) ink: Ink,
    pub(super) name: &'n str,
    pub(super) title: String,
}

/// A chart: its axes and what is drawn between them.
pub(super) struct Plot {
    title: String,
    /// The description for screen readers.
    description: String,
    pub(super) frame: Frame,
    x: Axis,
    y: Axis,
    pub(super) svg: Svg,
}

impl Plot {
    /// Returns a chart with nothing but its axes.
    pub(super) fn new(title: &str, frame: Frame, [x_name, y_name]: [&str; 2], x: Axis, y: Axis) -> Plot {
        let mut plot =
            Plot { title: title.to_owned(), description: String::new(), frame, x, y, svg: Svg::default() };
        let (left, right, top, bottom) = (frame.left, frame.side(), frame.top(), frame.bottom());
        let columns: Vec<f64> = plot.x.ticks.iter().map(|(place, _)| plot.at(*place, 0.0).0).collect();
        let rows: Vec<f64> = plot.y.ticks.iter().map(|(place, _)| plot.at(0.0, *place).1).collect();
        let svg = &mut plot.svg;
        let mut rule = |from: Point, to: Point| svg.rule(&[from, to], Ink::Grid, 1.0);
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
        // For panels, the introduction of the section names the axes.
        if frame.size != Size::Small {
            label(x_name, (right, frame.height - LABEL / 2.0), "end");
            if !y_name.is_empty() {
                label(y_name, (0.0, top - 18.0), "start");
            }
        }
        plot
    }

    /// Returns the point for two figures.
    pub(super) fn at(&self, x: f64, y: f64) -> Point {
        let (left, top, bottom) = (self.frame.left, self.frame.top(), self.frame.bottom());
        (left + self.x.share(x) * (self.frame.side() - left), bottom - self.y.share(y) * (bottom - top))
    }

    /// Draws curves, with their names at their ends, beside the axes and without overlaps.
    pub(super) fn curves(&mut self, curves: &[Curve<'_>]) {
        let mut ends: Vec<Point> = Vec::new();
        for curve in curves {
            let points: Vec<Point> = curve.figures.iter().map(|&(x, y)| self.at(x, y)).collect();
            self.svg.line(&points, curve.ink, 2.0, &curve.title);
            ends.extend(points.last());
        }
        if self.frame.size == Size::Small {
            return;
        }
        let wanted: Vec<f64> = ends.iter().map(|(_, y)| *y).collect();
        let places = spread(&wanted, 15.0, self.frame.top()..self.frame.bottom());
        let side = self.frame.side();
        for ((curve, (x, y)), place) in curves.iter().zip(ends).zip(places) {
            let leader = [(x, y), (side + 4.0, y), (side + 12.0, place), (side + 18.0, place)];
            self.svg.line(&leader, curve.ink, 1.0, &curve.title);
            self.name(curve.name, (side + 21.0, place));
        }
    }

    /// Writes a name, shortened if it is long.
    pub(super) fn name(&mut self, name: &str, place: Point) {
        self.svg.text(&shortened(name), place, Ink::Text, NAME, "start");
    }

    /// Draws a legend of the engines above the axes, if there are several.
    pub(super) fn legend(&mut self, engines: &[&str]) {
        if self.frame.size != Size::Small && engines.len() > 1 {
            marks_of(engines, self.frame.left, &mut self.svg);
        }
    }

    /// Sets the description for screen readers: what the chart shows, and its figures.
    pub(super) fn describe(&mut self, what: &str, figures: impl Iterator<Item = String>) {
        self.description = format!("{what} {}.", figures.collect::<Vec<_>>().join("; "));
    }

    pub(super) fn title(&self) -> &str {
        &self.title
    }

    /// Returns the SVG element of the chart. The `id` must be unique on the page.
    pub(super) fn drawing(self, id: &str, class: &str) -> Markup {
        let (title, description) = (format!("{id}-title"), format!("{id}-words"));
        html! {
            svg class=(class) viewBox=(format!("0 0 {} {}", self.frame.size.width(), self.frame.height)) role="img"
                aria-labelledby=(title) aria-describedby=(description) {
                title id=(title) { (self.title) }
                desc id=(description) { (self.description) }
                (PreEscaped(self.svg.finish()))
            }
        }
    }
}

/// Returns a legend of the engines as an element of its own, for charts that share it.
pub(super) fn legend(engines: &[&str]) -> Markup {
    let mut svg = Svg::default();
    let width = marks_of(engines, 0.0, &mut svg);
    html! {
        svg.legend viewBox=(format!("0 0 {width:.0} 24")) role="img" aria-label=(engines.join(", ")) {
            (PreEscaped(svg.finish()))
        }
    }
}

/// Draws the marks and the names of engines, and returns where they end.
fn marks_of(engines: &[&str], left: f64, svg: &mut Svg) -> f64 {
    let (mut x, y) = (left, 12.0);
    for (number, engine) in engines.iter().enumerate() {
        let name = shortened(engine);
        svg.mark(number, (x + 5.0, y), 4.0, Ink::of_engine(number), 1.0, engine);
        svg.text(&name, (x + 14.0, y), Ink::Text, NAME, "start");
        x += 28.0 + text_width(&name, NAME);
    }
    x
}

/// Shortens a name to what fits into a chart.
pub(super) fn shortened(name: &str) -> String {
    visible::shortened(name, NAME_LENGTH)
}

/// Returns the space that the widest of these names takes beside the axes, with a mark or a line to it.
pub(super) fn room_for<'n>(names: impl IntoIterator<Item = &'n str>) -> f64 {
    let widths = names.into_iter().map(|name| text_width(&shortened(name), NAME));
    widths.fold(0.0, f64::max).ceil() + 26.0
}
