//! Drives a match whose players answer at once.

use game::PerSeat;

use crate::{HostFailure, Match, Player, Record};

/// Plays a match to its end on this thread. Calls `go_on` before every ply, and returns `None` if it returns `false`.
///
/// # Errors
/// When the host failed while a player answered, which voids the match.
pub fn play(
    mut playing: Match,
    players: &mut PerSeat<Box<dyn Player + '_>>,
    mut go_on: impl FnMut(&Match) -> bool,
) -> Result<Option<Record>, HostFailure> {
    while !playing.waiting().is_empty() {
        if playing.awaits_chance() {
            return Err(HostFailure::new("a match of a game with chance has no dice", None));
        }
        if !go_on(&playing) {
            return Ok(None);
        }
        for seat in playing.waiting().iter() {
            let answer = players[seat].choose(playing.ask(seat))?;
            playing.answer(seat, answer);
        }
    }
    if let Some(fault) = playing.voiding_fault() {
        return Err(HostFailure::new("the rules failed", Some(Box::new(fault.clone()))));
    }
    let closings = PerSeat::from_fn(|seat| players[seat].close());
    Ok(playing.into_record(closings))
}
