//! The question that a bot is answering.

use game::{Game, Position, Seat};

/// The question that a bot is answering, from which its positions start.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The rules.
    pub game: &'static dyn Game,
    /// The true position. The bot receives nothing of it that the seat cannot know.
    pub position: &'a dyn Position,
    /// The seat that is asked.
    pub seat: Seat,
    /// The ply, from 0.
    pub ply: u32,
}
