//! Loads the pairs on record into a test.

use ledger::{Ledger, LedgerError};

use super::game_copies::Leg;
use super::pairs::Pairs;
use super::test_state::TestFold;
use crate::RecordError;

/// Folds the pairs on record into a test without any pairs. They must be the pairs that the test would have played.
///
/// # Errors
/// When they are not those pairs, or cannot be read.
pub fn load(ledger: &Ledger, pairs: &mut Pairs, course: &mut TestFold) -> Result<(), RecordError> {
    let damaged = |what: String| LedgerError::Damaged { what };
    let mut rows = Vec::new();
    ledger.for_each_match(None, |stored| {
        rows.push(stored.verified()?);
        Ok::<(), LedgerError>(())
    })?;
    for pair in rows.chunks(2) {
        let state = course.state();
        if state.verdict.is_some() {
            break;
        }
        let games = pairs.games(state.pairs).map_err(|error| damaged(error.to_string()))?;
        let mut legs = Vec::with_capacity(2);
        for (row, game) in pair.iter().zip(&games) {
            if !game.is(row) {
                return Err(RecordError::Unscheduled(row.key));
            }
            legs.push(Leg::from_row(row)?);
        }
        let [one, other] = legs[..] else {
            return Err(damaged(format!("pair {} has one game", state.pairs + 1)).into());
        };
        course.push([one, other]);
    }
    Ok(())
}
