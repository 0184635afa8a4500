//! The one place where a match is set up and played.

use game::{PerSeat, Seat};
use job::MatchSettings;
use referee::{HostFailure, Match, MatchSeed, Player, Record};
use sandbox::Sandbox;

use crate::contestant::Contestant;

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
