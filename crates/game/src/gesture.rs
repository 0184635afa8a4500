//! The gesture with which a person makes an action on a drawn board.

use std::borrow::Cow;

use crate::{Facing, Mark, Square};

/// The gesture with which a person makes a legal action on a drawn board: the piece to pick, the square to point at,
/// the button to press. Squares are those of the seat's [`Drawing`](crate::Drawing).
///
/// No two legal actions of a seat in one position have the same piece, target and label. An action with neither piece
/// nor target is a button.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gesture {
    /// The square of the acting piece, one of the seat's own.
    pub piece: Option<Square>,
    /// The square it moves to, fires at or is placed on.
    pub target: Option<Square>,
    /// The words on a button, for an action without squares or for several actions with the same squares.
    pub label: Option<Cow<'static, str>>,
    /// The direction named by the label, for viewers that show a compass.
    pub direction: Option<Facing>,
    /// Marks that show the action's effect, as far as the seat can know before the other one has acted.
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

    /// A move of a piece from one square to another.
    pub fn step(from: Square, to: Square) -> Gesture {
        Gesture {
            piece: Some(from),
            target: Some(to),
            marks: vec![Mark::Move { from, to }],
            ..Gesture::default()
        }
    }
}
