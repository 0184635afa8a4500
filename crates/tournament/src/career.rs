//! What an entrant did in the whole tournament.

use std::collections::BTreeSet;

use game::Seat;

use crate::{EntrantId, GameRecord, Scoring, Tally};

/// What one entrant did in the whole tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Career {
    /// What its games add up to.
    pub tally: Tally,
    /// Whom it has beaten in some game that counts.
    pub beaten: BTreeSet<EntrantId>,
    /// Its place in the tournament from 1; 0 when it is not ranked.
    pub place: u32,
    /// How many entrants are ranked.
    pub entrants: u32,
}

impl Career {
    /// Nothing yet, with room for so many metrics.
    pub fn new(metrics: usize) -> Career {
        Career { tally: Tally::new(metrics), ..Career::default() }
    }

    /// The careers of all entrants from the games of all stages that count, without places.
    pub fn all<'a>(
        entrants: usize,
        games: impl IntoIterator<Item = &'a GameRecord>,
        scoring: &Scoring,
        metrics: usize,
    ) -> Vec<Career> {
        let mut careers = vec![Career::new(metrics); entrants];
        for game in games {
            for seat in Seat::BOTH {
                let Some(career) = careers.get_mut(game.seats[seat].index()) else { continue };
                career.tally.add(&game.result, seat, scoring);
                if game.result.outcome.winner() == Some(seat) {
                    career.beaten.insert(game.seats[seat.other()]);
                }
            }
        }
        careers
    }
}
