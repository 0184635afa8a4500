//! Checks that a record follows from its actions by the rules.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use game::{Game, PerSeat, Rules};
use job::{Job, Terms};
use referee::Record;
use replay::{Claim, Recording, RejudgeError, rejudge};

/// Maximum number of parsed rule options that are kept.
const MOST_KEPT: usize = 64;

/// Judges records by the rules of these games. The actions of bots are taken as recorded.
pub(super) struct RulesCheck {
    games: &'static [&'static dyn Game],
    /// Parsed rule options by the texts of game and options.
    read: Mutex<BTreeMap<(String, String), Arc<GameRules>>>,
}

/// A game with its rule options.
struct GameRules {
    game: &'static dyn Game,
    rules: Rules,
}

impl RulesCheck {
    pub(super) fn new(games: &'static [&'static dyn Game]) -> RulesCheck {
        RulesCheck { games, read: Mutex::default() }
    }

    /// Judges the record of a job. Accepts records of games that are not known here.
    ///
    /// # Errors
    /// Says why the match cannot have been played as recorded.
    pub(super) fn judge(&self, job: &Job, record: &Record) -> Result<(), String> {
        let Some(known) = self.rules(&job.terms) else { return Ok(()) };
        let GameRules { game, rules } = &*known;
        let recording = Recording {
            game: *game,
            rules,
            limits: &job.terms.limits,
            start: job.start.as_deref(),
            played: &record.played,
            closings: PerSeat::default(),
        };
        let claim = Claim {
            losses: PerSeat(record.losses.0.each_ref().map(Option::as_deref)),
            spent: record.spent,
            luck: Some(job.luck()),
            has_bot: PerSeat(job.seats.0.each_ref().map(|seat| seat.plays.module().is_some())),
            closings: record.closings.clone(),
        };
        match rejudge(&recording, claim) {
            Ok(judged) if judged == *record => Ok(()),
            Ok(_) => Err("its result does not follow from its actions".to_owned()),
            // The start position comes from this coordinator.
            Err(RejudgeError::Start(_)) => Ok(()),
            Err(why) => Err(format!("it cannot have been played: {why}")),
        }
    }

    fn rules(&self, terms: &Terms) -> Option<Arc<GameRules>> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let name = (terms.game.clone(), terms.rules.clone());
        if let Some(known) = read.get(&name) {
            return Some(Arc::clone(known));
        }
        let game = games::find_in(self.games, &terms.game)?;
        let rules = Rules::parse(game.options(), &terms.rules).ok()?;
        if read.len() >= MOST_KEPT {
            read.clear();
        }
        let known = Arc::new(GameRules { game, rules });
        read.insert(name, Arc::clone(&known));
        Some(known)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use game::{Action, Seat};
    use game_file::{CallFailure, Form, RulesCalls};
    use referee::{Answer, Limits, Match, Ticks};

    use super::*;
    use crate::testing;

    /// A game that a coin toss decides.
    struct Coin;

    impl RulesCalls for Coin {
        fn form(&self) -> Form {
            Form::Lines
        }

        fn call(&self, request: &[u8], answer: &mut Vec<u8>) -> Result<u64, CallFailure> {
            let position = |phase: &str, state: &str| format!("{phase}\n{state}\n\n\n\n\n\n\n\n");
            let text = match request.split(|byte| *byte == b'\n').next() {
                Some(b"describe") => r#"{"title":"Coin","seats":["Heads","Tails"],"max_plies":1,"chance":true,
                    "actions":[{"name":"pass","notation":"pass"}],"view":[{"name":"side","kind":"u8","count":1}],"has":["show"]}"#
                    .replace('\n', " "),
                Some(b"start") => position("chance 2 3", "0"),
                Some(b"show") => "0".to_owned(),
                _ => position("win 0 the coin is tossed", "1"),
            };
            answer.clear();
            answer.extend_from_slice(text.as_bytes());
            Ok(1)
        }
    }

    #[test]
    fn an_outcome_of_chance_that_the_dice_do_not_give_is_refused() {
        let game: &'static dyn Game = game_file::open(b"a coin", Box::new(Coin)).unwrap();
        games::register(game);
        let check = RulesCheck::new(&[]);
        let mut job = testing::job("engine", 1);
        job.terms = Arc::new(Terms { game: game.key().to_owned(), ..(*job.terms).clone() });
        let begun = || Match::new(game, game.start(&Rules::defaults(game.options())), Limits::default());
        let honest = begun().with_luck(job.luck()).into_record(PerSeat::default()).unwrap();
        assert_eq!(check.judge(&job, &honest), Ok(()));
        let (outcome, seen_by) = honest.played[0].action.as_chance().unwrap();
        let other = Action::chance(1 - outcome, seen_by).code() as i64;
        let mut playing = begun();
        playing.answer(Seat::First, Answer { result: Ok(other), offer: None, spent: Ticks::ZERO });
        let lie = playing.into_record(PerSeat::default()).unwrap();
        assert_eq!(
            check.judge(&job, &lie).unwrap_err(),
            "it cannot have been played: the outcome of chance in ply 1 is not that of the dice"
        );
    }
}
