//! A whole match in one pass: every ply's actions, events, metrics and times.

use std::borrow::Cow;

use game::{Action, Event, Phase, Position, Seat};
use referee::Played;
use replay::{DecisiveBlow, Frame, Recording, Replay};
use serde::Serialize;

use crate::EngineError;
use crate::drawing_shapes::{EventShape, MarkShape};
use crate::frame::{ClocksShape, metrics};

#[derive(Serialize)]
pub(crate) struct OverviewShape {
    start: MomentShape,
    plies: Vec<PlyShape>,
    /// The event that decided a match by its rules; `None` if they name only a reason, or while it is played.
    decided: Option<DecidedShape>,
}

#[derive(Serialize)]
struct DecidedShape {
    /// Number of plies after which the board shows it.
    ply: u32,
    text: String,
    score: Option<String>,
    marks: Vec<MarkShape>,
}

/// The numbers between two plies.
#[derive(Serialize)]
struct MomentShape {
    metrics: [Vec<i64>; 2],
    left: [u64; 2],
    spent: [u64; 2],
    /// `true` if a seat does not see all of the board.
    hidden: bool,
}

#[derive(Serialize)]
struct PlyShape {
    /// The ply, from 0.
    ply: u32,
    turn: u32,
    /// Of the seats that act.
    actions: Vec<ActionShape>,
    /// The outcome of a ply of chance, from 0, or `hidden`.
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<Cow<'static, str>>,
    events: Vec<EventShape>,
    // After the ply: the fields of a moment.
    metrics: [Vec<i64>; 2],
    left: [u64; 2],
    spent: [u64; 2],
    hidden: bool,
}

#[derive(Serialize)]
struct ActionShape {
    seat: usize,
    code: u64,
    text: String,
    ticks: u64,
    offered: bool,
}

/// The match as a viewer may know it at its last ply; `None` sees everything.
pub(crate) fn overview(recording: Recording<'_>, viewer: Option<Seat>) -> Result<OverviewShape, EngineError> {
    let mut replay = Replay::new(recording)?;
    let start = moment(&replay.frame());
    let mut plies = Vec::with_capacity(recording.plies() as usize);
    while let Some(ply) = replay.next_ply()? {
        let frame = replay.frame();
        let turn = frame.turn();
        let (outcomes, acts): (Vec<&Played>, Vec<&Played>) =
            ply.played.iter().partition(|played| played.action.as_chance().is_some());
        let actions = acts.into_iter().map(|played| action(&frame, played)).collect();
        let chance = outcomes.first().and_then(|played| outcome(played.action, viewer));
        let events: Vec<Event> = frame.events(&ply.joint, viewer);
        replay.advance(&ply);
        let MomentShape { metrics, left, spent, hidden } = moment(&replay.frame());
        let events = events.into_iter().map(EventShape::from).collect();
        plies.push(PlyShape { ply: ply.number, turn, actions, chance, events, metrics, left, spent, hidden });
    }
    if let Some(seat) = viewer {
        let frame = replay.frame();
        for (ply, ago) in plies.iter_mut().rev().zip(0..) {
            ply.actions.retain(|action| !action.is_hidden(frame.position(), seat, ago));
        }
    }
    // A seat may know everything only once the game is over.
    let is_told = viewer.is_none() || matches!(replay.frame().phase(), Phase::Over(_));
    let decided = if is_told { replay::decisive_blow(&recording)? } else { None };
    Ok(OverviewShape { start, plies, decided: decided.map(DecidedShape::from) })
}

impl From<DecisiveBlow> for DecidedShape {
    fn from(blow: DecisiveBlow) -> DecidedShape {
        let DecisiveBlow { ply, text, score, marks } = blow;
        DecidedShape { ply, text, score, marks: marks.iter().map(MarkShape::from).collect() }
    }
}

impl ActionShape {
    /// Returns `true` if a viewer may not know the action, which was played `ago` plies before the position.
    fn is_hidden(&self, position: &dyn Position, viewer: Seat, ago: u32) -> bool {
        let played = Seat::from_index(self.seat).zip(Action::from_code(self.code));
        played.is_some_and(|(seat, action)| position.hides(viewer, ago, seat, action))
    }
}

/// Returns an outcome of chance as a viewer may know it; `None` for an action of a seat.
fn outcome(action: Action, viewer: Option<Seat>) -> Option<Cow<'static, str>> {
    let (outcome, seen_by) = action.as_chance()?;
    let is_known = viewer.is_none_or(|seat| seen_by.contains(seat));
    Some(if is_known { outcome.to_string().into() } else { "hidden".into() })
}

fn moment(frame: &Frame<'_>) -> MomentShape {
    let ClocksShape { left, spent } = frame.clocks().into();
    let hidden = Seat::BOTH.into_iter().any(|seat| frame.position().has_secrets(seat));
    MomentShape { metrics: metrics(frame), left, spent, hidden }
}

fn action(frame: &Frame<'_>, played: &Played) -> ActionShape {
    let Played { seat, action, spent, offered, .. } = *played;
    ActionShape {
        seat: seat.index(),
        code: action.code(),
        text: frame.position().format_action(seat, action),
        ticks: spent.0,
        offered,
    }
}
