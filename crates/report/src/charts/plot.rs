//! The common parts of charts: a canvas, texts, lines, bars with names on the left.

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, EmptyElement, PathElement, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontFamily, FontStyle, IntoFont, RGBColor, ShapeStyle};

use super::colours;
use crate::formatting::{fitted, visible};

/// The width of every chart.
pub(super) const WIDTH: i32 = 600;
/// Start of bars, with names to its left.
pub(super) const LEFT: i32 = 170;
/// Maximum end of bars.
pub(super) const RIGHT: i32 = 545;
/// The height of a named bar with its gap.
pub(super) const BAR: i32 = 22;
/// The size of texts, as given to plotters and as written by it.
const SIZE: f64 = 15.5;
const WRITTEN_SIZE: f64 = SIZE / 1.24;
/// Gap between a name and its object.
const BESIDE: i32 = 10;

/// A picture being drawn. Drawing into memory cannot fail, so errors are ignored.
pub(super) struct Canvas<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
}

/// The position of a text relative to its point.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Canvas<'_> {
    /// Draws a picture of the given height and returns it as SVG that scales with its container; `label` describes it.
    pub(super) fn draw(height: i32, label: &str, picture: impl FnOnce(&Canvas<'_>)) -> String {
        let mut svg = String::new();
        {
            let area = SVGBackend::with_string(&mut svg, (WIDTH as u32, height as u32)).into_drawing_area();
            let canvas = Canvas { area };
            picture(&canvas);
            // Drawing into memory cannot fail.
            let _ = canvas.area.present();
        }
        let head = maud::html! { (label) }.into_string();
        let size = format!("<svg width=\"{WIDTH}\" height=\"{height}\" ");
        svg.replacen(&size, &format!("<svg class=\"chart\" role=\"img\" aria-label=\"{head}\" "), 1)
    }

    pub(super) fn text(&self, text: &str, (x, y): (i32, i32), anchor: Anchor, color: RGBColor) {
        let horizontal = match anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let style = (FontFamily::SansSerif, SIZE, FontStyle::Normal).into_font().color(&color);
        let style = style.pos(Pos::new(horizontal, VPos::Center));
        let _ = self.area.draw(&Text::new(text.to_owned(), (x, y), style));
    }

    pub(super) fn bar(&self, from: (i32, i32), to: (i32, i32), color: RGBColor) {
        let _ = self.area.draw(&Rectangle::new([from, to], color.filled()));
    }

    pub(super) fn line(&self, from: (i32, i32), to: (i32, i32), color: RGBColor, width: u32) {
        let style = ShapeStyle { color: color.to_rgba(), filled: false, stroke_width: width };
        let _ = self.area.draw(&PathElement::new(vec![from, to], style));
    }

    pub(super) fn dot(&self, at: (i32, i32), radius: i32, color: RGBColor) {
        let _ = self.area.draw(&(EmptyElement::at(at) + Circle::new((0, 0), radius, color.filled())));
    }

    pub(super) fn ring(&self, at: (i32, i32), radius: i32, color: RGBColor) {
        let style = ShapeStyle { color: color.to_rgba(), filled: false, stroke_width: 2 };
        let _ = self.area.draw(&(EmptyElement::at(at) + Circle::new((0, 0), radius, style)));
    }

    /// Draws a mark whose shape depends on its number: eight lines can be told apart without their colours.
    pub(super) fn mark(&self, (x, y): (i32, i32), number: usize, color: RGBColor) {
        const HALF: i32 = 4;
        let (left, right, top, bottom) = (x - HALF, x + HALF, y - HALF, y + HALF);
        let triangle = vec![(left, bottom), (right, bottom), (x, top)];
        match number % 8 {
            0 => self.dot((x, y), HALF, color),
            1 => self.bar((left, top), (right, bottom), color),
            2 => {
                let style: ShapeStyle = color.filled();
                let _ = self.area.draw(&Polygon::new(triangle, style));
            }
            3 => {
                self.line((left, top), (right, bottom), color, 2);
                self.line((left, bottom), (right, top), color, 2);
            }
            4 => self.ring((x, y), HALF, color),
            5 => self
                .path(vec![(left, top), (right, top), (right, bottom), (left, bottom), (left, top)], color),
            6 => self.path([triangle, vec![(left, bottom)]].concat(), color),
            _ => {
                self.line((left, y), (right, y), color, 2);
                self.line((x, top), (x, bottom), color, 2);
            }
        }
    }

    pub(super) fn path(&self, points: Vec<(i32, i32)>, color: RGBColor) {
        let style = ShapeStyle { color: color.to_rgba(), filled: false, stroke_width: 2 };
        let _ = self.area.draw(&PathElement::new(points, style));
    }

    /// Draws the name of a bar.
    pub(super) fn name(&self, name: &str, middle: i32) {
        self.text(&fitting(name, LEFT - BESIDE), (LEFT - BESIDE, middle), Anchor::End, colours::INK);
    }
}

/// Returns the part of a name that fits into the room.
pub(super) fn fitting(name: &str, room: i32) -> String {
    let most = f64::from(room) / WRITTEN_SIZE * 1000.0;
    fitted(&visible(name), most as u32)
}

/// Returns the position of a value on an axis that starts at 0, rounded to a point.
pub(super) fn along(value: f64, most: f64, from: i32, to: i32) -> i32 {
    if most <= 0.0 {
        return from;
    }
    from + libm::round(value / most * f64::from(to - from)) as i32
}

/// An axis between two figures, widened to round numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    low: i64,
    high: i64,
    step: i64,
    from: i32,
    to: i32,
}

impl Axis {
    /// Returns an axis of about `steps` steps that holds both figures and spans the given points.
    pub(super) fn new((low, high): (f64, f64), steps: u64, (from, to): (i32, i32)) -> Axis {
        let [low, high] = [libm::floor(low), libm::ceil(high)].map(|figure| figure as i64);
        let step = round_step((high - low).max(1).unsigned_abs(), steps) as i64;
        let (low, high) = (low.div_euclid(step) * step, (high + step - 1).div_euclid(step) * step);
        Axis { low, high: high.max(low + step), step, from, to }
    }

    /// Returns the axis labels, which are round numbers.
    pub(super) fn marks(self) -> impl Iterator<Item = i64> {
        (self.low..=self.high).step_by(self.step.unsigned_abs() as usize)
    }

    /// Returns the position of a figure.
    pub(super) fn place(self, figure: f64) -> i32 {
        along(figure - self.low as f64, (self.high - self.low) as f64, self.from, self.to)
    }
}

/// Returns a round step for an axis of about `steps` steps: 1, 2 or 5 times a power of ten, at least 1.
pub(super) fn round_step(most: u64, steps: u64) -> u64 {
    let powers = std::iter::successors(Some(1_u64), |power| power.checked_mul(10));
    let mut round = powers.flat_map(|power| [1, 2, 5].map(|factor| power.saturating_mul(factor)));
    round.find(|step| most / step <= steps).unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (most, step) in [(0, 1), (4, 1), (9, 2), (20, 5), (40, 10), (41, 10), (999_000, 200_000)] {
            assert_eq!(round_step(most, 5), step, "{most}");
        }
    }

    #[test]
    fn an_axis_holds_its_figures_between_round_ones() {
        for ((low, high), marks) in [
            ((1432.1, 1611.0), vec![1400, 1450, 1500, 1550, 1600, 1650]),
            ((-2.9, 2.9), vec![-3, -2, -1, 0, 1, 2, 3]),
            ((1500.0, 1500.0), vec![1500, 1501]),
        ] {
            let axis = Axis::new((low, high), 6, (0, 100));
            assert_eq!(axis.marks().collect::<Vec<_>>(), marks);
            let ends = [axis.place(marks[0] as f64), axis.place(marks[marks.len() - 1] as f64)];
            assert_eq!(ends, [0, 100]);
            assert!(axis.place(low) >= 0 && axis.place(high) <= 100);
        }
    }

    #[test]
    fn a_strangers_text_is_no_markup_in_a_chart() {
        let svg = Canvas::draw(40, "a \"label\" <b>", |canvas| {
            canvas.name("</a><script>\u{202E}", 20);
        });
        assert!(svg.contains("aria-label=\"a &quot;label&quot; &lt;b&gt;\""), "{svg}");
        assert!(!svg.contains("<script"), "{svg}");
        assert!(svg.contains("&lt;/a&gt;&lt;script&gt;⟨U+202E⟩"), "{svg}");
    }
}
