//! How a person makes an action on a drawn board.

use std::borrow::Cow;

use crate::{Facing, Mark, Square};

/// How a person at a drawn board makes a legal action: which piece they take, which square they point at, and which
/// button they press. Squares are those of the seat's [`Drawing`](crate::Drawing).
///
/// No two legal actions of a seat in one position agree in piece, target and label. An action with neither piece nor
/// target is a button.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gesture {
    /// Where the piece that acts stands: one of the seat's own.
    pub piece: Option<Square>,
    /// Where it goes, what it fires at, or where it is placed.
    pub target: Option<Square>,
    /// Words for a button: for an action without squares, or where several actions have the same squares.
    pub label: Option<Cow<'static, str>>,
    /// The direction that the label names, for viewers that show a compass.
    pub direction: Option<Facing>,
    /// How to draw what the action does, as far as the seat can know before the other one has acted.
    pub marks: Vec<Mark>,
}

impl Gesture {
    /// A button beside the board.
    pub const fn button(label: &'static str) -> Gesture {
        Gesture {
            piece: None,
            target: None,
            label: Some(Cow::Borrowed(label)),
            direction: None,
            marks: Vec::new(),
        }
    }

    /// A piece that is taken from one square to another.
    pub fn step(from: Square, to: Square) -> Gesture {
        Gesture {
            piece: Some(from),
            target: Some(to),
            marks: vec![Mark::Move { from, to }],
            ..Gesture::default()
        }
    }
}
