//! Conversion between the referee's record and its written form. Refuses a written record that contradicts itself.

use std::borrow::Cow;

use game::{Outcome, PerSeat, Seat};
use referee::transcript::{self, TranscriptError};
use referee::{Failure, Fault, LogMark, Played, Ticks, Verdict};
use thiserror::Error;

use crate::{Closing, Format, Loss, Mark, Reason, Record};

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

impl From<&referee::Record> for Record {
    fn from(record: &referee::Record) -> Record {
        Record {
            format: Format,
            outcome: record.verdict.outcome,
            reason: Reason::from(&record.verdict.reason),
            transcript: transcript::encode(&record.played),
            plies: record.plies,
            metrics: record.metrics.clone(),
            spent: record.spent.map(|spent| spent.0),
            losses: record.losses.as_ref().map(|loss| loss.as_deref().map(Loss::from)),
            closings: record.closings.as_ref().map(Closing::from),
        }
    }
}

impl TryFrom<Record> for referee::Record {
    type Error = RecordError;

    fn try_from(record: Record) -> Result<referee::Record, RecordError> {
        let (played, plies) = played(&record.transcript)?;
        if plies != record.plies {
            return Err(RecordError::Plies { written: record.plies, played: plies });
        }
        check_outcome(record.outcome, &record.reason)?;
        for seat in Seat::BOTH {
            check_loss(&record.reason, seat, record.losses[seat].as_ref(), plies)?;
            check_time(&record, &played, seat)?;
            check_marks(&record.closings[seat], seat, plies)?;
        }
        let metrics = record.metrics.as_ref().map(Vec::len);
        if metrics[Seat::First] != metrics[Seat::Second] {
            return Err(RecordError::Metrics(metrics));
        }
        Ok(referee::Record {
            verdict: Verdict { outcome: record.outcome, reason: record.reason.into() },
            played,
            plies: record.plies,
            metrics: record.metrics,
            spent: record.spent.map(Ticks),
            losses: record.losses.map(|loss| loss.map(|loss| Box::new(loss.into()))),
            closings: record.closings.map(referee::Closing::from),
        })
    }
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
    let plies = played.last().map_or(0, |last| last.ply.saturating_add(1));
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
    let expected = match *reason {
        Reason::Rules { .. } | Reason::PlyLimit => None,
        Reason::Forfeit { seat: loser, fault } => (loser == seat).then_some(fault),
        Reason::DoubleForfeit { first, second } => Some(PerSeat::new(first, second)[seat]),
        Reason::BothOutOfTime => Some(Fault::Timeout),
    };
    let is_last = loss.is_none_or(|loss| loss.ply == plies);
    if loss.map(|loss| loss.fault) == expected && is_last { Ok(()) } else { Err(RecordError::Loss(seat)) }
}

/// Checks that the total time of a seat matches its actions. If the match ended by a failure, the last call counts too,
/// although it is not in the transcript.
fn check_time(record: &Record, played: &[Played], seat: Seat) -> Result<(), RecordError> {
    let own = played.iter().filter(|played| played.seat == seat);
    let told = own.fold(Ticks::ZERO, |sum, played| sum + played.spent);
    let spent = Ticks(record.spent[seat]);
    let is_sum = match (&record.losses[seat], &record.losses[seat.other()]) {
        (Some(loss), _) => spent == told + Ticks(loss.spent),
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
    let is_within = log_marks.last().is_none_or(|last| last.offset < log.len() as u64 && last.ply <= plies);
    if is_ordered && is_within { Ok(()) } else { Err(RecordError::LogMarks(seat)) }
}

impl From<&referee::Reason> for Reason {
    fn from(reason: &referee::Reason) -> Reason {
        match reason {
            referee::Reason::Rules(words) => Reason::Rules { words: words.clone().into_owned() },
            referee::Reason::Forfeit(seat, fault) => Reason::Forfeit { seat: *seat, fault: *fault },
            referee::Reason::DoubleForfeit(PerSeat([first, second])) => {
                Reason::DoubleForfeit { first: *first, second: *second }
            }
            referee::Reason::BothOutOfTime => Reason::BothOutOfTime,
            referee::Reason::PlyLimit => Reason::PlyLimit,
        }
    }
}

impl From<Reason> for referee::Reason {
    fn from(reason: Reason) -> referee::Reason {
        match reason {
            Reason::Rules { words } => referee::Reason::Rules(Cow::Owned(words)),
            Reason::Forfeit { seat, fault } => referee::Reason::Forfeit(seat, fault),
            Reason::DoubleForfeit { first, second } => {
                referee::Reason::DoubleForfeit(PerSeat::new(first, second))
            }
            Reason::BothOutOfTime => referee::Reason::BothOutOfTime,
            Reason::PlyLimit => referee::Reason::PlyLimit,
        }
    }
}

impl From<&referee::Loss> for Loss {
    fn from(loss: &referee::Loss) -> Loss {
        let Failure { fault, detail, backtrace } = &loss.failure;
        Loss {
            fault: *fault,
            detail: detail.clone(),
            backtrace: backtrace.clone(),
            ply: loss.ply,
            position: loss.position.clone(),
            view: loss.view.clone(),
            spent: loss.spent.0,
        }
    }
}

impl From<Loss> for referee::Loss {
    fn from(loss: Loss) -> referee::Loss {
        let Loss { fault, detail, backtrace, ply, position, view, spent } = loss;
        let failure = Failure { fault, detail, backtrace };
        referee::Loss { failure, ply, position, view, spent: Ticks(spent) }
    }
}

impl From<&referee::Closing> for Closing {
    fn from(closing: &referee::Closing) -> Closing {
        let mark = |mark: &LogMark| Mark { ply: mark.ply, offset: mark.offset as u64 };
        Closing {
            log: closing.log.clone(),
            log_marks: closing.log_marks.iter().map(mark).collect(),
            log_dropped: closing.log_dropped,
            memory_peak: closing.memory_peak,
        }
    }
}

impl From<Closing> for referee::Closing {
    fn from(closing: Closing) -> referee::Closing {
        let Closing { log, log_marks, log_dropped, memory_peak } = closing;
        // Offsets are within the log, which is in memory, so they fit into a `usize`.
        let mark = |mark: Mark| LogMark { ply: mark.ply, offset: mark.offset as usize };
        let log_marks = log_marks.into_iter().map(mark).collect();
        referee::Closing { log, log_marks, log_dropped, memory_peak }
    }
}
