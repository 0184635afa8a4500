//! Describes how a match ended.

use game::{Game, PerSeat, Position, Seat, SeatName, ply_number};
use referee::{Closing, Failure, Loss, Record};
use terminal::logs;
use terminal::out;
use terminal::text::inert;

use crate::commands::game::metrics_line;
use crate::exit::Done;
use terminal::failure::advice_line;

/// The part of the logs to print at the end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LogExtent {
    /// The whole logs.
    Whole,
    /// Only a note on cut parts, because the rest was shown ply by ply.
    Shown,
}

/// Prints how a match ended. The last line is the text of the last position. `advice` has lines about the bot that
/// failed.
pub(super) fn tell(
    game: &dyn Game,
    names: &PerSeat<String>,
    record: &Record,
    advice: &PerSeat<Vec<String>>,
    last: &dyn Position,
    logs: LogExtent,
) -> Done {
    let seats = game.seats();
    let outcome = match record.verdict.outcome.winner() {
        Some(seat) => format!("{} wins as {}", inert(&names[seat]), seats[seat].word),
        None => "a draw".to_owned(),
    };
    let plies = if record.plies == 1 { "ply" } else { "plies" };
    out::line(&format!("{outcome}: {} after {} {plies}", record.ending(), record.plies))?;
    out::line(&metrics_line(game, last))?;
    for seat in Seat::BOTH {
        out::line(&format!("{}: {}", seats[seat].word, play::moves_in_words(record, seat)))?;
        if let Some(loss) = &record.losses[seat] {
            failed(seats[seat], loss, &advice[seat])?;
        }
        let failure = record.losses[seat].as_ref().map(|loss| &loss.failure);
        log(seats[seat], &record.closings[seat], failure, logs)?;
        if let Some(undrawn) = replay::undrawn(last.draw(None), &record.closings[seat].log) {
            out::line(&format!("  note: {undrawn}"))?;
        }
    }
    out::line(&last.to_string())
}

fn failed(seat: SeatName, loss: &Loss, advice: &[String]) -> Done {
    let failure = &loss.failure;
    let (word, ply) = (seat.word, ply_number(loss.ply));
    out::line(&format!("{word} failed at ply {ply}: {}", inert(&failure.headline())))?;
    out::line(&format!("  position: {}", loss.position))?;
    for line in failure.trace() {
        out::line(&inert(&line))?;
    }
    advice_line(failure).iter().try_for_each(|line| out::line(&format!("  {line}")))?;
    advice.iter().try_for_each(|line| out::line(&format!("  {line}")))
}

/// Prints a bot's log, without the account of its failure, which was shown.
fn log(seat: SeatName, closing: &Closing, failure: Option<&Failure>, logs: LogExtent) -> Done {
    let log = failure.map_or(&closing.log[..], |failure| failure.log_before(&closing.log));
    let whole = if logs == LogExtent::Whole { logs::lines(log) } else { Vec::new() };
    let lines: Vec<String> = whole.into_iter().chain(logs::cut(closing)).collect();
    if !lines.is_empty() {
        out::line(&format!("{} logged:", seat.word))?;
    }
    for line in lines {
        out::line(&format!("  {line}"))?;
    }
    Ok(())
}
