//! The inputs of a formula: values from a career.

use super::GradeError;
use super::token::FormulaSpan;
use crate::{Career, EntrantId};

/// A name in a formula, with its meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    name: String,
    quantity: Quantity,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Quantity {
    Max(usize),
    Sum(usize),
    Wins,
    Draws,
    Losses,
    Points,
    Games,
    Byes,
    Place,
    Rank,
    Entrants,
    Rating,
    Beat(EntrantId),
    Share(EntrantId),
}

/// The variables that every game has.
pub(super) const VARIABLES: [(&str, Quantity); 10] = [
    ("wins", Quantity::Wins),
    ("draws", Quantity::Draws),
    ("losses", Quantity::Losses),
    ("points", Quantity::Points),
    ("games", Quantity::Games),
    ("byes", Quantity::Byes),
    ("place", Quantity::Place),
    ("rank", Quantity::Rank),
    ("entrants", Quantity::Entrants),
    ("rating", Quantity::Rating),
];

/// A function of an entrant.
pub(super) type AboutEntrant = fn(EntrantId) -> Quantity;

/// The functions of an entrant's name.
pub(super) const ABOUT_ENTRANTS: [(&str, AboutEntrant); 2] =
    [("beat", Quantity::Beat), ("share", Quantity::Share)];

impl Input {
    pub(super) fn new(name: String, quantity: Quantity) -> Input {
        Input { name, quantity }
    }

    /// The name as in the formula, without quotes: `wins`, `beat(Teacher)`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value for an entrant; `None` if it has none, such as the rating of an entrant that has not played.
    pub fn value(&self, career: &Career) -> Option<f64> {
        self.quantity.value(career)
    }

    pub(super) fn required(&self, place: FormulaSpan, career: &Career) -> Result<f64, GradeError> {
        let message = || format!("`{}` has no value: no game counts", self.name.escape_debug());
        self.value(career).ok_or_else(|| GradeError::new(place, message()))
    }

    pub(super) fn is_place(&self) -> bool {
        self.quantity == Quantity::Place
    }

    /// The opponent that it refers to; `None` if it refers to none.
    pub(super) fn opponent(&self) -> Option<EntrantId> {
        match self.quantity {
            Quantity::Beat(entrant) | Quantity::Share(entrant) => Some(entrant),
            _ => None,
        }
    }
}

impl Quantity {
    fn value(self, career: &Career) -> Option<f64> {
        let tally = &career.tally;
        let of = |values: &[i64], index: usize| values.get(index).copied().unwrap_or(0) as f64;
        let against = |entrant| career.against.get(&entrant).copied().unwrap_or_default();
        Some(match self {
            Quantity::Max(index) => of(&tally.maxima, index),
            Quantity::Sum(index) => of(&tally.sums, index),
            Quantity::Wins => f64::from(tally.wins),
            Quantity::Draws => f64::from(tally.draws),
            Quantity::Losses => f64::from(tally.losses),
            Quantity::Points => tally.points.as_f64(),
            Quantity::Games => f64::from(tally.games),
            Quantity::Byes => f64::from(tally.byes),
            Quantity::Place => f64::from(career.place),
            Quantity::Rank => f64::from(career.rank),
            Quantity::Entrants => f64::from(career.entrants),
            Quantity::Rating => return career.rating,
            Quantity::Beat(entrant) => f64::from(u8::from(against(entrant).wins > 0)),
            Quantity::Share(entrant) => against(entrant).share(),
        })
    }
}
