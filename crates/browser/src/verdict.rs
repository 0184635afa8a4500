//! The verdict on a match in progress, as JSON.

use game::Seat;
use referee::{Match, Verdict};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct VerdictShape {
    outcome: Option<usize>,
    /// The kind of the reason: `rules`, `forfeit` and so on.
    kind: &'static str,
    /// The reason in words.
    reason: String,
    /// Each seat's failure; `None` if it did not fail.
    failures: [Option<FailureShape>; 2],
}

#[derive(Serialize)]
struct FailureShape {
    fault: String,
    words: String,
}

pub(crate) fn verdict(playing: &Match) -> Option<VerdictShape> {
    let Verdict { outcome, reason } = playing.verdict()?;
    let failures = Seat::BOTH.map(|seat| {
        let failure = &playing.failed_call(seat)?.failure;
        Some(FailureShape { fault: failure.fault.to_string(), words: failure.in_words() })
    });
    Some(VerdictShape {
        outcome: outcome.winner().map(Seat::index),
        kind: reason.name(),
        reason: reason.to_string(),
        failures,
    })
}
