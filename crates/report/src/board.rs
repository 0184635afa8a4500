//! A board as SVG.
//!
//! The boards of a page share their parts: what a piece looks like, and ground that does not change, are drawn
//! once ([`Sprites`]) and referred to, so that a long match stays a small page.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use game::{Drawing, Facing, Mark, Piece, Seat, Square, Tone};
use maud::{Markup, html};

/// The side of a square.
const SIDE: i32 = 20;
/// Room for the labels of rows and columns.
const EDGE: i32 = 12;

/// What the boards of a page share.
#[derive(Default)]
pub(crate) struct Sprites {
    grounds: BTreeMap<Ground, usize>,
    pieces: BTreeMap<Look, usize>,
}

/// What tells boards without their pieces apart.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Ground {
    columns: u8,
    /// Class and circle of each square, row by row.
    squares: Vec<(&'static str, bool)>,
    column_labels: Vec<String>,
    row_labels: Vec<String>,
}

impl Ground {
    fn new(drawing: &Drawing) -> Ground {
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

/// What tells pieces apart.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Look {
    seat: usize,
    symbol: String,
    name: String,
    facing: Option<u32>,
}

impl Sprites {
    /// The parts themselves, to be put once into the page.
    pub(crate) fn definitions(&self) -> Markup {
        html! {
            svg.sprites width="0" height="0" aria-hidden="true" xmlns="http://www.w3.org/2000/svg" {
                defs {
                    (patterns())
                    @for (ground, id) in in_order(&self.grounds) {
                        g id={ "g" (id) } { (drawn_ground(ground)) }
                    }
                    @for (look, id) in in_order(&self.pieces) {
                        g id={ "p" (id) } { (piece_shape(look)) }
                    }
                }
            }
        }
    }

    fn ground(&mut self, drawing: &Drawing) -> usize {
        let next = self.grounds.len();
        *self.grounds.entry(Ground::new(drawing)).or_insert(next)
    }

    fn piece(&mut self, piece: &Piece) -> usize {
        let look = Look {
            seat: piece.seat.index(),
            symbol: piece.symbol.clone(),
            name: piece.name.clone(),
            facing: piece.facing.map(Facing::degrees),
        };
        let next = self.pieces.len();
        *self.pieces.entry(look).or_insert(next)
    }
}

/// The entries in the order in which they were first used.
fn in_order<K>(map: &BTreeMap<K, usize>) -> Vec<(&K, usize)> {
    let mut entries: Vec<(&K, usize)> = map.iter().map(|(key, &id)| (key, id)).collect();
    entries.sort_unstable_by_key(|&(_, id)| id);
    entries
}

/// The board with what happens on it; `label` says in words which one it is.
pub(crate) fn board(drawing: &Drawing, marks: &[Mark], label: &str, sprites: &mut Sprites) -> Markup {
    let width = i32::from(drawing.columns) * SIDE + EDGE + 2;
    let height = i32::from(drawing.rows) * SIDE + EDGE + 2;
    let ground = sprites.ground(drawing);
    html! {
        svg.board viewBox={ "-" (EDGE) " -1 " (width) " " (height) } role="img" aria-label=(label)
            xmlns="http://www.w3.org/2000/svg" {
            use href={ "#g" (ground) } {}
            @for piece in &drawing.pieces {
                use href={ "#p" (sprites.piece(piece)) }
                    x=(left(piece.square)) y=(top(piece.square)) {}
            }
            @for mark in marks { (drawn_mark(*mark)) }
        }
    }
}

/// A board on its own, with its parts inside: for a page that shows only one.
#[cfg(test)]
pub(crate) fn board_alone(drawing: &Drawing, marks: &[Mark], label: &str) -> String {
    let mut sprites = Sprites::default();
    let board = board(drawing, marks, label, &mut sprites);
    html! { div { (sprites.definitions()) (board) } }.into_string()
}

fn left(square: Square) -> i32 {
    i32::from(square.column) * SIDE
}

fn top(square: Square) -> i32 {
    i32::from(square.row) * SIDE
}

fn centre(square: Square) -> (i32, i32) {
    (left(square) + SIDE / 2, top(square) + SIDE / 2)
}

/// Hatching, so that ground is not told apart by colour alone.
fn patterns() -> Markup {
    html! {
        pattern id="hatch-second" width="5" height="5" patternUnits="userSpaceOnUse" {
            path.hatch-second d="M-1 1l2-2M0 5l5-5M4 6l2-2" {}
        }
        pattern id="hatch-danger" width="6" height="6" patternUnits="userSpaceOnUse" {
            circle.hatch-danger cx="3" cy="3" r="1" {}
        }
        pattern id="hatch-blocked" width="6" height="6" patternUnits="userSpaceOnUse" {
            path.hatch-blocked d="M0 0l6 6M6 0l-6 6" {}
        }
    }
}

/// The squares, one path a tone, with grid, circles and labels.
fn drawn_ground(ground: &Ground) -> Markup {
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
        "danger" => Some("hatch-danger"),
        "home-second" | "held-second" => Some("hatch-second"),
        _ => None,
    }
}

/// A piece on the square at the origin: round for the first seat, square for the second, with a nose where it
/// faces.
fn piece_shape(look: &Look) -> Markup {
    let class = if look.seat == 0 { "piece first" } else { "piece second" };
    html! {
        title { (look.name) }
        g class=(class) {
            @if let Some(degrees) = look.facing {
                path.nose d="M10 0l4 5h-8z" transform={ "rotate(" (degrees) " 10 10)" } {}
            }
            @if look.seat == 0 {
                circle cx="10" cy="10" r="7.5" {}
            } @else {
                rect x="3" y="3" width="14" height="14" rx="2" {}
            }
            text x="10" y="13" { (look.symbol) }
        }
    }
}

fn drawn_mark(mark: Mark) -> Markup {
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

#[cfg(test)]
mod tests {
    use game::{Cell, PerSeat};

    use super::*;

    fn drawing() -> Drawing {
        let plain = Cell { tone: Tone::Plain, circled: false };
        let mut cells = vec![plain; 6];
        cells[1].tone = Tone::Held(Seat::Second);
        cells[2].tone = Tone::Held(Seat::Second);
        cells[4] = Cell { tone: Tone::Danger, circled: true };
        let piece = |column, seat, symbol: &str, facing| Piece {
            square: Square { column, row: 0 },
            seat,
            symbol: symbol.to_owned(),
            name: format!("<b>{symbol}</b>"),
            facing,
        };
        Drawing {
            columns: 3,
            rows: 2,
            column_labels: vec!["a".into(), "b".into(), "c".into()],
            row_labels: vec!["2".into(), "1".into()],
            cells,
            pieces: vec![
                piece(0, Seat::First, "T", Some(Facing::South)),
                piece(1, Seat::Second, "<", None),
                piece(2, Seat::Second, "<", None),
            ],
            notes: PerSeat::default(),
        }
    }

    #[test]
    fn a_board_looks_as_it_did() {
        let at = |column, row| Square { column, row };
        let marks = [
            Mark::Move { from: at(0, 0), to: at(0, 1) },
            Mark::Shot { from: at(0, 1), to: at(2, 0) },
            Mark::Loss { at: at(2, 0) },
        ];
        insta::assert_snapshot!(board_alone(&drawing(), &marks, "Board \"1\"").replace("><", ">\n<"));
    }

    #[test]
    fn equal_parts_are_drawn_once() {
        let mut sprites = Sprites::default();
        let drawing = drawing();
        let one = board(&drawing, &[], "x", &mut sprites).into_string();
        let other = board(&drawing, &[], "x", &mut sprites).into_string();
        assert_eq!(one, other);
        assert_eq!((sprites.grounds.len(), sprites.pieces.len()), (1, 2));
    }
}
