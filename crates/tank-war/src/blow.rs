//! The effect of a round on the score, in words and marks.

use game::{Blow, Mark, PerSeat, Seat, score_words};

use crate::drawing::square;
use crate::events::{list, living, words};
use crate::notation::{letter, owned};
use crate::{Position, Tank};

/// Returns the effect of a round on the score: the tanks that the winner destroys, or else the boxes that it takes.
/// Without a winner, returns those of both sides.
pub(crate) fn of_round(position: &Position, choice: PerSeat<Tank>, winner: Option<Seat>) -> Blow {
    let mut moved = *position;
    moved.enter(position.entries(choice));
    let mut after = *position;
    after.play(choice);
    let sides = || Seat::BOTH.into_iter().filter(|seat| winner.is_none_or(|winner| winner == *seat));
    let mut effects: Vec<(String, Vec<Mark>)> = sides().flat_map(|seat| hits(&moved, &after, seat)).collect();
    if effects.is_empty() {
        effects = sides().filter_map(|seat| taken(position, choice, seat)).collect();
    }
    let (texts, marks): (Vec<String>, Vec<Vec<Mark>>) = effects.into_iter().unzip();
    let PerSeat(tanks) = PerSeat::from_fn(|seat| after.tanks(seat).len());
    let PerSeat(boxes) = PerSeat::from_fn(|seat| after.boxes(seat).len());
    let score = score_words(&[(["tank", "tanks"], tanks), (["box", "boxes"], boxes)]);
    let left = tanks.iter().filter(|count| **count > 0).count();
    Blow { text: texts.join("; "), marks: marks.concat(), score: Some(score), is_final: left == 1 }
}

/// Returns the tanks that a side destroys, each with the tanks that hit it. `moved` is the position before the firing.
fn hits(moved: &Position, after: &Position, seat: Seat) -> Vec<(String, Vec<Mark>)> {
    let enemy = seat.other();
    let last = if after.tanks(enemy).is_empty() { "last tank, " } else { "" };
    let hit = living(moved, enemy).filter_map(|(target, standing, at)| {
        let by: Vec<_> =
            living(moved, seat).filter(|(_, from, _)| moved.range(*from).meets(standing)).collect();
        if by.is_empty() {
            return None;
        }
        let names: Vec<String> =
            by.iter().map(|(tank, _, from)| format!("{} ({})", tank.name(), words(*from))).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let verb = if by.len() == 1 { "destroys" } else { "destroy" };
        let text = format!(
            "{}'s {} {verb} {}'s {last}{} ({})",
            letter(seat),
            list(&names),
            letter(enemy),
            target.name(),
            words(at)
        );
        let shots = by.iter().map(|(_, _, from)| Mark::Shot { from: square(*from), to: square(at) });
        Some((text, shots.chain([Mark::Loss { at: square(at) }]).collect()))
    });
    hit.collect()
}

/// Returns the box that a side takes from the other.
fn taken(position: &Position, choice: PerSeat<Tank>, seat: Seat) -> Option<(String, Vec<Mark>)> {
    let entered = position.entries(choice)[seat];
    let to = entered.iter().next()?;
    let from = position.standing(seat, choice[seat]).iter().next()?;
    let other = seat.other();
    position.boxes(other).meets(entered).then(|| {
        let text = format!("{} takes {} from {}", owned(seat, choice[seat]), words(to), letter(other));
        (text, vec![Mark::Move { from: square(from), to: square(to) }])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;

    fn blow(text: &str, first: Tank, second: Tank, winner: Option<Seat>) -> Blow {
        let position = Position::parse(Options::default(), text).unwrap();
        of_round(&position, PerSeat::new(first, second), winner)
    }

    /// The illustration's fifth round, in which both sides lose a tank.
    #[test]
    fn the_blow_names_the_winners_hits_and_their_places() {
        let text = "uuuuuu/uuuuuu/uuuudu/dddddd/dddddd/dddddd U:-01100 D:000031 4";
        let of = |winner| blow(text, Tank::Lc, Tank::Ra, winner);
        let second = of(Some(Seat::Second));
        assert_eq!(
            second.text,
            "D's RB (row 2, column 4) and RC (row 4, column 5) destroy U's LC (row 2, column 5)"
        );
        let at = |row, column| square((row, column));
        assert_eq!(
            second.marks,
            [
                Mark::Shot { from: at(2, 4), to: at(2, 5) },
                Mark::Shot { from: at(4, 5), to: at(2, 5) },
                Mark::Loss { at: at(2, 5) },
            ]
        );
        assert_eq!((second.score.as_deref(), second.is_final), (Some("4 tanks to 5"), false));
        assert_eq!(of(Some(Seat::First)).text, "U's LC (row 2, column 5) destroys D's RC (row 4, column 5)");
        assert_eq!(of(None).marks.len(), 5);
    }

    #[test]
    fn without_a_hit_the_blow_names_the_taken_box() {
        let text = "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:000000 D:000020 2";
        let blow = blow(text, Tank::Ra, Tank::Rb, Some(Seat::Second));
        assert_eq!(blow.text, "D's RB takes row 2, column 4 from U");
        assert_eq!(blow.score.as_deref(), Some("equal tanks, 17 boxes to 19"));
    }

    #[test]
    fn a_side_without_tanks_has_lost_its_last_one() {
        let text = "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:1----- D:----2- 3";
        let blow = blow(text, Tank::La, Tank::Rb, Some(Seat::Second));
        assert_eq!(blow.text, "D's RB (row 2, column 4) destroys U's last tank, LA (row 2, column 3)");
        assert_eq!((blow.score.as_deref(), blow.is_final), (Some("0 tanks to 1"), true));
    }
}
