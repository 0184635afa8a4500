//! One seat's part of a match that was played.

use game::{Outcome, PerSeat, Seat};
use referee::{Limits, Played, Verdict};
use serde::{Deserialize, Serialize};

use crate::convert::{check_loss, check_marks, check_outcome, played};
use crate::wire;
use crate::{Closing, Format, Loss, Plays, Reason, RecordError};

/// One seat's part of a match that was played: what is public about the match, and what only the seat's own entrant
/// may know. Its module can be asked the same questions again with the same dice. Neither the other seat's dice nor the
/// match's seed follow from it.
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
    /// What each seat could use.
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
    /// What played at the seat.
    pub plays: Plays,
    /// The settings text that it was given.
    pub settings: String,
    /// The key of the seat's random stream.
    #[serde(with = "hash::hex")]
    pub dice: [u8; 32],
    /// The actions of both seats ([`referee::transcript`]).
    #[serde(with = "hash::hex")]
    pub transcript: Vec<u8>,
    /// Who won, if anyone.
    #[serde(with = "wire::outcome")]
    pub outcome: Outcome,
    /// Why the match ended so.
    pub reason: Reason,
    /// How the seat failed, if it did.
    pub loss: Option<Loss>,
    /// What the seat's player left behind.
    pub closing: Closing,
}

/// What a [`SeatRecord`] says about the course of the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatMatch {
    /// All actions, in order.
    pub played: Vec<Played>,
    /// The number of complete plies.
    pub plies: u32,
    /// How the match ended.
    pub verdict: Verdict,
    /// How the seat failed, if it did.
    pub loss: Option<referee::Loss>,
    /// What the seat's player left behind.
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
