//! Prints the turns that lost a match, according to the game's reference.

use explain::Error;
use game::ply_number;
use job::MatchSettings;
use play::{ReferenceQuestion, Workbench};
use replay::mistakes::{Course, Explanation, TurnLoss};
use terminal::out;
use terminal::text::inert;

use super::seat_perspective::SeatPerspective;
use crate::exit::Done;

/// Prints the turns that explain the result.
pub(super) fn tell(course: &Course) -> Done {
    out::line("")?;
    lines(course).iter().try_for_each(|line| out::line(&inert(line)))
}

/// Asks the reference about the match.
///
/// # Errors
/// If the game has no reference, or the reference fails.
pub(super) fn course(
    side: &SeatPerspective<'_>,
    nodes: Option<u64>,
    bench: &dyn Workbench,
) -> Result<Course, Error> {
    let settings = MatchSettings::new(side.game, side.recording.rules.clone(), side.record.limits);
    let SeatPerspective { record, recording, .. } = side;
    ReferenceQuestion { settings: &settings, record, played: recording.played, nodes }.ask(bench)
}

fn lines(course: &Course) -> Vec<String> {
    match course.explanation() {
        Explanation::Nothing => vec![match course.losses.iter().map(TurnLoss::points).reduce(f64::max) {
            Some(most) => format!(
                "a gradual loss: no turn cost more than {most:.2} of a point, which is within the reference's error"
            ),
            None => "the reference found no mistake".to_owned(),
        }],
        Explanation::Gradual(losses) => {
            let head = format!("a gradual loss: {} turns cost about the same", losses.len());
            std::iter::once(head).chain(losses.into_iter().map(in_one_line)).collect()
        }
        Explanation::Mistakes(losses) => losses.into_iter().flat_map(in_lines).collect(),
    }
}

fn in_one_line(loss: &TurnLoss) -> String {
    let ply = ply_number(loss.ply);
    format!(
        "ply {ply}: {} loses {:.2} of a point ({:.2} → {:.2})",
        loss.played,
        loss.points(),
        loss.before,
        loss.after
    )
}

fn in_lines(loss: &TurnLoss) -> Vec<String> {
    let mut lines = vec![in_one_line(loss)];
    if loss.better == loss.played {
        lines.push(
            "  the reference would have made the same move; it found the refutation only afterwards"
                .to_owned(),
        );
    } else if !loss.better.is_empty() {
        let then = if loss.then.is_empty() { String::new() } else { format!(", then {}", loss.then) };
        lines.push(format!("  the reference would have played {}{then}", loss.better));
    }
    lines.push(format!("  position: {}", loss.position));
    lines
}
