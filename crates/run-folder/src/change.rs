//! Decides whether a run that has begun can adopt a changed tournament. Verifying the run repeats the decision for
//! every change on record.

use std::collections::{BTreeMap, BTreeSet};

use config::{Plan, SeedPlan, StageSpec, fold_name};
use game::Game;
use ledger::{EntrantRow, Ledger, LedgerError};
use tournament::{EntrantId, Format, MatchKey, Rulings, RunSeed};

use crate::{RecordError, TournamentRecord};

/// A run that is asked to adopt a changed tournament.
pub struct Adopting<'a> {
    /// The record of the run.
    pub ledger: &'a Ledger,
    /// The seed of the run.
    pub seed: u64,
    /// The plan before the change.
    pub before: &'a Plan,
    /// The entrants before the change.
    pub entrants: &'a [EntrantRow],
    /// The rulings that have been made.
    pub rulings: &'a Rulings,
    /// The number of the change in the run, from 1.
    pub number: u32,
    /// `true` if any match has been played.
    pub has_begun: bool,
    /// The only matches known to have been played; `None` for all matches on record.
    pub only: Option<&'a BTreeSet<MatchKey>>,
}

/// The effect of a change on a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adoptable {
    /// The entrants under the changed plan.
    pub entrants: Vec<EntrantRow>,
    /// The stage that is no longer complete.
    pub reopened: Option<u16>,
}

fn impossible(why: impl Into<String>) -> RecordError {
    RecordError::Adoption(why.into())
}

impl Adopting<'_> {
    /// Decides about a changed plan. `admitted` holds its entrants as they would be in a run that begins with it.
    ///
    /// # Errors
    /// When the change affects matches already played ([`RecordError::Adoption`]), or the record cannot be read.
    pub fn decide(&self, plan: &Plan, admitted: &[EntrantRow]) -> Result<Adoptable, RecordError> {
        self.check_game(plan)?;
        if let SeedPlan::Number(seed) = plan.seed
            && seed != self.seed
        {
            return Err(impossible("the seed is different, and every match depends on it"));
        }
        let last = self.only.map_or_else(|| self.ledger.last_match(), |only| Ok(only.last().copied()))?;
        let entrants = self.entrants(plan, admitted, last)?;
        let begun = last.map_or(0, |key| usize::from(key.stage()) + 1);
        if plan.stages.len() < begun {
            let name = &self.before.stages[plan.stages.len()].name;
            return Err(impossible(format!("stage \"{name}\" has begun and cannot be removed")));
        }
        for (old, new) in self.before.stages.iter().zip(&plan.stages).take(begun) {
            // Changed rules may describe their options differently and allow other values.
            if (old.rules.to_string(), &old.limits) != (new.rules.to_string(), &new.limits) {
                let what = "has begun under other rules or limits, such as its clock";
                return Err(impossible(format!("stage \"{}\" {what}", old.name)));
            }
        }
        let record = TournamentRecord {
            ledger: self.ledger,
            plan,
            entrants: &entrants,
            seed: RunSeed::from(self.seed),
            only: self.only,
        };
        let at = record.progress(self.rulings).map_err(|error| match error {
            RecordError::Unscheduled(key) => {
                impossible(format!("match {key} has been played and would not be in the schedule"))
            }
            RecordError::GoneOn(stage) => {
                impossible(format!("entrants have advanced from \"{stage}\", which the change would reopen"))
            }
            other => other,
        })?;
        for (index, stage) in at.stages.iter().enumerate() {
            if let Some(key) = record.misfits(index, stage)?.first() {
                let what = "would have different entrants, seats or start";
                return Err(impossible(format!("match {key} has been played and {what}")));
            }
        }
        let reopened = at.open.then_some(at.stage() as u16);
        Ok(Adoptable { entrants, reopened })
    }

    /// Checks that the game is the same. The rules of a game from a file may change for matches not yet played.
    fn check_game(&self, plan: &Plan) -> Result<(), RecordError> {
        let (was, is) = (self.before.game, plan.game);
        if was.name() != is.name() || was.module().is_some() != is.module().is_some() {
            return Err(impossible(format!("the game was {}", was.name())));
        }
        let names = |game: &dyn Game| game.metrics().iter().map(|metric| metric.name).collect::<Vec<_>>();
        if self.has_begun && names(was) != names(is) {
            return Err(impossible("the rules have other metrics than those of matches already played"));
        }
        Ok(())
    }

    /// Returns the entrants of the changed plan. An entrant that has played must be unchanged. An earlier decision to
    /// admit or refuse a bot stands.
    fn entrants(
        &self,
        plan: &Plan,
        admitted: &[EntrantRow],
        last: Option<MatchKey>,
    ) -> Result<Vec<EntrantRow>, RecordError> {
        let have_played = self.have_played()?;
        let mut rows = admitted.to_vec();
        if let Some(gone) = self.entrants.get(rows.len()) {
            return Err(impossible(format!("\"{}\" cannot be removed from the text", gone.name)));
        }
        let late = if self.has_begun { self.number } else { 0 };
        let first = &plan.stages[0];
        for (id, row) in (0..).map(EntrantId).zip(&mut rows) {
            let was = self.entrants.get(id.index());
            if let Some(was) = was
                && have_played.contains(&id)
                && !was.plays_as(row)
            {
                return Err(impossible(no_longer_who_it_was(id, self.entrants, admitted)));
            }
            match was {
                // A bot is admitted or refused only once.
                Some(was) if was.plays_as(row) && was.size == row.size => {
                    row.refusal.clone_from(&was.refusal);
                    row.joined = was.joined.min(late);
                }
                Some(was) if was.refusal.is_empty() => row.joined = was.joined.min(late),
                _ => row.joined = late,
            }
            row.since = was.filter(|was| was.joined == row.joined).map_or(0, |was| was.since);
            if row.joined == self.number && row.refusal.is_empty() {
                row.since = first_round_of(row, first, last)?;
            }
        }
        self.refuse_names_of_others(&rows, &have_played)?;
        Ok(rows)
    }

    fn have_played(&self) -> Result<BTreeSet<EntrantId>, RecordError> {
        let Some(only) = self.only else { return Ok(self.ledger.have_played()?) };
        let mut have_played = BTreeSet::new();
        self.ledger.for_each_match(None, |stored| {
            if only.contains(&stored.row.key) {
                have_played.extend(stored.row.entrants.0);
            }
            Ok::<(), LedgerError>(())
        })?;
        Ok(have_played)
    }

    /// Refuses to give an entrant the name under which another one has played. Readers would take the results published
    /// under that name for the new entrant's.
    fn refuse_names_of_others(
        &self,
        rows: &[EntrantRow],
        have_played: &BTreeSet<EntrantId>,
    ) -> Result<(), RecordError> {
        let mut taken: BTreeMap<String, EntrantId> = BTreeMap::new();
        for state in 0..self.number as usize {
            let was = self.ledger.inputs_at(state)?.entrants;
            let named = (0..).map(EntrantId).zip(was).filter(|(id, _)| have_played.contains(id));
            taken.extend(named.map(|(id, row)| (fold_name(&row.name), id)));
        }
        for (id, row) in (0..).map(EntrantId).zip(rows) {
            if taken.get(&fold_name(&row.name)).is_some_and(|other| *other != id) {
                let name = &row.name;
                return Err(impossible(format!(
                    "another entrant has played under the name \"{name}\": keep that entrant's name, or choose one that \
                     no entrant has had"
                )));
            }
        }
        Ok(())
    }
}

/// The first round of an entrant that joins a stage that has begun; 0 if the format does not need it.
fn first_round_of(row: &EntrantRow, stage: &StageSpec, last: Option<MatchKey>) -> Result<u32, RecordError> {
    if !stage.plan.format.takes_late_entrants() {
        return Err(impossible(format!(
            "\"{}\" cannot join \"{}\", which has begun: only a round robin, a pyramid or a Swiss stage takes late entrants",
            row.name, stage.name
        )));
    }
    let Format::Swiss(swiss) = &stage.plan.format else { return Ok(0) };
    // If the last match is in a later stage, all rounds of the first one are over.
    let round = last.map_or(0, |key| if key.stage() == 0 { key.round() + 1 } else { swiss.rounds });
    if round >= swiss.rounds {
        return Err(impossible(format!(
            "\"{}\" cannot join \"{}\": its last round has begun",
            row.name, stage.name
        )));
    }
    Ok(round)
}

/// Returns the reason why the entrants of a changed text do not fit an entrant that has played.
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
