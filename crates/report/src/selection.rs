//! Which matches have their own page: all in an ordinary tournament, the most interesting ones in a huge one.

use std::collections::BTreeSet;

use game::{Outcome, PerSeat, Seat};
use ledger::MatchRow;
use tournament::{EntrantId, MatchKey};

/// How much may be selected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// Maximum number of pages.
    pub(crate) pages: usize,
    /// Maximum number of boards on all pages together, each about 2 kB.
    pub(crate) boards: u64,
}

impl Default for Room {
    fn default() -> Room {
        Room { pages: 2_000, boards: 150_000 }
    }
}

/// A match in the list.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) key: MatchKey,
    pub(crate) entrants: PerSeat<EntrantId>,
    pub(crate) winner: Option<Seat>,
    pub(crate) reason: String,
    pub(crate) plies: u32,
}

/// Candidates for a page, in each class at most as many as there is room for.
#[derive(Debug)]
pub(crate) struct Selection {
    room: Room,
    knockouts: Vec<Listed>,
    faults: Vec<Listed>,
    others: Vec<Listed>,
}

impl Selection {
    pub(crate) fn new(room: Room) -> Selection {
        Selection { room, knockouts: Vec::new(), faults: Vec::new(), others: Vec::new() }
    }

    /// Adds a match; matches come in schedule order.
    pub(crate) fn add(&mut self, row: &MatchRow, is_knockout: bool) {
        let class = match is_knockout {
            true => &mut self.knockouts,
            false if row.reason.forfeits().is_empty() => &mut self.others,
            false => &mut self.faults,
        };
        if class.len() < self.room.pages {
            class.push(Listed {
                key: row.key,
                entrants: row.entrants,
                winner: match row.outcome {
                    Outcome::Win(seat) => Some(seat),
                    Outcome::Draw => None,
                },
                reason: row.reason.to_string(),
                plies: row.plies,
            });
        }
    }

    /// The matches that have a page, in schedule order: knockouts first, then losses by faults, then the others, while
    /// there is room.
    pub(crate) fn choose(self) -> Vec<Listed> {
        let mut boards = 0;
        let candidates = self.knockouts.into_iter().chain(self.faults).chain(self.others);
        let mut chosen: Vec<Listed> = candidates
            .take(self.room.pages)
            .take_while(|listed| {
                boards += u64::from(listed.plies) + 1;
                boards <= self.room.boards
            })
            .collect();
        chosen.sort_by_key(|listed| listed.key);
        chosen
    }
}

/// The keys of the chosen matches.
pub(crate) fn keys(chosen: &[Listed]) -> BTreeSet<MatchKey> {
    chosen.iter().map(|listed| listed.key).collect()
}

#[cfg(test)]
mod tests {
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

    fn chosen(room: Room) -> Vec<String> {
        let mut selection = Selection::new(room);
        for number in 0..4 {
            selection.add(&row(0, number, 9, number == 3), false);
        }
        selection.add(&row(1, 0, 9, false), true);
        selection.choose().iter().map(|listed| listed.key.to_string()).collect()
    }

    #[test]
    fn knockouts_and_faults_come_first_when_there_is_no_room_for_all() {
        let room = Room::default();
        assert_eq!(chosen(room), ["1.1.1.1", "1.1.1.2", "1.1.1.3", "1.1.1.4", "2.1.1.1"]);
        assert_eq!(chosen(Room { pages: 3, ..room }), ["1.1.1.1", "1.1.1.4", "2.1.1.1"]);
        assert_eq!(chosen(Room { boards: 20, ..room }), ["1.1.1.4", "2.1.1.1"]);
        assert_eq!(chosen(Room { pages: 0, ..room }), Vec::<String>::new());
    }
}
