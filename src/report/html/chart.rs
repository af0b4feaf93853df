//! What all charts have in common: size, axes, letters, and the words for those who cannot see them.

use maud::{Markup, PreEscaped, html};
use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::Shift;
use plotters::element::{Drawable, PointCollection};
use plotters::prelude::{Cartesian2d, Circle, DrawingArea, IntoDrawingArea, Polygon};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, ShapeStyle, TextStyle};

use super::axis::{Axis, LABEL};
use super::ink::Ink;
use super::svg::{FINE, Svg, text_width};

/// The width of every chart, in units of the SVG: about that of a telephone, so that letters stay legible there.
pub(super) const WIDTH: u32 = 440;
/// The size of names in a chart.
pub(super) const NAME: f64 = 13.0;
/// How many letters of a name are shown in a chart; its description has the whole name.
const NAME_LENGTH: usize = 16;

/// Where a chart is drawn.
pub(super) type Area<'a> = DrawingArea<Svg<'a>, Shift>;
/// A chart with axes.
pub(super) type Plane<'a> = ChartContext<'a, Svg<'a>, Cartesian2d<Axis, Axis>>;

/// A finished chart.
pub(super) struct Chart {
    /// What stands above it.
    title: String,
    /// What it shows, in words.
    description: String,
    size: (u32, u32),
    elements: String,
}

impl Chart {
    /// Draws a chart. Drawing goes to memory and does not fail.
    pub(super) fn draw(
        title: String,
        description: String,
        height: u32,
        draw: impl for<'a> FnOnce(&Area<'a>),
    ) -> Chart {
        let mut elements = String::new();
        let size = (WIDTH, height);
        draw(&Svg::new(size, &mut elements).into_drawing_area());
        Chart { title, description, size, elements }
    }

    /// The chart as part of a page, under a name that nothing else there has.
    pub(super) fn markup(&self, id: &str) -> Markup {
        let (width, height) = self.size;
        let (title, description) = (format!("{id}-title"), format!("{id}-words"));
        html! {
            figure {
                figcaption { (self.title) }
                svg viewBox=(format!("0 0 {width} {height}")) role="img" aria-labelledby=(title) aria-describedby=(description) {
                    title id=(title) { (self.title) }
                    desc id=(description) { (self.description) }
                    (PreEscaped(&self.elements))
                }
            }
        }
    }
}

/// The room around the axes, in units of the SVG.
#[derive(Clone, Copy)]
pub(super) struct Room {
    pub(super) left: u32,
    pub(super) right: u32,
    pub(super) top: u32,
    pub(super) bottom: u32,
}

/// What the axes measure.
#[derive(Clone, Copy)]
pub(super) struct AxisNames<'n> {
    pub(super) x: &'n str,
    pub(super) y: &'n str,
}

/// Draws axes with their rules and labels.
pub(super) fn plane<'a>(area: &Area<'a>, x: &Axis, y: &Axis, room: Room, names: AxisNames<'_>) -> Plane<'a> {
    let mut plane = ChartBuilder::on(area)
        .margin_right(pixels(room.right))
        .margin_top(pixels(room.top))
        .x_label_area_size(pixels(room.bottom))
        .y_label_area_size(pixels(room.left))
        .build_cartesian_2d(x.clone(), y.clone())
        .expect("drawing to memory does not fail");
    let label = text(Ink::Muted, LABEL, HPos::Center, VPos::Center);
    let y_label = if y.has_names { text(Ink::Text, NAME, HPos::Center, VPos::Center) } else { label.clone() };
    plane
        .configure_mesh()
        .bold_line_style(Ink::Grid.stroke_width(FINE as u32))
        .light_line_style(Ink::Grid.mix(0.0))
        .axis_style(Ink::Grid.stroke_width(FINE as u32))
        .set_all_tick_mark_size(5 * FINE)
        .x_labels(x.ticks.len())
        .y_labels(y.ticks.len())
        .x_label_style(label)
        .y_label_style(y_label)
        .x_label_offset(0)
        .draw()
        .expect("drawing to memory does not fail");
    let (width, height) = area.dim_in_pixel();
    let edge = (width as i32 - pixels(room.right), height as i32);
    write(area, names.x, &text(Ink::Muted, LABEL, HPos::Right, VPos::Bottom), edge);
    let corner = (0, pixels(room.top) - 12 * FINE);
    write(area, names.y, &text(Ink::Muted, LABEL, HPos::Left, VPos::Bottom), corner);
    plane
}

/// Units of the SVG in pixels of plotters.
pub(super) fn pixels(units: u32) -> i32 {
    units as i32 * FINE
}

/// How letters look.
pub(super) fn text(ink: Ink, size: f64, across: HPos, up: VPos) -> TextStyle<'static> {
    let font = FontDesc::new(FontFamily::SansSerif, size * f64::from(FINE), FontStyle::Normal);
    TextStyle { font, color: ink.to_backend_color(), pos: Pos::new(across, up) }
}

/// Writes letters at a place in pixels.
pub(super) fn write(area: &Area<'_>, words: &str, style: &TextStyle<'_>, place: (i32, i32)) {
    if !words.is_empty() {
        area.draw_text(words, style, place).expect("drawing to memory does not fail");
    }
}

/// Draws an element at a place in pixels.
pub(super) fn put<'e, E>(area: &Area<'_>, element: &'e E)
where
    &'e E: PointCollection<'e, (i32, i32)>,
    E: for<'a> Drawable<Svg<'a>>,
{
    area.draw(element).expect("drawing to memory does not fail");
}

/// Draws a mark of so large a radius (in pixels): each number has a shape of its own, so that nobody has to tell colours apart.
pub(super) fn mark(area: &Area<'_>, number: usize, style: ShapeStyle, radius: i32, (x, y): (i32, i32)) {
    let corners: &[(i32, i32)] = match number % 4 {
        0 => return put(area, &Circle::new((x, y), radius, style)),
        1 => &[(-9, -9), (9, -9), (9, 9), (-9, 9)],
        2 => &[(0, -12), (11, 8), (-11, 8)],
        _ => &[(0, -13), (13, 0), (0, 13), (-13, 0)],
    };
    let corner = |&(dx, dy): &(i32, i32)| (x + dx * radius / 10, y + dy * radius / 10);
    put(area, &Polygon::new(corners.iter().map(corner).collect::<Vec<_>>(), style));
}

/// Names of engines with their marks, from left to right; for one engine there is nothing to tell apart.
pub(super) fn legend(area: &Area<'_>, engines: &[&str], (mut x, y): (i32, i32)) {
    for (number, engine) in engines.iter().enumerate().filter(|_| engines.len() > 1) {
        mark(area, number, Ink::of_engine(number).filled(), 4 * FINE, (x + 5 * FINE, y));
        let name = shortened(engine);
        let style = text(Ink::Text, NAME, HPos::Left, VPos::Center);
        write(area, &name, &style, (x + 14 * FINE, y));
        x += 14 * FINE + ((text_width(&name, NAME) + 14.0) * f64::from(FINE)) as i32;
    }
}

/// A name as charts show it.
pub(super) fn shortened(name: &str) -> String {
    match name.chars().count() {
        length if length <= NAME_LENGTH => name.to_owned(),
        _ => name.chars().take(NAME_LENGTH - 1).chain(['…']).collect(),
    }
}

/// How wide the widest of these names is, in units of the SVG.
pub(super) fn widest<'n>(names: impl IntoIterator<Item = &'n str>) -> u32 {
    let widths = names.into_iter().map(|name| text_width(&shortened(name), NAME));
    widths.fold(0.0, f64::max).ceil() as u32
}
