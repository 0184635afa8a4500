//! A piece, with a shape that shows its seat.

use game::{Facing, Piece, Seat};
use maud::{Markup, html};

/// The look of a piece, as a key.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Look {
    seat: Option<Seat>,
    symbol: String,
    name: String,
    facing: Option<u32>,
}

impl Look {
    pub(crate) fn from_piece(piece: &Piece) -> Look {
        Look {
            seat: piece.seat,
            symbol: piece.symbol.clone(),
            name: piece.name.clone(),
            facing: piece.facing.map(Facing::degrees),
        }
    }
}

/// Draws a piece on the square at the origin: round for the first seat, square for the second, a rhombus for none, with
/// a nose that shows its facing.
pub(crate) fn drawn(look: &Look) -> Markup {
    let class = match look.seat {
        Some(Seat::First) => "piece first",
        Some(Seat::Second) => "piece second",
        None => "piece neutral",
    };
    html! {
        title { (look.name) }
        g class=(class) {
            @if let Some(degrees) = look.facing {
                path.nose d="M10 0l4 5h-8z" transform={ "rotate(" (degrees) " 10 10)" } {}
            }
            @match look.seat {
                Some(Seat::First) => circle cx="10" cy="10" r="7.5" {},
                Some(Seat::Second) => rect x="3" y="3" width="14" height="14" rx="2" {},
                None => path d="M10 1.5l8.5 8.5-8.5 8.5L1.5 10z" {},
            }
            text x="10" y="13" { (look.symbol) }
        }
    }
}
