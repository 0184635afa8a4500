//! The effect of a move on the points, in words and marks.

use game::{Blow, PerSeat, score_words};

use crate::board::Kind;
use crate::drawing::{arrow, loss};
use crate::errors::name;
use crate::terrain::CIRCLES;
use crate::{Board, Ending, Move, Position};

impl Position {
    /// Returns the effect of a legal move on the points.
    pub(crate) fn blow(&self, played: Move) -> Blow {
        let mut next = self.clone();
        next.play(played);
        let PerSeat(points) = next.board().score();
        let is_final = matches!(next.ending(), Some(Ending::NoTanks | Ending::AllInBase));
        let effects = effects(self.board(), played, next.board(), next.ending());
        let mut marks = Vec::new();
        if !effects.is_empty() {
            marks.push(arrow(played));
        }
        if self.board().is_capture(played) {
            marks.push(loss(played.to));
        }
        let text = if effects.is_empty() { String::new() } else { told(self, played, &effects) };
        let score = Some(score_words(&[(["point", "points"], points)]));
        Blow { text, marks, score, is_final }
    }
}

fn told(position: &Position, played: Move, effects: &[String]) -> String {
    let seat = position.board().to_move();
    format!(
        "{}'s {} from {} {}",
        name(seat),
        position.noun(seat, played.from),
        played.from,
        effects.join(" and ")
    )
}

/// Returns each effect of a move on the points, as a predicate of the moving tank.
fn effects(board: &Board, played: Move, next: &Board, ending: Option<Ending>) -> Vec<String> {
    let (seat, to) = (board.to_move(), played.to);
    let enemy = name(seat.other());
    let mut effects = Vec::new();
    if board.is_capture(played) {
        let victim = match board.kind(seat.other(), to) {
            _ if next.tanks(seat.other()).is_empty() => "last tank",
            Kind::Tank => "tank",
            Kind::Commander => "commander",
        };
        effects.push(format!("captures {enemy}'s {victim} on {to}"));
    }
    let (circle, is_commander) = (CIRCLES[seat.other()], board.kind(seat, played.from) == Kind::Commander);
    if is_commander && to == circle {
        effects.push(format!("reaches the circle of {enemy}'s base, {to}"));
    } else if board.is_entry(played) {
        let is_last = ending == Some(Ending::AllInBase) && next.in_base(seat) == next.tanks(seat).len();
        let last = if is_last { " as the last of its side" } else { "" };
        effects.push(format!("reaches {enemy}'s base on {to}{last}"));
    } else if is_commander && played.from == circle {
        effects.push(format!("leaves the circle of {enemy}'s base for {to}"));
    }
    effects
}

#[cfg(test)]
mod tests {
    use game::Mark;

    use super::*;
    use crate::Options;

    fn blow(position: &str, played: &str) -> Blow {
        let position = Position::parse(Options::default(), position).unwrap();
        let played = position.board().parse_move(position.board().to_move(), played).unwrap();
        position.blow(played)
    }

    #[test]
    fn a_blow_names_the_tank_its_target_and_the_points() {
        let cases = [
            // The start: a capture in the enemy's base.
            (
                "ctttt6/t1tt7/ttt8/tt9/t10/11/10T/9TT/8TTT/7TT1T/6TTTTC w 0",
                "k5xe11",
                "White's tank from k5 captures Black's tank on e11 and reaches Black's base on e11",
                "15 points to 13",
                false,
            ),
            (
                "11/11/11/11/7t2T/11/11/11/11/11/10C w 0",
                "k7xh7",
                "White's tank from k7 captures Black's last tank on h7",
                "2 points to 0",
                true,
            ),
            ("11/11/c10/11/11/11/11/11/1t9/11/9C1 w 0", "j1-k1", "", "1 point to 2", false),
        ];
        for (position, played, text, score, is_final) in cases {
            let blow = blow(position, played);
            assert_eq!(
                (blow.text.as_str(), blow.score.as_deref(), blow.is_final),
                (text, Some(score), is_final)
            );
            assert_eq!(
                blow.marks.contains(&Mark::Loss { at: crate::drawing::drawn("e11".parse().unwrap()) }),
                played == "k5xe11"
            );
        }
    }

    #[test]
    fn a_commander_on_the_circle_and_the_last_tank_outside_are_named() {
        let circle = blow("11/C10/11/11/11/11/11/11/10T/4t6/11 w 0", "a10-a11");
        assert_eq!(circle.text, "White's commander from a10 reaches the circle of Black's base, a11");
        assert_eq!((circle.score.as_deref(), circle.is_final), (Some("4 points to 1"), false));
        let base = blow("11/11/11/11/10T/11/11/11/11/4t6/11 w 0", "k7-a7");
        assert_eq!(base.text, "White's tank from k7 reaches Black's base on a7 as the last of its side");
        assert_eq!((base.score.as_deref(), base.is_final), (Some("2 points to 1"), true));
    }
}
