//! The cost of starting a match.

use std::sync::Arc;
use std::time::{Duration, Instant};

use job::MatchSettings;
use referee::{HostFailure, MatchSeed, Player, Ticks};
use sandbox::{Bot, Sandbox};
use serde::{Deserialize, Serialize};

/// The resources that a bot uses up to its first answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartCost {
    /// The time of the start. It is free up to its own limit.
    pub start: Ticks,
    /// The time of the first move.
    pub first_move: Ticks,
    /// The size of its memory after the first move, in bytes.
    pub memory: u64,
    /// Wall time of both on this machine, including the instantiation.
    pub wall: Duration,
}

impl StartCost {
    /// Starts a bot and asks it for the first move of a match. The bot may fail.
    ///
    /// # Errors
    /// Returns an error if the host failed.
    pub fn measure(
        sandbox: &Sandbox,
        bot: &Bot,
        text: &Arc<str>,
        settings: &MatchSettings,
    ) -> Result<StartCost, HostFailure> {
        let mut playing = settings.begin_again(None)?.with_luck(MatchSeed::from_number(0));
        let Some(seat) = playing.waiting().iter().next() else { return Ok(StartCost::default()) };
        let seed = MatchSeed::from_number(0);
        let begun = Instant::now();
        let mut player = sandbox.player(bot, seed.dice(seat), seat, text, &settings.limits);
        let answer = player.choose(playing.ask(seat))?;
        let wall = begun.elapsed();
        let (start, memory) = (player.started(), player.close().memory_peak);
        Ok(StartCost { start, first_move: answer.spent, memory, wall })
    }
}
