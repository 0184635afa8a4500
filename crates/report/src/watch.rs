//! What may have been unusual, seen while the matches are read.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use game::{PerSeat, Seat};
use ledger::MatchRow;
use referee::{Fault, Played, Reason, Ticks};
use tournament::{EntrantId, MatchKey};

/// Entries of one kind at most.
pub(crate) const OF_A_KIND: usize = 3;

/// What is kept of the matches while they are read. Its size does not grow with their number.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    pub(crate) shortest: Option<Seen>,
    pub(crate) longest: Option<Seen>,
    /// The first match of each fault, and how often it happened.
    pub(crate) faults: BTreeMap<Fault, (Seen, u64)>,
    pub(crate) double_faults: Option<(Seen, u64)>,
    pub(crate) limits: Option<(Seen, u64)>,
    /// Matches with the most offers, the most first.
    pub(crate) offers: Vec<(u32, Seen)>,
    /// By entrant, its longest move.
    pub(crate) longest_moves: BTreeMap<EntrantId, LongestMove>,
}

/// A match that was read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub(crate) key: MatchKey,
    pub(crate) entrants: PerSeat<EntrantId>,
    pub(crate) winner: Option<Seat>,
    pub(crate) plies: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct LongestMove {
    pub(crate) spent: Ticks,
    pub(crate) ply: u32,
    pub(crate) seen: Seen,
}

impl Watch {
    /// Looks at the next match in schedule order. One that does not count is not looked at.
    pub(crate) fn add(&mut self, row: &MatchRow, played: &[Played]) {
        let seen =
            Seen { key: row.key, entrants: row.entrants, winner: row.outcome.winner(), plies: row.plies };
        let faults = row.reason.faults();
        for fault in faults.0.into_iter().flatten() {
            self.faults.entry(fault).or_insert((seen, 0)).1 += 1;
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
            let kept = self.longest_moves.entry(row.entrants[seat]).or_insert(longest);
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
