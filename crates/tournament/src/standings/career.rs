//! What an entrant did in the whole tournament.

use std::collections::{BTreeMap, BTreeSet};

use super::crosstable::encounters;
use crate::{Encounter, EntrantId, Stage, Tally};

/// What one entrant did in the whole tournament.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Career {
    /// What the tables of all stages count for it.
    pub tally: Tally,
    /// Its results in all stages against those opponents that were asked for and that it has met.
    pub against: BTreeMap<EntrantId, Encounter>,
    /// Its place in the tournament, from 1; 0 if it is not ranked.
    pub place: u32,
    /// The same, but shared by those who are level; 0 if it is not ranked.
    pub rank: u32,
    /// How many entrants are ranked.
    pub entrants: u32,
    /// Its rating in Elo; `None` without a game that counts.
    pub rating: Option<f64>,
}

impl Career {
    /// An empty career with the given number of metrics.
    pub fn new(metrics: usize) -> Career {
        Career { tally: Tally::new(metrics), ..Career::default() }
    }

    /// The careers of all entrants in these stages, without places and ratings. Results against single opponents are
    /// those against `opponents` alone.
    ///
    /// What counts is what each stage's own table counts: byes and walkovers too, and no games against guests where
    /// the stage leaves those out. What was carried from one stage into the next counts once. Results against single
    /// opponents are of games that were played, against guests always. A play-off counts for places alone.
    pub fn all<'a>(
        entrants: usize,
        stages: impl IntoIterator<Item = &'a Stage>,
        metrics: usize,
        opponents: &BTreeSet<EntrantId>,
    ) -> Vec<Career> {
        let mut careers = vec![Career::new(metrics); entrants];
        for stage in stages {
            let tallies = stage.own_tallies();
            for entrant in stage.field().everybody() {
                if let Some(career) = careers.get_mut(entrant.index()) {
                    career.tally.merge(tallies.of(entrant));
                }
            }
            for (one, other, encounter) in encounters(&stage.past().before_play_off()) {
                if let Some(career) = careers.get_mut(one.index()).filter(|_| opponents.contains(&other)) {
                    career.against.entry(other).or_default().add(encounter);
                }
            }
        }
        careers
    }
}
