//! Stopping before the end.

use std::collections::BTreeMap;

use super::Stage;
use super::early_stop::{Bounds, Stop, is_decided, is_precise};
use crate::standings::Counting;
use crate::{EntrantId, MatchKey};

impl Stage {
    /// Returns `true` if a requested result may come too late to be part of the stage. If so, a result must not be
    /// committed before its match [is certain](Stage::is_certain) to be part of it. (If rounds depend on results, no
    /// match is requested before the stage is known to continue.)
    pub fn may_drop(&self) -> bool {
        self.is_fixed() && self.plan.stops().next().is_some()
    }

    /// Returns `true` if a requested match is part of the stage, regardless of the missing results.
    pub fn is_certain(&self, key: MatchKey) -> bool {
        // A stage stops between two rounds, and the first incomplete round begins only if it has not stopped before it.
        let certain = self.complete + u32::from(self.stopped.is_none());
        !self.may_drop() || key.round() < certain
    }

    /// Returns `true` if the stage was stopped before its end.
    pub fn was_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// The reason why the stage was stopped before its end; `None` if it was not.
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// Checks whether to stop, after a further round is complete.
    pub(super) fn look(&mut self) {
        if self.complete >= self.most_rounds() {
            return;
        }
        self.stopped = self.plan.stops().find(|stop| match *stop {
            Stop::Decided { places } => self.is_decided(places),
            Stop::Precise { elo } => self.is_precise(elo),
        });
        if self.stopped.is_some() {
            // Rounds that were scheduled and will not be played are not part of the stage.
            self.past.rounds.truncate(self.complete as usize);
        }
    }

    fn is_decided(&mut self, places: u32) -> bool {
        let Some(games_left) = self.schedule.games_left(self.complete) else { return false };
        let counting = Counting::new(&self.field, &self.plan.scoring, &*self.schedule);
        self.lead.catch_up(&self.past, self.complete as usize, &counting);
        let ranked: Vec<_> =
            self.field.ranked.iter().copied().filter(|&entrant| self.past.force.is_ranked(entrant)).collect();
        let tally = |entrant| self.lead.get(entrant);
        let bounds = Bounds { places, games_left };
        is_decided(&ranked, tally, &self.plan.rank, &self.plan.scoring, bounds)
    }

    /// Returns `true` if all ranked entrants that are still playing have a precise enough rating, each in its group.
    fn is_precise(&mut self, elo: u32) -> bool {
        let Some(turns) = self.schedule.turns(self.complete) else { return false };
        if !self.looks.is_due(turns) {
            return false;
        }
        let mut groups: BTreeMap<Option<u32>, Vec<EntrantId>> = BTreeMap::new();
        for &entrant in &self.field.ranked {
            groups.entry(self.schedule.group(entrant)).or_default().push(entrant);
        }
        let plays_on = |entrant: &EntrantId| {
            self.past.force.is_ranked(*entrant) && !self.past.is_out(*entrant, self.complete)
        };
        groups.into_values().all(|group| {
            let judged: Vec<_> = group.iter().copied().filter(plays_on).collect();
            let players: Vec<_> = group.into_iter().chain(self.field.guests.iter().copied()).collect();
            is_precise(self.past.counted_games(), &players, &judged, elo)
        })
    }
}
