//! The gesture with which a person makes a move: dragging a tank to a square.

use game::Gesture;

use crate::drawing::{drawn, loss};
use crate::{Board, Move};

impl Board {
    /// Returns the gesture of a move, with the loss that it causes.
    pub(crate) fn gesture(&self, played: Move) -> Gesture {
        let mut gesture = Gesture::step(drawn(played.from), drawn(played.to));
        if self.is_capture(played) {
            gesture.marks.push(loss(played.to));
        }
        gesture
    }
}
