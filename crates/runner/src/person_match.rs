//! A match of a person, or of another player that the caller brings, against a bot.

use game::{PerSeat, Seat};
use referee::{HostFailure, MatchSeed, Player, Record};
use sandbox::Sandbox;

use crate::contestant::Contestant;
use crate::match_job::MatchSettings;
use crate::setup::MatchSetup;

/// A match of a person, or of another player that the caller brings, against a bot or a built-in player. The limits say
/// which clock each of them has.
pub struct PersonMatch<'a> {
    /// Game, rule options and limits.
    pub settings: &'a MatchSettings,
    /// The text of the start position; `None` for the game's own.
    pub start: Option<&'a str>,
    /// The seed of the opponent's random stream.
    pub seed: MatchSeed,
    /// The person's seat.
    pub seat: Seat,
    /// What plays at the other seat.
    pub opponent: &'a Contestant,
}

impl PersonMatch<'_> {
    /// Plays the match on this thread, which waits while the person thinks.
    ///
    /// # Errors
    /// When the host failed, or the person left: there is no result then.
    pub fn play(&self, sandbox: &Sandbox, person: &mut dyn Player) -> Result<Option<Record>, HostFailure> {
        let PersonMatch { settings, start, seed, opponent, .. } = *self;
        let setup = MatchSetup { settings, start, seed, seats: PerSeat::new(opponent, opponent) };
        let playing = setup.begin()?;
        let mut person: Option<Box<dyn Player + '_>> = Some(Box::new(person));
        let mut players = PerSeat::from_fn(|seat| match person.take_if(|_| seat == self.seat) {
            Some(person) => person,
            None => setup.player(sandbox, seat) as Box<dyn Player + '_>,
        });
        referee::play(playing, &mut players, |_| true)
    }
}
