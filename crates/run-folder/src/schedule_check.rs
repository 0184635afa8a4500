//! Checks whether a record fits its schedule.

use ledger::{LedgerError, field};
use tournament::Stage;

use crate::result_loading::load_results;
use crate::{RecordError, TournamentRecord};

/// The result of checking a record against its schedule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fit {
    /// Differences between the matches on record and those in the schedule.
    pub misfits: Vec<String>,
    /// The matches still to be played, in words; `None` if none is missing.
    pub missing: Option<String>,
}

/// Checks the matches of a tournament against its schedule.
pub(crate) fn fit_of_tournament(record: &TournamentRecord<'_>) -> Result<Fit, RecordError> {
    let TournamentRecord { ledger, plan, seed, .. } = *record;
    let mut fit = Fit::default();
    let field = field(record.entrants);
    let rulings = match ledger.rulings() {
        Ok(rulings) => rulings,
        // `check` has already reported the problem.
        Err(LedgerError::Damaged { .. }) => return Ok(fit),
        Err(error) => return Err(error.into()),
    };
    let sealed = ledger.sealed_stages()?;
    let mut previous: Option<Stage> = None;
    for (index, spec) in plan.stages.iter().enumerate() {
        let mut stage = match plan.open_stage(index, previous.as_ref(), &field, seed, &rulings) {
            Ok(stage) => stage,
            Err(why) => {
                fit.misfits.push(format!("stage \"{}\" cannot have been played: {why}", spec.name));
                return Ok(fit);
            }
        };
        let pending = match load_results(ledger, &mut stage) {
            Ok(loaded) => loaded.pending,
            Err(error) => {
                fit.misfits.push(error.to_string());
                return Ok(fit);
            }
        };
        let what = "its entrants, seats or start differ from the schedule";
        let misfits = record.misfits(index, &stage)?;
        fit.misfits.extend(misfits.iter().map(|key| format!("match {key}: {what}")));
        let is_sealed = sealed.contains(&spec.plan.number);
        if pending.is_empty() && stage.is_over() && is_sealed {
            previous = Some(stage);
            continue;
        }
        let missing = pending.len() + std::iter::from_fn(|| stage.next_fixture()).count();
        let missing = match missing {
            0 => format!("stage \"{}\" was played but is not sealed", spec.name),
            1 => format!("stage \"{}\": 1 match is missing", spec.name),
            more => format!("stage \"{}\": {more} matches are missing", spec.name),
        };
        let later = ledger.last_match()?.is_some_and(|last| last.stage() > spec.plan.number);
        if is_sealed || later {
            // The run was not merely interrupted: a run seals a complete stage before it continues.
            fit.misfits.push(missing);
        } else {
            fit.missing = Some(missing);
        }
        return Ok(fit);
    }
    Ok(fit)
}
