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
