//! Adopting a changed tournament in a run that has begun.

use std::path::{Path, PathBuf};

use config::{OnRefused, Plan, SeedPlan, StageSpec};
use game::Game;
use ledger::{Adoption, EntrantRow, Inputs, RunFolder, RunHeader};
use run::{LockedRun, RecordError, RecordedRun, TournamentRecord};
use sandbox::Sandbox;
use tournament::{EntrantId, Format, RunSeed};

use crate::admission::{Admission, admit};
use crate::entered::{Entered, differences};
use crate::error::RunError;
use crate::reopened::checked_plan;

/// A change that a run has adopted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adopted {
    /// The changes, one per line.
    pub changes: Vec<String>,
    /// Where the original ledger is kept, if the run was migrated from an older schema for this.
    pub original: Option<PathBuf>,
}

/// Makes a run that is not in use adopt a changed tournament, if every match on record is one that the changed
/// tournament asks for and would have been played in the same way. An entrant that is new, or was refused before,
/// joins an unfinished round robin or pyramid after the matches already scheduled, and a Swiss from the first round
/// that has not begun.
///
/// Returns the changes; `None` when nothing changed. The change is recorded together with the text
/// before it; [`Run::play`](crate::Run::play) then plays what the new text asks for.
///
/// # Errors
/// When the run cannot be opened, was played by a different engine, or the change affects what was played. In that
/// case nothing is changed, and a run of an older schema is not migrated.
pub fn adopt(
    folder: &RunFolder,
    games: &[&'static dyn Game],
    entered: &Entered,
    sandbox: &Sandbox,
) -> Result<Option<Adopted>, RunError> {
    let locked = LockedRun::take(folder)?;
    let record = &locked.record;
    let before = checked_plan(record, games, sandbox)?;
    let played_from = (&record.header, &record.entrants[..], &record.ledger.files()?);
    let Some(changes) = differences(played_from, entered) else { return Ok(None) };
    let admission = admit(sandbox, &entered.candidates)?;
    let change = Change { record, before };
    let (rows, reopened) = change.check(&entered.plan, &admission)?;
    let (matches, rulings) = (record.ledger.match_count()?, record.ledger.rulings()?.as_slice().len() as u64);
    let was = record.header.clone();
    let adoption = Adoption { changes, matches, rulings, before: was.toml.clone() };
    let header = RunHeader { toml: entered.text.clone(), toml_name: entered.name.clone(), ..was };
    let (mut ledger, _lock) = locked.into_ledger()?;
    let modules: Vec<(&[u8; 32], &[u8])> =
        admission.modules.iter().map(|(hash, bytes)| (hash, &**bytes)).collect();
    let inputs = Inputs { header: &header, entrants: &rows, modules: &modules, files: &entered.plan.files };
    ledger.adopt(&adoption, inputs, reopened)?;
    let original = ledger.original().map(Path::to_owned);
    Ok(Some(Adopted { changes: adoption.changes, original }))
}

fn impossible(why: impl Into<String>) -> RunError {
    RunError::Adoption(why.into())
}

/// A change to be checked against what was played.
struct Change<'a> {
    record: &'a RecordedRun,
    before: Plan,
}

impl Change<'_> {
    /// Returns the entrants under the changed plan, and the stage that is no longer complete.
    fn check(&self, plan: &Plan, admission: &Admission) -> Result<(Vec<EntrantRow>, Option<u16>), RunError> {
        if plan.game.name() != self.before.game.name() {
            return Err(impossible(format!("the game was {}", self.before.game.name())));
        }
        if let SeedPlan::Number(seed) = plan.seed
            && seed != self.record.header.seed
        {
            return Err(impossible("the seed is different, and every match depends on it"));
        }
        let rows = self.entrants(plan, admission)?;
        let seed = RunSeed::from(self.record.header.seed);
        let begun = self.record.ledger.last_match()?.map_or(0, |key| usize::from(key.stage()) + 1);
        if plan.stages.len() < begun {
            let name = &self.before.stages[plan.stages.len()].name;
            return Err(impossible(format!("stage \"{name}\" has begun and cannot be removed")));
        }
        for (old, new) in self.before.stages.iter().zip(&plan.stages).take(begun) {
            if (&old.rules, &old.limits) != (&new.rules, &new.limits) {
                let what = "has begun under other rules or limits, such as its clock";
                return Err(impossible(format!("stage \"{}\" {what}", old.name)));
            }
        }
        let record = TournamentRecord { ledger: &self.record.ledger, plan, entrants: &rows, seed };
        let at = record.progress(&self.record.ledger.rulings()?).map_err(|error| match error {
            RecordError::Unscheduled(key) => {
                impossible(format!("match {key} has been played and would not be in the schedule"))
            }
            RecordError::GoneOn(stage) => {
                impossible(format!("entrants have advanced from \"{stage}\", which the change would reopen"))
            }
            other => other.into(),
        })?;
        for (index, stage) in at.stages.iter().enumerate() {
            if let Some(key) = record.misfits(index, stage)?.first() {
                let what = "would have different entrants, seats or start";
                return Err(impossible(format!("match {key} has been played and {what}")));
            }
        }
        Ok((rows, at.open.then_some(at.stage() as u16)))
    }

    /// The entrants of the changed plan. An entrant that has played must be unchanged. A bot that was admitted or
    /// refused before stays so.
    fn entrants(&self, plan: &Plan, admission: &Admission) -> Result<Vec<EntrantRow>, RunError> {
        let have_played = self.record.ledger.have_played()?;
        let mut rows = admission.rows.clone();
        if let Some(gone) = self.record.entrants.get(rows.len()) {
            return Err(impossible(format!("\"{}\" cannot be removed from the text", gone.name)));
        }
        let number = self.record.ledger.adoptions()?.len() as u32 + 1;
        let late = if have_played.is_empty() { 0 } else { number };
        let first = &plan.stages[0];
        for (id, row) in (0..).map(EntrantId).zip(&mut rows) {
            let was = self.record.entrants.get(id.index());
            if let Some(was) = was
                && have_played.contains(&id)
                && !was.plays_as(row)
            {
                return Err(impossible(no_longer_who_it_was(id, &self.record.entrants, &admission.rows)));
            }
            match was {
                // A bot is admitted or refused only once.
                Some(was) if was.plays_as(row) && was.size.is_none_or(|size| row.size == Some(size)) => {
                    row.refusal.clone_from(&was.refusal);
                    row.joined = was.joined.min(late);
                }
                Some(was) if was.refusal.is_empty() => row.joined = was.joined.min(late),
                _ => row.joined = late,
            }
            row.since = was.filter(|was| was.joined == row.joined).map_or(0, |was| was.since);
            if row.joined == number && row.refusal.is_empty() {
                row.since = self.first_round_of(row, first)?;
            }
        }
        let refused = rows.iter().find(|row| !row.refusal.is_empty());
        match refused.filter(|_| plan.on_refused == OnRefused::Stop) {
            Some(row) => Err(RunError::Refused { entrant: row.name.clone(), reasons: row.refusal.clone() }),
            None => Ok(rows),
        }
    }

    /// The first round of an entrant that joins a stage that has begun; 0 where the format does not need it.
    fn first_round_of(&self, row: &EntrantRow, stage: &StageSpec) -> Result<u32, RunError> {
        if !stage.plan.format.takes_late_entrants() {
            return Err(impossible(format!(
                "\"{}\" cannot join \"{}\", which has begun: entrants can join a round robin, a pyramid or a Swiss",
                row.name, stage.name
            )));
        }
        let Format::Swiss(swiss) = &stage.plan.format else { return Ok(0) };
        let last = self.record.ledger.last_match()?;
        // In a later stage, all rounds of the first one are over.
        let round = last.map_or(0, |key| if key.stage() == 0 { key.round() + 1 } else { swiss.rounds });
        if round >= swiss.rounds {
            return Err(impossible(format!(
                "\"{}\" cannot join \"{}\": its last round has begun",
                row.name, stage.name
            )));
        }
        Ok(round)
    }
}

/// Why the entrants of a changed text do not fit an entrant that has played.
fn no_longer_who_it_was(id: EntrantId, was: &[EntrantRow], is: &[EntrantRow]) -> String {
    let (name, other) = (&was[id.index()].name, &is[id.index()].name);
    let named = |rows: &[EntrantRow], name: &str| rows.iter().any(|row| row.name == name);
    if name == other {
        return format!("\"{name}\" has played with a different bot or different settings");
    }
    let advice = if named(was, other) {
        "keep the order of the entrants"
    } else if named(is, name) {
        "append new entrants at the end of the text"
    } else {
        "keep those who have played, and append new entrants at the end of the text"
    };
    format!("\"{other}\" is in the place of \"{name}\", who has played: {advice}")
}
