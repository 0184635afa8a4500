//! Makes an organiser's ruling on a recorded run: checks it, finds the next point of the schedule where it can take
//! effect, and records it.

use game::Game;
use ledger::RunFolder;
use tournament::rulings::{RulingAction, Since};
use tournament::{EntrantId, MatchKey, Ruling, Rulings};

use crate::{LockedRun, Progress, RecordError, TournamentRecord};

/// Maximum number of characters of a reason.
const REASON: usize = 1000;

/// A ruling that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulingSummary {
    /// The ruling's number in the run, from 1. An undo refers to it.
    pub number: usize,
    /// The ruling. [`Ruling::since`] says in which round it takes effect; `u32::MAX` means after all rounds of the
    /// stage.
    pub ruling: Ruling,
    /// The name of the stage of that round.
    pub stage: String,
    /// `true` if there are matches to play, because of the ruling or for another reason.
    pub incomplete: bool,
}

/// Makes a ruling on a run that is not in use. It takes effect in the first round without a played match. Matches
/// already played stay on record. Resuming the run plays the matches that the ruling asks for.
///
/// # Errors
/// Returns an error if the run does not exist or is in use, or if the ruling is invalid: an unknown entrant or match,
/// a match of a stage that entrants have advanced from, or an undo of an unknown ruling. The run then stays unchanged.
pub fn rule(
    folder: &RunFolder,
    games: &[&'static dyn Game],
    order: RulingAction,
    reason: &str,
) -> Result<RulingSummary, RecordError> {
    let locked = LockedRun::take(folder)?;
    let plan = locked.record.plan(games)?;
    let mut rulings = locked.record.ledger.rulings()?;
    let record = locked.record.under(&plan);
    let at = record.progress(&rulings).map_err(in_words)?;
    record.check(&order, &rulings, &at)?;
    let reason = checked_reason(reason)?;
    let ruling = Ruling { since: record.since(&order, &rulings, &at), order, reason };
    rulings.push(ruling.clone())?;
    // The matches already played must also fit the schedule under the new ruling.
    let after = record.progress(&rulings).map_err(in_words)?;
    let stage = plan.stages[usize::from(ruling.since.stage)].name.clone();
    let incomplete = after.incomplete;
    let (mut ledger, _lock) = locked.into_ledger()?;
    let number = ledger.add_ruling(&ruling)?;
    Ok(RulingSummary { number, ruling, stage, incomplete })
}

fn checked_reason(reason: &str) -> Result<String, RecordError> {
    let reason: String =
        reason.trim().chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    match reason.chars().count() {
        0 => Err(impossible("it has no reason")),
        count if count > REASON => Err(impossible(format!("its reason is longer than {REASON} characters"))),
        _ => Ok(reason),
    }
}

fn in_words(error: RecordError) -> RecordError {
    match error {
        RecordError::GoneOn(stage) => {
            impossible(format!("entrants have advanced from \"{stage}\", which the ruling would reopen"))
        }
        other => other,
    }
}

fn impossible(why: impl Into<String>) -> RecordError {
    RecordError::Ruling(why.into())
}

impl TournamentRecord<'_> {
    /// The first round in which a ruling can take effect.
    fn since(&self, order: &RulingAction, rulings: &Rulings, at: &Progress) -> Since {
        let about_games =
            |order: &RulingAction| matches!(order, RulingAction::Annul { .. } | RulingAction::Replay { .. });
        let about_games = match order {
            RulingAction::Undo { ruling } => {
                rulings.as_slice().get(*ruling).is_some_and(|undone| about_games(&undone.order))
            }
            order => about_games(order),
        };
        let stage = at.stage() as u16;
        match at.open {
            true => Since { stage, round: at.round },
            false if about_games || at.stage() + 1 >= self.plan.stages.len() => {
                Since { stage, round: u32::MAX }
            }
            false => Since { stage: stage + 1, round: 0 },
        }
    }

    fn check(&self, order: &RulingAction, rulings: &Rulings, at: &Progress) -> Result<(), RecordError> {
        match *order {
            RulingAction::Withdraw { entrant, .. } => {
                let name = self.entrant(entrant)?;
                let since = self.since(order, rulings, at);
                match rulings.in_force(since).exit(entrant) {
                    Some(_) => Err(impossible(format!("\"{name}\" has already left"))),
                    None => Ok(()),
                }
            }
            RulingAction::Disqualify { entrant, .. } => self.entrant(entrant).map(drop),
            RulingAction::Annul { game } => self.played(game).map(drop),
            RulingAction::Replay { game } => {
                self.played(game)?;
                if usize::from(game.stage()) == at.stage() {
                    return Ok(());
                }
                let name = &self.plan.stages[usize::from(game.stage())].name;
                Err(impossible(format!(
                    "entrants have advanced from \"{name}\", in which match {game} was played"
                )))
            }
            RulingAction::Undo { ruling } if ruling >= rulings.as_slice().len() => {
                Err(RecordError::NoRuling(ruling + 1))
            }
            RulingAction::Undo { .. } => Ok(()),
        }
    }

    fn entrant(&self, entrant: EntrantId) -> Result<&str, RecordError> {
        let row = self.entrants.get(entrant.index());
        let row =
            row.ok_or_else(|| impossible(format!("no entrant has the number {}", u64::from(entrant.0) + 1)))?;
        if row.refusal.is_empty() {
            return Ok(&row.name);
        }
        Err(impossible(format!("\"{}\" was refused and does not play", row.name)))
    }

    fn played(&self, game: MatchKey) -> Result<(), RecordError> {
        if self.ledger.find_match(game)?.is_some() {
            return Ok(());
        }
        Err(impossible(format!("match {game} has not been played")))
    }
}
