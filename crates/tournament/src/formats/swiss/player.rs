//! A player to be paired, with its history.

use std::collections::BTreeMap;

use super::seats::{Preference, Seats};
use crate::EntrantId;

/// A player to be paired.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) entrant: EntrantId,
    /// Its number in the order of seeds, from 1: among equal points, the smaller number ranks first.
    pub(super) number: u32,
    /// Score in thousandths of a point.
    pub(super) score: i64,
    /// Number of meetings with each opponent.
    pub(super) met: BTreeMap<EntrantId, u32>,
    /// The groups of players to be kept apart that it belongs to.
    pub(super) apart: Vec<u32>,
    pub(super) seats: Seats,
    /// Number of byes because of an odd number, and of rounds that scored as much as a win without playing.
    pub(super) byes: u32,
    /// Number of rounds that it did not play, for any reason.
    pub(super) unplayed: u32,
    /// Its floats in the last round, and in the one before.
    pub(super) floats: [Option<Float>; 2],
}

impl Player {
    pub(super) fn new(entrant: EntrantId, number: u32, score: i64) -> Player {
        Player {
            entrant,
            number,
            score,
            met: BTreeMap::new(),
            apart: Vec::new(),
            seats: Seats::default(),
            byes: 0,
            unplayed: 0,
            floats: [None; 2],
        }
    }

    pub(super) fn times_met(&self, other: &Player) -> u32 {
        self.met.get(&other.entrant).copied().unwrap_or(0)
    }

    pub(super) fn is_kept_apart_from(&self, other: &Player) -> bool {
        self.apart.iter().any(|group| other.apart.contains(group))
    }

    pub(super) fn preference(&self) -> Option<Preference> {
        self.seats.preference()
    }
}

/// Playing an opponent with another score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Float {
    /// Against an opponent with fewer points, or points without playing.
    Down,
    /// Against an opponent with more points.
    Up,
}

impl Float {
    /// The float of a player with `own` points that meets one with `other` points.
    pub(super) fn between<T: Ord + Copy>(own: T, other: T) -> Option<Float> {
        match own.cmp(&other) {
            std::cmp::Ordering::Greater => Some(Float::Down),
            std::cmp::Ordering::Less => Some(Float::Up),
            std::cmp::Ordering::Equal => None,
        }
    }
}
