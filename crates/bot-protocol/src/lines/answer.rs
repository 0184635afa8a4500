//! Parses the moves of a program and writes the replies to its requests.

use std::fmt;

use game::{Action, Position, Seat};

use crate::lines::{HISTORY, LEGAL, PLAYED, TIME};

/// Maximum number of characters kept of a game's message.
const MESSAGE_MAX: usize = 200;

/// A line that is not a move in the game's notation, with the game's message about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoMove(String);

impl fmt::Display for NoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoMove {}

/// Reads a move in the game's notation. It is an action of the game, but not necessarily legal.
///
/// # Errors
/// When it is not in the notation.
pub fn action(position: &dyn Position, seat: Seat, text: &str) -> Result<Action, NoMove> {
    position
        .parse_action(seat, text)
        .map_err(|error| NoMove(error.to_string().chars().take(MESSAGE_MAX).collect()))
}

/// Appends the line that lists the legal moves and returns their number. `None` stands for a seat that is not asked.
pub fn legal(position: Option<(&dyn Position, Seat)>, list: &mut Vec<Action>, text: &mut String) -> usize {
    list.clear();
    text.push_str(LEGAL);
    text.push(':');
    if let Some((position, seat)) = position {
        position.legal_actions(seat, list);
        for &action in &*list {
            text.push(' ');
            text.push_str(&position.format_action(seat, action));
        }
    }
    text.push('\n');
    list.len()
}

/// Appends the line with the number of actions that the seat may know, and one line for each: its ply, from 0, its
/// seat (2 for chance), and the action in the game's notation.
pub fn history<'a>(played: impl ExactSizeIterator<Item = (u32, u8, &'a str)>, text: &mut String) {
    text.push_str(&format!("{HISTORY}: {}\n", played.len()));
    for (ply, seat, notation) in played {
        text.push_str(&format!("{PLAYED}: {ply} {seat} {notation}\n"));
    }
}

/// Appends the line with the remaining time for the move and for the game, in nanoseconds.
pub fn time(move_left: u64, game_left: u64, text: &mut String) {
    text.push_str(&format!("{TIME}: {move_left} {game_left}\n"));
}
