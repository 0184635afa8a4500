//! What plays at a seat.

use std::sync::Arc;

use game::Seat;
use job::{Plays, SeatJob, SizeClass};
use referee::{Builtin, Limits, MatchSeed, Player};
use sandbox::{Bot, Sandbox};

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
