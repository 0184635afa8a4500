//! What may have been unusual, seen while the matches are read.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use game::{PerSeat, Seat};
use ledger::MatchRow;
use referee::{Failure, Fault, Played, Reason, Ticks};
use tournament::{EntrantId, MatchKey};

/// Entries of one kind at most.
pub(crate) const OF_A_KIND: usize = 3;

/// What is kept of the matches while they are read. Its size does not grow with their number.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    pub(crate) shortest: Option<SeenMatch>,
    pub(crate) longest: Option<SeenMatch>,
    /// The first match of each fault, with what it is called, and how often it happened.
    pub(crate) faults: BTreeMap<(Fault, String), (SeenMatch, u64)>,
    pub(crate) double_faults: Option<(SeenMatch, u64)>,
    pub(crate) limits: Option<(SeenMatch, u64)>,
    /// Matches with the most offers, the most first.
    pub(crate) offers: Vec<(u32, SeenMatch)>,
    /// The longest move of each entrant that has moved.
    longest_moves: Vec<Option<LongestMove>>,
}

/// A match that was read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeenMatch {
    pub(crate) key: MatchKey,
    pub(crate) entrants: PerSeat<EntrantId>,
    pub(crate) winner: Option<Seat>,
    pub(crate) plies: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct LongestMove {
    pub(crate) spent: Ticks,
    pub(crate) ply: u32,
    pub(crate) seen: SeenMatch,
}

impl Watch {
    /// The longest move of an entrant.
    pub(crate) fn longest_move(&self, entrant: usize) -> Option<LongestMove> {
        self.longest_moves.get(entrant).copied().flatten()
    }

    /// Looks at the next match in schedule order. One that does not count is not looked at.
    pub(crate) fn add(&mut self, row: &MatchRow, played: &[Played], failures: &PerSeat<Option<Failure>>) {
        let seen = SeenMatch {
            key: row.key,
            entrants: row.entrants,
            winner: row.outcome.winner(),
            plies: row.plies,
        };
        for failure in failures.0.iter().flatten() {
            self.faults.entry((failure.fault, failure.name())).or_insert((seen, 0)).1 += 1;
        }
        match row.reason {
            Reason::DoubleForfeit(_) => self.double_faults.get_or_insert((seen, 0)).1 += 1,
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
            // Of equally long ones the first.
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
            // Stable, so that of equal ones the earlier stays.
            self.offers.sort_by_key(|(offers, _)| Reverse(*offers));
            self.offers.truncate(OF_A_KIND);
        }
    }
}
