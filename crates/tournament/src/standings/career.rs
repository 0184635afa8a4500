//! The results of an entrant in the whole tournament.

use std::collections::{BTreeMap, BTreeSet};

use super::crosstable::encounters;
use crate::{Encounter, EntrantId, Stage, Tally};

/// The results of one entrant in the whole tournament.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Career {
    /// Its tally over the tables of all stages.
    pub tally: Tally,
    /// Its results in all stages against the requested opponents that it has met.
    pub against: BTreeMap<EntrantId, Encounter>,
    /// Its place in the tournament, from 1; 0 if it is not ranked.
    pub place: u32,
    /// The same, but shared by level entrants; 0 if it is not ranked.
    pub rank: u32,
    /// Number of ranked entrants.
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
    /// Careers count the same as each stage's own table: including byes and walkovers, and without games against guests
    /// if the stage leaves those out. Results carried from one stage into the next count once. Results against single
    /// opponents are of games that were played, always including guests. A play-off counts for places alone.
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
                    career.tally.merge(tallies.get(entrant));
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
