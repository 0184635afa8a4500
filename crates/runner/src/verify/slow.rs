//! Matches in which a bot took more processor time than the CPU guard allows, when recorded, here, or both times.

use game::Seat;
use referee::{Fault, Loss, Played, Record};
use run::RecordedMatch;

use super::difference::{action_difference, loss_difference};
use super::finding::Finding;

/// Compares up to the first call that was slow, when recorded or here: the moves before it must agree, and so must
/// what the other seat did in that ply.
pub(super) fn compare(file: &RecordedMatch, again: &Record) -> Finding {
    let recorded = match file.row.played() {
        Ok(recorded) => recorded,
        Err(error) => return Finding::Different(error.to_string()),
    };
    let slow_here = again.losses.iter().any(|(_, loss)| is_slow(loss.as_deref()));
    let then = file.is_slow().then_some(file.row.plies);
    let here = slow_here.then_some(again.plies);
    let ply = then.into_iter().chain(here).min().unwrap_or(u32::MAX);
    if let Some(different) = action_difference(before(&recorded, ply), before(&again.played, ply)) {
        return Finding::Different(different);
    }
    let old = |seat| file.loss(seat).filter(|_| file.row.plies == ply);
    let new = |seat| again.losses[seat].as_deref().filter(|_| again.plies == ply);
    let findings = Seat::BOTH.map(|seat| of_seat(seat, old(seat), new(seat)));
    findings.into_iter().max().unwrap_or(Finding::Again)
}

/// The actions before a ply.
fn before(played: &[Played], ply: u32) -> &[Played] {
    &played[..played.partition_point(|played| played.ply < ply)]
}

fn of_seat(seat: Seat, old: Option<&Loss>, new: Option<&Loss>) -> Finding {
    match (is_slow(old), is_slow(new)) {
        (true, true) => Finding::Again,
        (true, false) => {
            let here =
                new.map_or_else(String::new, |loss| format!(" (it fails by {} here)", loss.failure.fault));
            Finding::Unconfirmed(format!("{seat} was slow by the record and is not slow here{here}"))
        }
        (false, true) => Finding::Unconfirmed(format!("{seat} is slow here and was not by the record")),
        (false, false) => loss_difference(old, new, seat).map_or(Finding::Again, Finding::Different),
    }
}

/// Whether a seat failed by `slow`, the one fault that depends on the machine.
fn is_slow(loss: Option<&Loss>) -> bool {
    loss.is_some_and(|loss| loss.failure.fault == Fault::Slow)
}
