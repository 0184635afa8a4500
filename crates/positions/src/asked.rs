//! What a bot was asked.

use game::{Game, Position, Seat};

/// The question that a bot is answering: what its positions begin with.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The rules.
    pub game: &'static dyn Game,
    /// The true position. Of what the seat cannot know, nothing reaches the bot.
    pub position: &'a dyn Position,
    /// The seat that is asked.
    pub seat: Seat,
    /// The ply that it is asked for, from 0.
    pub ply: u32,
}
