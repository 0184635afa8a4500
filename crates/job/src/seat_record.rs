//! One seat's part of the record of a match.

use game::{Outcome, PerSeat, Seat};
use referee::{Limits, Played, Verdict};
use serde::{Deserialize, Serialize};

use crate::convert::{check_loss, check_marks, check_outcome, played};
use crate::wire;
use crate::{Closing, Format, Loss, Plays, Reason, RecordError};

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
    /// The game's name.
    pub game: String,
    /// The rule options in their canonical text.
    pub rules: String,
    /// The limits of each seat.
    #[serde(with = "wire::limits")]
    pub limits: Limits,
    /// The text of the start position; `None` for the game's own.
    pub start: Option<String>,
    /// The number of the match in its run: `1.3.2.1`.
    #[serde(rename = "match")]
    pub number: String,
    /// The entrants' names, the first seat's first.
    #[serde(with = "wire::per_seat")]
    pub entrants: PerSeat<String>,
    /// The seat.
    #[serde(with = "wire::Seat")]
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
    #[serde(with = "wire::outcome")]
    pub outcome: Outcome,
    /// The reason the match ended.
    pub reason: Reason,
    /// The seat's failure; `None` if it did not fail.
    pub loss: Option<Loss>,
    /// The log and peak memory of the seat's player.
    pub closing: Closing,
}

/// The course of the match, as far as a [`SeatRecord`] holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatMatch {
    /// All actions, in order.
    pub played: Vec<Played>,
    /// The number of complete plies.
    pub plies: u32,
    /// The outcome and the reason for it.
    pub verdict: Verdict,
    /// The seat's failure; `None` if it did not fail.
    pub loss: Option<referee::Loss>,
    /// The log and peak memory of the seat's player.
    pub closing: referee::Closing,
}

impl SeatRecord {
    /// Reads the course of the match.
    ///
    /// # Errors
    /// When the record contradicts itself.
    pub fn course(&self) -> Result<SeatMatch, RecordError> {
        let (played, plies) = played(&self.transcript)?;
        check_outcome(self.outcome, &self.reason)?;
        check_loss(&self.reason, self.seat, self.loss.as_ref(), plies)?;
        check_marks(&self.closing, self.seat, plies)?;
        Ok(SeatMatch {
            played,
            plies,
            verdict: Verdict { outcome: self.outcome, reason: self.reason.clone().into() },
            loss: self.loss.clone().map(referee::Loss::from),
            closing: self.closing.clone().into(),
        })
    }
}
