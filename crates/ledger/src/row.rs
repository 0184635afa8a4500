//! The row of a match.

use std::io::Write as _;

use game::{Outcome, PerSeat, Seat, SeatSet};
use referee::{Played, Reason, Record, Ticks};
use tournament::{EntrantId, GameResult, MatchKey, Metrics};

/// A match that was played. All fields are pure functions of the match's job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    /// The match's place in the schedule.
    pub key: MatchKey,
    /// The entrant at each seat.
    pub entrants: PerSeat<EntrantId>,
    /// The text of the start position; `None` for the game's own.
    pub start: Option<String>,
    /// The outcome.
    pub outcome: Outcome,
    /// The reason why the match ended.
    pub reason: Reason,
    /// Number of complete plies.
    pub plies: u32,
    /// Each seat's metrics at the end, in the game's order.
    pub metrics: PerSeat<Vec<i64>>,
    /// Total time of each seat.
    pub spent: PerSeat<Ticks>,
    /// Peak memory of each seat, in bytes.
    pub memory: PerSeat<u64>,
    /// The encoded transcript ([`referee::transcript`]).
    pub transcript: Vec<u8>,
}

impl MatchRow {
    /// Returns the row of a finished match.
    pub fn new(
        key: MatchKey,
        entrants: PerSeat<EntrantId>,
        start: Option<String>,
        record: &Record,
    ) -> MatchRow {
        MatchRow {
            key,
            entrants,
            start,
            outcome: record.verdict.outcome,
            reason: record.verdict.reason.clone(),
            plies: record.plies,
            metrics: record.metrics.clone(),
            spent: record.spent,
            memory: record.closings.as_ref().map(|closing| closing.memory_peak),
            transcript: referee::transcript::encode(&record.played),
        }
    }

    /// Decodes the actions in the transcript.
    ///
    /// # Errors
    /// If the transcript cannot be read.
    pub fn played(&self) -> Result<Vec<Played>, referee::transcript::TranscriptError> {
        referee::transcript::decode(&self.transcript)
    }

    /// Returns the match's result for the tournament.
    ///
    /// # Errors
    /// If the transcript cannot be read.
    pub fn result(&self) -> Result<GameResult, referee::transcript::TranscriptError> {
        Ok(self.result_of(&self.played()?))
    }

    /// Returns the match's result for the tournament, given its decoded actions.
    pub fn result_of(&self, played: &[Played]) -> GameResult {
        GameResult {
            outcome: self.outcome,
            forfeits: self.reason.forfeits(),
            metrics: Metrics::new(PerSeat::new(&self.metrics.0[0], &self.metrics.0[1])),
            content: self.content(played),
        }
    }

    /// Returns a hash of the start position and the actions, without their times. It is equal for two games if one is
    /// a copy of the other.
    fn content(&self, played: &[Played]) -> u64 {
        let start = self.start.as_deref().unwrap_or_default();
        // The hasher is slow with many small pieces.
        let mut content = Vec::with_capacity(start.len() + 10 * played.len());
        content.extend_from_slice(start.as_bytes());
        for played in played {
            content.extend_from_slice(&[0, played.seat.index() as u8]);
            content.extend_from_slice(&played.action.code().to_le_bytes());
        }
        let hash = blake3::hash(&content);
        hash.as_bytes().first_chunk().map_or(0, |word| u64::from_le_bytes(*word))
    }

    /// Returns the hash of the canonical content: every field in the order of the struct, numbers as 8 bytes
    /// little-endian, texts and bytes after their length. The reason is included as its text and as the seats that
    /// forfeited.
    pub fn hash(&self) -> [u8; 32] {
        let mut content = Vec::with_capacity(192 + self.transcript.len());
        let number = |content: &mut Vec<u8>, number: u64| content.extend_from_slice(&number.to_le_bytes());
        let bytes = |content: &mut Vec<u8>, bytes: &[u8]| {
            content.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
            content.extend_from_slice(bytes);
        };
        number(&mut content, self.key.packed() as u64);
        for seat in Seat::BOTH {
            number(&mut content, u64::from(self.entrants[seat].0));
        }
        number(&mut content, u64::from(self.start.is_some()));
        bytes(&mut content, self.start.as_deref().unwrap_or_default().as_bytes());
        number(&mut content, outcome_number(self.outcome) as u64);
        // The length is filled in after the text is written.
        number(&mut content, 0);
        let start = content.len();
        write!(content, "{}", self.reason).expect("memory takes every byte");
        let length = (content.len() - start) as u64;
        content[start - 8..start].copy_from_slice(&length.to_le_bytes());
        number(&mut content, forfeit_number(self.reason.forfeits()));
        number(&mut content, u64::from(self.plies));
        for seat in Seat::BOTH {
            number(&mut content, self.metrics[seat].len() as u64);
            self.metrics[seat].iter().for_each(|&metric| number(&mut content, metric as u64));
            number(&mut content, self.spent[seat].0);
            number(&mut content, self.memory[seat]);
        }
        bytes(&mut content, &self.transcript);
        blake3::hash(&content).into()
    }
}

pub(crate) const fn outcome_number(outcome: Outcome) -> i64 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(Seat::First) => 1,
        Outcome::Win(Seat::Second) => 2,
    }
}

pub(crate) const fn outcome_of(number: i64) -> Option<Outcome> {
    match number {
        0 => Some(Outcome::Draw),
        1 => Some(Outcome::Win(Seat::First)),
        2 => Some(Outcome::Win(Seat::Second)),
        _ => None,
    }
}

/// Returns 1 for the first seat, 2 for the second, 3 for both, 0 for none.
fn forfeit_number(forfeits: SeatSet) -> u64 {
    u64::from(forfeits.contains(Seat::First)) + 2 * u64::from(forfeits.contains(Seat::Second))
}
