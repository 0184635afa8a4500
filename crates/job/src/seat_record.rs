//! One seat's part of the record of a match.

use game::{Outcome, PerSeat, Seat};
use referee::{Closing, Limits, Loss, Played, Reason};
use serde::{Deserialize, Serialize};

use crate::checks::{check_loss, check_marks, check_outcome, played};
use crate::{Format, Plays, RecordError};

/// One seat's part of the record of a match: the public part, and the part that only the seat's own entrant may know.
/// It is enough to ask the seat's module the same questions again with the same dice. It reveals neither the other
/// seat's dice nor the match's seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatRecord {
    /// The version of the written form.
    pub format: Format,
    /// The fingerprint of the engine and rules that played the match.
    pub engine: String,
    /// The game's key, as in [`Terms`](crate::Terms).
    pub game: String,
    /// The rule options in their canonical text.
    pub rules: String,
    /// The limits of each seat.
    pub limits: Limits,
    /// The text of the start position; `None` for the game's own.
    pub start: Option<String>,
    /// The number of the match in its run: `1.3.2.1`.
    #[serde(rename = "match")]
    pub number: String,
    /// The entrants' names, the first seat's first.
    pub entrants: PerSeat<String>,
    /// The seat.
    pub seat: Seat,
    /// The player at the seat.
    pub plays: Plays,
    /// The settings text passed to the player.
    pub settings: String,
    /// The key of the seat's random stream.
    #[serde(with = "hash::hex")]
    pub dice: [u8; 32],
    /// The actions of both seats ([`referee::transcript`]).
    #[serde(with = "hash::hex")]
    pub transcript: Vec<u8>,
    /// The winner, or a draw.
    pub outcome: Outcome,
    /// The reason the match ended.
    pub reason: Reason,
    /// The seat's failure; `None` if it did not fail.
    pub loss: Option<Loss>,
    /// The log and peak memory of the seat's player.
    pub closing: Closing,
}

impl SeatRecord {
    /// Returns all actions, in order.
    ///
    /// # Errors
    /// When the record contradicts itself.
    pub fn played(&self) -> Result<Vec<Played>, RecordError> {
        let (played, plies) = played(&self.transcript)?;
        check_outcome(self.outcome, &self.reason)?;
        check_loss(&self.reason, self.seat, self.loss.as_ref(), plies)?;
        check_marks(&self.closing, self.seat, plies)?;
        Ok(played)
    }

    /// Returns the reason the match ended, as [`Reason::ending`] does.
    pub fn ending(&self) -> String {
        let own = self.loss.as_ref().map(|loss| &loss.failure);
        self.reason.ending(PerSeat::from_fn(|seat| own.filter(|_| seat == self.seat)))
    }
}
