//! The effect of a ply that decides a game.

use crate::{Event, Mark};

/// The effect of a ply that may decide a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blow {
    /// The effect in words: `D's RC (row 3, column 5) destroys U's last tank, LA (row 1, column 5)`. Empty if the ply has
    /// no effect.
    pub text: String,
    /// The marks of the effect: the move or line of fire of each attacker, and the lost pieces.
    pub marks: Vec<Mark>,
    /// The score after the ply, in games that are decided by one: `equal tanks, 17 boxes to 19`.
    pub score: Option<String>,
    /// `true` if the ply itself ends the game, as the loss of a side's last piece does. The end of a game by a limit or a
    /// repetition does not count: its score decides, which an earlier ply may have settled.
    pub is_final: bool,
}

impl Blow {
    /// Returns the blow of a game's last ply with these events: those with a loss, or all of them.
    pub fn from_events(events: &[Event]) -> Blow {
        let is_loss = |event: &Event| matches!(event.mark, Some(Mark::Loss { .. }));
        let has_loss = events.iter().any(is_loss);
        let told = events.iter().filter(|event| !has_loss || is_loss(event));
        let text = told.map(|event| event.text.as_str()).collect::<Vec<_>>().join("; ");
        let marks = events.iter().filter_map(|event| event.mark).collect();
        Blow { text, marks, score: None, is_final: true }
    }
}

/// A count for each seat, the first seat's first, with its singular and plural nouns.
pub type Count = ([&'static str; 2], [u32; 2]);

/// Returns a score by counts, each of which breaks ties of those before it: `4 tanks to 3`,
/// `equal tanks, 17 boxes to 19`, `equal points`.
pub fn score_words(counts: &[Count]) -> String {
    let mut words = Vec::new();
    for ([one, several], [first, second]) in counts {
        if first != second {
            let name = if *first == 1 { one } else { several };
            words.push(format!("{first} {name} to {second}"));
            break;
        }
        words.push(format!("equal {several}"));
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    #[test]
    fn a_score_names_the_first_count_that_differs() {
        let tanks = |first, second| (["tank", "tanks"], [first, second]);
        let boxes = |first, second| (["box", "boxes"], [first, second]);
        assert_eq!(score_words(&[tanks(4, 3), boxes(1, 2)]), "4 tanks to 3");
        assert_eq!(score_words(&[tanks(2, 2), boxes(17, 19)]), "equal tanks, 17 boxes to 19");
        assert_eq!(score_words(&[tanks(1, 0), boxes(17, 19)]), "1 tank to 0");
        let points = |first, second| (["point", "points"], [first, second]);
        assert_eq!(score_words(&[points(1, 3)]), "1 point to 3");
        assert_eq!(score_words(&[points(3, 3)]), "equal points");
        assert_eq!(score_words(&[tanks(2, 2), boxes(18, 18)]), "equal tanks, equal boxes");
    }

    #[test]
    fn losses_come_before_other_events() {
        let at = Square { column: 1, row: 2 };
        let event = |text: &str, mark| Event { text: text.to_owned(), mark };
        let moves = event("A moves", Some(Mark::Move { from: at, to: at }));
        let lost = event("B is lost", Some(Mark::Loss { at }));
        let blow = Blow::from_events(&[moves.clone(), lost]);
        assert_eq!((blow.text.as_str(), blow.marks.len()), ("B is lost", 2));
        assert_eq!(Blow::from_events(&[moves, event("A wins", None)]).text, "A moves; A wins");
    }
}
