//! A single question to a player, outside of any match.

use game::Seat;
use referee::{Assessment, Closing, HostFailure};
use sandbox::Sandbox;

use crate::setup::MatchSetup;

/// The answer to a single question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneAnswer {
    /// The referee's assessment of it.
    pub judged: Assessment,
    /// The player's log and memory use.
    pub closing: Closing,
}

impl MatchSetup<'_> {
    /// Asks the player at one seat for its first move, and does not ask the other player. Returns `None` if the seat is
    /// not to act.
    ///
    /// # Errors
    /// Returns an error if the host failed.
    pub fn ask_once(&self, sandbox: &Sandbox, seat: Seat) -> Result<Option<OneAnswer>, HostFailure> {
        let mut playing = self.begin(self.seed)?;
        if !playing.waiting().contains(seat) {
            return Ok(None);
        }
        let mut player = self.player(sandbox, seat);
        let answer = player.choose(playing.ask(seat))?;
        Ok(Some(OneAnswer { judged: playing.judge(seat, answer), closing: player.close() }))
    }
}
