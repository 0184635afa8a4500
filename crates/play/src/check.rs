//! Checks of bots: admission, and trial matches.

mod directory;
mod report;
mod sizes;
mod verdict;

use std::cmp::Reverse;
use std::sync::Arc;

use explain::{Error, Kind};
use job::{MatchSettings, NotAdmitted, SeatJob, SizeClass, TrialPairing};
use referee::HostFailure;

pub use self::directory::modules_below;
pub use self::report::{BotOfDirectory, CheckReport, DirectoryReport};
pub use self::sizes::sizes_and_caps;
use crate::game_detection::other_games_at;
use crate::trials::Trials;
use crate::workbench::{CheckedModule, Workbench};

/// The settings of a check.
pub struct CheckPlan {
    /// The games of its trial matches, with their settings.
    pub matches: Vec<MatchSettings>,
    /// The settings text for the bot.
    pub settings: Arc<str>,
    /// The caps on its size.
    pub size: SizeClass,
}

/// A bot that was admitted and tried.
pub struct TriedBot {
    /// The bot.
    pub bot: CheckedModule,
    /// The bot with its settings.
    pub seat: Arc<SeatJob>,
    /// Its trial matches, by game.
    pub trials: Vec<Trials>,
}

/// The result of a bot's trial matches in all games together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotStanding {
    /// It plays at least one game without a fault, or it was tried in none. With several games, it need not play them
    /// all.
    Plays,
    /// It failed in the only game that it was tried in.
    Failed,
    /// It failed in every game.
    FailedInAll,
}

impl CheckPlan {
    /// Returns the number of trial matches.
    pub fn trial_matches(&self) -> u64 {
        (self.matches.len() * TrialPairing::all().count()) as u64
    }

    /// Validates a module and plays its trial matches.
    ///
    /// # Errors
    /// Returns an error if the host failed.
    pub fn check(
        &self,
        bench: &dyn Workbench,
        module: &[u8],
    ) -> Result<Result<TriedBot, NotAdmitted>, Error> {
        let decided = bench.admit(module, self.size).map_err(|error| Error::wrap(Kind::Host, &error))?;
        match decided.and_then(|bot| bot.ready.clone().as_bot().map(|_| bot)) {
            Err(why) => Ok(Err(why)),
            Ok(bot) => self.try_out(bench, bot).map(Ok).map_err(|error| Error::wrap(Kind::Host, &error)),
        }
    }

    /// Plays the trial matches of every game. If the bot failed in all matches of a game, looks for the game that it
    /// was made for.
    ///
    /// # Errors
    /// Returns an error if the host failed.
    pub fn try_out(&self, bench: &dyn Workbench, bot: CheckedModule) -> Result<TriedBot, HostFailure> {
        let seat = Arc::new(SeatJob { plays: bot.ready.plays(), settings: self.settings.to_string() });
        let played = self.matches.iter().map(|settings| Trials::play(bench, &seat, settings));
        let mut trials = played.collect::<Result<Vec<Trials>, HostFailure>>()?;
        for trials in trials.iter_mut().filter(|trials| trials.may_be_another()) {
            trials.made_for = other_games_at(bench, &seat, trials.game)?;
        }
        Ok(TriedBot { bot, seat, trials })
    }
}

impl TriedBot {
    /// Returns the result of the trial matches.
    pub fn standing(&self) -> BotStanding {
        match self.trials.iter().filter(|trials| !trials.faults.is_empty()).count() {
            failed if failed == 0 || failed < self.trials.len() => BotStanding::Plays,
            1 => BotStanding::Failed,
            _ => BotStanding::FailedInAll,
        }
    }

    /// Returns the trial matches of the game that the bot seems to be made for: the one with the fewest faults, and
    /// among those the one with the most wins.
    pub fn main_game(&self) -> Option<&Trials> {
        self.trials.iter().min_by_key(|trials| (trials.faults.len(), Reverse(trials.wins)))
    }
}
