//! A match as its record tells it, put to the rules again.

use ledger::MatchRow;
use referee::{Answer, Closing, Failure, Fault, Reason, Record};

use crate::job::MatchJob;

/// Feeds the recorded actions to the referee. What a bot did where its clock was not fuel cannot be played
/// again, but what the rules make of it can.
pub(super) fn by_record(job: &MatchJob, row: &MatchRow) -> Result<Record, String> {
    let mut playing = job.terms.begin(job.start.as_deref()).map_err(|error| error.to_string())?;
    let played = row.played().map_err(|error| error.to_string())?;
    for (index, action) in played.iter().enumerate() {
        if !playing.waiting().contains(action.seat) {
            return Err(format!("action {index} is of a seat that is not asked"));
        }
        let answer = Answer { result: Ok(action.action.code() as i64), offer: None, spent: action.spent };
        let answer = if action.offered {
            let late = Failure::new(Fault::Timeout, "recorded");
            Answer { result: Err(late), offer: Some(action.action.code() as i64), spent: action.spent }
        } else {
            answer
        };
        playing.answer(action.seat, answer);
    }
    let closings = row.memory.map(|memory_peak| Closing { memory_peak, ..Closing::default() });
    playing.into_record(closings).ok_or_else(|| "the record ends before the game does".to_owned())
}

/// Whether the last call of the match is not in its transcript, because it failed.
pub(super) fn ended_by_fault(row: &MatchRow) -> bool {
    row.forfeit.iter().any(|(_, failed)| *failed) || row.reason == Reason::BothOutOfTime.to_string()
}
