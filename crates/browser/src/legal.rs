//! The legal actions of a seat, as JSON and as codes.
//!
//! There may be hundreds in every ply, so their JSON is compact: an array for each action, labels by number, a square
//! as one number, and no marks for a plain move from piece to target.

use std::borrow::Cow;

use game::{Action, Gesture, Mark, Seat, Square};
use replay::Frame;
use serde::Serialize;

use crate::drawing_shapes::MarkShape;

/// All legal actions of a seat.
#[derive(Serialize)]
pub(crate) struct LegalShape {
    labels: Vec<Cow<'static, str>>,
    actions: Vec<ActionShape>,
}

/// Code, notation, piece, target, number of the label, direction from 0 to 7, marks.
#[derive(Serialize)]
struct ActionShape(u64, String, Option<u16>, Option<u16>, Option<usize>, Option<u8>, Option<Vec<MarkShape>>);

pub(crate) fn legal(frame: &Frame<'_>, seat: Seat) -> LegalShape {
    let mut labels = Vec::new();
    let position = frame.position();
    let shape = |action: Action| {
        let gesture = position.gesture(seat, action);
        let is_plain = is_plain_move(&gesture);
        let Gesture { piece, target, label, direction, marks } = gesture;
        ActionShape(
            action.code(),
            position.format_action(seat, action),
            piece.map(packed),
            target.map(packed),
            label.map(|label| number_of(label, &mut labels)),
            direction.map(|direction| direction as u8),
            (!is_plain).then(|| marks.iter().map(MarkShape::from).collect()),
        )
    };
    let actions = frame.legal_actions(seat).into_iter().map(shape).collect();
    LegalShape { labels, actions }
}

fn packed(Square { column, row }: Square) -> u16 {
    u16::from_be_bytes([column, row])
}

fn is_plain_move(gesture: &Gesture) -> bool {
    let [Mark::Move { from, to }] = gesture.marks[..] else { return false };
    (gesture.piece, gesture.target) == (Some(from), Some(to))
}

/// Returns the index of a label in the list. Adds the label if it is new.
fn number_of(label: Cow<'static, str>, labels: &mut Vec<Cow<'static, str>>) -> usize {
    labels.iter().position(|known| *known == label).unwrap_or_else(|| {
        labels.push(label);
        labels.len() - 1
    })
}

/// Returns the codes of a seat's legal actions, as the host call `legal_actions` returns them to a bot.
pub(crate) fn codes(frame: &Frame<'_>, seat: Seat) -> Vec<u8> {
    frame.legal_actions(seat).iter().flat_map(|action| action.code().to_le_bytes()).collect()
}
