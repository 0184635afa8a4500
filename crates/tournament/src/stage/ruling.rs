//! An organiser's rulings while a stage is played, and their effects.

use super::Stage;
use crate::Ruling;
use crate::pairing::refresh_scores;
use crate::rulings::{InForce, RulingAction, RulingError, Since};

impl Stage {
    /// Adds a ruling while the stage is played.
    ///
    /// # Errors
    /// When it would be in force from a round that is already paired, names a game that is not on record, or is
    /// impossible after the earlier rulings. In that case, nothing changes.
    pub fn rule(&mut self, ruling: Ruling) -> Result<(), RulingError> {
        let next = Since { stage: self.plan.number, round: self.past.rounds.len() as u32 };
        if ruling.since < next {
            let asked =
                if ruling.since.stage < next.stage { 1 } else { ruling.since.round.saturating_add(1) };
            return Err(RulingError::Late { asked, next: next.round + 1 });
        }
        if let RulingAction::Annul { game } | RulingAction::Replay { game } = ruling.order
            && game.stage() == self.plan.number
            && !self.past.games().iter().any(|played| played.key == game)
        {
            return Err(RulingError::Unplayed(game));
        }
        self.rulings.push(ruling)?;
        if self.is_fixed() || self.exhausted {
            self.enforce(self.end());
        }
        Ok(())
    }

    /// Puts all rulings in force, including those of later stages: from then on the stage counts as it does at the end
    /// of the run. Nothing more may be played in it.
    pub fn settle(&mut self) {
        self.enforce(Since::END);
    }

    /// The point after the last round.
    pub(super) fn end(&self) -> Since {
        Since { stage: self.plan.number, round: u32::MAX }
    }

    /// The state in force at a point: the rulings, and the entrants withdrawn because of faults.
    pub(super) fn force_at(&self, since: Since) -> InForce {
        let mut force = self.rulings.in_force(since);
        self.faults.add_to(&mut force, since);
        force
    }

    /// Number of rounds whose winners have gone on to a later one.
    pub(super) fn settled_rounds(&self) -> usize {
        let is_settled = self.plan.edition.keeps_to_the_record() && !self.schedule.is_fixed();
        let rounds = self.past.play_off_begins().map_or(self.past.rounds.len(), |first| first as usize);
        if is_settled { rounds.saturating_sub(1) } else { 0 }
    }

    /// Applies the rulings in force at a point.
    pub(super) fn enforce(&mut self, since: Since) {
        let force = self.force_at(since);
        if force != self.past.force {
            self.past.force = force;
            self.past.revision += 1;
            let settled = self.settled_rounds();
            refresh_scores(&mut self.past, self.rule, &self.plan.scoring, settled);
        }
    }
}
