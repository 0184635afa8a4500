//! The record of a match in its written form.

use game::{Outcome, PerSeat, Seat};
use referee::{Closing, Loss, Reason, Ticks, Verdict, transcript};
use serde::{Deserialize, Serialize};

use crate::checks::{check_loss, check_marks, check_outcome, check_time, played};
use crate::{Format, RecordError};

/// The record of a match in its written form. The sender may be hostile, so the transcript is decoded only by
/// `try_from`, which converts it to a [`referee::Record`] and refuses a record that contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of the written form.
    pub format: Format,
    /// The winner, or a draw.
    pub outcome: Outcome,
    /// The reason the match ended.
    pub reason: Reason,
    /// The actions ([`referee::transcript`]).
    #[serde(with = "hash::hex")]
    pub transcript: Vec<u8>,
    /// Number of complete plies.
    pub plies: u32,
    /// Each seat's metrics at the end, in the game's order.
    pub metrics: PerSeat<Vec<i64>>,
    /// Time that each seat used, including a failing call.
    pub spent: PerSeat<Ticks>,
    /// Each seat's failure; `None` if it did not fail.
    pub losses: PerSeat<Option<Box<Loss>>>,
    /// Each player's log and peak memory.
    pub closings: PerSeat<Closing>,
}

impl From<referee::Record> for Record {
    fn from(record: referee::Record) -> Record {
        let referee::Record { verdict, played, plies, metrics, spent, losses, closings } = record;
        let Verdict { outcome, reason } = verdict;
        let transcript = transcript::encode(&played);
        Record { format: Format, outcome, reason, transcript, plies, metrics, spent, losses, closings }
    }
}

impl TryFrom<Record> for referee::Record {
    type Error = RecordError;

    fn try_from(record: Record) -> Result<referee::Record, RecordError> {
        let (played, found) = played(&record.transcript)?;
        let Record { format: Format, outcome, reason, plies, metrics, spent, losses, closings, .. } = record;
        if found != plies {
            return Err(RecordError::Plies { written: plies, played: found });
        }
        check_outcome(outcome, &reason)?;
        for seat in Seat::BOTH {
            check_loss(&reason, seat, losses[seat].as_deref(), plies)?;
            check_time(&played, seat, spent[seat], &losses)?;
            check_marks(&closings[seat], seat, plies)?;
        }
        let counts = metrics.as_ref().map(Vec::len);
        if counts[Seat::First] != counts[Seat::Second] {
            return Err(RecordError::Metrics(counts));
        }
        let verdict = Verdict { outcome, reason };
        Ok(referee::Record { verdict, played, plies, metrics, spent, losses, closings })
    }
}
