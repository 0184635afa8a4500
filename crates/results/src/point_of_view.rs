//! A game from the point of view of one of its players.

use game::Outcome;
use tournament::{EntrantId, GameRecord};

use crate::model::{Game, GameScore};

/// Returns a game from an entrant's point of view.
pub(crate) fn game_of(record: &GameRecord, of: EntrantId) -> Game {
    Game { score: outcome_for(record, of), key: record.key.to_string() }
}

/// Returns the result of a game for one side.
pub(crate) fn outcome_for(game: &GameRecord, of: EntrantId) -> GameScore {
    match game.result.outcome {
        Outcome::Draw => GameScore::Draw,
        Outcome::Win(seat) if game.seats[seat] == of => GameScore::Win,
        Outcome::Win(_) => GameScore::Loss,
    }
}
