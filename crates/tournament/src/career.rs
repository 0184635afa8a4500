//! What an entrant did in the whole tournament.

use std::collections::BTreeSet;

use crate::{EntrantId, Stage, Tally};

/// What one entrant did in the whole tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Career {
    /// What the tables of all stages count for it.
    pub tally: Tally,
    /// The entrants it has beaten in at least one game that counts.
    pub beaten: BTreeSet<EntrantId>,
    /// Its place in the tournament, from 1; 0 if it is not ranked.
    pub place: u32,
    /// How many entrants are ranked.
    pub entrants: u32,
}

impl Career {
    /// An empty career with the given number of metrics.
    pub fn new(metrics: usize) -> Career {
        Career { tally: Tally::new(metrics), ..Career::default() }
    }

    /// The careers of all entrants in these stages, without places.
    ///
    /// What counts is what each stage's own table counts: byes and walkovers too, and no games against guests where
    /// the stage leaves those out. What was carried from one stage into the next counts once.
    pub fn all<'a>(
        entrants: usize,
        stages: impl IntoIterator<Item = &'a Stage>,
        metrics: usize,
    ) -> Vec<Career> {
        let mut careers = vec![Career::new(metrics); entrants];
        for stage in stages {
            let tallies = stage.own_tallies();
            for entrant in stage.field().everybody() {
                if let Some(career) = careers.get_mut(entrant.index()) {
                    career.tally.merge(tallies.of(entrant));
                }
            }
            for game in stage.past().counted_games() {
                let Some(winner) = game.result.outcome.winner() else { continue };
                if let Some(career) = careers.get_mut(game.seats[winner].index()) {
                    career.beaten.insert(game.seats[winner.other()]);
                }
            }
        }
        careers
    }
}
