//! The turns that cost a seat expected points, as JSON. Expected points are whole numbers of ten-thousandths, because
//! JSON floats would need their own tables.

use game::{Action, Joint, Outcome, PerSeat, Seat};
use referee::{Closing, LogMark};
use replay::Recording;
use replay::mistakes::{Course, Explanation, Mark, TurnLoss};
use serde::Serialize;

use crate::EngineError;

/// A seat's expected points over a match.
#[derive(Serialize)]
pub(crate) struct CourseShape {
    /// `mistakes`, `gradual` or `nothing`.
    explanation: &'static str,
    /// The first plies of the turns that explain a loss, from 0.
    plies: Vec<u32>,
    /// The ply and the expected points before each turn.
    values: Vec<(u32, u32)>,
    losses: Vec<LossShape>,
}

#[derive(Serialize)]
struct LossShape {
    ply: u32,
    mark: Option<&'static str>,
    before: u32,
    after: u32,
    played: String,
    better: String,
    then: String,
    /// The plies of `better`: the code of each seat's action.
    line: Vec<[Option<u64>; 2]>,
}

/// Returns the course of a match for a seat. `comments` are the lines that the reference logged at each seat, each after
/// its ply and a space.
pub(crate) fn course(
    recording: Recording<'_>,
    seat: Seat,
    outcome: Option<Outcome>,
    comments: [&str; 2],
) -> Result<CourseShape, EngineError> {
    let [first, second] = comments.map(closing);
    let course = Course::new(&recording, seat, [&first, &second], outcome)?;
    let (explanation, turns) = match course.explanation() {
        Explanation::Mistakes(turns) => ("mistakes", turns),
        Explanation::Gradual(turns) => ("gradual", turns),
        Explanation::Nothing => ("nothing", Vec::new()),
    };
    Ok(CourseShape {
        explanation,
        plies: turns.into_iter().map(|turn| turn.ply).collect(),
        values: course.values.iter().map(|(ply, value)| (*ply, ten_thousandths(*value))).collect(),
        losses: course.losses.iter().map(loss).collect(),
    })
}

/// Reads an outcome: the number of the winner, or `draw`; `None` if the rules did not end the match.
pub(crate) fn outcome(text: &str) -> Option<Outcome> {
    match text {
        "draw" => Some(Outcome::Draw),
        winner => Some(Outcome::Win(Seat::from_index(winner.parse().ok()?)?)),
    }
}

/// Builds a log from the lines.
fn closing(comments: &str) -> Closing {
    let mut closing = Closing::default();
    for (ply, line) in comments.lines().filter_map(|line| line.split_once(' ')) {
        let mark = LogMark { ply: ply.parse().unwrap_or_default(), offset: closing.log.len() };
        if closing.log_marks.last().is_none_or(|last| last.ply != mark.ply) {
            closing.log_marks.push(mark);
        }
        closing.log.extend(line.bytes().chain(*b"\n"));
    }
    closing
}

fn ten_thousandths(points: f64) -> u32 {
    (points * 10_000.0).round() as u32
}

fn loss(loss: &TurnLoss) -> LossShape {
    LossShape {
        ply: loss.ply,
        mark: loss.mark().map(Mark::sign),
        before: ten_thousandths(loss.before),
        after: ten_thousandths(loss.after),
        played: loss.played.clone(),
        better: loss.better.clone(),
        then: loss.then.clone(),
        line: loss.better_plies.iter().map(codes).collect(),
    }
}

fn codes(joint: &Joint) -> [Option<u64>; 2] {
    PerSeat::from_fn(|seat| joint[seat].map(Action::code)).0
}
