//! Events that may be unusual, collected while the matches are read.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use game::{PerSeat, Seat};
use ledger::MatchRow;
use referee::{Failure, Fault, Played, Reason, Ticks};
use tournament::{EntrantId, MatchKey};

/// Maximum number of entries of one kind.
pub const OF_A_KIND: usize = 3;

/// The events collected while the matches are read. Their size does not grow with the number of matches.
#[derive(Debug, Default)]
pub struct UnusualEvents {
    /// The shortest match that did not end by a fault.
    pub shortest: Option<SeenMatch>,
    /// The longest match that did not end by a fault.
    pub longest: Option<SeenMatch>,
    /// The first match of each fault, with the failure's name, and the number of times it happened.
    pub faults: BTreeMap<(Fault, String), (SeenMatch, u64)>,
    /// The first match that both seats lost by a fault, and the number of such matches.
    pub double_faults: Option<(SeenMatch, u64)>,
    /// The first match that ended at its limit of plies, and the number of such matches.
    pub limits: Option<(SeenMatch, u64)>,
    /// Matches with the most offers, the most first.
    pub offers: Vec<(u32, SeenMatch)>,
    /// The longest move of each entrant that has moved.
    longest_moves: Vec<Option<LongestMove>>,
}

/// A match that was read.
#[derive(Clone, Copy, Debug)]
pub struct SeenMatch {
    /// The match.
    pub key: MatchKey,
    /// The entrants in their seats.
    pub entrants: PerSeat<EntrantId>,
    /// The seat that won; `None` for a draw.
    pub winner: Option<Seat>,
    /// Complete plies; 0 if they are not known.
    pub plies: u32,
}

impl From<&MatchRow> for SeenMatch {
    fn from(row: &MatchRow) -> SeenMatch {
        let MatchRow { key, entrants, outcome, plies, .. } = *row;
        SeenMatch { key, entrants, winner: outcome.winner(), plies }
    }
}

/// The longest move of an entrant.
#[derive(Clone, Copy, Debug)]
pub struct LongestMove {
    /// The time it took.
    pub spent: Ticks,
    /// The ply, from 0.
    pub ply: u32,
    /// Its match.
    pub seen: SeenMatch,
}

impl UnusualEvents {
    /// Returns the longest move of an entrant; `None` if it never moved.
    pub fn longest_move(&self, entrant: usize) -> Option<LongestMove> {
        self.longest_moves.get(entrant).copied().flatten()
    }

    /// Adds the next match in schedule order. Matches that do not count are skipped.
    pub(crate) fn add(&mut self, row: &MatchRow, played: &[Played], failures: &PerSeat<Option<Failure>>) {
        let seen = SeenMatch::from(row);
        for failure in failures.0.iter().flatten() {
            self.faults.entry((failure.fault, failure.name())).or_insert((seen, 0)).1 += 1;
        }
        match row.reason {
            Reason::DoubleForfeit { .. } => self.double_faults.get_or_insert((seen, 0)).1 += 1,
            Reason::PlyLimit => self.limits.get_or_insert((seen, 0)).1 += 1,
            _ => {}
        }
        if row.reason.forfeits().is_empty() {
            if self.shortest.is_none_or(|shortest| seen.plies < shortest.plies) {
                self.shortest = Some(seen);
            }
            if self.longest.is_none_or(|longest| seen.plies > longest.plies) {
                self.longest = Some(seen);
            }
        }
        for seat in Seat::BOTH {
            // Among equally long moves, the first.
            let of_seat = played.iter().filter(|entry| entry.seat == seat).rev();
            let Some(entry) = of_seat.max_by_key(|entry| entry.spent) else { continue };
            let longest = LongestMove { spent: entry.spent, ply: entry.ply, seen };
            let index = row.entrants[seat].index();
            if index >= self.longest_moves.len() {
                self.longest_moves.resize(index + 1, None);
            }
            let kept = self.longest_moves[index].get_or_insert(longest);
            if longest.spent > kept.spent {
                *kept = longest;
            }
        }
        let offers = played.iter().filter(|entry| entry.offered).count() as u32;
        if offers > 0 {
            self.offers.push((offers, seen));
            // A stable sort keeps the earlier of equal ones first.
            self.offers.sort_by_key(|(offers, _)| Reverse(*offers));
            self.offers.truncate(OF_A_KIND);
        }
    }
}
