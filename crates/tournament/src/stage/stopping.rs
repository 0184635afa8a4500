//! Stopping before the end.

use super::Stage;
use crate::early_stop::{Bounds, is_decided};
use crate::tallies::Counting;

impl Stage {
    /// Whether the stage may stop early. If so, what counts as played is what [`Stage::games`] holds, and a
    /// result must not be committed before it stands there: one that came early may be dropped.
    pub fn may_stop(&self) -> bool {
        self.plan.stop_when_decided.is_some()
    }

    /// Whether the stage was stopped because its places were decided.
    pub fn was_stopped(&self) -> bool {
        self.stopped
    }

    pub(super) fn stop_if_decided(&mut self) {
        let Some(places) = self.plan.stop_when_decided else { return };
        let Some(games_left) = self.schedule.games_left(self.complete) else { return };
        let counting = Counting::new(&self.field, &self.plan.scoring, &*self.schedule);
        self.lead.catch_up(&self.past, self.complete as usize, &counting);
        let bounds = Bounds { places, games_left };
        let ranked: Vec<_> =
            self.field.ranked.iter().copied().filter(|&entrant| self.past.force.is_ranked(entrant)).collect();
        let lead = &self.lead;
        self.stopped = games_left > 0
            && is_decided(&ranked, |entrant| lead.of(entrant), &self.plan.rank, &self.plan.scoring, bounds);
        if self.stopped {
            // Rounds that were laid out and are not played any more are no part of the stage.
            self.past.rounds.truncate(self.complete as usize);
        }
    }
}
