//! A board as SVG, drawn from a game's [`Drawing`].
//!
//! The boards of a page share their parts. Pieces and the ground, which does not change, are drawn once ([`Sprites`])
//! and referred to, so a long match stays a small page. The page chooses the colours: every shape has a class, and
//! seats differ in shape and hatching as well.
//!
//! [`board()`] draws one board of a page with its next events. [`standalone`] draws a board that contains its parts,
//! with the events that led to it; [`layers`] is the same for several boards in one picture. [`turned`] is the board as the other side sees it. A game without squares has a
//! picture of shapes instead, each with its [`bounds`].

mod figure;
mod ground;
mod marks;
mod piece;
mod sketch;
mod sprites;
mod turned;

use game::{Drawing, Mark, Square};
use maud::{Markup, PreEscaped, html};

use crate::ground::Ground;

pub use sketch::{bounds, extent};
pub use sprites::Sprites;
pub use turned::turned;

/// The side of a square, in units of the drawing.
const SIDE: i32 = 20;
/// Space for the labels of rows and columns.
pub const EDGE: i32 = 12;

/// Draws the board with its next events over the pieces. `label` names the board in words. A game without a board, whose
/// positions are all in their notes, has no picture.
pub fn board(drawing: &Drawing, marks: &[Mark], label: &str, sprites: &mut Sprites) -> Markup {
    if let Some(sketch) = &drawing.sketch {
        return sketch::drawn(sketch, label, &html! {});
    }
    if drawing.cells.is_empty() {
        return html! {};
    }
    let ground = sprites.ground(drawing);
    let layers = html! {
        (used('g', ground, None))
        @for piece in &drawing.pieces { (used('p', sprites.piece(piece), Some(piece.square))) }
        @for mark in marks { (marks::drawn(*mark)) }
    };
    framed(drawing, label, None, &layers)
}

/// Draws a board that contains its parts, independent of other boards on the page. The marks show the events that led
/// to it: moves, and losses on squares that are occupied again, are drawn below the pieces. A piece has its column and
/// row as `data-shape`, so that a page can move it from its earlier place.
pub fn standalone(drawing: &Drawing, marks: &[Mark], label: &str) -> String {
    if let Some(sketch) = &drawing.sketch {
        // Patterns are the same on every board, so they may share their names.
        let patterns = html! { defs { (ground::patterns()) } };
        return sketch::drawn(sketch, label, &patterns).into_string();
    }
    if drawing.cells.is_empty() {
        return String::new();
    }
    let (below, above) = beside_pieces(drawing, marks);
    let mut sprites = Sprites::default();
    let pieces = html! {
        @for piece in &drawing.pieces {
            @let Square { column, row } = piece.square;
            g data-shape={ (column) " " (row) }
                transform={ "translate(" (left(piece.square)) " " (top(piece.square)) ")" }
            { (used('p', sprites.piece(piece), None)) }
        }
    };
    let layers = html! {
        (sprites.parts())
        (ground::drawn(&Ground::new(drawing)))
        @for mark in below { (marks::traced(mark)) }
        (pieces)
        @for mark in above { (marks::drawn(mark)) }
    };
    framed(drawing, label, Some("http://www.w3.org/2000/svg"), &layers).into_string()
}

/// Draws what [`standalone`] draws, with parts that several boards of one picture share, and marks below and above the
/// pieces.
pub fn layers(drawing: &Drawing, [below, above]: [&[Mark]; 2], label: &str, sprites: &mut Sprites) -> Markup {
    if let Some(sketch) = &drawing.sketch {
        return sketch::drawn(sketch, label, &html! {});
    }
    if drawing.cells.is_empty() {
        return html! {};
    }
    html! {
        (used('g', sprites.ground(drawing), None))
        @for mark in below { (marks::traced(*mark)) }
        @for piece in &drawing.pieces { (used('p', sprites.piece(piece), Some(piece.square))) }
        @for mark in above { (marks::drawn(*mark)) }
    }
}

/// Returns width and height of a board with its labels; `None` for a picture without squares.
pub fn size(drawing: &Drawing) -> Option<[i32; 2]> {
    let side = |squares: u8| i32::from(squares) * SIDE + EDGE + 2;
    (!drawing.cells.is_empty()).then(|| [side(drawing.columns), side(drawing.rows)])
}

/// Divides the marks of events that led to a board: moves and losses on squares that are occupied again are drawn below
/// the pieces, and all others above.
pub fn beside_pieces(drawing: &Drawing, marks: &[Mark]) -> (Vec<Mark>, Vec<Mark>) {
    marks.iter().partition(|mark| match **mark {
        Mark::Move { .. } => true,
        Mark::Loss { at } => drawing.piece(at).is_some(),
        Mark::Shot { .. } => false,
    })
}

/// A compact reference to a part. A page may have thousands of them.
fn used(kind: char, number: usize, square: Option<Square>) -> Markup {
    let place = square.map(|square| format!(r#" x="{}" y="{}""#, left(square), top(square)));
    PreEscaped(format!(r##"<use href="#{kind}{number}"{}/>"##, place.unwrap_or_default()))
}

fn framed(drawing: &Drawing, label: &str, namespace: Option<&str>, layers: &Markup) -> Markup {
    let [width, height] = size(drawing).unwrap_or_default();
    html! {
        svg.board viewBox={ "-" (EDGE) " -1 " (width) " " (height) } role="img" aria-label=(label) xmlns=[namespace] {
            (layers)
        }
    }
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

#[cfg(test)]
mod tests {
    use game::{Cell, Facing, Figure, Form, PerSeat, Piece, Seat, Shape, Sketch, Tone};

    use super::*;

    fn drawing() -> Drawing {
        let plain = Cell { tone: Tone::Plain, circled: false };
        let mut cells = vec![plain; 6];
        cells[1].tone = Tone::Held(Seat::Second);
        cells[2].tone = Tone::Held(Seat::Second);
        cells[4] = Cell { tone: Tone::Danger, circled: true };
        let piece = |column, seat, symbol: &str, facing| Piece {
            square: Square { column, row: 0 },
            seat: Some(seat),
            symbol: symbol.to_owned(),
            name: format!("<b>{symbol}</b>"),
            facing,
            figure: (symbol == "T").then_some(Figure::Heavy),
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
            sketch: None,
            notes: PerSeat::default(),
        }
    }

    fn marks() -> [Mark; 3] {
        let at = |column, row| Square { column, row };
        [
            Mark::Move { from: at(0, 0), to: at(0, 1) },
            Mark::Shot { from: at(0, 1), to: at(2, 0) },
            Mark::Loss { at: at(2, 0) },
        ]
    }

    #[test]
    fn a_board_looks_as_it_did() {
        let mut sprites = Sprites::default();
        let board = board(&drawing(), &marks(), "Board \"1\"", &mut sprites);
        let page = html! { div { (sprites.definitions()) (board) } }.into_string();
        insta::assert_snapshot!(page.replace("><", ">\n<"));
    }

    #[test]
    fn a_board_by_itself_looks_as_it_did() {
        insta::assert_snapshot!(standalone(&drawing(), &marks(), "Board 1").replace("><", ">\n<"));
    }

    #[test]
    fn a_piece_hides_the_loss_of_the_one_whose_square_it_took() {
        let picture = standalone(&drawing(), &[Mark::Loss { at: Square { column: 2, row: 0 } }], "");
        let [loss, piece] =
            ["class=\"loss\"", "data-shape=\"2 0\""].map(|class| picture.find(class).unwrap());
        assert!(loss < piece, "{picture}");
    }

    #[test]
    fn a_neutral_piece_has_a_shape_of_its_own() {
        let mut drawing = drawing();
        drawing.pieces[2].seat = None;
        let picture = standalone(&drawing, &[], "");
        assert!(
            picture.contains("class=\"piece neutral\"><title>&lt;b&gt;&lt;&lt;/b&gt;</title><path"),
            "{picture}"
        );
    }

    #[test]
    fn a_sketch_has_every_shape_at_its_place_and_texts_as_texts() {
        let shape = |id: &str, form, seat| Shape {
            id: id.to_owned(),
            form,
            seat,
            text: "<K>".to_owned(),
            name: "a \"king\"".to_owned(),
            action: None,
        };
        let shapes = vec![
            shape("card", Form::Rect([10, 20, 30, 40]), Some(Seat::First)),
            shape("\"><script>", Form::Circle([50, 50, -5]), Some(Seat::Second)),
            shape("line", Form::Line([90, 10, 60, 30]), None),
            shape("word", Form::Text([50, 90]), None),
        ];
        let sketch = Sketch { width: 100, height: 100, shapes };
        let drawing =
            Drawing { columns: 0, rows: 0, cells: vec![], pieces: vec![], sketch: Some(sketch), ..drawing() };
        insta::assert_snapshot!(standalone(&drawing, &marks(), "Cards").replace("><", ">\n<"));
        assert_eq!(turned(&drawing, &[]).0.sketch, drawing.sketch);
        let none = Drawing { sketch: None, ..drawing };
        assert_eq!(standalone(&none, &[], ""), board(&none, &[], "", &mut Sprites::default()).into_string());
        assert_eq!(standalone(&none, &[], ""), "");
    }

    #[test]
    fn a_board_turned_twice_is_as_it_was() {
        let (once, marks_once) = turned(&drawing(), &marks());
        assert_eq!(once.row_labels, ["1", "2"]);
        assert_eq!(once.pieces[0].square, Square { column: 2, row: 1 });
        assert_eq!(once.pieces[0].facing, Some(Facing::North));
        assert!(once.cells[1].circled);
        assert_eq!(turned(&once, &marks_once), (drawing(), marks().to_vec()));
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
