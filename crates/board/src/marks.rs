//! What happens on a board: arrows for moves, dashed lines for shots, crosses for losses.

use game::{Mark, Square};
use maud::{Markup, html};

use crate::{centre, left, top};

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
        Mark::Loss { at } => {
            let (x, y) = (left(at), top(at));
            html! { path.loss d={ "M" (x + 3) " " (y + 3) "l14 14M" (x + 17) " " (y + 3) "l-14 14" } {} }
        }
    }
}

/// The line of an arrow and its head. The head's corners are rounded to tenths, so that hosts agree.
fn arrow(from: Square, to: Square) -> (String, String) {
    let ((x, y), (to_x, to_y)) = (centre(from), centre(to));
    let (across, down) = (f64::from(to_x - x), f64::from(to_y - y));
    let length = libm::sqrt(across * across + down * down).max(1.0);
    let (along_x, along_y) = (across / length, down / length);
    // It begins at the rim of the piece, so that its symbol stays readable.
    let rim = (length - 12.0).clamp(0.0, 8.0);
    let point = |back: f64, aside: f64| {
        let at_x = f64::from(to_x) - along_x * back - along_y * aside;
        let at_y = f64::from(to_y) - along_y * back + along_x * aside;
        format!("{at_x:.1} {at_y:.1}")
    };
    (
        format!("M{}L{}", point(length - rim, 0.0), point(6.0, 0.0)),
        format!("M{}L{}L{}z", point(0.0, 0.0), point(7.0, 3.5), point(7.0, -3.5)),
    )
}
