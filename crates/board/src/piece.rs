//! A piece, with a shape that shows its seat.

use game::{Facing, Figure, Piece, Seat};
use maud::{Markup, html};

use crate::figure;

/// The look of a piece, as a key.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Look {
    pub(crate) seat: Option<Seat>,
    pub(crate) figure: Option<Figure>,
    symbol: String,
    name: String,
    facing: Option<u32>,
}

impl Look {
    pub(crate) fn from_piece(piece: &Piece) -> Look {
        Look {
            seat: piece.seat,
            figure: piece.figure,
            symbol: piece.symbol.clone(),
            name: piece.name.clone(),
            facing: piece.facing.map(Facing::degrees),
        }
    }

    pub(crate) const fn class(&self) -> &'static str {
        match self.seat {
            Some(Seat::First) => "piece first",
            Some(Seat::Second) => "piece second",
            None => "piece neutral",
        }
    }
}

/// Draws a piece on the square at the origin: a disc, or the figure that `figures` has under this number.
pub(crate) fn drawn(look: &Look, number: Option<usize>) -> Markup {
    html! {
        title { (look.name) }
        @match look.figure.zip(number) {
            Some((figure, number)) => (figured(look, figure, number)),
            None => (disc(look)),
        }
    }
}

fn figured(look: &Look, figure: Figure, number: usize) -> Markup {
    let placing = figure::placing(figure, look.seat, look.facing.unwrap_or(0));
    html! {
        use href={ "#f" (number) } transform=(placing) {}
        @if figure == Figure::Command { path.flag d="M14.5 10V.8l5.2 1.9-5.2 1.9" {} }
        @if figure::has_symbol(figure) { text.on-figure x="10" y="12.1" { (look.symbol) } }
    }
}

/// A disc with the symbol, round for the first seat, square for the second, a rhombus for neutral pieces, with a nose
/// that shows its facing.
fn disc(look: &Look) -> Markup {
    html! {
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
