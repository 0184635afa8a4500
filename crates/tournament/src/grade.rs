//! The formula of a gradebook.
//!
//! ```
//! use tournament::{Career, Encounter, Entrant, EntrantId, Grade};
//!
//! let entrants = [Entrant::ranked("Ada"), Entrant::guest("Teacher")];
//! let text = "min(10, 9 * sqrt((max_boxes + max_tanks) / 30) + beat(\"Teacher\"))";
//! let grade = Grade::parse(text, &["tanks", "boxes", "destroyed"], &entrants)?;
//! let mut career = Career::new(3);
//! career.tally.maxima = vec![5, 19, 4];
//! career.against.insert(EntrantId(1), Encounter { wins: 1, draws: 0, losses: 1 });
//! assert_eq!(format!("{:.3}", grade.evaluate(&career)?), "9.050");
//! assert_eq!(
//!     grade.steps(&career).join(" = "),
//!     "min(10, 9 * sqrt((19 + 5) / 30) + 1) = min(10, 9 * sqrt(24 / 30) + 1) = min(10, 9 * sqrt(0.8) + 1) \
//!      = min(10, 9 * 0.894427 + 1) = min(10, 8.049845 + 1) = min(10, 9.049845) = 9.049845"
//! );
//! # Ok::<(), tournament::GradeError>(())
//! ```
//!
//! Numbers, `+ - * /`, parentheses, the functions `min max sqrt round floor ceil ln exp`, the variables
//! `max_<metric> sum_<metric> wins draws losses points games byes place rank entrants rating`, `beat("Name")`, which is
//! 1 or 0, and `share("Name")`, the points per game against that entrant, from 0 to 1. The values are those of the
//! tables: `games` counts played games, and `byes` games that a bye or a walkover scores, so `games + byes` equals
//! `wins + draws + losses`. Maxima are over all games that did not end by a forfeit of either side; without such a game
//! they are 0. Level entrants share a `rank`, but not a `place`: they are level if only a lot separates them, or if
//! they lost in the same round of a knockout.

mod input;
mod node;
mod number;
mod parser;
mod steps;
mod token;

use std::collections::BTreeSet;

pub use input::Input;
use node::Node;
use parser::Parser;
use thiserror::Error;
use token::{FormulaSpan, tokens};

use crate::{Career, Entrant, EntrantId};

/// The reason why a formula cannot be read or has no value.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{message}")]
pub struct GradeError {
    /// The problem.
    pub message: String,
    /// Its offset in the formula, in bytes.
    pub at: usize,
    /// Its length in bytes; at least 1.
    pub len: usize,
    /// Names that are valid there, for "did you mean".
    pub known: Vec<String>,
}

impl GradeError {
    fn new(place: FormulaSpan, message: impl Into<String>) -> GradeError {
        GradeError { message: message.into(), at: place.at, len: place.len.max(1), known: Vec::new() }
    }
}

/// A parsed and checked formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    text: String,
    root: Node,
}

impl Grade {
    /// Parses a formula for a game with these metrics and these entrants.
    ///
    /// # Errors
    /// When it is not a formula, or has an unknown name; with the place in the text.
    pub fn parse(text: &str, metrics: &[&str], entrants: &[Entrant]) -> Result<Grade, GradeError> {
        let tokens = tokens(text)?;
        let mut parser = Parser::new(&tokens, text.len(), metrics, entrants);
        let root = parser.sum()?;
        match parser.peek() {
            None => Ok(Grade { text: text.to_owned(), root }),
            Some(token) => Err(GradeError::new(token.place, "an operator or the end is expected here")),
        }
    }

    /// The formula as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The inputs of the formula, each once, in the order of first use.
    pub fn inputs(&self) -> Vec<&Input> {
        let mut inputs = Vec::new();
        self.root.for_each_input(&mut |input| {
            if !inputs.contains(&input) {
                inputs.push(input);
            }
        });
        inputs
    }

    /// The opponents that the formula refers to.
    pub fn opponents(&self) -> BTreeSet<EntrantId> {
        self.inputs().into_iter().filter_map(Input::opponent).collect()
    }

    /// Returns `true` if the formula reads `place`, which may come from a lot: entrants separated only by a lot share a
    /// `rank`.
    pub fn reads_places(&self) -> bool {
        self.inputs().into_iter().any(Input::is_place)
    }

    /// Explains the grade of an entrant: the formula with its values, then after each step, with numbers rounded to six
    /// decimals. Ends before a part without a value; empty if a name has none.
    pub fn steps(&self, career: &Career) -> Vec<String> {
        steps::steps(&self.root, career)
    }

    /// Formats a number as in the [steps](Grade::steps).
    pub fn number(value: f64) -> String {
        number::number(value)
    }

    /// The grade of an entrant, rounded to nine decimals, equal on every machine.
    ///
    /// # Errors
    /// When a part of the formula has no value: a division by zero, an undefined root or logarithm, or a number that is
    /// too large; with the place in the text.
    pub fn evaluate(&self, career: &Career) -> Result<f64, GradeError> {
        self.root.value(career).map(number::rounded)
    }
}

#[cfg(test)]
mod tests {
    use game::{Outcome, PerSeat, Seat, SeatSet};
    use proptest::prelude::*;

    use super::*;
    use crate::{
        Encounter, EntrantId, Field, Format, GameResult, Metrics, RoundRobin, RunSeed, Stage, StagePlan,
    };

    const METRICS: [&str; 3] = ["tanks", "boxes", "destroyed"];
    const CLASS: &str = "min(10, 9 * sqrt((max_boxes + max_tanks) / 30) + beat(\"Teacher\"))";

    fn entrants() -> Vec<Entrant> {
        vec![Entrant::ranked("Ada"), Entrant::ranked("Bo"), Entrant::guest("Teacher")]
    }

    fn parse(text: &str) -> Result<Grade, GradeError> {
        Grade::parse(text, &METRICS, &entrants())
    }

    /// A game: winner, loser, `true` if by the loser's forfeit, and the metrics of both.
    struct WonGame {
        winner: u32,
        loser: u32,
        forfeit: bool,
        metrics: [[i64; 3]; 2],
    }

    impl WonGame {
        fn result(&self, seats: PerSeat<EntrantId>) -> GameResult {
            let [winner, loser] = [self.winner, self.loser].map(EntrantId);
            let won = if seats[Seat::First] == winner { Seat::First } else { Seat::Second };
            assert_eq!(seats[won.other()], loser);
            let of = |seat| &self.metrics[usize::from(seat != won)][..];
            GameResult {
                outcome: Outcome::Win(won),
                forfeits: if self.forfeit { SeatSet::only(won.other()) } else { SeatSet::NONE },
                metrics: Metrics::new(PerSeat::new(of(Seat::First), of(Seat::Second))),
                content: 0,
            }
        }
    }

    /// A round robin of three with these games.
    fn played(games: &[WonGame]) -> Stage {
        let format = Format::RoundRobin(RoundRobin { games: 1, cycles: 1 });
        let plan = StagePlan { metrics: 3, ..StagePlan::new(0, format) };
        let mut stage = Stage::new(plan, Field::from_entrants(&entrants()), RunSeed::from(1)).unwrap();
        while let Some(fixture) = stage.next_fixture() {
            let is_this = |game: &&WonGame| {
                [game.winner, game.loser].iter().all(|&id| fixture.seats.0.contains(&EntrantId(id)))
            };
            let game = games.iter().find(is_this).unwrap();
            stage.record(fixture.key, game.result(fixture.seats)).unwrap().is_kept();
        }
        stage
    }

    #[test]
    fn the_class_formula_takes_both_maxima_apart_and_leaves_forfeits_out() {
        let stage = played(&[
            WonGame { winner: 0, loser: 1, forfeit: false, metrics: [[3, 20, 6], [0, 16, 3]] },
            WonGame { winner: 0, loser: 2, forfeit: false, metrics: [[5, 17, 6], [0, 19, 1]] },
            // Ended by a forfeit: does not count for maxima, although it is a win and beats the teacher.
            WonGame { winner: 1, loser: 2, forfeit: true, metrics: [[6, 30, 0], [6, 18, 0]] },
        ]);
        let grade = parse(CLASS).unwrap();
        let careers = Career::all(3, [&stage], 3, &grade.opponents());
        let marks: Vec<_> =
            careers.iter().map(|career| format!("{:.4}", grade.evaluate(career).unwrap())).collect();
        // Ada: 9 sqrt((20 + 5) / 30) + 1 = 9.2158. Bo: 9 sqrt((16 + 0) / 30) + 1 = 7.5727.
        // Teacher: 9 sqrt((19 + 0) / 30) = 7.1624.
        assert_eq!(marks, ["9.2158", "7.5727", "7.1624"]);
        assert_eq!(grade.evaluate(&Career::new(3)), Ok(0.0), "without a game that counts there is nothing");
    }

    #[test]
    fn values() {
        let mut career = Career::new(3);
        career.tally.wins = 7;
        career.tally.games = 10;
        career.place = 3;
        career.rank = 2;
        career.entrants = 20;
        career.rating = Some(1612.0);
        career.against.insert(EntrantId(1), Encounter { wins: 0, draws: 3, losses: 1 });
        career.against.insert(EntrantId(2), Encounter { wins: 1, draws: 0, losses: 3 });
        for (text, value) in [
            ("1 + 2 * 3", 7.0),
            ("(1 + 2) * 3", 9.0),
            ("8 / 4 / 2", 1.0),
            ("10 - 3 - 2", 5.0),
            ("-2 * -(3)", 6.0),
            ("max(1, 2.5, -3)", 2.5),
            ("10 * wins / games", 7.0),
            ("round(2.5) + floor(-0.5) + ceil(0.1)", 3.0),
            ("1 + 9 * (entrants - place) / (entrants - 1)", 9.052_631_579),
            ("ln(exp(2))", 2.0),
            ("10 - rank", 8.0),
            ("(rating - 1500) / 100", 1.12),
            ("8 * share(\"Bo\") + beat(\"Bo\")", 3.0),
            ("8 * share( \"Teacher\" ) + beat(\"Teacher\")", 3.0),
            ("share(\"Ada\") + beat(\"Ada\")", 0.0),
            (".5", 0.5),
        ] {
            assert_eq!(parse(text).and_then(|grade| grade.evaluate(&career)), Ok(value), "{text}");
        }
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        for (text, at, len, message) in [
            ("", 0, 1, "a number, a variable, a function or `(` is expected here"),
            ("1 +", 3, 1, "a number, a variable, a function or `(` is expected here"),
            ("1 2", 2, 1, "an operator or the end is expected here"),
            ("(1", 2, 1, "`)` is expected here"),
            ("1.2.3", 0, 5, "`1.2.3` is not a number"),
            ("2 * max_bxes", 4, 8, "unknown variable `max_bxes`"),
            ("sqr(2)", 0, 3, "unknown function `sqr`"),
            ("sqrt(1, 2)", 0, 4, "`sqrt` takes one number, not 2"),
            ("beat(Teacher)", 5, 7, "an entrant's name in quotes is expected here"),
            ("beat(\"Techer\")", 5, 8, "unknown entrant `Techer`"),
            ("beat(\"Techer", 5, 7, "the text has no closing quote"),
            ("1 + share(\"Techer\")", 10, 8, "unknown entrant `Techer`"),
            ("share()", 6, 1, "an entrant's name in quotes is expected here"),
            ("share(2)", 6, 1, "an entrant's name in quotes is expected here"),
            ("share(\"Bo\", \"Ada\")", 10, 1, "`)` is expected here"),
            ("shares(\"Bo\")", 0, 6, "unknown function `shares`"),
            ("ratings", 0, 7, "unknown variable `ratings`"),
            ("2 ^ 3", 2, 1, "`^` has no meaning here"),
            ("2 × 3", 2, 2, "`×` has no meaning here"),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!((error.at, error.len, error.to_string().as_str()), (at, len, message), "{text}");
        }
        assert!(parse("shre(1)").unwrap_err().known.contains(&"share".to_owned()));
        assert!(parse("max_bxes").unwrap_err().known.contains(&"max_boxes".to_owned()));
    }

    #[test]
    fn what_has_no_value_is_explained() {
        for (text, at, message) in [
            ("1 / (wins - 0)", 2, "division of 1 by zero"),
            ("2 + sqrt(0 - 1)", 4, "square root of -1"),
            ("ln(wins)", 0, "logarithm of 0"),
            ("exp(10000)", 0, "the number is too large"),
            ("10 + rating / 2", 5, "`rating` has no value: no game counts"),
        ] {
            let error = parse(text).unwrap().evaluate(&Career::new(3)).unwrap_err();
            assert_eq!((error.at, error.to_string().as_str()), (at, message), "{text}");
        }
    }

    #[test]
    fn a_formula_tells_what_it_reads() {
        let grade =
            parse("wins + share(\"Bo\") * beat(\"Bo\") - max(wins, max_boxes) + beat(\"Teacher\")").unwrap();
        let names: Vec<&str> = grade.inputs().into_iter().map(Input::name).collect();
        assert_eq!(names, ["wins", "share(Bo)", "beat(Bo)", "max_boxes", "beat(Teacher)"]);
        assert_eq!(grade.opponents(), [EntrantId(1), EntrantId(2)].into());
        assert_eq!(grade.inputs()[1].value(&Career::new(3)), Some(0.0));
        assert_eq!(parse("rating").unwrap().inputs()[0].value(&Career::new(3)), None);
    }

    #[test]
    fn a_grade_is_worked_out_step_by_step() {
        let mut career = Career::new(3);
        career.tally.wins = 7;
        career.tally.games = 10;
        career.tally.sums = vec![-3, 0, 0];
        for (text, steps) in [
            ("5", "5"),
            ("wins", "7"),
            ("10 * wins / games", "10 * 7 / 10 = 7"),
            ("1 + 9*(wins - 1)/(games - 1)", "1 + 9 * (7 - 1) / (10 - 1) = 1 + 9 * 6 / 9 = 1 + 6 = 7"),
            ("10 - (wins - (2 - 1))", "10 - (7 - (2 - 1)) = 10 - (7 - 1) = 10 - 6 = 4"),
            ("games / (wins / 2)", "10 / (7 / 2) = 10 / 3.5 = 2.857143"),
            ("2 - sum_tanks * -2", "2 - (-3) * (-2) = 2 - 6 = -4"),
            ("-(wins + 1)", "-(7 + 1) = -8"),
            ("-sum_tanks + 1", "(-(-3)) + 1 = 3 + 1 = 4"),
            ("min(10, max(wins, 8), 9)", "min(10, max(7, 8), 9) = min(10, 8, 9) = 8"),
            ("10 * wins / (games - 10)", "10 * 7 / (10 - 10) = 70 / 0"),
            ("rating + 1", ""),
        ] {
            assert_eq!(parse(text).unwrap().steps(&career).join(" = "), steps, "{text}");
        }
    }

    #[test]
    fn deep_and_long_formulae_are_refused() {
        for text in ["(".repeat(100_000), "-".repeat(100_000), "min(".repeat(5000), "1+".repeat(100_000)] {
            assert!(parse(&text).is_err());
        }
    }

    proptest! {
        #[test]
        fn no_text_brings_it_down(text in "[-+*/(),. a-z0-9_\"×]{0,40}") {
            if let Ok(value) = parse(&text).and_then(|grade| grade.evaluate(&Career::new(3))) {
                prop_assert!(value.is_finite());
            }
        }

        #[test]
        fn what_is_read_has_a_value_or_a_reason(
            parts in prop::collection::vec(
                prop::sample::select(vec!["1", "0", "wins", "max_tanks", "sqrt(2)", "ln(3)", "(2 - 2)"]), 1..8),
            signs in prop::collection::vec(prop::sample::select(vec!["+", "-", "*", "/"]), 8),
        ) {
            let mut text = String::new();
            for (part, sign) in parts.iter().zip(signs) {
                text.push_str(part);
                text.push_str(sign);
            }
            text.pop();
            let grade = parse(&text).unwrap();
            let steps = grade.steps(&Career::new(3));
            match grade.evaluate(&Career::new(3)) {
                Ok(value) => {
                    prop_assert!(value.is_finite());
                    // The steps begin with the formula and end with its value.
                    prop_assert_eq!(parse(&steps[0]).unwrap().evaluate(&Career::new(3)), Ok(value));
                    prop_assert_eq!(steps.last(), Some(&Grade::number(value)));
                }
                Err(error) => {
                    prop_assert!(error.at < text.len());
                    prop_assert!(steps.last().is_some_and(|last| parse(last).unwrap().evaluate(&Career::new(3)).is_err()));
                }
            }
        }
    }
}
