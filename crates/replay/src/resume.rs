//! Continuing a recorded match from one of its plies.

use game::ply_number;
use referee::{Answer, Failure, Fault, Match, Played};

use crate::{Recording, Replay, ReplayError};

/// Returns the match as it was after the given number of plies, in progress: the referee has been given the recorded
/// answers up to there, so clocks are as they were.
///
/// # Errors
/// When there are not as many plies, one of them cannot be played, or one was played against the limits of the match.
pub fn resume(recording: &Recording<'_>, plies: u32) -> Result<Match, ReplayError> {
    let of_record = recording.plies();
    if plies > of_record {
        return Err(ReplayError::NoSuchPly { ply: plies, plies: of_record });
    }
    let mut playing = Match::new(recording.game, recording.first_position()?, *recording.limits);
    let mut replay = Replay::new(*recording)?;
    while replay.frame().ply() < plies {
        let Some(ply) = replay.forward()? else { break };
        for played in ply.played {
            playing.answer(played.seat, answer_of(played));
        }
        if playing.scene().ply == ply.number {
            return Err(ReplayError::Overdue { ply: ply_number(ply.number) });
        }
    }
    Ok(playing)
}

/// The answer that led to an action.
pub(crate) fn answer_of(action: &Played) -> Answer {
    let code = action.action.code() as i64;
    if action.offered {
        let late = Failure::new(Fault::Timeout, "recorded");
        return Answer { result: Err(late), offer: Some(code), spent: action.spent };
    }
    Answer { result: Ok(code), offer: None, spent: action.spent }
}
