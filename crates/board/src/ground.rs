//! The ground of a board: squares, grid, circles and labels.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use game::{Drawing, Seat, Square, Tone};
use maud::{Markup, html};

use crate::{SIDE, centre};

/// The part of a board without its pieces, as a key.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ground {
    columns: u8,
    /// Class and circle of each square, row by row.
    squares: Vec<(&'static str, bool)>,
    column_labels: Vec<String>,
    row_labels: Vec<String>,
}

impl Ground {
    pub(crate) fn new(drawing: &Drawing) -> Ground {
        Ground {
            columns: drawing.columns,
            squares: drawing.cells.iter().map(|cell| (class(cell.tone), cell.circled)).collect(),
            column_labels: drawing.column_labels.clone(),
            row_labels: drawing.row_labels.clone(),
        }
    }

    /// The squares with their places.
    fn placed(&self) -> impl Iterator<Item = (Square, (&'static str, bool))> + '_ {
        let columns = usize::from(self.columns.max(1));
        self.squares.iter().enumerate().map(move |(index, &square)| {
            (Square { column: (index % columns) as u8, row: (index / columns) as u8 }, square)
        })
    }
}

/// Hatching, so that the ground is recognizable without colour.
pub(crate) fn patterns() -> Markup {
    html! {
        pattern id="hatch-second" width="5" height="5" patternUnits="userSpaceOnUse" {
            path.hatch-second d="M-1 1l2-2M0 5l5-5M4 6l2-2" {}
        }
        // A sign of danger, a wall and a mine on each square.
        pattern id="hatch-danger" width="20" height="20" patternUnits="userSpaceOnUse" {
            path.hatch-danger d="M10 10l-2.5-4.3a5 5 0 0 1 5 0zM10 10h5a5 5 0 0 1-2.5 4.3zM10 10l-2.5 4.3a5 5 0 0 1-2.5-4.3z" {}
        }
        pattern id="hatch-blocked" width="20" height="20" patternUnits="userSpaceOnUse" {
            path.hatch-blocked d="M0 .5h20M0 7h20M0 13.5h20M10 .5v6.5M4 7v6.5M16 7v6.5M10 13.5v6.5" {}
        }
        pattern id="hatch-mined" width="20" height="20" patternUnits="userSpaceOnUse" {
            path.hatch-mined d="M10 4.5v11M4.5 10h11M6.1 6.1l7.8 7.8M13.9 6.1l-7.8 7.8" {}
            circle.mine cx="10" cy="10" r="3.5" {}
        }
    }
}

/// The squares, one path per tone, with grid, circles and labels.
pub(crate) fn drawn(ground: &Ground) -> Markup {
    let across = usize::from(ground.columns.max(1));
    let (columns, rows) = (across as i32, (ground.squares.len() / across) as i32);
    let (width, height) = (columns * SIDE, rows * SIDE);
    let mut tones: BTreeMap<&'static str, String> = BTreeMap::new();
    for (row, squares) in (0..).zip(ground.squares.chunks(across)) {
        let mut column = 0;
        for run in squares.chunk_by(|one, other| one.0 == other.0) {
            let path = tones.entry(run[0].0).or_default();
            let (left, top, across) = (column * SIDE, row * SIDE, run.len() as i32 * SIDE);
            // Writing to a string cannot fail.
            let _ = write!(path, "M{left} {top}h{across}v{SIDE}h-{across}z");
            column += run.len() as i32;
        }
    }
    let grid: String = (0..=columns)
        .map(|column| format!("M{} 0v{height}", column * SIDE))
        .chain((0..=rows).map(|row| format!("M0 {}h{width}", row * SIDE)))
        .collect();
    html! {
        @for (class, path) in &tones {
            path class=(class) d=(path) {}
            @if let Some(hatch) = hatch(class) { path fill={ "url(#" (hatch) ")" } d=(path) {} }
        }
        path.grid d=(grid) {}
        @for (square, _) in ground.placed().filter(|(_, (_, circled))| *circled) {
            @let (x, y) = centre(square);
            circle.circled cx=(x) cy=(y) r="8" {}
        }
        @for (column, label) in (0..).zip(&ground.column_labels) {
            text.label x=(column * SIDE + SIDE / 2) y=(height + 9) { (label) }
        }
        @for (row, label) in (0..).zip(&ground.row_labels) {
            text.label x="-6" y=(row * SIDE + SIDE / 2 + 3) { (label) }
        }
    }
}

const fn class(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "plain",
        Tone::Blocked => "blocked",
        Tone::Mined => "mined",
        Tone::Danger => "danger",
        Tone::Home(Seat::First) => "home-first",
        Tone::Home(Seat::Second) => "home-second",
        Tone::Held(Seat::First) => "held-first",
        Tone::Held(Seat::Second) => "held-second",
    }
}

fn hatch(class: &str) -> Option<&'static str> {
    match class {
        "blocked" => Some("hatch-blocked"),
        "mined" => Some("hatch-mined"),
        "danger" => Some("hatch-danger"),
        "home-second" | "held-second" => Some("hatch-second"),
        _ => None,
    }
}
