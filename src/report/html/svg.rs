//! A backend for plotters that writes SVG for a page: no colours but classes of the style sheet (see [`Ink`]), no
//! fonts but those of the page, and every text escaped.
//!
//! Plotters draws on whole pixels. A curve wants better than that, so a drawing has [`FINE`] of its pixels to a
//! unit of the SVG.

use std::convert::Infallible;
use std::fmt::Write;

use maud::Escaper;
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle,
};

use super::ink::Ink;

/// Pixels of plotters to a unit of the SVG.
pub(super) const FINE: i32 = 10;

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

/// Writes the elements of a drawing to a text.
pub(super) struct Svg<'a> {
    size: (u32, u32),
    elements: &'a mut String,
    /// The attributes of the group that is open: what is drawn alike is written together.
    group: Option<String>,
}

impl<'a> Svg<'a> {
    /// A drawing of so many units.
    pub(super) fn new((width, height): (u32, u32), elements: &'a mut String) -> Svg<'a> {
        Svg { size: (width * FINE as u32, height * FINE as u32), elements, group: None }
    }

    /// Begins a group with these attributes, unless it is the one that is open.
    fn group(&mut self, attributes: String) {
        if self.group.as_ref() == Some(&attributes) {
            return;
        }
        self.close();
        self.elements.push_str(&format!("<g {attributes}>"));
        self.group = Some(attributes);
    }

    fn close(&mut self) {
        if self.group.take().is_some() {
            self.elements.push_str("</g>");
        }
    }

    fn stroke(&mut self, style: &impl BackendStyle) {
        let width = units(style.stroke_width() as i32);
        let ink = Ink::of_color(style.color()).name();
        self.group(format!(
            "class=\"line {ink}\" stroke-width=\"{width}\"{}",
            opacity("stroke", style.color())
        ));
    }

    fn fill(&mut self, style: &impl BackendStyle) {
        let ink = Ink::of_color(style.color()).name();
        self.group(format!("class=\"area {ink}\"{}", opacity("fill", style.color())));
    }

    fn path(&mut self, points: impl IntoIterator<Item = BackendCoord>, end: &str) {
        self.elements.push_str("<path d=\"");
        for (index, (x, y)) in points.into_iter().enumerate() {
            let step = if index == 0 { 'M' } else { 'L' };
            self.elements.push_str(&format!("{step}{} {}", units(x), units(y)));
        }
        self.elements.push_str(&format!("{end}\"/>"));
    }
}

impl Drop for Svg<'_> {
    fn drop(&mut self) {
        self.close();
    }
}

fn opacity(of: &str, color: BackendColor) -> String {
    if color.alpha < 1.0 { format!(" {of}-opacity=\"{:.2}\"", color.alpha) } else { String::new() }
}

/// Pixels of plotters in units of the SVG.
fn units(pixels: i32) -> String {
    let (whole, rest) = (pixels.abs() / FINE, pixels.abs() % FINE);
    let sign = if pixels < 0 { "-" } else { "" };
    if rest == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}

/// How wide a text is in a font for screens, as far as one can say without the font.
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

impl DrawingBackend for Svg<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        self.draw_rect(point, (point.0 + FINE, point.1 + FINE), &color, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        match fill {
            true => self.fill_polygon(corners, style),
            false => {
                self.stroke(style);
                self.path(corners, "Z");
                Ok(())
            }
        }
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        if style.color().alpha > 0.0 {
            self.stroke(style);
            self.path(path, "");
        }
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        if fill {
            self.fill(style)
        } else {
            self.stroke(style)
        }
        let circle =
            format!("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>", units(x), units(y), units(radius as i32));
        self.elements.push_str(&circle);
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        if style.color().alpha > 0.0 {
            self.fill(style);
            self.path(corners, "Z");
        }
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, (x, y): BackendCoord) -> Drawn {
        let anchor = match style.anchor().h_pos {
            HPos::Left => "start",
            HPos::Center => "middle",
            HPos::Right => "end",
        };
        // From the edge that was asked for to the line that letters stand on.
        let drop = match style.anchor().v_pos {
            VPos::Top => 0.8,
            VPos::Center => 0.35,
            VPos::Bottom => -0.15,
        };
        let weight = if matches!(style.style(), FontStyle::Bold) { " font-weight=\"600\"" } else { "" };
        let size = units(style.size() as i32);
        let ink = Ink::of_color(style.color()).name();
        self.group(format!("class=\"area {ink}\" font-size=\"{size}\" text-anchor=\"{anchor}\"{weight}"));
        let y = y + (style.size() * drop) as i32;
        self.elements.push_str(&format!("<text x=\"{}\" y=\"{}\">", units(x), units(y)));
        // Writing to a string does not fail.
        let _ = Escaper::new(self.elements).write_str(text);
        self.elements.push_str("</text>");
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        Ok((text_width(text, style.size()) as u32, style.size() as u32))
    }
}

#[cfg(test)]
mod tests {
    use plotters::prelude::*;

    use super::*;

    #[test]
    fn what_is_drawn_alike_is_one_group_and_text_stays_text() {
        let mut elements = String::new();
        {
            let area = Svg::new((20, 10), &mut elements).into_drawing_area();
            let ink = Ink::Class(3);
            area.draw(&PathElement::new([(0, 0), (15, 94)], ink.stroke_width(15))).unwrap();
            area.draw(&PathElement::new([(0, 0), (3, 7)], ink.stroke_width(15))).unwrap();
            area.draw(&Circle::new((50, 50), 25, Ink::Engine(1).mix(0.5).filled())).unwrap();
            let style = ("sans-serif", 120).with_color(Ink::Muted).into_text_style(&area);
            area.draw_text("<b>\"&", &style, (10, 0)).unwrap();
        }
        assert_eq!(
            elements,
            "<g class=\"line c3\" stroke-width=\"1.5\"><path d=\"M0 0L1.5 9.4\"/><path d=\"M0 0L0.3 0.7\"/></g>\
             <g class=\"area e1\" fill-opacity=\"0.50\"><circle cx=\"5\" cy=\"5\" r=\"2.5\"/></g>\
             <g class=\"area muted\" font-size=\"12\" text-anchor=\"start\">\
             <text x=\"1\" y=\"9.6\">&lt;b&gt;&quot;&amp;</text></g>"
        );
    }
}
