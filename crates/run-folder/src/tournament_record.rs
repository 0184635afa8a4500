//! The record of a tournament under a plan: its own, one with a further ruling, or a changed one.

use std::collections::BTreeSet;

use config::Plan;
use ledger::{EntrantRow, Ledger, LedgerError, field};
use tournament::{Fixture, LoadedResults, MatchKey, Rulings, RunSeed, Stage};

use crate::RecordError;
use crate::result_loading::load_some;

/// The record of a tournament, with the plan to play: its own, or a changed one.
#[derive(Clone, Copy)]
pub struct TournamentRecord<'a> {
    /// The matches and rulings on record.
    pub ledger: &'a Ledger,
    /// The plan to play.
    pub plan: &'a Plan,
    /// The entrants, in the order of their ids.
    pub entrants: &'a [EntrantRow],
    /// The seed of all randomness in the run.
    pub seed: RunSeed,
    /// The only matches of the record that count; `None` for all of them.
    pub only: Option<&'a BTreeSet<MatchKey>>,
}

/// The progress of a run.
pub struct Progress {
    /// The stages up to the last one that has begun; at least the first.
    pub stages: Vec<Stage>,
    /// `true` if the last of these stages has unplayed matches.
    pub open: bool,
    /// The first round of that stage without a played match; `u32::MAX` if all rounds have begun.
    pub round: u32,
    /// `true` if the run has unplayed matches.
    pub incomplete: bool,
}

impl Progress {
    /// The index of the last stage that has begun, or of the first.
    pub fn stage(&self) -> usize {
        self.stages.len() - 1
    }
}

impl TournamentRecord<'_> {
    /// Folds the record by the schedule under the given rulings.
    ///
    /// # Errors
    /// When the record does not fit the schedule: the schedule does not ask for a match on record, or a stage that
    /// entrants have advanced from is not over.
    pub fn progress(&self, rulings: &Rulings) -> Result<Progress, RecordError> {
        let last = self.last_match()?;
        let begun = last.map_or(0, |key| usize::from(key.stage()));
        let field = field(self.entrants);
        let mut stages: Vec<Stage> = Vec::new();
        let mut open = false;
        for (index, spec) in self.plan.stages.iter().enumerate().take(begun + 1) {
            let mut stage = self
                .plan
                .open_stage(index, stages.last(), &field, self.seed, rulings)
                .map_err(|why| RecordError::Format { stage: spec.name.clone(), why })?;
            let LoadedResults { pending, .. } = load_some(self.ledger, &mut stage, self.only)?;
            open = !(pending.is_empty() && stage.is_over());
            if open && index < begun {
                return Err(RecordError::GoneOn(spec.name.clone()));
            }
            stages.push(stage);
        }
        let played = last.map_or(0, |key| key.round() + 1);
        let rounds = stages.last().map_or(0, Stage::most_rounds);
        let round = if played >= rounds { u32::MAX } else { played };
        let incomplete = open || begun + 1 < self.plan.stages.len();
        Ok(Progress { stages, open, round, incomplete })
    }

    /// The match that is last in schedule order.
    pub(crate) fn last_match(&self) -> Result<Option<MatchKey>, LedgerError> {
        self.only.map_or_else(|| self.ledger.last_match(), |only| Ok(only.last().copied()))
    }

    /// Returns the recorded matches of a stage that differ from its schedule in entrants, seats or start.
    ///
    /// # Errors
    /// When the matches cannot be read.
    pub fn misfits(&self, index: usize, stage: &Stage) -> Result<Vec<MatchKey>, RecordError> {
        let spec = &self.plan.stages[index];
        let starts = spec.positions(self.plan.game, self.seed);
        let start = |fixture: &Fixture| starts.get(fixture.opening? as usize).map(String::as_str);
        let mut misfits = Vec::new();
        self.ledger.for_each_match(Some(spec.plan.number), |stored| {
            let row = stored.row;
            if self.only.is_some_and(|only| !only.contains(&row.key)) {
                return Ok(());
            }
            let fits = stage.fixture_of(row.key).is_some_and(|fixture| {
                fixture.seats == row.entrants && start(&fixture) == row.start.as_deref()
            });
            if !fits {
                misfits.push(row.key);
            }
            Ok::<(), RecordError>(())
        })?;
        Ok(misfits)
    }
}
