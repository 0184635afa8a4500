//! What a run has on record, played through under a plan: its own, one with a further ruling, or a changed one.

use config::Plan;
use ledger::{EntrantRow, Ledger, field};
use tournament::{Fixture, MatchKey, ResultError, Rulings, RunSeed, Stage, TakenUp, TakingUp};

use crate::error::RunError;

/// What a run has on record.
pub(crate) struct OnRecord<'a> {
    pub(crate) ledger: &'a Ledger,
    pub(crate) plan: &'a Plan,
    pub(crate) rows: &'a [EntrantRow],
    pub(crate) seed: RunSeed,
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

/// How a record fits what was to be played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fit {
    /// In what the matches on record are not those that are asked for.
    pub(crate) misfits: Vec<String>,
    /// What is still to be played, in words; `None` when everything is there.
    pub(crate) missing: Option<String>,
}

impl Point {
    /// The index of the last stage that has begun, or of the first.
    pub(crate) fn stage(&self) -> usize {
        self.stages.len() - 1
    }
}

impl OnRecord<'_> {
    /// Plays the record through under some rulings.
    ///
    /// # Errors
    /// When it does not fit the schedule: a match on record is not asked for, or a stage that others have gone
    /// on from is not over.
    pub(crate) fn fold(&self, rulings: &Rulings) -> Result<Point, RunError> {
        let last = self.ledger.last_match()?;
        let begun = last.map_or(0, |key| usize::from(key.stage()));
        let field = field(self.rows);
        let mut stages: Vec<Stage> = Vec::new();
        let mut open = false;
        for (index, spec) in self.plan.stages.iter().enumerate().take(begun + 1) {
            let mut stage = self
                .plan
                .open_stage(index, stages.last(), &field, self.seed, rulings)
                .map_err(|why| RunError::Format { stage: spec.name.clone(), why, refused: Vec::new() })?;
            let TakenUp { pending, .. } = take_up(self.ledger, &mut stage)?;
            open = !(pending.is_empty() && stage.is_over());
            if open && index < begun {
                return Err(RunError::GoneOn(spec.name.clone()));
            }
            stages.push(stage);
        }
        let played = last.map_or(0, |key| key.round() + 1);
        let rounds = stages.last().map_or(0, Stage::most_rounds);
        let round = if played >= rounds { u32::MAX } else { played };
        let incomplete = open || begun + 1 < self.plan.stages.len();
        Ok(Point { stages, open, round, incomplete })
    }
}

/// Records in a fresh stage the results that are on record, and returns what is left on both sides.
///
/// # Errors
/// When a match on record is not asked for, or cannot be read.
pub(crate) fn take_up(ledger: &Ledger, stage: &mut Stage) -> Result<TakenUp, RunError> {
    let number = stage.plan().number;
    let mut taking = TakingUp::new(stage);
    ledger.for_each_result(number, |key, result| taking.add(key, result).map_err(RunError::from))?;
    match taking.finish() {
        Err(ResultError::Unasked(key)) => Err(RunError::Unscheduled(key)),
        taken => taken.map_err(RunError::from),
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
