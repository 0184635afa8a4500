//! Games that are copies of one another.
//!
//! Since bots and clock are deterministic, repeated games of the same two entrants with equal start, seats and actions
//! add no information. Standings count them all; ratings and intervals count each distinct one once.

use std::borrow::Borrow;
use std::collections::BTreeSet;

use crate::{EntrantId, GameRecord};

/// For each game, `true` if it is a copy of an earlier one: the same entrants in the same seats, and the same
/// [content](crate::GameResult::content). A content of 0 means unknown; such a game is never a copy.
pub fn copies(games: impl IntoIterator<Item = impl Borrow<GameRecord>>) -> Vec<bool> {
    let mut seen = DistinctGames::default();
    games.into_iter().map(|game| !seen.add(game.borrow())).collect()
}

/// The games so far, each distinct one once.
#[derive(Clone, Debug, Default)]
pub(crate) struct DistinctGames(BTreeSet<([EntrantId; 2], u64)>);

impl DistinctGames {
    /// Adds a game. Returns `true` if it is not a [copy](copies) of an earlier one.
    pub(crate) fn add(&mut self, game: &GameRecord) -> bool {
        let content = game.result.content;
        content == 0 || self.0.insert((game.seats.0, content))
    }
}

#[cfg(test)]
mod tests {
    use game::{Outcome, PerSeat};

    use super::*;
    use crate::{EntrantId, GameResult, MatchKey};

    #[test]
    fn a_copy_has_the_same_seats_and_content() {
        let games: Vec<GameRecord> = [
            (0, 1, 7), // the first
            (1, 0, 7), // other seats
            (0, 1, 8), // other actions
            (0, 1, 7), // a copy
            (0, 2, 7), // other entrants
            (0, 1, 0), // unknown content
            (0, 1, 0),
            (1, 0, 7), // a copy
        ]
        .into_iter()
        .zip(0..)
        .map(|((first, second, content), number)| GameRecord {
            key: MatchKey::new(0, 0, 0, number).unwrap(),
            seats: PerSeat::new(EntrantId(first), EntrantId(second)),
            result: GameResult { content, ..GameResult::plain(Outcome::Draw) },
        })
        .collect();
        assert_eq!(copies(&games), [false, false, false, true, false, false, false, true]);
    }
}
