//! Checks that a written record does not contradict itself.

use game::{Outcome, PerSeat, Seat};
use referee::transcript::{self, TranscriptError};
use referee::{Closing, Fault, Loss, Played, Reason, Ticks};
use thiserror::Error;

/// Reasons why a written record is not the record of a match. Each message names the field.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The actions cannot be read.
    #[error("transcript: {0}")]
    Transcript(#[from] TranscriptError),
    /// The actions are not in their canonical form.
    #[error("transcript: it is not in its canonical form")]
    NotCanonical,
    /// A ply has more than one action of a seat, or the second seat's action before the first seat's.
    #[error("transcript: the actions of ply {ply} are in an impossible order")]
    Disorder {
        /// Number of the ply, from 1.
        ply: u32,
    },
    /// The number of plies differs from that of the transcript.
    #[error("plies: {written} are given, but the transcript has {played}")]
    Plies {
        /// Number in the record.
        written: u32,
        /// Number in the transcript.
        played: u32,
    },
    /// The outcome does not follow from the reason.
    #[error("outcome: it does not follow from the reason")]
    Outcome,
    /// The failure of a seat does not match the reason, or is not in the last ply.
    #[error("losses: the loss of {0} does not match the reason or the number of plies")]
    Loss(Seat),
    /// The seats have different numbers of metrics.
    #[error("metrics: the seats have different numbers of metrics, {} and {}", .0[Seat::First], .0[Seat::Second])]
    Metrics(PerSeat<usize>),
    /// The total time of a seat is not the sum over its actions.
    #[error("spent: the total of {0} is not the sum over its actions")]
    Spent(Seat),
    /// The log marks of a seat do not fit its log or the match.
    #[error("closings: the log marks of {0} are out of order, or beyond its log or the match")]
    LogMarks(Seat),
}

/// Decodes the actions and checks their order. Also returns the number of plies.
pub(crate) fn played(transcript: &[u8]) -> Result<(Vec<Played>, u32), RecordError> {
    let played = transcript::decode(transcript)?;
    if transcript::encode(&played) != transcript {
        return Err(RecordError::NotCanonical);
    }
    for pair in played.windows(2) {
        let [one, next] = pair else { continue };
        if one.ply == next.ply && (one.seat, next.seat) != (Seat::First, Seat::Second) {
            return Err(RecordError::Disorder { ply: game::ply_number(one.ply) });
        }
    }
    let plies = transcript::plies(&played);
    Ok((played, plies))
}

pub(crate) fn check_outcome(outcome: Outcome, reason: &Reason) -> Result<(), RecordError> {
    let follows = match *reason {
        Reason::Rules { .. } | Reason::BothOutOfTime | Reason::PlyLimit => true,
        Reason::Forfeit { seat, .. } => outcome == Outcome::Win(seat.other()),
        Reason::DoubleForfeit { first, second } => {
            outcome == Outcome::Draw && (first, second) != (Fault::Timeout, Fault::Timeout)
        }
    };
    if follows { Ok(()) } else { Err(RecordError::Outcome) }
}

/// Checks that a seat failed if and only if the reason says so, and in the ply after the last complete one.
pub(crate) fn check_loss(
    reason: &Reason,
    seat: Seat,
    loss: Option<&Loss>,
    plies: u32,
) -> Result<(), RecordError> {
    let expected = match reason {
        Reason::BothOutOfTime => Some(Fault::Timeout),
        reason => reason.faults()[seat],
    };
    let is_last = loss.is_none_or(|loss| loss.ply == plies);
    if loss.map(|loss| loss.failure.fault) == expected && is_last {
        Ok(())
    } else {
        Err(RecordError::Loss(seat))
    }
}

/// Checks that the total time of a seat matches its actions. If the match ended by a failure, the last call counts too,
/// although it is not in the transcript.
pub(crate) fn check_time(
    played: &[Played],
    seat: Seat,
    spent: Ticks,
    losses: &PerSeat<Option<Box<Loss>>>,
) -> Result<(), RecordError> {
    let own = played.iter().filter(|played| played.seat == seat);
    let told = own.fold(Ticks::ZERO, |sum, played| sum + played.spent);
    let is_sum = match (&losses[seat], &losses[seat.other()]) {
        (Some(loss), _) => spent == told + loss.spent,
        (None, Some(_)) => spent >= told,
        (None, None) => spent == told,
    };
    if is_sum { Ok(()) } else { Err(RecordError::Spent(seat)) }
}

pub(crate) fn check_marks(
    Closing { log, log_marks, .. }: &Closing,
    seat: Seat,
    plies: u32,
) -> Result<(), RecordError> {
    let is_ordered = log_marks.is_sorted_by(|one, next| one.ply < next.ply && one.offset < next.offset);
    let is_within = log_marks.last().is_none_or(|last| last.offset < log.len() && last.ply <= plies);
    if is_ordered && is_within { Ok(()) } else { Err(RecordError::LogMarks(seat)) }
}
