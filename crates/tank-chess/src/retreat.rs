//! The retreat of the target of a shot.
//!
//! It retreats towards its own back row or horizontally away from the firer (to either side if both are on one file),
//! all the way in one direction. Anything that stops it on the way eliminates it.

use crate::{Direction, Piece, Position, Retreat, SideEdge, Square};

/// The fate of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It ends on this square.
    Reaches(Square),
    /// The next square holds a piece or an obstacle: eliminated.
    Stopped,
    /// The next square is past the back row or a side edge: eliminated.
    OffTheBoard,
}

impl Position {
    /// The retreats among which the firing player may choose when a shot in a direction hits with this force. A shot
    /// without effect gives the single choice `None`.
    pub(crate) fn retreats(
        &self,
        target: Piece,
        shot: Direction,
        force: u8,
    ) -> impl Iterator<Item = Option<Retreat>> {
        let (east, _) = shot.delta();
        let directions = [
            Some(Direction::homeward(target.seat)),
            (east >= 0).then_some(Direction::E),
            (east <= 0).then_some(Direction::W),
        ];
        let ineffective = (force == 0).then_some(None);
        let effective = directions
            .into_iter()
            .flatten()
            .filter(move |_| force > 0)
            .map(move |direction| Retreat { direction, distance: force })
            .filter(move |&retreat| self.may_choose(target.square, retreat))
            .map(Some);
        ineffective.into_iter().chain(effective)
    }

    /// With the option, a direction is forbidden if the target would leave the board at the side edge. It is allowed if
    /// something stops the target before.
    fn may_choose(&self, target: Square, retreat: Retreat) -> bool {
        let sideways = matches!(retreat.direction, Direction::E | Direction::W);
        self.options.side_edge == SideEdge::Eliminates
            || !sideways
            || self.fate(target, retreat) != Fate::OffTheBoard
    }

    /// The fate of a retreating target.
    pub(crate) fn fate(&self, target: Square, retreat: Retreat) -> Fate {
        let mut here = target;
        for _ in 0..retreat.distance {
            match here.step(retreat.direction) {
                None => return Fate::OffTheBoard,
                Some(next) if self.board.is_empty(next) => here = next,
                Some(_) => return Fate::Stopped,
            }
        }
        Fate::Reaches(here)
    }
}
