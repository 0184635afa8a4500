//! Continues a recorded match from one of its plies.

use game::ply_number;
use referee::Match;

use crate::{Recording, Replay, ReplayError};

/// Returns the match in progress after the given number of plies. The referee has received the recorded answers up to
/// there, so the clocks are as they were.
///
/// # Errors
/// When there are fewer plies, one of them cannot be played, or one exceeded the limits of the match.
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
            playing.answer(played.seat, played.answer());
        }
        if playing.scene().ply == ply.number {
            return Err(ReplayError::Overdue { ply: ply_number(ply.number) });
        }
    }
    Ok(playing)
}
