//! The organiser's rulings in words.

use std::fmt::{self, Write as _};

use config::Plan;
use game::Game;
use ledger::EntrantRow;
use run_folder::{RecordError, RecordedRun};
use serde::Serialize;
use tournament::rulings::{PastGames, RulingAction, Since};
use tournament::{EntrantId, Ruling, Rulings};

/// An organiser's ruling in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulingText {
    /// The order in words.
    pub order: String,
    /// When the ruling takes effect.
    pub since: String,
    /// The reason.
    pub reason: String,
    /// `true` if a later ruling undid it.
    pub undone: bool,
}

/// Returns the rulings of a run in words, in the order they were made.
///
/// # Errors
/// Fails if the record cannot be read, or is not of a tournament of these games.
pub fn ruling_texts(run: &RecordedRun, games: &[&'static dyn Game]) -> Result<Vec<RulingText>, RecordError> {
    let plan = run.plan(games)?;
    let rulings = run.ledger.rulings()?;
    Ok(RulingNames::new(&run.entrants, &plan).rulings(&rulings).collect())
}

/// The names of the entrants and stages that rulings refer to by number.
pub struct RulingNames<'a> {
    entrants: Vec<&'a str>,
    stages: Vec<&'a str>,
}

impl<'a> RulingNames<'a> {
    /// Returns the names of a tournament.
    pub fn new(entrants: &'a [EntrantRow], plan: &'a Plan) -> RulingNames<'a> {
        RulingNames {
            entrants: entrants.iter().map(|row| row.name.as_str()).collect(),
            stages: plan.stages.iter().map(|spec| spec.name.as_str()).collect(),
        }
    }

    /// Returns all rulings in words.
    pub fn rulings(&self, rulings: &Rulings) -> impl Iterator<Item = RulingText> {
        let standing: Vec<usize> = rulings.standing(Since::END).map(|(index, _)| index).collect();
        rulings.as_slice().iter().enumerate().map(move |(index, ruling)| RulingText {
            undone: !standing.contains(&index),
            ..self.ruling(ruling)
        })
    }

    /// Returns a ruling in words.
    fn ruling(&self, ruling: &Ruling) -> RulingText {
        RulingText {
            order: self.order(ruling.order),
            since: self.since(ruling.since),
            reason: ruling.reason.clone(),
            undone: false,
        }
    }

    /// Returns the start of a ruling for a note: `from round 4 of Qualification on`, `after Qualification`.
    pub fn from(&self, since: Since) -> String {
        match (since.round, self.stages.get(usize::from(since.stage))) {
            (u32::MAX, Some(stage)) => format!("after {stage}"),
            _ => format!("from {} on", self.since(since)),
        }
    }

    /// Returns the ruling that an entrant is out because of too many faults.
    pub fn left(&self, entrant: EntrantId, since: Since) -> RulingText {
        RulingText {
            order: format!("{} is out", self.entrant(entrant)),
            since: self.since(since),
            reason: "too many matches lost by a fault, by the tournament's rules".to_owned(),
            undone: false,
        }
    }

    fn order(&self, order: RulingAction) -> String {
        match order {
            RulingAction::Withdraw { entrant, games } => {
                format!("{} withdraws; {}", self.entrant(entrant), past(games))
            }
            RulingAction::Disqualify { entrant, games } => {
                format!("{} is disqualified; {}", self.entrant(entrant), past(games))
            }
            RulingAction::Annul { game } => format!("match {game} does not count"),
            RulingAction::Replay { game } => format!("match {game} is played again"),
            RulingAction::Undo { ruling } => format!("ruling {} is undone", ruling + 1),
        }
    }

    fn entrant(&self, entrant: EntrantId) -> String {
        self.entrants.get(entrant.index()).map_or_else(|| entrant.to_string(), |name| (*name).to_owned())
    }

    /// Formats a point in time: `round 4 of Qualification`, `the end of Qualification`.
    fn since(&self, since: Since) -> String {
        let mut text = match since.round {
            u32::MAX => "the end".to_owned(),
            round => format!("round {}", round + 1),
        };
        match self.stages.get(usize::from(since.stage)) {
            // Writing to a string cannot fail.
            Some(stage) => {
                let _ = write!(text, " of {stage}");
            }
            None if since != Since::END => {
                let _ = write!(text, " of stage {}", u32::from(since.stage) + 1);
            }
            None => {}
        }
        text
    }
}

impl fmt::Display for RulingText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let undone = if self.undone { " (undone)" } else { "" };
        write!(f, "{}, in force from {}: {}{undone}", self.order, self.since, self.reason)
    }
}

const fn past(games: PastGames) -> &'static str {
    match games {
        PastGames::Keep => "its games so far count",
        PastGames::Annul => "its games so far do not count",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rulings_are_told_in_words() {
        let names = RulingNames { entrants: vec!["Ada", "Blaise"], stages: vec!["Qualification"] };
        let game = "1.3.2.1".parse().unwrap();
        let at = |round| Since { stage: 0, round };
        let cases = [
            (RulingAction::Withdraw { entrant: EntrantId(1), games: PastGames::Keep }, at(3)),
            (RulingAction::Disqualify { entrant: EntrantId(7), games: PastGames::Annul }, at(u32::MAX)),
            (RulingAction::Annul { game }, Since { stage: 4, round: 0 }),
            (RulingAction::Replay { game }, Since::END),
            (RulingAction::Undo { ruling: 0 }, at(0)),
        ];
        let told = cases.map(|(order, since)| {
            let told = names.ruling(&Ruling { since, order, reason: String::new() });
            format!("{}, from {}", told.order, told.since)
        });
        assert_eq!(
            told,
            [
                "Blaise withdraws; its games so far count, from round 4 of Qualification",
                "#8 is disqualified; its games so far do not count, from the end of Qualification",
                "match 1.3.2.1 does not count, from round 1 of stage 5",
                "match 1.3.2.1 is played again, from the end",
                "ruling 1 is undone, from round 1 of Qualification",
            ]
        );
    }
}
