//! The shot that eliminates a piece, in words and marks.

use game::{Blow, Joint, Mark};

use crate::drawing::drawn_square;
use crate::events::called;
use crate::retreat::Fate;
use crate::{Action, Kind, Position, Retreat};

impl Position {
    /// Returns the effect of a shot that eliminates its target; `None` for any other action.
    pub(crate) fn blow(&self, joint: &Joint) -> Option<Blow> {
        let Action::Shoot(shot) = joint[self.mover()].and_then(Action::decode)? else { return None };
        let (firer, target) = (self.piece_at(shot.firer)?, self.piece_at(shot.target)?);
        let retreat @ Retreat { direction, distance } = shot.retreat?;
        let end = match self.fate(shot.target, retreat) {
            Fate::Reaches(_) => return None,
            Fate::Stopped => "is stopped",
            Fate::OffTheBoard => "leaves the board",
        };
        let text = format!(
            "{} hits {}, which {end} on its retreat {} by {distance}",
            called(firer),
            called(target),
            direction.word()
        );
        let (from, at) = (drawn_square(shot.firer), drawn_square(shot.target));
        let marks = vec![Mark::Shot { from, to: at }, Mark::Loss { at }];
        Some(Blow { text, marks, score: None, is_final: target.kind == Kind::Command })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, notation};

    fn blow(text: &str, shot: &str) -> Option<Blow> {
        let position = Position::parse(Options::default(), text).unwrap();
        let mut joint = Joint::default();
        joint[position.mover()] = Some(notation::read(shot).unwrap().encode());
        position.blow(&joint)
    }

    #[test]
    fn a_shot_that_eliminates_the_command_tank_is_final() {
        let text = "W:Kh1n,Ha16e B:Ki16s w 0 1";
        let found = blow(text, "a16*i16>n3").unwrap();
        assert_eq!(
            found.text,
            "White's Heavy tank on a16 hits Black's Command tank on i16, which leaves the board on its retreat north by 3"
        );
        let [from, at] = [0, 8].map(|column| game::Square { column, row: 0 });
        assert_eq!(found.marks, [Mark::Shot { from, to: at }, Mark::Loss { at }]);
        assert!(found.is_final);
        // It survives a retreat to the east.
        assert_eq!((blow(text, "a16*i16>e3"), blow(text, "fire-")), (None, None));
    }

    #[test]
    fn the_loss_of_another_piece_is_not_final() {
        let text = "W:Kh1n,Ha16e B:Ki16s,Lb16e,Lp16e w 0 1";
        let found = blow(text, "a16*b16>n3").unwrap();
        assert!(
            !found.is_final && found.text.contains("Black's Light tank on b16, which leaves"),
            "{found:?}"
        );
    }
}
