//! The gesture with which a person makes an action: pieces and squares on the board, buttons for the rest.

use std::borrow::Cow;

use game::{Gesture, Mark};

use crate::drawing::{drawn_facing, drawn_square};
use crate::retreat::Fate;
use crate::{Action, Direction, Move, Placement, Position, Shot};

impl Position {
    /// The gesture of an action. For placements and moves, a button chooses the facing; for shots, the retreat.
    pub(crate) fn gesture_of(&self, action: Action) -> Gesture {
        match action {
            Action::Place(Placement { square, facing, .. }) => Gesture {
                target: Some(drawn_square(square)),
                label: Some(Cow::Borrowed(facing_in_words(facing))),
                direction: Some(drawn_facing(facing)),
                ..Gesture::default()
            },
            Action::Move(Move { from, to, facing }) => Gesture {
                label: Some(Cow::Borrowed(facing_in_words(facing))),
                direction: Some(drawn_facing(facing)),
                ..Gesture::step(drawn_square(from), drawn_square(to))
            },
            Action::Shoot(shot) => self.gesture_of_shot(shot),
            Action::EndFiring => Gesture::button("End firing"),
            Action::EndTurn => Gesture::button("End turn"),
        }
    }

    fn gesture_of_shot(&self, shot: Shot) -> Gesture {
        let (from, at) = (drawn_square(shot.firer), drawn_square(shot.target));
        let mut marks = vec![Mark::Shot { from, to: at }];
        let label = match shot.retreat {
            None => Cow::Borrowed("without effect"),
            Some(retreat) => {
                let (end, mark) = match self.fate(shot.target, retreat) {
                    Fate::Reaches(square) => {
                        (format!("to {square}"), Mark::Move { from: at, to: drawn_square(square) })
                    }
                    Fate::Stopped | Fate::OffTheBoard => ("eliminated".to_owned(), Mark::Loss { at }),
                };
                marks.push(mark);
                Cow::Owned(format!("retreats {}, {end}", retreat.direction.word()))
            }
        };
        let direction = shot.retreat.map(|retreat| drawn_facing(retreat.direction));
        Gesture { piece: Some(from), target: Some(at), label: Some(label), direction, marks }
    }
}

const fn facing_in_words(facing: Direction) -> &'static str {
    [
        "facing north",
        "facing north-east",
        "facing east",
        "facing south-east",
        "facing south",
        "facing south-west",
        "facing west",
        "facing north-west",
    ][facing.index() as usize]
}
