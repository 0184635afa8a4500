//! The explanation of a result, as JSON.

use game::{Outcome, ply_number};
use json::Shape;
use play::{DecisiveBlowReport, MistakesReport};
use referee::Loss;
use replay::mistakes::Course;
use schemars::JsonSchema;
use serde::Serialize;

use super::seat_perspective::SeatPerspective;
use explain::Error;

/// Why a match ended as it did for a seat.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct WhyReport<'a> {
    /// The match's id in its run.
    r#match: &'a str,
    /// The game.
    game: &'static str,
    /// The seat, in the game's word.
    seat: &'static str,
    /// The entrants' names, the first seat's first.
    entrants: [&'a str; 2],
    /// The seat's result: `won`, `drew` or `lost`.
    result: &'static str,
    /// Why the match ended.
    reason: String,
    /// Number of complete plies.
    plies: u32,
    /// The seat's failure. Null if it did not fail.
    failure: Option<FailedSeat<'a>>,
    /// The event that decided the match. Null if a seat failed, or the rules name only a reason.
    decided: Option<DecisiveBlowReport>,
    /// The turns that cost the seat expected points, according to the game's reference. Null without `--reference`.
    mistakes: Option<MistakesReport>,
}

/// The call in which a seat failed.
#[derive(Debug, Serialize, JsonSchema)]
struct FailedSeat<'a> {
    /// The fault.
    fault: String,
    /// The failure in words.
    words: String,
    /// Advice for the author; may be empty.
    advice: &'a str,
    /// The ply that the seat was asked for, from 1.
    ply: u32,
    /// The position in which it was asked.
    position: &'a str,
    /// Stack frames, innermost first.
    backtrace: &'a [String],
}

impl Shape for WhyReport<'_> {
    const NAME: &'static str = "why";
    const VERSION: u32 = 1;
}

impl<'a> WhyReport<'a> {
    pub(super) fn new(side: &SeatPerspective<'a>, course: Option<&Course>) -> Result<WhyReport<'a>, Error> {
        let record = side.record;
        Ok(WhyReport {
            r#match: &record.number,
            game: side.game.name(),
            seat: side.name().word,
            entrants: record.entrants.0.each_ref().map(String::as_str),
            result: match record.outcome {
                Outcome::Draw => "drew",
                Outcome::Win(winner) if winner == side.seat => "won",
                Outcome::Win(_) => "lost",
            },
            reason: record.ending(),
            plies: side.recording.plies(),
            failure: record.loss.as_ref().map(FailedSeat::new),
            decided: side.decided()?,
            mistakes: course.map(MistakesReport::new),
        })
    }
}

impl<'a> FailedSeat<'a> {
    fn new(loss: &'a Loss) -> FailedSeat<'a> {
        let failure = &loss.failure;
        FailedSeat {
            fault: failure.fault.to_string(),
            words: failure.in_words(),
            advice: failure.advice().unwrap_or_default(),
            ply: ply_number(loss.ply),
            position: &loss.position,
            backtrace: &failure.backtrace,
        }
    }
}
