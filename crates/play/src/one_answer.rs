//! One question to one player, outside of any match.

use game::Seat;
use referee::{Assessment, Closing, HostFailure};
use sandbox::Sandbox;

use crate::setup::MatchSetup;

/// The answer to a single question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneAnswer {
    /// What the referee makes of it.
    pub judged: Assessment,
    /// What the player left behind: its log, its memory.
    pub closing: Closing,
}

impl MatchSetup<'_> {
    /// Asks the player at one seat for its first move; the other player is not asked. Returns `None` when the seat is
    /// not to act.
    ///
    /// # Errors
    /// When the host failed.
    pub fn ask_once(&self, sandbox: &Sandbox, seat: Seat) -> Result<Option<OneAnswer>, HostFailure> {
        let mut playing = self.begin()?;
        if !playing.waiting().contains(seat) {
            return Ok(None);
        }
        let mut player = self.player(sandbox, seat);
        let answer = player.choose(playing.ask(seat))?;
        Ok(Some(OneAnswer { judged: playing.judge(seat, answer), closing: player.close() }))
    }
}
