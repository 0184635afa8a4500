//! The only place that sets up and plays a match.

use std::sync::Arc;

use game::{PerSeat, Seat};
use job::{MatchSettings, Plays, SeatJob, SizeClass};
use referee::{Builtin, HostFailure, Limits, Match, MatchSeed, Player, Record};
use sandbox::{Bot, Sandbox};

/// A match with its players: a match of a run, a job from another process, or a trial match.
pub struct MatchSetup<'a> {
    /// Game, rule options and limits.
    pub settings: &'a MatchSettings,
    /// The text of the start position; `None` for the game's own.
    pub start: Option<&'a str>,
    /// The seed of all randomness in the match.
    pub seed: MatchSeed,
    /// The player at each seat.
    pub seats: PerSeat<&'a Contestant>,
}

impl MatchSetup<'_> {
    /// Plays the match on this thread. Calls `go_on` before every ply, and returns `None` if it returns `false`.
    ///
    /// # Errors
    /// Returns an error if the host failed, which makes the match void.
    pub fn play(
        &self,
        sandbox: &Sandbox,
        go_on: impl FnMut(&Match) -> bool,
    ) -> Result<Option<Record>, HostFailure> {
        self.play_with_luck(self.seed, sandbox, go_on)
    }

    /// As [`MatchSetup::play`], with another seed of chance.
    ///
    /// # Errors
    /// As [`MatchSetup::play`].
    pub fn play_with_luck(
        &self,
        luck: MatchSeed,
        sandbox: &Sandbox,
        go_on: impl FnMut(&Match) -> bool,
    ) -> Result<Option<Record>, HostFailure> {
        let playing = self.begin(luck)?;
        let mut players = PerSeat::from_fn(|seat| self.player(sandbox, seat));
        referee::play(playing, &mut players, go_on)
    }

    /// Returns the match at its start, with dice of this seed.
    pub(crate) fn begin(&self, luck: MatchSeed) -> Result<Match, HostFailure> {
        Ok(self.settings.begin_again(self.start)?.with_luck(luck))
    }

    pub(crate) fn player(&self, sandbox: &Sandbox, seat: Seat) -> Box<dyn Player> {
        self.seats[seat].player(sandbox, &self.seed, seat, &self.settings.limits)
    }
}

/// Plays a match between any players on this thread, and blocks while a person or a native program thinks. The limits
/// set the clock of each player. `start` is the text of the start position; `None` stands for the game's own. `seed` is
/// the source of chance.
///
/// # Errors
/// Returns an error if the host failed, or a player left. There is no result then.
pub fn play_between<'a>(
    settings: &MatchSettings,
    start: Option<&str>,
    seed: MatchSeed,
    players: &mut PerSeat<Box<dyn Player + 'a>>,
) -> Result<Option<Record>, HostFailure> {
    referee::play(settings.begin_again(start)?.with_luck(seed), players, |_| true)
}

/// The player of an entrant, ready to be asked.
#[derive(Clone)]
pub struct Contestant {
    /// The module or built-in player.
    pub source: Source,
    /// Its settings text.
    pub settings: Arc<str>,
}

impl Contestant {
    /// Returns the contestant as a value that can be sent to another process.
    pub fn seat(&self) -> SeatJob {
        let plays = match &self.source {
            Source::Builtin(builtin) => Plays::Builtin(*builtin),
            Source::Module { bot, size } => Plays::Module { hash: bot.hash(), size: *size },
        };
        SeatJob { plays, settings: self.settings.to_string() }
    }

    /// Creates its player at a seat of a match.
    pub fn player(
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

/// The source of an entrant's moves.
#[derive(Clone)]
pub enum Source {
    /// A built-in player.
    Builtin(Builtin),
    /// An admitted wasm module.
    Module {
        /// The module.
        bot: Bot,
        /// The caps under which it was admitted.
        size: SizeClass,
    },
}
