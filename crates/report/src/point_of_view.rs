//! A game from the point of view of one who played it.

use game::Outcome;
use tournament::{EntrantId, GameRecord};

use crate::model::{Game, Score};

/// A game from an entrant's point of view.
pub(crate) fn game_of(record: &GameRecord, of: EntrantId, has_page: bool) -> Game {
    Game { score: outcome_for(record, of), key: record.key.to_string(), has_page }
}

/// What came of a game for one side.
pub(crate) fn outcome_for(game: &GameRecord, of: EntrantId) -> Score {
    match game.result.outcome {
        Outcome::Draw => Score::Draw,
        Outcome::Win(seat) if game.seats[seat] == of => Score::Win,
        Outcome::Win(_) => Score::Loss,
    }
}
