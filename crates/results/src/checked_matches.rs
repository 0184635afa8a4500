//! Recorded matches, checked against their hashes on several threads.

use std::mem;

use ledger::{Ledger, LedgerError, MatchRow, StoredRow};
use referee::Played;
use referee::transcript::{self, TranscriptError};
use run_folder::RecordError;
use tournament::GameResult;

use crate::ordered_parallel::in_order;

/// Maximum number of matches that are checked together.
const BATCH: usize = 128;
/// Approximate size in bytes of the transcripts that are checked together.
const TRANSCRIPTS: usize = 1 << 18;

/// A match as it was recorded, with the data derived from its row alone.
pub(crate) struct CheckedMatch<'a> {
    pub(crate) row: MatchRow,
    pub(crate) result: GameResult,
    pub(crate) played: &'a [Played],
}

/// Matches that are checked together.
#[derive(Default)]
struct Batch {
    stored: Vec<StoredRow>,
    transcripts: usize,
}

impl Batch {
    /// Adds a match. A full batch is returned and replaced by an empty one.
    fn push(&mut self, stored: StoredRow) -> Option<Batch> {
        self.transcripts += stored.row.transcript.len();
        self.stored.push(stored);
        let is_full = self.stored.len() == BATCH || self.transcripts >= TRANSCRIPTS;
        is_full.then(|| mem::take(self))
    }

    /// Checks the matches up to the first damaged one.
    fn check(self) -> CheckedBatch {
        let mut checked = CheckedBatch::default();
        checked.rows.reserve_exact(self.stored.len());
        checked.damage = self.stored.into_iter().try_for_each(|stored| checked.push(stored));
        checked
    }
}

/// A checked batch. The actions of all its matches are in one list, so that only one allocation passes between threads.
struct CheckedBatch {
    /// The matches, each with the index in `played` at which its actions end.
    rows: Vec<(MatchRow, GameResult, usize)>,
    played: Vec<Played>,
    /// The damage of the match that follows, if any.
    damage: Result<(), RecordError>,
}

impl Default for CheckedBatch {
    fn default() -> CheckedBatch {
        CheckedBatch { rows: Vec::new(), played: Vec::new(), damage: Ok(()) }
    }
}

impl CheckedBatch {
    fn push(&mut self, stored: StoredRow) -> Result<(), RecordError> {
        let row = stored.verified()?;
        let unreadable =
            |error: TranscriptError| LedgerError::Damaged { what: format!("match {}: {error}", row.key) };
        let start = self.played.len();
        for action in transcript::actions(&row.transcript).map_err(unreadable)? {
            self.played.push(action.map_err(unreadable)?);
        }
        let result = row.result_of(&self.played[start..]);
        self.rows.push((row, result, self.played.len()));
        Ok(())
    }

    /// Calls `each` with the matches in order.
    fn for_each(
        self,
        mut each: impl FnMut(CheckedMatch<'_>) -> Result<(), RecordError>,
    ) -> Result<(), RecordError> {
        let mut start = 0;
        for (row, result, end) in self.rows {
            each(CheckedMatch { row, result, played: &self.played[start..end] })?;
            start = end;
        }
        self.damage
    }
}

/// Calls `each` with the matches of a stage, or of all stages, in schedule order, on another thread.
///
/// # Errors
/// Fails if a match cannot be read or does not match its hash, or if the stage does not match its seal. Errors of
/// `each` are passed on.
pub(crate) fn for_each_checked(
    ledger: &Ledger,
    stage: Option<u16>,
    mut each: impl FnMut(CheckedMatch<'_>) -> Result<(), RecordError> + Send,
) -> Result<(), RecordError> {
    in_order(
        Batch::check,
        |checked: CheckedBatch| checked.for_each(&mut each),
        |check| {
            let mut batch = Batch::default();
            let sealed =
                ledger.for_each_match(stage, |stored| batch.push(stored).map_or(Ok(()), &mut *check));
            // An error names the changed match, rather than the seal that it breaks.
            check(batch)?;
            sealed
        },
    )
}
