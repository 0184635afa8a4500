//! The organiser's rulings in words.

use std::fmt::Write as _;

use tournament::rulings::{Order, PastGames, Since};
use tournament::{EntrantId, Ruling};

use crate::model;

/// Whom and what rulings are about, by number.
pub(crate) struct Names<'a> {
    /// The entrants.
    pub(crate) entrants: Vec<&'a str>,
    /// The stages.
    pub(crate) stages: Vec<&'a str>,
}

impl Names<'_> {
    /// A ruling in words.
    pub(crate) fn ruling(&self, ruling: &Ruling) -> model::Ruling {
        model::Ruling {
            order: self.order(ruling.order),
            since: self.since(ruling.since),
            reason: ruling.reason.clone(),
        }
    }

    /// That somebody is out because of too many faults.
    pub(crate) fn left(&self, entrant: EntrantId, since: Since) -> model::Ruling {
        model::Ruling {
            order: format!("{} is out", self.entrant(entrant)),
            since: self.since(since),
            reason: "too many matches lost by a fault, as the tournament's rules say".to_owned(),
        }
    }

    fn order(&self, order: Order) -> String {
        match order {
            Order::Withdraw { entrant, games } => {
                format!("{} withdraws; {}", self.entrant(entrant), past(games))
            }
            Order::Disqualify { entrant, games } => {
                format!("{} is disqualified; {}", self.entrant(entrant), past(games))
            }
            Order::Annul { game } => format!("match {game} does not count"),
            Order::Replay { game } => format!("match {game} is played again"),
            Order::Undo { ruling } => format!("ruling {} is no longer in force", ruling + 1),
        }
    }

    fn entrant(&self, entrant: EntrantId) -> String {
        self.entrants.get(entrant.index()).map_or_else(|| entrant.to_string(), |name| (*name).to_owned())
    }

    /// `round 4 of Qualification`, `the end of Qualification`.
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
        let names = Names { entrants: vec!["Ada", "Blaise"], stages: vec!["Qualification"] };
        let game = "1.3.2.1".parse().unwrap();
        let at = |round| Since { stage: 0, round };
        let cases = [
            (Order::Withdraw { entrant: EntrantId(1), games: PastGames::Keep }, at(3)),
            (Order::Disqualify { entrant: EntrantId(7), games: PastGames::Annul }, at(u32::MAX)),
            (Order::Annul { game }, Since { stage: 4, round: 0 }),
            (Order::Replay { game }, Since::END),
            (Order::Undo { ruling: 0 }, at(0)),
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
                "ruling 1 is no longer in force, from round 1 of Qualification",
            ]
        );
    }
}
