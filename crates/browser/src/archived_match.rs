//! Matches of an archive.

use game::{PerSeat, Seat};
use replay::archive::Row;
use serde::Serialize;
use tournament::{EntrantId, KeyError, MatchKey};

/// A match of an archive without its actions.
#[derive(Serialize)]
pub(crate) struct RowShape<'r> {
    key: String,
    /// The stage, from 0.
    stage: u16,
    /// The round, from 1.
    round: u32,
    entrants: [u32; 2],
    start: Option<&'r str>,
    outcome: Option<usize>,
    reason: u32,
    counts: bool,
    plies: u32,
    metrics: &'r [Vec<i64>; 2],
    spent: [u64; 2],
    memory: [u64; 2],
}

impl<'r> From<&'r Row> for RowShape<'r> {
    fn from(row: &'r Row) -> RowShape<'r> {
        let PerSeat(entrants) = row.entrants.map(|EntrantId(number)| number);
        let PerSeat(spent) = row.spent.map(|ticks| ticks.0);
        RowShape {
            key: row.key.to_string(),
            stage: row.key.stage(),
            round: row.key.round() + 1,
            entrants,
            start: row.start.as_deref(),
            outcome: row.outcome.winner().map(Seat::index),
            reason: row.reason,
            counts: row.counts,
            plies: row.plies,
            metrics: &row.metrics.0,
            spent,
            memory: row.memory.0,
        }
    }
}

/// The index of the match with a key; `None` if the archive does not have it, or the text is not a key.
pub(crate) fn find(rows: &[Row], key: &str) -> Option<usize> {
    let key: MatchKey = key.parse().ok()?;
    rows.binary_search_by_key(&key, |row| row.key).ok()
}

/// Returns the key of a match from its numbers, all from 0: stage, round, pairing, and game with its attempt.
pub(crate) fn key([stage, round, pairing, game]: [u32; 4]) -> Result<MatchKey, KeyError> {
    let small =
        |part, number, limit| u16::try_from(number).map_err(|_| KeyError::TooLarge { part, number, limit });
    let stage = small("stage", stage, MatchKey::STAGES)?;
    let game = small("game", game, MatchKey::GAMES * MatchKey::ATTEMPTS)?;
    MatchKey::with_attempt(stage, round, pairing, game)
}

/// Returns the key of a match's return game; `None` if the text is not a key.
pub(crate) fn return_game(key: &str) -> Option<String> {
    let key: MatchKey = key.parse().ok()?;
    Some(key.return_game().to_string())
}

/// Returns the index of the archive that may have a match: the last one whose first key, in increasing order, is not
/// after it. `None` if there is none, or the text is not a key.
pub(crate) fn place(key: &str, firsts: &str) -> Option<usize> {
    let key: MatchKey = key.parse().ok()?;
    let is_later = |first: &str| first.parse::<MatchKey>().is_ok_and(|first| first > key);
    let begun = firsts.split('\0').filter(|first| !first.is_empty()).take_while(|first| !is_later(first));
    begun.count().checked_sub(1)
}
