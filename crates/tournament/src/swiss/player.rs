//! Who is to be paired, with what it did before.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::EntrantId;

/// Somebody to be paired.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) entrant: EntrantId,
    /// Thousandths of a point.
    pub(super) score: i64,
    /// How often it has met whom.
    pub(super) met: BTreeMap<EntrantId, u32>,
    pub(super) byes: u32,
    /// How many more pairings it began in the first seat than in the second.
    pub(super) balance: i32,
    /// The seat it began in last: 1 for the first, -1 for the second, 0 before the first round.
    pub(super) last: i32,
    /// How it floated in the last round, and in the one before.
    pub(super) floats: [Option<Float>; 2],
}

impl Player {
    pub(super) fn new(entrant: EntrantId, score: i64) -> Player {
        Player { entrant, score, met: BTreeMap::new(), byes: 0, balance: 0, last: 0, floats: [None; 2] }
    }

    pub(super) fn times_met(&self, other: &Player) -> u32 {
        self.met.get(&other.entrant).copied().unwrap_or(0)
    }

    /// One of the two would sit in the same seat three times more than in the other.
    pub(super) fn cannot_share_seats(&self, other: &Player) -> bool {
        (self.balance >= 2 && other.balance >= 2) || (self.balance <= -2 && other.balance <= -2)
    }

    pub(super) fn is_due_same_seat(&self, other: &Player) -> bool {
        self.balance.signum() * other.balance.signum() == 1
    }

    pub(super) fn sits_first(&self, other: &Player, coin: impl FnOnce() -> bool) -> bool {
        match (self.balance, self.last).cmp(&(other.balance, other.last)) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => coin(),
        }
    }

    /// Whether it floated so in the last round, and whether in the one before: the last one weighs more.
    pub(super) fn floated(&self, float: Float) -> [bool; 2] {
        self.floats.map(|before| before == Some(float))
    }
}

/// Playing somebody of another score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Float {
    /// Against somebody with fewer points, or not at all.
    Down,
    /// Against somebody with more points.
    Up,
}

impl Float {
    /// The float of who has `own` points and meets somebody with `other`.
    pub(super) fn of<T: Ord + Copy>(own: T, other: T) -> Option<Float> {
        match own.cmp(&other) {
            Ordering::Greater => Some(Float::Down),
            Ordering::Less => Some(Float::Up),
            Ordering::Equal => None,
        }
    }
}
