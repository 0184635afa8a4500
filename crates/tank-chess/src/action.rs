//! Actions and their codes.

use crate::{Direction, Kind, Square};

/// The action of one seat in one ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// In the setup: places the next piece.
    Place(Placement),
    /// In the fire phase: fires a shot.
    Shoot(Shot),
    /// Ends the fire phase.
    EndFiring,
    /// In the move phase: moves a piece.
    Move(Move),
    /// Ends the move phase and the turn.
    EndTurn,
}

/// The placement of a piece in the setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The kind of piece.
    pub kind: Kind,
    /// Its square.
    pub square: Square,
    /// Its facing.
    pub facing: Direction,
}

/// A shot of a piece at an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The firer's square.
    pub firer: Square,
    /// The target's square.
    pub target: Square,
    /// The retreat of the target; `None` when the shot has no effect.
    pub retreat: Option<Retreat>,
}

/// The retreat of the target of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retreat {
    /// North, south, east or west.
    pub direction: Direction,
    /// Gun minus armour, 1 to 5, even when the retreat is cut short.
    pub distance: u8,
}

/// A move of a piece. The path does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The start square.
    pub from: Square,
    /// The target square; equal to the start after a round trip.
    pub to: Square,
    /// The facing at the end.
    pub facing: Direction,
}

/// The numbers of the kinds of actions.
pub(crate) mod code {
    pub(crate) const PLACE: u8 = 0;
    pub(crate) const SHOOT: u8 = 1;
    pub(crate) const END_FIRING: u8 = 2;
    pub(crate) const MOVE: u8 = 3;
    pub(crate) const END_TURN: u8 = 4;
}

/// Maximum distance of a retreat: the mortar's gun against no armour.
pub(crate) const MAX_DISTANCE: u8 = 5;

impl Action {
    /// The code of the action in the `game` crate.
    pub const fn encode(self) -> game::Action {
        let (kind, payload) = match self {
            Action::Place(Placement { kind, square, facing }) => {
                (code::PLACE, bytes(square.index(), kind.index(), facing.index()))
            }
            Action::Shoot(Shot { firer, target, retreat }) => {
                let retreat = match retreat {
                    None => 0,
                    Some(Retreat { direction, distance }) => distance << 4 | direction.index(),
                };
                (code::SHOOT, bytes(firer.index(), target.index(), retreat))
            }
            Action::EndFiring => (code::END_FIRING, 0),
            Action::Move(Move { from, to, facing }) => {
                (code::MOVE, bytes(from.index(), to.index(), facing.index()))
            }
            Action::EndTurn => (code::END_TURN, 0),
        };
        game::Action::new(kind, payload)
    }

    /// The action of a code; `None` if it is not one of this game.
    pub const fn decode(action: game::Action) -> Option<Action> {
        let payload = action.payload();
        if payload >= 1 << 24 {
            return None;
        }
        let [first, second, third, _] = (payload as u32).to_le_bytes();
        match action.kind() {
            code::PLACE => match (Kind::from_index(second), Direction::from_index(third)) {
                (Some(kind), Some(facing)) => {
                    Some(Action::Place(Placement { kind, square: Square::from_index(first), facing }))
                }
                _ => None,
            },
            code::SHOOT => {
                let retreat = match (Direction::from_index(third & 15), third >> 4) {
                    (Some(Direction::N), 0) => None,
                    (
                        Some(direction @ (Direction::N | Direction::E | Direction::S | Direction::W)),
                        distance @ 1..=MAX_DISTANCE,
                    ) => Some(Retreat { direction, distance }),
                    _ => return None,
                };
                Some(Action::Shoot(Shot {
                    firer: Square::from_index(first),
                    target: Square::from_index(second),
                    retreat,
                }))
            }
            code::END_FIRING if payload == 0 => Some(Action::EndFiring),
            code::MOVE => match Direction::from_index(third) {
                Some(facing) => Some(Action::Move(Move {
                    from: Square::from_index(first),
                    to: Square::from_index(second),
                    facing,
                })),
                None => None,
            },
            code::END_TURN if payload == 0 => Some(Action::EndTurn),
            _ => None,
        }
    }
}

/// A payload of three bytes, the first one lowest.
const fn bytes(first: u8, second: u8, third: u8) -> u64 {
    u32::from_le_bytes([first, second, third, 0]) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_has_one_code() {
        let mut actions = 0;
        for kind in 0..32 {
            for payload in (0..=0xFF_FFFF).step_by(61).chain([1 << 24, 1 << 47]) {
                let raw = game::Action::new(kind, payload);
                let Some(action) = Action::decode(raw) else { continue };
                assert_eq!(action.encode(), raw, "{action:?}");
                actions += 1;
            }
        }
        assert!(actions > 30_000, "{actions}");
    }
}
