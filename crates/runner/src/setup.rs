//! The one place where a match is put together and played.

use game::{PerSeat, Seat};
use referee::{HostFailure, Match, MatchSeed, Player, Record};
use sandbox::Sandbox;

use crate::contestant::{Contestant, Source};
use crate::match_job::MatchSettings;

/// A match with what plays in it: of a run, of a job that came from elsewhere, or for trial.
pub struct MatchSetup<'a> {
    /// Game, rule options and limits.
    pub settings: &'a MatchSettings,
    /// The start position's text, or `None` for the game's own.
    pub start: Option<&'a str>,
    /// Where its randomness comes from.
    pub seed: MatchSeed,
    /// What plays at each seat.
    pub seats: PerSeat<&'a Contestant>,
}

impl MatchSetup<'_> {
    /// Plays the match on this thread. Returns `None` when `go_on`, asked before every ply, says no.
    ///
    /// # Errors
    /// When the host failed: the match is void.
    pub fn play(
        &self,
        sandbox: &Sandbox,
        go_on: impl FnMut(&Match) -> bool,
    ) -> Result<Option<Record>, HostFailure> {
        let playing = self
            .settings
            .begin(self.start)
            .map_err(|error| HostFailure::new("a start position cannot be read", Some(error.into())))?;
        let mut players = PerSeat::from_fn(|seat| self.player(sandbox, seat));
        referee::play(playing, &mut players, go_on)
    }

    fn player(&self, sandbox: &Sandbox, seat: Seat) -> Box<dyn Player> {
        let Contestant { source, settings } = self.seats[seat];
        match source {
            Source::Builtin(builtin) => Box::new(builtin.player(&self.seed, seat)),
            Source::Module { bot, .. } => {
                Box::new(sandbox.player(bot, &self.seed, seat, settings, &self.settings.limits))
            }
        }
    }
}
