//! The start position of each game.

use crate::{Pairing, StageSeed};

/// The start positions of a stage: their number, and their order of use.
///
/// Games 2k and 2k + 1 of a pairing share one, so each is played from both seats. All pairings of a cycle (of a round
/// in formats with results) use the same ones, and the next cycle continues where it stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    /// Number of start positions; 0 means the game's own start.
    pub count: u32,
    /// The order of use.
    pub order: OpeningOrder,
}

/// The order in which start positions are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpeningOrder {
    /// As listed.
    #[default]
    Listed,
    /// Shuffled by the stage's seed.
    Drawn,
}

impl Openings {
    /// The indices of the start positions in their order of use.
    pub(crate) fn sequence(self, seed: StageSeed) -> Vec<u32> {
        let mut sequence: Vec<u32> = (0..self.count).collect();
        if self.order == OpeningOrder::Drawn {
            seed.dice("openings").shuffle(&mut sequence);
        }
        sequence
    }
}

/// The start position of a game of a pairing that has `games` games, out of the stage's sequence.
pub(crate) fn opening(sequence: &[u32], pairing: &Pairing, games: u16, number: u16) -> Option<u32> {
    let a_pairing = u64::from(games.div_ceil(2));
    let used = u64::from(pairing.turn) * a_pairing + u64::from(number / 2);
    let at = used.checked_rem(sequence.len() as u64)?;
    sequence.get(at as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EntrantId, RunSeed};

    #[test]
    fn each_opening_is_played_from_both_seats_and_cycles_go_on() {
        let sequence = [0, 1, 2, 3, 4];
        let starts = |turn| {
            let pairing = Pairing { first: EntrantId(0), second: EntrantId(1), turn };
            (0..4).map(|number| opening(&sequence, &pairing, 4, number).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(starts(0), [0, 0, 1, 1]);
        assert_eq!(starts(1), [2, 2, 3, 3]);
        assert_eq!(starts(2), [4, 4, 0, 0]);
    }

    #[test]
    fn no_openings_means_the_games_own_start() {
        let pairing = Pairing { first: EntrantId(0), second: EntrantId(1), turn: 3 };
        assert_eq!(opening(&[], &pairing, 2, 1), None);
    }

    #[test]
    fn a_drawn_order_holds_every_opening_once() {
        let openings = Openings { count: 50, order: OpeningOrder::Drawn };
        let mut sequence = openings.sequence(StageSeed::new(RunSeed::from(5), 0));
        assert_ne!(sequence, (0..50).collect::<Vec<_>>());
        sequence.sort_unstable();
        assert_eq!(sequence, (0..50).collect::<Vec<_>>());
    }
}
