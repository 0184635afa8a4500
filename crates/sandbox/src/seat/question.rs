//! A question to a bot, as far as its host calls need it.

use std::sync::Arc;

use referee::{Scene, Ticks};

use crate::time::CallTimer;

/// A question to a bot, as far as its host calls need it.
pub(crate) struct Question {
    pub(crate) fuel: u64,
    /// Time for the answer.
    pub(crate) limit: Ticks,
    /// Remaining time of the game.
    pub(crate) game_left: Ticks,
    /// Time that the seat had used before.
    pub(crate) own_time: Ticks,
    pub(crate) ply: u32,
    pub(crate) watch: CallTimer,
    /// The match, if the bot may read it.
    pub(crate) scene: Option<Arc<Scene>>,
}
