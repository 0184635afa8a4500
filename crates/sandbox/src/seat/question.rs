//! What a bot is asked, as far as its host calls need it.

use std::sync::Arc;

use referee::{Scene, Ticks};

use crate::time::Watch;

/// What a bot is asked, as far as its host calls need it.
pub(crate) struct Question {
    pub(crate) fuel: u64,
    /// Time for the answer.
    pub(crate) limit: Ticks,
    /// What is left of the game's time.
    pub(crate) game_left: Ticks,
    /// The time that the seat had used before.
    pub(crate) own_time: Ticks,
    pub(crate) ply: u32,
    pub(crate) watch: Watch,
    /// The match, if the bot may read it.
    pub(crate) scene: Option<Arc<Scene>>,
}
