//! The information for a program at the start of a match.

use game::{Game, Seat, visible};

use crate::lines::{BEGIN, VERSION};

/// The information for a program before the first question. Times are in nanoseconds.
pub struct Opening<'a> {
    /// The rules.
    pub game: &'a dyn Game,
    /// The program's seat.
    pub seat: Seat,
    /// The entrant's settings.
    pub settings: &'a str,
    /// Time for one move.
    pub move_time: u64,
    /// Time for all moves together.
    pub game_time: u64,
    /// Time added to the game's time after each move.
    pub increment: u64,
    /// Maximum size of the program's memory in bytes.
    pub memory: u64,
}

impl Opening<'_> {
    /// Appends the lines. Settings always take one line.
    pub fn write(&self, text: &mut String) {
        let Opening { game, seat, move_time, game_time, increment, memory, .. } = self;
        let (settings, side) = (visible(self.settings), game.seats()[*seat].word);
        text.push_str(&format!(
            "muster: {VERSION}\ngame: {}\nseat: {}\nside: {side}\nsettings: {settings}\nmove_time: {move_time}\n\
             game_time: {game_time}\nincrement: {increment}\nmemory: {memory}\n{BEGIN}\n",
            game.name(),
            seat.index(),
        ));
    }
}
