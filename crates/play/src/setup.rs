//! The one place where a match is set up and played, with what plays at its seats.

use std::sync::Arc;

use game::{PerSeat, Seat};
use job::{MatchSettings, Plays, SeatJob, SizeClass};
use referee::{Builtin, HostFailure, Limits, Match, MatchSeed, Player, Record};
use sandbox::{Bot, Sandbox};

/// A match with what plays in it: a match of a run, a job that came from elsewhere, or a trial match.
pub struct MatchSetup<'a> {
    /// Game, rule options and limits.
    pub settings: &'a MatchSettings,
    /// The text of the start position; `None` for the game's own.
    pub start: Option<&'a str>,
    /// The seed of all randomness in the match.
    pub seed: MatchSeed,
    /// What plays at each seat.
    pub seats: PerSeat<&'a Contestant>,
}

impl MatchSetup<'_> {
    /// Plays the match on this thread. Calls `go_on` before every ply, and returns `None` when it returns `false`.
    ///
    /// # Errors
    /// When the host failed, which makes the match void.
    pub fn play(
        &self,
        sandbox: &Sandbox,
        go_on: impl FnMut(&Match) -> bool,
    ) -> Result<Option<Record>, HostFailure> {
        let playing = self.begin()?;
        let mut players = PerSeat::from_fn(|seat| self.player(sandbox, seat));
        referee::play(playing, &mut players, go_on)
    }

    /// The match at its start.
    pub(crate) fn begin(&self) -> Result<Match, HostFailure> {
        self.settings.begin_again(self.start)
    }

    pub(crate) fn player(&self, sandbox: &Sandbox, seat: Seat) -> Box<dyn Player> {
        self.seats[seat].player(sandbox, &self.seed, seat, &self.settings.limits)
    }
}

/// What plays for an entrant, ready to be asked.
#[derive(Clone)]
pub struct Contestant {
    /// The module or built-in player.
    pub source: Source,
    /// The settings text that it is given.
    pub settings: Arc<str>,
}

impl Contestant {
    /// The same as a value that can leave the process.
    pub fn seat(&self) -> SeatJob {
        let plays = match &self.source {
            Source::Builtin(builtin) => Plays::Builtin(*builtin),
            Source::Module { bot, size } => Plays::Module { hash: bot.hash(), size: *size },
        };
        SeatJob { plays, settings: self.settings.to_string() }
    }

    /// Puts it at a seat of a match.
    pub(crate) fn player(
        &self,
        sandbox: &Sandbox,
        seed: &MatchSeed,
        seat: Seat,
        limits: &Limits,
    ) -> Box<dyn Player> {
        match &self.source {
            Source::Builtin(builtin) => Box::new(builtin.player(seed, seat)),
            Source::Module { bot, .. } => {
                Box::new(sandbox.player(bot, seed.dice(seat), seat, &self.settings, limits))
            }
        }
    }
}

/// Where an entrant's moves come from.
#[derive(Clone)]
pub enum Source {
    /// A built-in player.
    Builtin(Builtin),
    /// A wasm module that was admitted.
    Module {
        /// The module.
        bot: Bot,
        /// The caps that it was admitted under.
        size: SizeClass,
    },
}
