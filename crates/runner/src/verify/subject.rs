//! What a folder holds: a tournament's run, or a sequential test.

use std::sync::Arc;

use config::{BotPlan, EntrantPlan, Plan, SizeClass};
use game::Game;
use ledger::{EntrantRow, Ledger, LedgerError, RunHeader, field};
use sandbox::Sandbox;
use tournament::{RunSeed, Stage};

use crate::duel::{self, DuelPlan};
use crate::error::RunError;
use crate::job::{Roster, Terms};
use crate::on_record::{misfits, take_up};
use crate::run::{roster_of, stored_plan};

/// What was played.
pub(super) enum Subject {
    Tournament(Box<Plan>),
    Test(Box<DuelPlan>),
}

impl Subject {
    /// What the text in a ledger says.
    pub(super) fn read(
        ledger: &Ledger,
        header: &RunHeader,
        games: &[&'static dyn Game],
    ) -> Result<Subject, RunError> {
        if !duel::is_of_duel(header) {
            return Ok(Subject::Tournament(Box::new(stored_plan(ledger, header, games)?)));
        }
        let what = "the text of the sequential test cannot be read".to_owned();
        let plan = DuelPlan::read(&header.toml, games).ok_or(LedgerError::Damaged { what })?;
        Ok(Subject::Test(Box::new(plan)))
    }

    pub(super) fn game(&self) -> &'static dyn Game {
        match self {
            Subject::Tournament(plan) => plan.game,
            Subject::Test(plan) => plan.game,
        }
    }

    /// What the matches of each stage have in common.
    pub(super) fn terms(&self) -> Vec<Arc<Terms>> {
        match self {
            Subject::Tournament(plan) => {
                let terms = |spec: &config::StageSpec| Terms::new(plan.game, spec.rules.clone(), spec.limits);
                plan.stages.iter().map(terms).map(Arc::new).collect()
            }
            Subject::Test(plan) => vec![Arc::new(Terms::new(plan.game, plan.rules.clone(), plan.limits))],
        }
    }

    /// What plays: the modules in the ledger.
    pub(super) fn roster(&self, ledger: &Ledger, sandbox: Sandbox) -> Result<Roster, RunError> {
        let rows = ledger.entrants()?;
        match self {
            Subject::Tournament(plan) => roster_of(&plan.entrants, &rows, ledger, sandbox),
            Subject::Test(_) => {
                let entrants: Result<Vec<_>, _> = rows.iter().map(tested).collect();
                roster_of(&entrants?, &rows, ledger, sandbox)
            }
        }
    }

    /// In what the recorded matches are not those the schedule asks for.
    pub(super) fn misfits(&self, ledger: &Ledger, seed: RunSeed) -> Result<Vec<String>, RunError> {
        match self {
            Subject::Tournament(plan) => misfits_of_tournament(plan, ledger, seed),
            Subject::Test(plan) => duel::misfits(plan, ledger),
        }
    }
}

/// A bot of a sequential test, as it was entered.
fn tested(row: &EntrantRow) -> Result<EntrantPlan, LedgerError> {
    let bot = match row.module {
        Some(_) => BotPlan::File(row.bot.clone()),
        None => BotPlan::Builtin(row.bot.parse().map_err(|_| LedgerError::Damaged {
            what: format!("there is no built-in player \"{}\"", row.bot),
        })?),
    };
    let (name, settings) = (row.name.clone(), row.settings.clone());
    Ok(EntrantPlan { name, bot, settings, guest: row.guest, size: SizeClass::Script })
}

fn misfits_of_tournament(plan: &Plan, ledger: &Ledger, seed: RunSeed) -> Result<Vec<String>, RunError> {
    let mut seen = Vec::new();
    let field = field(&ledger.entrants()?);
    let rulings = match ledger.rulings() {
        Ok(rulings) => rulings,
        // `check` has named what is wrong with them.
        Err(LedgerError::Damaged { .. }) => return Ok(seen),
        Err(error) => return Err(error.into()),
    };
    let mut previous: Option<Stage> = None;
    for (index, spec) in plan.stages.iter().enumerate() {
        let mut stage = match plan.open_stage(index, previous.as_ref(), &field, seed, &rulings) {
            Ok(stage) => stage,
            Err(why) => {
                seen.push(format!("stage \"{}\" cannot have been played: {why}", spec.name));
                return Ok(seen);
            }
        };
        match take_up(ledger, &mut stage) {
            Ok(pending) if pending.is_empty() && stage.is_over() => {
                let what = "other entrants, seats or start than the schedule asks for";
                let misfits = misfits(ledger, (plan, index), &stage, seed)?;
                seen.extend(misfits.iter().map(|key| format!("match {key}: {what}")));
            }
            Ok(pending) => {
                let missing = pending.len() + std::iter::from_fn(|| stage.next_fixture()).count();
                seen.push(format!("stage \"{}\": {missing} matches are missing", spec.name));
                return Ok(seen);
            }
            Err(error) => {
                seen.push(error.to_string());
                return Ok(seen);
            }
        }
        previous = Some(stage);
    }
    Ok(seen)
}
