//! What a folder holds: a tournament's run, or a sequential test.

use std::sync::Arc;

use config::{BotPlan, EntrantPlan, Plan, SizeClass};
use game::Game;
use ledger::{EntrantRow, Ledger, LedgerError, RunHeader, RunKind, field};
use sandbox::Sandbox;
use tournament::{RunSeed, Stage};

use crate::duel::{self, DuelPlan};
use crate::error::RunError;
use crate::match_job::MatchSettings;
use crate::on_record::{Fit, misfits, take_up};
use crate::roster::Roster;
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
        if header.kind == RunKind::Tournament {
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
    pub(super) fn settings(&self) -> Vec<Arc<MatchSettings>> {
        match self {
            Subject::Tournament(plan) => {
                let settings =
                    |spec: &config::StageSpec| MatchSettings::new(plan.game, spec.rules.clone(), spec.limits);
                plan.stages.iter().map(settings).map(Arc::new).collect()
            }
            Subject::Test(plan) => {
                vec![Arc::new(MatchSettings::new(plan.game, plan.rules.clone(), plan.limits))]
            }
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

    /// How the recorded matches fit those that are asked for.
    pub(super) fn fit(&self, ledger: &Ledger, seed: RunSeed) -> Result<Fit, RunError> {
        match self {
            Subject::Tournament(plan) => fit_of_tournament(plan, ledger, seed),
            Subject::Test(plan) => duel::fit(plan, ledger),
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

fn fit_of_tournament(plan: &Plan, ledger: &Ledger, seed: RunSeed) -> Result<Fit, RunError> {
    let mut fit = Fit::default();
    let field = field(&ledger.entrants()?);
    let rulings = match ledger.rulings() {
        Ok(rulings) => rulings,
        // `check` has named what is wrong with them.
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
        let pending = match take_up(ledger, &mut stage) {
            Ok(taken) => taken.pending,
            Err(error) => {
                fit.misfits.push(error.to_string());
                return Ok(fit);
            }
        };
        let what = "other entrants, seats or start than the schedule asks for";
        let misfits = misfits(ledger, (plan, index), &stage, seed)?;
        fit.misfits.extend(misfits.iter().map(|key| format!("match {key}: {what}")));
        let is_sealed = sealed.contains(&spec.plan.number);
        if pending.is_empty() && stage.is_over() && is_sealed {
            previous = Some(stage);
            continue;
        }
        let missing = pending.len() + std::iter::from_fn(|| stage.next_fixture()).count();
        let missing = match missing {
            0 => format!("stage \"{}\" was played and is not sealed", spec.name),
            1 => format!("stage \"{}\": 1 match is missing", spec.name),
            more => format!("stage \"{}\": {more} matches are missing", spec.name),
        };
        let later = ledger.last_match()?.is_some_and(|last| last.stage() > spec.plan.number);
        if is_sealed || later {
            // Nobody stopped in the middle here: a run seals what is complete, and goes on only from that.
            fit.misfits.push(missing);
        } else {
            fit.missing = Some(missing);
        }
        return Ok(fit);
    }
    Ok(fit)
}
