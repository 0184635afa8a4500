//! A match to be played, as a value.

use std::sync::Arc;

use game::{Game, PerSeat, Position, Rules, Seat, TextError};
use referee::{Builtin, HostFailure, Limits, Match, MatchSeed, Player, Record};
use sandbox::{Bot, Sandbox};
use tournament::{EntrantId, MatchKey};

/// What the matches of a stage have in common.
pub struct Terms {
    /// The rules.
    pub game: &'static dyn Game,
    /// Their options.
    pub rules: Rules,
    /// What a match may use.
    pub limits: Limits,
    start: Box<dyn Position>,
}

impl Terms {
    /// Terms of matches from the game's start, or from other positions as the jobs say.
    pub fn new(game: &'static dyn Game, rules: Rules, limits: Limits) -> Terms {
        let start = game.start(&rules);
        Terms { game, rules, limits, start }
    }

    /// A match from a position's text, or from the start.
    ///
    /// # Errors
    /// When the text is no position.
    pub fn begin(&self, start: Option<&str>) -> Result<Match, TextError> {
        let position = match start {
            None => self.start.clone(),
            Some(text) => self.game.parse_position(&self.rules, text)?,
        };
        Ok(Match::new(self.game, position, self.limits))
    }
}

/// A match to be played. Its record is a pure function of it, of the roster and of the engine.
#[derive(Clone)]
pub struct MatchJob {
    /// Its place in the schedule.
    pub key: MatchKey,
    /// Who sits where.
    pub entrants: PerSeat<EntrantId>,
    /// What it has in common with others.
    pub terms: Arc<Terms>,
    /// The start position's text, or `None` for the game's own.
    pub start: Option<Arc<str>>,
    /// Where its randomness comes from.
    pub seed: MatchSeed,
}

/// What plays for an entrant.
#[derive(Clone)]
pub struct Contestant {
    /// The bot or built-in player.
    pub source: Source,
    /// Settings text for it.
    pub settings: Arc<str>,
}

/// Where an entrant's moves come from.
#[derive(Clone)]
pub enum Source {
    /// A built-in player.
    Builtin(Builtin),
    /// A wasm module that was admitted.
    Module(Bot),
}

/// The entrants of a run with what plays for them, and the sandbox they play in.
pub struct Roster {
    /// Where modules run.
    pub sandbox: Sandbox,
    /// By entrant; `None` for one who was refused and never plays.
    pub contestants: Vec<Option<Contestant>>,
}

impl Roster {
    /// Plays a job on this thread. Gives `None` when `go_on`, asked before every ply, says no.
    ///
    /// # Errors
    /// When the host failed: the match is void.
    pub fn play(
        &self,
        job: &MatchJob,
        go_on: impl FnMut(&Match) -> bool,
    ) -> Result<Option<Record>, HostFailure> {
        let playing = job
            .terms
            .begin(job.start.as_deref())
            .map_err(|error| HostFailure::new("a start position cannot be read", Some(error.into())))?;
        let player = |seat: Seat| self.player(job, seat);
        let mut players = PerSeat::new(player(Seat::First)?, player(Seat::Second)?);
        referee::play(playing, &mut players, go_on)
    }

    fn player(&self, job: &MatchJob, seat: Seat) -> Result<Box<dyn Player + '_>, HostFailure> {
        let id = job.entrants[seat];
        let contestant = self
            .contestants
            .get(id.index())
            .and_then(Option::as_ref)
            .ok_or_else(|| HostFailure::new(format!("entrant {id} has nothing to play with"), None))?;
        Ok(match &contestant.source {
            Source::Builtin(builtin) => Box::new(builtin.player(&job.seed, seat)),
            Source::Module(bot) => {
                Box::new(self.sandbox.player(bot, &job.seed, seat, &contestant.settings, &job.terms.limits))
            }
        })
    }
}
