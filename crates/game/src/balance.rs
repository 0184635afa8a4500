//! Whether a start position favours a seat, by random playings.

use crate::seam::random_joint;
use crate::{Dice, Phase, Position, Seat};

/// Random games from the position to be judged.
const PLAYINGS: u32 = 16;
/// A position is balanced if each seat takes at least this many of the half points of its playings.
const LEAST_HALF_POINTS: u32 = PLAYINGS / 2;
/// Plies after which a random game is adjudicated.
const PLIES: u32 = 1000;

/// How evenly random players share the points of sixteen playings from a position.
///
/// Random players know nothing, but they cost nothing either, ask nothing of any bot, and find what matters for
/// an opening: a start that is lost whatever one does. What lean is left falls on both sides alike where every
/// opening is played from both seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Balance {
    weaker: u32,
}

impl Balance {
    /// The balance of a position; the same for the same dice.
    pub fn of(position: &dyn Position, dice: &mut Dice) -> Balance {
        let first: u32 = (0..PLAYINGS).map(|_| play_out(position, dice)).sum();
        Balance { weaker: first.min(2 * PLAYINGS - first) }
    }

    /// Whether the weaker seat takes at least a quarter of the points.
    pub const fn is_fair(self) -> bool {
        self.weaker >= LEAST_HALF_POINTS
    }
}

/// Half points of the first seat in one random playing.
fn play_out(from: &dyn Position, dice: &mut Dice) -> u32 {
    let mut position = from.clone_box();
    let mut legal = Vec::new();
    for _ in 0..PLIES {
        let Some(joint) = random_joint(&*position, dice, &mut legal) else { break };
        position.apply(&joint);
    }
    let outcome = match position.phase() {
        Phase::Over(end) => end.outcome,
        Phase::Act(_) => position.adjudicate(),
    };
    match outcome.winner() {
        Some(Seat::First) => 2,
        Some(Seat::Second) => 0,
        None => 1,
    }
}
