//! Where the target of a shot goes.
//!
//! It retreats towards its own back row or horizontally away from the firer (either way when both stand on
//! one file), all the way in one direction. What stops it on the way eliminates it.

use crate::{Direction, Piece, Position, Retreat, SideEdge, Square};

/// What becomes of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It stands here now.
    Reaches(Square),
    /// The next square holds a piece or an obstacle: eliminated.
    Stopped,
    /// The next square is past the back row or a side edge: eliminated.
    OffTheBoard,
}

impl Position {
    /// The retreats that the firing player may choose when a shot in a direction hits with this force; the one
    /// choice `None` when it has no effect.
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

    /// With the option, a direction is refused if the target would reach the side edge and leave the board
    /// there; if something stops it before, it may be chosen.
    fn may_choose(&self, target: Square, retreat: Retreat) -> bool {
        let sideways = matches!(retreat.direction, Direction::E | Direction::W);
        self.options.side_edge == SideEdge::Eliminates
            || !sideways
            || self.fate(target, retreat) != Fate::OffTheBoard
    }

    /// What becomes of a target that retreats.
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
