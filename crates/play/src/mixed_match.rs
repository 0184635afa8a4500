//! A match with players that the caller brings: a person, a program of this machine.

use game::{PerSeat, Seat};
use job::MatchSettings;
use referee::{HostFailure, MatchSeed, Player, Record};
use sandbox::Sandbox;

use crate::setup::Contestant;

/// A match in which some players are brought by the caller. The limits say which clock each of them has.
pub struct MixedMatch<'a> {
    /// Game, rule options and limits.
    pub settings: &'a MatchSettings,
    /// The text of the start position; `None` for the game's own.
    pub start: Option<&'a str>,
    /// The seed of the random streams.
    pub seed: MatchSeed,
    /// What plays at each seat.
    pub seats: PerSeat<MixedSeat<'a>>,
}

/// What plays at a seat.
pub enum MixedSeat<'a> {
    /// A bot or a built-in player.
    Contestant(&'a Contestant),
    /// What the caller brings.
    Brought(&'a mut dyn Player),
}

impl<'a> MixedMatch<'a> {
    /// Plays the match on this thread, which waits while a brought player thinks.
    ///
    /// # Errors
    /// When the host failed, or a brought player left: there is no result then.
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
