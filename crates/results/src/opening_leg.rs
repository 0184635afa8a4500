//! The two games of an opening, which ratings count as one unit.

use game::{PerSeat, Seat};
use ledger::MatchRow;
use tournament::{EntrantId, MatchKey};

/// A match as one of the two games of an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpeningLeg {
    key: MatchKey,
    entrants: PerSeat<EntrantId>,
    start: Option<String>,
}

impl OpeningLeg {
    /// The leg of a match on record.
    pub(crate) fn new(row: &MatchRow) -> OpeningLeg {
        OpeningLeg { key: row.key, entrants: row.entrants, start: row.start.clone() }
    }

    /// The match's key.
    pub(crate) fn key(&self) -> MatchKey {
        self.key
    }

    /// Returns `true` if the next match in the schedule has the same opening with seats swapped: games 2k + 1 and 2k +
    /// 2 of a pairing with one start, neither of them a replay.
    pub(crate) fn is_followed_by(&self, next: &MatchRow) -> bool {
        let of = |key: MatchKey| (key.stage(), key.round(), key.pairing(), key.number() / 2);
        let is_plain = self.key.attempt() == 0 && next.key.attempt() == 0;
        let is_swapped = self.entrants[Seat::First] == next.entrants[Seat::Second]
            && self.entrants[Seat::Second] == next.entrants[Seat::First];
        is_plain && of(self.key) == of(next.key) && self.start == next.start && is_swapped
    }
}

#[cfg(test)]
mod tests {
    use game::Outcome;
    use referee::{Reason, Ticks};

    use super::*;

    fn row(key: &str, entrants: [u32; 2], start: Option<&str>) -> MatchRow {
        let [first, second] = entrants.map(EntrantId);
        MatchRow {
            key: key.parse().unwrap(),
            entrants: PerSeat::new(first, second),
            start: start.map(str::to_owned),
            outcome: Outcome::Draw,
            reason: Reason::PlyLimit,
            plies: 0,
            metrics: PerSeat::default(),
            spent: PerSeat::new(Ticks::ZERO, Ticks::ZERO),
            memory: PerSeat::default(),
            transcript: Vec::new(),
        }
    }

    #[test]
    fn the_second_game_of_an_opening_is_known_by_place_seats_and_start() {
        let leg = OpeningLeg::new(&row("1.2.3.3", [4, 5], Some("x")));
        assert!(leg.is_followed_by(&row("1.2.3.4", [5, 4], Some("x"))));
        for other in [
            row("1.2.3.4", [4, 5], Some("x")),
            row("1.2.3.4", [5, 4], None),
            row("1.2.3.4+1", [5, 4], Some("x")),
            row("1.2.3.2", [5, 4], Some("x")),
            row("1.2.4.4", [5, 4], Some("x")),
        ] {
            assert!(!leg.is_followed_by(&other), "{}", other.key);
        }
    }
}
