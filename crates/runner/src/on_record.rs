//! What a run has on record, played through under a plan: its own, one with a further ruling, or a changed one.

use std::collections::BTreeMap;

use config::Plan;
use ledger::{EntrantRow, Ledger, field};
use tournament::{Fixture, GameResult, MatchKey, Rulings, RunSeed, Stage};

use crate::error::RunError;
use crate::stage_run::take_up;

/// What a run has on record.
pub(crate) struct OnRecord {
    pub(crate) plan: Plan,
    pub(crate) rows: Vec<EntrantRow>,
    seed: RunSeed,
    /// By stage.
    results: Vec<BTreeMap<MatchKey, GameResult>>,
}

/// How far a run is.
pub(crate) struct Point {
    /// The stages up to the last one that has begun; at least the first.
    pub(crate) stages: Vec<Stage>,
    /// Whether something of the last of them is to be played.
    pub(crate) open: bool,
    /// The first round of it of which nothing has been played; `u32::MAX` behind the last.
    pub(crate) round: u32,
    /// Whether something of the run is to be played.
    pub(crate) incomplete: bool,
}

impl Point {
    /// The index of the last stage that has begun, or of the first.
    pub(crate) fn stage(&self) -> usize {
        self.stages.len() - 1
    }
}

impl OnRecord {
    /// Reads the results of a ledger, to be played through under a plan with these entrants.
    pub(crate) fn read(
        ledger: &Ledger,
        plan: Plan,
        rows: Vec<EntrantRow>,
        seed: RunSeed,
    ) -> Result<OnRecord, RunError> {
        let results: Result<Vec<_>, _> =
            plan.stages.iter().map(|spec| ledger.stage_results(spec.plan.number)).collect();
        Ok(OnRecord { results: results?, plan, rows, seed })
    }

    /// Whether a match has been played.
    pub(crate) fn holds(&self, game: MatchKey) -> bool {
        self.results.get(usize::from(game.stage())).is_some_and(|results| results.contains_key(&game))
    }

    /// Plays the record through under some rulings.
    ///
    /// # Errors
    /// When it does not fit the schedule: a match on record is not asked for, or a stage that others have gone
    /// on from is not over.
    pub(crate) fn fold(&self, rulings: &Rulings) -> Result<Point, RunError> {
        let begun = self.results.iter().rposition(|results| !results.is_empty()).unwrap_or(0);
        let field = field(&self.rows);
        let mut stages: Vec<Stage> = Vec::new();
        let mut open = false;
        for (index, results) in self.results.iter().enumerate().take(begun + 1) {
            let spec = &self.plan.stages[index];
            let mut stage = self
                .plan
                .open_stage(index, stages.last(), &field, self.seed, rulings)
                .map_err(|why| RunError::Format { stage: spec.name.clone(), why })?;
            let pending = take_up(&mut stage, results.clone())?;
            open = !(pending.is_empty() && stage.is_over());
            if open && index < begun {
                return Err(RunError::GoneOn(spec.name.clone()));
            }
            stages.push(stage);
        }
        let played = self.results[begun].keys().map(|key| key.round() + 1).max().unwrap_or(0);
        let last = stages[begun].most_rounds();
        let round = if played >= last { u32::MAX } else { played };
        let incomplete = open || begun + 1 < self.plan.stages.len();
        Ok(Point { stages, open, round, incomplete })
    }
}

/// The matches of a stage on record that are not what its schedule asks for: other entrants, seats or start.
///
/// # Errors
/// When they cannot be read.
pub(crate) fn misfits(
    ledger: &Ledger,
    (plan, index): (&Plan, usize),
    stage: &Stage,
    seed: RunSeed,
) -> Result<Vec<MatchKey>, RunError> {
    let spec = &plan.stages[index];
    let starts = spec.positions(plan.game, &spec.rules, seed);
    let start = |fixture: &Fixture| starts.get(fixture.opening? as usize).map(String::as_str);
    let mut misfits = Vec::new();
    ledger.for_each_match(Some(spec.plan.number), |stored| {
        let row = stored.row;
        let fits = stage
            .fixture_of(row.key)
            .is_some_and(|fixture| fixture.seats == row.entrants && start(&fixture) == row.start.as_deref());
        if !fits {
            misfits.push(row.key);
        }
        Ok::<(), RunError>(())
    })?;
    Ok(misfits)
}
