//! The selection of matches that have a page without scripts: the decisive ones, as many as there is room for.

use std::collections::VecDeque;

use game::{PerSeat, Seat};
use ledger::MatchRow;
use tournament::{EntrantId, MatchKey};

use super::failure_names::FailureNames;

/// The limits of a site.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// Maximum number of pages without scripts.
    pub(crate) pages: usize,
    /// Maximum number of bytes of all these pages together.
    pub(crate) bytes: usize,
    /// Maximum number of matches for which the exports are not gzipped.
    pub(crate) plain: usize,
    /// Maximum number of matches for which the viewer's times are exact; those in the exports always are.
    pub(crate) exact: usize,
    /// Maximum number of matches in a file of the viewer.
    pub(crate) chunk: usize,
    /// Minimum number of matches for which rendered chunks are cached.
    pub(crate) kept: usize,
}

impl Default for Room {
    fn default() -> Room {
        Room { pages: 200, bytes: 5_000_000, plain: 10_000, exact: 100_000, chunk: 512, kept: 10_000 }
    }
}

/// A match in the list.
#[derive(Clone, Debug)]
pub(crate) struct ListedMatch {
    pub(crate) key: MatchKey,
    pub(crate) entrants: PerSeat<EntrantId>,
    pub(crate) winner: Option<Seat>,
    pub(crate) reason: String,
    pub(crate) plies: u32,
}

impl ListedMatch {
    fn of(row: &MatchRow, names: &FailureNames) -> ListedMatch {
        ListedMatch {
            key: row.key,
            entrants: row.entrants,
            winner: row.outcome.winner(),
            reason: names.ending(row),
            plies: row.plies,
        }
    }
}

/// Candidates for a page, at most as many per class as there is room for.
#[derive(Debug)]
pub(crate) struct Selection {
    room: Room,
    knockouts: VecDeque<ListedMatch>,
    faults: Vec<ListedMatch>,
    others: Vec<ListedMatch>,
}

impl Selection {
    pub(crate) fn new(room: Room) -> Selection {
        Selection { room, knockouts: VecDeque::new(), faults: Vec::new(), others: Vec::new() }
    }

    /// Adds a match. Matches must come in schedule order.
    pub(crate) fn add(&mut self, row: &MatchRow, is_knockout: bool, names: &FailureNames) {
        if is_knockout {
            // The last matches are more decisive than the first.
            self.knockouts.push_back(ListedMatch::of(row, names));
            if self.knockouts.len() > self.room.pages {
                self.knockouts.pop_front();
            }
            return;
        }
        let class = if row.reason.forfeits().is_empty() { &mut self.others } else { &mut self.faults };
        if class.len() < self.room.pages {
            class.push(ListedMatch::of(row, names));
        }
    }

    /// Returns the matches that get a page, the most decisive first: knockouts from the final back, then losses by
    /// faults, then the others, while there is room.
    pub(crate) fn choose(self) -> Vec<ListedMatch> {
        let knockouts = self.knockouts.into_iter().rev();
        knockouts.chain(self.faults).chain(self.others).take(self.room.pages).collect()
    }
}

#[cfg(test)]
mod tests {
    use game::Outcome;
    use referee::{Fault, Reason, Ticks};

    use super::*;

    fn row(stage: u16, number: u16, plies: u32, failed: bool) -> MatchRow {
        MatchRow {
            key: MatchKey::new(stage, 0, 0, number).unwrap(),
            entrants: PerSeat::new(EntrantId(0), EntrantId(1)),
            start: None,
            outcome: Outcome::Draw,
            reason: if failed { Reason::Forfeit(Seat::First, Fault::Exit) } else { Reason::PlyLimit },
            plies,
            metrics: PerSeat::default(),
            spent: PerSeat::new(Ticks::ZERO, Ticks::ZERO),
            memory: PerSeat::default(),
            transcript: Vec::new(),
        }
    }

    fn chosen(pages: usize) -> Vec<String> {
        let names = FailureNames::default();
        let mut selection = Selection::new(Room { pages, ..Room::default() });
        for number in 0..4 {
            selection.add(&row(0, number, 9, number == 3), false, &names);
        }
        for number in 0..2 {
            selection.add(&row(1, number, 9, false), true, &names);
        }
        selection.choose().iter().map(|listed| listed.key.to_string()).collect()
    }

    #[test]
    fn finals_and_faults_come_first_when_there_is_no_room_for_all() {
        let all = ["2.1.1.2", "2.1.1.1", "1.1.1.4", "1.1.1.1", "1.1.1.2", "1.1.1.3"];
        for pages in 0..=all.len() {
            assert_eq!(chosen(pages), all[..pages]);
        }
    }
}
