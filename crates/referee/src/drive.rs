//! Driving a match whose players answer at once.

use game::PerSeat;

use crate::{HostFailure, Match, Player, Record};

/// Plays a match to its end on this thread. `go_on` is called before every ply; returns `None` when it returns false.
///
/// # Errors
/// When the host failed while a player answered: the match is void.
pub fn play(
    mut playing: Match,
    players: &mut PerSeat<Box<dyn Player + '_>>,
    mut go_on: impl FnMut(&Match) -> bool,
) -> Result<Option<Record>, HostFailure> {
    while !playing.waiting().is_empty() {
        if !go_on(&playing) {
            return Ok(None);
        }
        for seat in playing.waiting().iter() {
            let answer = players[seat].choose(playing.ask(seat))?;
            playing.answer(seat, answer);
        }
    }
    let closings = PerSeat::from_fn(|seat| players[seat].close());
    Ok(playing.into_record(closings))
}
