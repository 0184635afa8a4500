//! The events on a board: arrows for moves, dashed lines for shots, crosses for losses.

use game::{Mark, Square};
use maud::{Markup, html};

use crate::{SIDE, centre, left, top};

/// Distance from the middle of a square to the rim of the piece on it.
const RIM: f64 = 8.0;

pub(crate) fn drawn(mark: Mark) -> Markup {
    match mark {
        Mark::Move { from, to } => {
            let (line, head) = arrow(from, to);
            html! { path.move d=(line) {} path.move-head d=(head) {} }
        }
        Mark::Shot { from, to } => {
            let ((x, y), (to_x, to_y)) = (centre(from), centre(to));
            html! {
                path.shot d={ "M" (x) " " (y) "L" (to_x) " " (to_y) } {}
                circle.hit cx=(to_x) cy=(to_y) r="2" {}
            }
        }
        Mark::Loss { at } => cross(at, 3),
    }
}

/// Draws an event that led to a board, below its pieces. A move tints both squares and draws an arrow that ends at the
/// rim of the piece. A loss is a cross as large as the square.
pub(crate) fn traced(mark: Mark) -> Markup {
    match mark {
        Mark::Move { from, to } => {
            let (line, head) = arrow_between(from, to, 2.0, RIM);
            html! {
                @for square in [from, to] {
                    rect.moved x=(left(square)) y=(top(square)) width=(SIDE) height=(SIDE) {}
                }
                path.move d=(line) {}
                path.move-head d=(head) {}
            }
        }
        Mark::Loss { at } => cross(at, 1),
        Mark::Shot { .. } => drawn(mark),
    }
}

/// A cross in a square, with this margin.
fn cross(at: Square, edge: i32) -> Markup {
    let (x, y, across) = (left(at), top(at), SIDE - 2 * edge);
    let (near, far) = (edge, SIDE - edge);
    html! {
        path.loss d={ "M" (x + near) " " (y + near) "l" (across) " " (across) "M" (x + far) " " (y + near) "l-" (across) " " (across) } {}
    }
}

/// The line of an arrow from one square to another, and its head, which ends at the middle of the other.
fn arrow(from: Square, to: Square) -> (String, String) {
    let length = distance(from, to);
    // It begins at the rim of the piece, so that its symbol stays readable.
    let rim = (length - 12.0).clamp(0.0, RIM);
    arrow_between(from, to, rim, 0.0)
}

/// An arrow that leaves out this much at either end. The head's corners are rounded to tenths, so that all machines
/// agree.
fn arrow_between(from: Square, to: Square, before: f64, after: f64) -> (String, String) {
    let ((x, y), (to_x, to_y)) = (centre(from), centre(to));
    let length = distance(from, to);
    let (along_x, along_y) = (f64::from(to_x - x) / length, f64::from(to_y - y) / length);
    let point = |back: f64, aside: f64| {
        let back = back + after;
        let at_x = f64::from(to_x) - along_x * back - along_y * aside;
        let at_y = f64::from(to_y) - along_y * back + along_x * aside;
        format!("{at_x:.1} {at_y:.1}")
    };
    (
        format!("M{}L{}", point(length - before - after, 0.0), point(6.0, 0.0)),
        format!("M{}L{}L{}z", point(0.0, 0.0), point(7.0, 3.5), point(7.0, -3.5)),
    )
}

/// Distance between the middles of two squares, at least 1.
fn distance(from: Square, to: Square) -> f64 {
    let ((x, y), (to_x, to_y)) = (centre(from), centre(to));
    let (across, down) = (f64::from(to_x - x), f64::from(to_y - y));
    libm::sqrt(across * across + down * down).max(1.0)
}
