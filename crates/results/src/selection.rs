//! The selection of the decisive matches, as many as there is room for.

use std::collections::VecDeque;

use ledger::MatchRow;

use crate::failure_names::FailureNames;
use crate::unusual_events::SeenMatch;

/// A match that is worth showing.
#[derive(Clone, Debug)]
pub struct DecisiveMatch {
    /// The match.
    pub seen: SeenMatch,
    /// The reason why it ended, in words.
    pub reason: String,
    /// The event that decided it by the rules, if that is known.
    pub decided: Option<String>,
}

impl DecisiveMatch {
    fn from_row(row: &MatchRow, names: &FailureNames) -> DecisiveMatch {
        DecisiveMatch { seen: SeenMatch::from(row), reason: names.ending(row), decided: None }
    }
}

/// Candidates for a page, at most as many per class as there is room for.
#[derive(Debug)]
pub(crate) struct Selection {
    most: usize,
    knockouts: VecDeque<DecisiveMatch>,
    faults: Vec<DecisiveMatch>,
    others: Vec<DecisiveMatch>,
}

impl Selection {
    pub(crate) fn new(most: usize) -> Selection {
        Selection { most, knockouts: VecDeque::new(), faults: Vec::new(), others: Vec::new() }
    }

    /// Adds a match. Matches must come in schedule order.
    pub(crate) fn add(&mut self, row: &MatchRow, is_knockout: bool, names: &FailureNames) {
        if is_knockout {
            // The last matches are more decisive than the first.
            self.knockouts.push_back(DecisiveMatch::from_row(row, names));
            if self.knockouts.len() > self.most {
                self.knockouts.pop_front();
            }
            return;
        }
        let class = if row.reason.forfeits().is_empty() { &mut self.others } else { &mut self.faults };
        if class.len() < self.most {
            class.push(DecisiveMatch::from_row(row, names));
        }
    }

    /// Returns the matches that get a page, the most decisive first: knockouts from the final back, then losses by
    /// faults, then the others, while there is room.
    pub(crate) fn choose(self) -> Vec<DecisiveMatch> {
        let knockouts = self.knockouts.into_iter().rev();
        knockouts.chain(self.faults).chain(self.others).take(self.most).collect()
    }
}

#[cfg(test)]
mod tests {
    use game::{Outcome, PerSeat, Seat};
    use referee::{Fault, Reason, Ticks};
    use tournament::{EntrantId, MatchKey};

    use super::*;

    fn row(stage: u16, number: u16, plies: u32, failed: bool) -> MatchRow {
        MatchRow {
            key: MatchKey::new(stage, 0, 0, number).unwrap(),
            entrants: PerSeat::new(EntrantId(0), EntrantId(1)),
            start: None,
            outcome: Outcome::Draw,
            reason: if failed {
                Reason::Forfeit { seat: Seat::First, fault: Fault::Exit }
            } else {
                Reason::PlyLimit
            },
            plies,
            metrics: PerSeat::default(),
            spent: PerSeat::new(Ticks::ZERO, Ticks::ZERO),
            memory: PerSeat::default(),
            transcript: Vec::new(),
        }
    }

    fn chosen(pages: usize) -> Vec<String> {
        let names = FailureNames::default();
        let mut selection = Selection::new(pages);
        for number in 0..4 {
            selection.add(&row(0, number, 9, number == 3), false, &names);
        }
        for number in 0..2 {
            selection.add(&row(1, number, 9, false), true, &names);
        }
        selection.choose().iter().map(|listed| listed.seen.key.to_string()).collect()
    }

    #[test]
    fn finals_and_faults_come_first_when_there_is_no_room_for_all() {
        let all = ["2.1.1.2", "2.1.1.1", "1.1.1.4", "1.1.1.1", "1.1.1.2", "1.1.1.3"];
        for pages in 0..=all.len() {
            assert_eq!(chosen(pages), all[..pages]);
        }
    }
}
