//! Adopting a changed tournament in a run that has begun.

use config::OnRefused;
use game::Game;
use job::{RULES_FILE, Validator};
use ledger::{Adoption, Inputs, PlayedRules, RunFolder, RunHeader};
use run_folder::{Adoptable, Adopting, LockedRun, RecordError};
use tournament::RunSeed;

use crate::admission::{admit, recorded_modules};
use crate::error::RunError;
use crate::openings;
use crate::resume::checked_plan;
use crate::tournament_entry::{EnteredTournament, differences};

/// Makes a run that is not in use adopt a changed tournament, if the changed tournament includes every match on record
/// and would have played it in the same way. An entrant that is new, or was refused before, joins an unfinished round
/// robin or pyramid after the matches already scheduled, and a Swiss from the first round that has not begun. If the
/// rules of a game from a file changed, recorded matches keep the rules that they were played with.
///
/// Returns the changes, one per line; `None` if nothing changed. The change is recorded together with the previous
/// text. [`Run::play`](crate::Run::play) then plays the matches of the new text.
///
/// # Errors
/// When the run cannot be opened, was played by a different engine, or the change affects matches on record. In that
/// case nothing is changed.
pub fn adopt(
    folder: &RunFolder,
    games: &[&'static dyn Game],
    entered: &EnteredTournament,
    validator: &dyn Validator,
) -> Result<Option<Vec<String>>, RunError> {
    let locked = LockedRun::take(folder)?;
    let record = &locked.record;
    let before = checked_plan(record, games, validator)?;
    if entered.plan.edition.number() != record.header.defaults {
        let what = "its text was read with different defaults from those of the run".to_owned();
        return Err(RecordError::Adoption(what).into());
    }
    let mut plan = entered.plan.clone();
    openings::carry(&mut plan, &before, RunSeed::from(record.header.seed));
    let played_from = (&record.header, &record.entrants[..], &record.ledger.files()?);
    let Some(changes) = differences(played_from, entered) else { return Ok(None) };
    let admission = admit(validator, &entered.candidates)?;
    let (matches, rulings) = (record.ledger.match_count()?, record.ledger.rulings()?);
    let adopting = Adopting {
        ledger: &record.ledger,
        seed: record.header.seed,
        before: &before,
        entrants: &record.entrants,
        rulings: &rulings,
        number: record.ledger.adoptions()?.len() as u32 + 1,
        has_begun: matches > 0,
        only: None,
    };
    let Adoptable { entrants: rows, reopened } = adopting.decide(&plan, &admission.rows)?;
    let refused = rows.iter().find(|row| !row.refusal.is_empty());
    if let Some(row) = refused.filter(|_| entered.plan.on_refused == OnRefused::Stop) {
        return Err(RunError::refused(row));
    }
    if let Some(list) = plan.files.get_mut(RULES_FILE) {
        let on_record = record.ledger.match_keys()?;
        *list = PlayedRules::read(&before.files)?.changed(plan.game.key(), on_record).to_string();
    }
    let rulings = rulings.as_slice().len() as u64;
    let was = record.header.clone();
    let adoption = Adoption { changes, matches, rulings, before: was.toml.clone() };
    let header = RunHeader {
        game: plan.game.key().to_owned(),
        fingerprint: validator.fingerprint(plan.game),
        toml: entered.text.clone(),
        toml_name: entered.name.clone(),
        ..was
    };
    let (mut ledger, _lock) = locked.into_ledger()?;
    let modules = recorded_modules(&admission.modules, plan.game);
    let inputs = Inputs { header: &header, entrants: &rows, modules: &modules, files: &plan.files };
    ledger.adopt(&adoption, inputs, reopened)?;
    Ok(Some(adoption.changes))
}
