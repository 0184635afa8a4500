//! Actions, and their codes.

use crate::{Direction, Kind, Square};

/// What one seat does in one ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// In the setup: the next piece goes to its square.
    Place(Placement),
    /// In the fire phase: a shot.
    Shoot(Shot),
    /// Ends the fire phase.
    EndFiring,
    /// In the move phase: a piece moves.
    Move(Move),
    /// Ends the move phase and with it the turn.
    EndTurn,
}

/// A piece is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// What is placed.
    pub kind: Kind,
    /// Where.
    pub square: Square,
    /// Facing where.
    pub facing: Direction,
}

/// A piece fires on an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// Where the firer stands.
    pub firer: Square,
    /// Where the target stands.
    pub target: Square,
    /// How the target has to retreat; `None` when the shot has no effect.
    pub retreat: Option<Retreat>,
}

/// How the target of a shot has to retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retreat {
    /// North, south, east or west.
    pub direction: Direction,
    /// Gun less armour, 1 to 5, also when the retreat is cut short.
    pub distance: u8,
}

/// A piece moves. The path does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// From here.
    pub from: Square,
    /// To there; the same square after a round trip.
    pub to: Square,
    /// Facing there in the end.
    pub facing: Direction,
}

/// Numbers of the kinds of actions.
pub(crate) mod code {
    pub(crate) const PLACE: u8 = 0;
    pub(crate) const SHOOT: u8 = 1;
    pub(crate) const END_FIRING: u8 = 2;
    pub(crate) const MOVE: u8 = 3;
    pub(crate) const END_TURN: u8 = 4;
}

/// The farthest a shot can drive its target: the mortar's gun against no armour.
pub(crate) const MAX_DISTANCE: u8 = 5;

impl Action {
    /// The code at the seam.
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

    /// The action of a code, if it is one of this game.
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
