//! The event that decided a match by its rules.

use std::fmt;

use game::{Blow, Mark, Outcome, Phase, Seat, ply_number};

use crate::{Recording, Replay, ReplayError};

/// The event that decided a match by its rules: the blow that ended the game, or the score and the last ply that changed
/// its leader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisiveBlow {
    /// Number of plies after which the board shows it.
    pub ply: u32,
    /// The event in words; empty if only the score decided, because no ply changed who was ahead.
    pub text: String,
    /// The score at the end, if it decided.
    pub score: Option<String>,
    /// The marks of the event: lost pieces, moves and lines of fire.
    pub marks: Vec<Mark>,
}

/// Writes `4 tanks to 3, since ply 12: D's RB …`, or `ply 12: …` without a score.
impl fmt::Display for DecisiveBlow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DecisiveBlow { ply, text, score, .. } = self;
        match score {
            Some(score) if text.is_empty() => f.write_str(score),
            Some(score) => write!(f, "{score}, since ply {ply}: {text}"),
            None => write!(f, "ply {ply}: {text}"),
        }
    }
}

/// Returns the decisive blow of a match whose players did not fail. `None` if the rules name only a reason, as for a
/// repetition without a score.
///
/// # Errors
/// When the recording cannot be replayed.
pub fn decisive_blow(recording: &Recording<'_>) -> Result<Option<DecisiveBlow>, ReplayError> {
    let Some(last) = recording.plies().checked_sub(1) else { return Ok(None) };
    let mut replay = Replay::new(*recording)?;
    let mut outcome = replay.frame().position().adjudicate();
    let mut settled = None;
    for ply in 0..=last {
        replay.seek(ply + 1)?;
        let now = replay.frame().position().adjudicate();
        if now != outcome {
            (outcome, settled) = (now, Some(ply));
        }
    }
    let end = replay.frame();
    if end.position().fault().is_some() {
        return Ok(None);
    }
    let is_over = matches!(end.phase(), Phase::Over(_));
    let first_metric = score_by_metric(&replay, outcome);
    let final_blow = blow(&mut replay, last, outcome)?;
    match final_blow {
        Some(Blow { text, marks, score, is_final: true }) if is_over => {
            Ok(Some(DecisiveBlow { ply: ply_number(last), text, score, marks }))
        }
        other => {
            let score = other.and_then(|blow| blow.score).or(first_metric.filter(|_| !is_over));
            let Some(score) = score else { return Ok(None) };
            let Blow { text, marks, .. } = match settled {
                Some(ply) => blow(&mut replay, ply, outcome)?.unwrap_or_default(),
                None => Blow::default(),
            };
            let ply = ply_number(settled.unwrap_or(last));
            Ok(Some(DecisiveBlow { ply, text, score: Some(score), marks }))
        }
    }
}

/// Returns the blow of a ply; its text is the ply's notation if the game does not describe it.
fn blow(replay: &mut Replay<'_>, ply: u32, outcome: Outcome) -> Result<Option<Blow>, ReplayError> {
    replay.seek(ply)?;
    let Some(next) = replay.next_ply()? else { return Ok(None) };
    let frame = replay.frame();
    let blow = frame.position().blow(&next.joint, outcome.winner());
    Ok(blow.map(|mut blow| {
        if blow.is_final && blow.text.is_empty() {
            blow.text = frame.notation(&next.joint);
        }
        blow
    }))
}

/// Returns the score by the game's first metric; `None` if that does not give the outcome.
fn score_by_metric(replay: &Replay<'_>, outcome: Outcome) -> Option<String> {
    let metric = replay.recording().game.metrics().first()?;
    let frame = replay.frame();
    let [first, second] = Seat::BOTH.map(|seat| frame.metrics(seat).first().copied().unwrap_or_default());
    let words = if first == second {
        format!("equal {}", metric.name)
    } else {
        format!("{} {first} to {second}", metric.name)
    };
    (Outcome::of_more(first, second) == outcome).then(|| words.replace('_', " "))
}
