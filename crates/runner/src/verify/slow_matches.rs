//! Matches in which a bot took more processor time than the CPU guard allows, when recorded, here, or both times.
//!
//! The point at which the call was stopped depends on the machine. The comparison covers everything that the moves
//! before it determine: actions, times and logs before the ply of that call, and everything of a seat that was not
//! slow, if the match ended in that ply both times. The rest is called unproven.

use game::Seat;
use ledger::RecordedMatch;
use referee::{Closing, Fault, LogMark, Loss, Played, Record};

use super::difference::{action_difference, loss_difference};
use super::finding::Finding;

/// Compares up to the first slow call, when recorded or here. The moves before it must agree, and so must the other
/// seat in that ply.
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
    let both_ended = (file.row.plies, again.plies) == (ply, ply);
    let findings = Seat::BOTH.map(|seat| {
        let finding = of_seat(seat, old(seat), new(seat));
        let is_determined = both_ended && !is_slow(old(seat)) && !is_slow(new(seat));
        let different = if matches!(finding, Finding::Different(_)) {
            None
        } else if is_determined {
            whole_difference(file, again, seat)
        } else {
            log_difference(file, &again.closings[seat], (seat, ply))
        };
        different.map_or(finding, Finding::Different)
    });
    findings.into_iter().max().unwrap_or(Finding::Again)
}

/// The actions before a ply.
fn before(played: &[Played], ply: u32) -> &[Played] {
    &played[..played.partition_point(|played| played.ply < ply)]
}

/// The difference in the results of a seat that was not slow in the ply in which the match ended both times.
fn whole_difference(file: &RecordedMatch, again: &Record, seat: Seat) -> Option<String> {
    let (old, new) = (&file.parts[seat].1, &again.closings[seat]);
    if (&old.log, old.log_dropped, &old.log_marks) != (&new.log, new.log_dropped, &new.log_marks) {
        return Some(format!("the log of {seat} is not as recorded"));
    }
    if file.row.memory[seat] != new.memory_peak {
        return Some(format!(
            "{seat} used {} bytes of memory, was {}",
            new.memory_peak, file.row.memory[seat]
        ));
    }
    (file.row.spent[seat] != again.spent[seat])
        .then(|| format!("{seat} took {} ticks, was {}", again.spent[seat].0, file.row.spent[seat].0))
}

/// The difference between the recorded log of a seat before a ply and its log here, as far as both logs are kept.
fn log_difference(file: &RecordedMatch, new: &Closing, (seat, ply): (Seat, u32)) -> Option<String> {
    let old = &file.parts[seat].1;
    let kept = old.uncut().min(new.uncut());
    let is_same = logged_before(old, ply, kept) == logged_before(new, ply, kept);
    (!is_same).then(|| format!("the log of {seat} before ply {} is not as recorded", game::ply_number(ply)))
}

/// The first `kept` bytes that were logged before a ply, with their marks.
fn logged_before(closing: &Closing, ply: u32, kept: usize) -> (&[u8], &[LogMark]) {
    let count = closing.log_marks.partition_point(|mark| mark.ply < ply && mark.offset < kept);
    let next = closing.log_marks.get(count).map_or(closing.log.len(), |mark| mark.offset);
    (closing.log.get(..next.min(kept)).unwrap_or(&closing.log), &closing.log_marks[..count])
}

fn of_seat(seat: Seat, old: Option<&Loss>, new: Option<&Loss>) -> Finding {
    match (is_slow(old), is_slow(new)) {
        (true, true) => Finding::InPart(format!(
            "{seat} was slow both times: the log, time, detail and backtrace of its last call, and the seat's memory, \
             rest on the record alone"
        )),
        (true, false) => {
            let here =
                new.map_or_else(String::new, |loss| format!(" (it fails by {} here)", loss.failure.fault));
            Finding::Unconfirmed(format!("{seat} was slow in the record but is not slow here{here}"))
        }
        (false, true) => Finding::Unconfirmed(format!("{seat} is slow here but was not in the record")),
        (false, false) => loss_difference(old, new, seat).map_or(Finding::Again, Finding::Different),
    }
}

/// Returns `true` if a seat failed by `slow`, the one fault that depends on the machine.
fn is_slow(loss: Option<&Loss>) -> bool {
    loss.is_some_and(|loss| loss.failure.fault == Fault::Slow)
}
