//! The legal actions of a seat, as JSON.

use game::{Gesture, Seat};
use replay::Frame;
use serde::Serialize;

use crate::shapes::{MarkShape, Place, place};

/// A legal action: code, notation, and the gesture that makes it.
#[derive(Serialize)]
pub(crate) struct LegalShape {
    code: u64,
    text: String,
    piece: Option<Place>,
    target: Option<Place>,
    label: Option<String>,
    /// The direction that the label names: 0 to 7, clockwise from the top.
    direction: Option<u8>,
    marks: Vec<MarkShape>,
}

pub(crate) fn legal(frame: &Frame<'_>, seat: Seat) -> Vec<LegalShape> {
    let position = frame.position();
    let shape = |action: game::Action| {
        let Gesture { piece, target, label, direction, marks } = position.gesture(seat, action);
        LegalShape {
            code: action.code(),
            text: position.format_action(seat, action),
            piece: piece.map(place),
            target: target.map(place),
            label: label.map(Into::into),
            direction: direction.map(|direction| direction as u8),
            marks: marks.iter().map(MarkShape::from).collect(),
        }
    };
    frame.legal_actions(seat).into_iter().map(shape).collect()
}

/// The codes of a seat's legal actions, as the host call `legal_actions` gives them to a bot.
pub(crate) fn codes(frame: &Frame<'_>, seat: Seat) -> Vec<u8> {
    frame.legal_actions(seat).iter().flat_map(|action| action.code().to_le_bytes()).collect()
}
