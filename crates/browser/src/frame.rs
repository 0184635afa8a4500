//! A match between two plies, as JSON, and its board.

use game::{Mark, PerSeat, Phase, RulesFault, Seat};
use referee::Clocks;
use replay::{Frame, Replay};
use serde::Serialize;

use crate::EngineError;
use crate::drawing_shapes::DrawingShape;

#[derive(Serialize)]
pub(crate) struct FrameShape {
    ply: u32,
    turn: u32,
    phase: PhaseShape,
    /// The failure of the rules, in lines.
    fault: Option<String>,
    /// `None` while something is hidden from the viewer, because the text of a position hides nothing.
    position: Option<String>,
    drawing: DrawingShape,
    clocks: ClocksShape,
    metrics: [Vec<i64>; 2],
    /// The current prompt for a person at each seat.
    prompts: [String; 2],
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum PhaseShape {
    Act(Vec<usize>),
    /// The number of outcomes of chance.
    Chance(u32),
    Over(EndShape),
}

#[derive(Serialize)]
struct EndShape {
    outcome: Option<usize>,
    reason: &'static str,
}

/// Remaining and used time of each seat, in ticks.
#[derive(Serialize)]
pub(crate) struct ClocksShape {
    pub(crate) left: [u64; 2],
    pub(crate) spent: [u64; 2],
}

impl From<&Clocks> for ClocksShape {
    fn from(clocks: &Clocks) -> ClocksShape {
        let PerSeat(spent) = clocks.spent().map(|ticks| ticks.0);
        ClocksShape { left: Seat::BOTH.map(|seat| clocks.left(seat).0), spent }
    }
}

impl FrameShape {
    pub(crate) fn new(frame: &Frame<'_>, viewer: Option<Seat>) -> FrameShape {
        let hides = viewer.is_some_and(|seat| frame.position().has_secrets(seat));
        FrameShape {
            ply: frame.ply(),
            turn: frame.turn(),
            phase: frame.phase().into(),
            fault: frame.position().fault().map(in_lines),
            position: (!hides).then(|| frame.position().to_string()),
            drawing: frame.drawing(viewer).into(),
            clocks: frame.clocks().into(),
            metrics: metrics(frame),
            prompts: Seat::BOTH.map(|seat| frame.position().prompt(seat)),
        }
    }
}

fn in_lines(fault: &RulesFault) -> String {
    let RulesFault { what, trace, .. } = fault;
    [std::slice::from_ref(what), trace].concat().join("\n")
}

impl From<Phase> for PhaseShape {
    fn from(phase: Phase) -> PhaseShape {
        match phase {
            Phase::Act(seats) => PhaseShape::Act(seats.iter().map(Seat::index).collect()),
            Phase::Chance(chance) => PhaseShape::Chance(chance.outcomes),
            Phase::Over(end) => {
                let outcome = end.outcome.winner().map(Seat::index);
                PhaseShape::Over(EndShape { outcome, reason: end.reason })
            }
        }
    }
}

/// Both seats' metrics.
pub(crate) fn metrics(frame: &Frame<'_>) -> [Vec<i64>; 2] {
    Seat::BOTH.map(|seat| frame.metrics(seat))
}

/// Draws the current board of a replay as SVG, with the marks of the last ply.
pub(crate) fn svg(
    replay: &mut Replay<'_>,
    viewer: Option<Seat>,
    is_flipped: bool,
) -> Result<String, EngineError> {
    let marks = marks_of_last(replay, viewer)?;
    let frame = replay.frame();
    let drawing = frame.drawing(viewer);
    let label = format!("Board after ply {}", frame.ply());
    let (drawing, marks) = if is_flipped { board::turned(&drawing, &marks) } else { (drawing, marks) };
    Ok(board::standalone(&drawing, &marks, &label))
}

/// Returns the marks of the last ply before the current place of a replay.
fn marks_of_last(replay: &mut Replay<'_>, viewer: Option<Seat>) -> Result<Vec<Mark>, EngineError> {
    let ply = replay.frame().ply();
    let Some(last) = ply.checked_sub(1) else { return Ok(Vec::new()) };
    replay.seek(last)?;
    let played = replay.next_ply()?;
    let events = played.map(|ply| replay.frame().events(&ply.joint, viewer)).unwrap_or_default();
    replay.seek(ply)?;
    Ok(events.into_iter().filter_map(|event| event.mark).collect())
}
