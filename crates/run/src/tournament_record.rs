//! What a tournament has on record, played through under a plan: its own, one with a further ruling, or a changed one.

use config::Plan;
use ledger::{EntrantRow, Ledger, field};
use tournament::{Fixture, LoadedResults, MatchKey, Rulings, RunSeed, Stage};

use crate::RecordError;
use crate::load::load_results;

/// What a tournament has on record, with the plan to play: its own, or a changed one.
#[derive(Clone, Copy)]
pub struct TournamentRecord<'a> {
    /// What is on record.
    pub ledger: &'a Ledger,
    /// What is to be played.
    pub plan: &'a Plan,
    /// Who plays.
    pub entrants: &'a [EntrantRow],
    /// Where randomness comes from.
    pub seed: RunSeed,
}

/// How far a run is.
pub struct Progress {
    /// The stages up to the last one that has begun; at least the first.
    pub stages: Vec<Stage>,
    /// Whether something of the last of them is to be played.
    pub open: bool,
    /// The first round of it of which nothing has been played; `u32::MAX` behind the last.
    pub round: u32,
    /// Whether something of the run is to be played.
    pub incomplete: bool,
}

impl Progress {
    /// The index of the last stage that has begun, or of the first.
    pub fn stage(&self) -> usize {
        self.stages.len() - 1
    }
}

impl TournamentRecord<'_> {
    /// Plays the record through under some rulings.
    ///
    /// # Errors
    /// When it does not fit the schedule: a match on record is not asked for, or a stage that others have gone
    /// on from is not over.
    pub fn progress(&self, rulings: &Rulings) -> Result<Progress, RecordError> {
        let last = self.ledger.last_match()?;
        let begun = last.map_or(0, |key| usize::from(key.stage()));
        let field = field(self.entrants);
        let mut stages: Vec<Stage> = Vec::new();
        let mut open = false;
        for (index, spec) in self.plan.stages.iter().enumerate().take(begun + 1) {
            let mut stage = self
                .plan
                .open_stage(index, stages.last(), &field, self.seed, rulings)
                .map_err(|why| RecordError::Format { stage: spec.name.clone(), why })?;
            let LoadedResults { pending, .. } = load_results(self.ledger, &mut stage)?;
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
    /// The matches of a stage on record that are not what its schedule asks for: other entrants, seats or start.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn misfits(&self, index: usize, stage: &Stage) -> Result<Vec<MatchKey>, RecordError> {
        let spec = &self.plan.stages[index];
        let starts = spec.positions(self.plan.game, &spec.rules, self.seed);
        let start = |fixture: &Fixture| starts.get(fixture.opening? as usize).map(String::as_str);
        let mut misfits = Vec::new();
        self.ledger.for_each_match(Some(spec.plan.number), |stored| {
            let row = stored.row;
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
