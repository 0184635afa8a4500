//! A picture of shapes, for games without squares.

use game::{Form, Seat, Shape, Sketch};
use maud::{Markup, html};

/// Draws a sketch. `label` is its accessible name. `defs` has the patterns, unless the page already has them.
pub(crate) fn drawn(sketch: &Sketch, label: &str, defs: &Markup) -> Markup {
    html! {
        @let [left, top, width, height] = extent(sketch);
        svg.board.sketch viewBox={ (left) " " (top) " " (width) " " (height) } role="img" aria-label=(label)
            xmlns="http://www.w3.org/2000/svg" {
            (defs)
            @for shape in &sketch.shapes { (drawn_shape(sketch, shape)) }
        }
    }
}

/// Returns the drawn area of a sketch: the bounds of its shapes and texts, and a margin.
pub fn extent(sketch: &Sketch) -> [i32; 4] {
    let [mut left, mut top, mut right, mut bottom] =
        [0, 0, i32::from(sketch.width), i32::from(sketch.height)];
    for shape in &sketch.shapes {
        let [x, y, width, height] = bounds(sketch, shape);
        (left, top) = (left.min(x), top.min(y));
        (right, bottom) = (right.max(x + width), bottom.max(y + height));
    }
    let margin = (right - left).max(bottom - top) / 50 + 1;
    [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin]
}

/// Returns the box around a shape: left, top, width and height in units of the sketch.
pub fn bounds(sketch: &Sketch, shape: &Shape) -> [i32; 4] {
    match shape.form {
        Form::Rect([left, top, width, height]) => [left, top, width.max(0), height.max(0)].map(i32::from),
        Form::Circle([x, y, radius]) => {
            let [x, y, radius] = [x, y, radius.max(0)].map(i32::from);
            [x - radius, y - radius, 2 * radius, 2 * radius]
        }
        Form::Line(ends) => {
            let [x, y, to_x, to_y] = ends.map(i32::from);
            [x.min(to_x), y.min(to_y), (to_x - x).abs(), (to_y - y).abs()]
        }
        Form::Text(middle) => {
            let [x, y] = middle.map(i32::from);
            let height = font_size(sketch, shape);
            let width = letters(shape) * height * 6 / 10;
            [x - width / 2, y - height / 2, width, height]
        }
    }
}

/// A shape, placed by a transformation so that a page can animate its move.
fn drawn_shape(sketch: &Sketch, shape: &Shape) -> Markup {
    let class = match shape.seat {
        Some(Seat::First) => "shape first",
        Some(Seat::Second) => "shape second",
        None => "shape neutral",
    };
    let [left, top, width, height] = bounds(sketch, shape);
    html! {
        g class=(class) data-shape=(shape.id) transform={ "translate(" (left) " " (top) ")" } {
            @if !shape.name.is_empty() { title { (shape.name) } }
            (outline(shape, None, [left, top, width, height]))
            @if shape.seat == Some(Seat::Second) {
                (outline(shape, Some("url(#hatch-second)"), [left, top, width, height]))
            }
            @if !shape.text.is_empty() {
                text x=(width / 2) y=(height / 2) dy=".35em" font-size=(font_size(sketch, shape)) { (shape.text) }
            }
        }
    }
}

/// The outline of a shape whose box is at the origin. `fill` overrides the fill of its class.
fn outline(shape: &Shape, fill: Option<&str>, [left, top, width, height]: [i32; 4]) -> Markup {
    html! {
        @match shape.form {
            Form::Rect(_) => rect.form[fill.is_none()] width=(width) height=(height) rx=(width.min(height) / 10) fill=[fill] {},
            Form::Circle(_) => circle.form[fill.is_none()] cx=(width / 2) cy=(width / 2) r=(width / 2) fill=[fill] {},
            Form::Line(ends) if fill.is_none() => {
                @let [x, y, to_x, to_y] = ends.map(i32::from);
                path.stroke d={ "M" (x - left) " " (y - top) "L" (to_x - left) " " (to_y - top) } {}
            },
            Form::Line(_) | Form::Text(_) => {},
        }
    }
}

/// The font size of a shape: as large as its box allows, or for free text a fraction of the sketch.
fn font_size(sketch: &Sketch, shape: &Shape) -> i32 {
    let free = i32::from(sketch.width.min(sketch.height)) / 16;
    let within =
        |width: i32, height: i32| (height * 6 / 10).min(width * 15 / 10 / letters(shape)).min(2 * free);
    let size = match shape.form {
        Form::Rect([_, _, width, height]) => within(width.into(), height.into()),
        Form::Circle([_, _, radius]) => within(i32::from(radius) * 17 / 10, i32::from(radius) * 17 / 10),
        Form::Line(_) | Form::Text(_) => free,
    };
    size.max(1)
}

fn letters(shape: &Shape) -> i32 {
    shape.text.chars().count().clamp(1, 1000) as i32
}
