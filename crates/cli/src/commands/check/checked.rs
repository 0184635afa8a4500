//! A bot that was checked.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use config::SizeClass;
use explain::{Error, Kind};
use job::{MatchSettings, NotAdmitted};
use play::{Contestant, Source, Trials, other_games};
use referee::HostFailure;
use sandbox::{Bot, Sandbox};

use crate::host;

/// What a bot is checked with.
pub(super) struct CheckPlan {
    pub(super) matches: Vec<MatchSettings>,
    pub(super) settings: Arc<str>,
    pub(super) size: SizeClass,
    /// The entrant whose bot it is, in the tournament's words.
    pub(super) entrant: Option<String>,
}

/// A file with what became of it.
pub(super) struct Checked {
    pub(super) path: PathBuf,
    /// Size of the file.
    pub(super) bytes: usize,
    pub(super) plan: CheckPlan,
    pub(super) decided: Result<Accepted, NotAdmitted>,
}

/// A bot that was admitted and tried.
pub(super) struct Accepted {
    pub(super) bot: Bot,
    pub(super) contestant: Contestant,
    /// By game.
    pub(super) trials: Vec<Trials>,
}

/// How the trial matches went, all games together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// It plays a game without a fault. Where no game is named, a bot is not expected to play every game there is.
    Plays,
    /// It failed in the only game.
    Failed,
    /// It failed in every game.
    FailedInAll,
}

impl Checked {
    /// Reads a file, validates it and plays trial matches.
    pub(super) fn new(sandbox: &Sandbox, path: &Path, plan: CheckPlan) -> Result<Checked, Error> {
        let caps = plan.size.caps();
        let bytes = host::read_bot(path, &caps).map_err(|error| host::unread_bot(path, &error))?;
        let decided = sandbox.admit(&bytes, &caps).map_err(|error| Error::of(Kind::Host, &error))?;
        let decided = match decided {
            Err(why) => Err(why),
            Ok(bot) => {
                let tried = Accepted::try_out(sandbox, bot, &plan);
                Ok(tried.map_err(|error| Error::of(Kind::Host, &error))?)
            }
        };
        Ok(Checked { path: path.to_owned(), bytes: bytes.len(), plan, decided })
    }
}

impl Accepted {
    /// Plays the trial matches of every game, and looks for the game that the bot was made for if it failed in all.
    fn try_out(sandbox: &Sandbox, bot: Bot, plan: &CheckPlan) -> Result<Accepted, HostFailure> {
        let source = Source::Module { bot: bot.clone(), size: plan.size };
        let contestant = Contestant { source, settings: Arc::clone(&plan.settings) };
        let played = plan.matches.iter().map(|settings| Trials::play(sandbox, &contestant, settings));
        let mut trials = played.collect::<Result<Vec<Trials>, HostFailure>>()?;
        for trials in trials.iter_mut().filter(|trials| trials.may_be_another()) {
            trials.made_for = other_games(sandbox, &contestant, trials.game)?;
        }
        Ok(Accepted { bot, contestant, trials })
    }

    pub(super) fn standing(&self) -> Standing {
        match self.trials.iter().filter(|trials| !trials.faults.is_empty()).count() {
            failed if failed == 0 || failed < self.trials.len() => Standing::Plays,
            1 => Standing::Failed,
            _ => Standing::FailedInAll,
        }
    }

    /// The trial matches of the game that the bot seems to be made for: the one with the fewest faults, of equal ones the
    /// one with the most wins.
    pub(super) fn main_game(&self) -> Option<&Trials> {
        self.trials.iter().min_by_key(|trials| (trials.faults.len(), Reverse(trials.wins)))
    }
}
