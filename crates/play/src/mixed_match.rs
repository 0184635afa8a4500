//! A match with players that the caller supplies: a person, or a native program.

use game::{PerSeat, Seat};
use job::MatchSettings;
use referee::{HostFailure, MatchSeed, Player, Record};
use sandbox::Sandbox;

use crate::setup::Contestant;

/// A match in which the caller supplies some of the players. The limits set the clock of each player.
pub struct MixedMatch<'a> {
    /// Game, rule options and limits.
    pub settings: &'a MatchSettings,
    /// The text of the start position; `None` for the game's own.
    pub start: Option<&'a str>,
    /// The seed of the random streams.
    pub seed: MatchSeed,
    /// The player at each seat.
    pub seats: PerSeat<MixedSeat<'a>>,
}

/// The player at a seat.
pub enum MixedSeat<'a> {
    /// A bot or a built-in player.
    Contestant(&'a Contestant),
    /// A player that the caller supplies.
    Brought(&'a mut dyn Player),
}

impl<'a> MixedMatch<'a> {
    /// Plays the match on this thread, and blocks while a supplied player thinks.
    ///
    /// # Errors
    /// Returns an error if the host failed, or a supplied player left. There is no result then.
    pub fn play(self, sandbox: &Sandbox) -> Result<Option<Record>, HostFailure> {
        let MixedMatch { settings, start, seed, seats } = self;
        let playing = settings.begin_again(start)?;
        let sit = |seat: MixedSeat<'a>, at: Seat| -> Box<dyn Player + 'a> {
            match seat {
                MixedSeat::Contestant(contestant) => contestant.player(sandbox, &seed, at, &settings.limits),
                MixedSeat::Brought(player) => Box::new(player),
            }
        };
        let PerSeat([first, second]) = seats;
        let mut players = PerSeat::new(sit(first, Seat::First), sit(second, Seat::Second));
        referee::play(playing, &mut players, |_| true)
    }
}
