//! Measures by random playouts whether a start position favours a seat.

use crate::traits::random_joint;
use crate::{Dice, Phase, Position, Seat};

/// Number of random games from the position.
const PLAYINGS: u32 = 16;
/// A position is balanced if each seat takes at least this many of the half points of its playouts.
const LEAST_HALF_POINTS: u32 = PLAYINGS / 2;
/// Number of plies after which a random game is adjudicated.
const PLIES: u32 = 1000;

/// The share of points that each seat gets in sixteen random playouts from a position.
///
/// Random players know nothing, but they cost nothing, need no bot, and detect the main flaw of an opening: a start
/// that is lost regardless of play. Any remaining bias affects both sides equally if every opening is played from both
/// seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Balance {
    weaker: u32,
}

impl Balance {
    /// Returns the balance of a position. The same dice give the same result.
    pub fn measure(position: &dyn Position, dice: &mut Dice) -> Balance {
        let first: u32 = (0..PLAYINGS).map(|_| play_out(position, dice)).sum();
        Balance { weaker: first.min(2 * PLAYINGS - first) }
    }

    /// Returns `true` if the weaker seat takes at least a quarter of the points.
    pub const fn is_fair(self) -> bool {
        self.weaker >= LEAST_HALF_POINTS
    }
}

/// Returns the first seat's half points in one random playout.
fn play_out(from: &dyn Position, dice: &mut Dice) -> u32 {
    let mut position = from.clone_box();
    let mut legal = Vec::new();
    for _ in 0..PLIES {
        let Some(joint) = random_joint(&*position, dice, &mut legal) else { break };
        position.apply(&joint);
    }
    let outcome = match position.phase() {
        Phase::Over(end) => end.outcome,
        Phase::Act(_) | Phase::Chance(_) => position.adjudicate(),
    };
    match outcome.winner() {
        Some(Seat::First) => 2,
        Some(Seat::Second) => 0,
        None => 1,
    }
}
