//! A formula as a tree, and its value.

use super::GradeError;
use super::token::Place;
use crate::{Career, EntrantId};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Number(f64),
    Variable(Variable),
    Beat(EntrantId),
    Negative(Box<Node>),
    Binary { sign: char, place: Place, left: Box<Node>, right: Box<Node> },
    Call { function: Function, place: Place, arguments: Vec<Node> },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Variable {
    Max(usize),
    Sum(usize),
    Wins,
    Draws,
    Losses,
    Points,
    Games,
    Byes,
    Place,
    Entrants,
}

pub(super) const VARIABLES: [(&str, Variable); 8] = [
    ("wins", Variable::Wins),
    ("draws", Variable::Draws),
    ("losses", Variable::Losses),
    ("points", Variable::Points),
    ("games", Variable::Games),
    ("byes", Variable::Byes),
    ("place", Variable::Place),
    ("entrants", Variable::Entrants),
];

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Function {
    Min,
    Max,
    Sqrt,
    Round,
    Floor,
    Ceil,
    Ln,
    Exp,
}

pub(super) const FUNCTIONS: [(&str, Function); 8] = [
    ("min", Function::Min),
    ("max", Function::Max),
    ("sqrt", Function::Sqrt),
    ("round", Function::Round),
    ("floor", Function::Floor),
    ("ceil", Function::Ceil),
    ("ln", Function::Ln),
    ("exp", Function::Exp),
];

impl Node {
    pub(super) fn value(&self, career: &Career) -> Result<f64, GradeError> {
        match self {
            Node::Number(number) => Ok(*number),
            Node::Variable(variable) => Ok(variable.value(career)),
            Node::Beat(entrant) => Ok(if career.beaten.contains(entrant) { 1.0 } else { 0.0 }),
            Node::Negative(node) => Ok(-node.value(career)?),
            Node::Binary { sign, place, left, right } => {
                binary(*sign, *place, left.value(career)?, right.value(career)?)
            }
            Node::Call { function, place, arguments } => {
                let values =
                    arguments.iter().map(|node| node.value(career)).collect::<Result<Vec<_>, _>>()?;
                function.value(*place, &values)
            }
        }
    }
}

impl Variable {
    fn value(self, career: &Career) -> f64 {
        let tally = &career.tally;
        let of = |values: &[i64], index: usize| values.get(index).copied().unwrap_or(0) as f64;
        match self {
            Variable::Max(index) => of(&tally.maxima, index),
            Variable::Sum(index) => of(&tally.sums, index),
            Variable::Wins => f64::from(tally.wins),
            Variable::Draws => f64::from(tally.draws),
            Variable::Losses => f64::from(tally.losses),
            Variable::Points => tally.points.as_f64(),
            Variable::Games => f64::from(tally.games),
            Variable::Byes => f64::from(tally.byes),
            Variable::Place => f64::from(career.place),
            Variable::Entrants => f64::from(career.entrants),
        }
    }
}

fn binary(sign: char, place: Place, left: f64, right: f64) -> Result<f64, GradeError> {
    let value = match sign {
        '+' => left + right,
        '-' => left - right,
        '*' => left * right,
        _ if right == 0.0 => return Err(GradeError::new(place, format!("division of {left} by zero"))),
        _ => left / right,
    };
    finite(value, place)
}

impl Function {
    fn value(self, place: Place, values: &[f64]) -> Result<f64, GradeError> {
        let one = values.first().copied().unwrap_or(0.0);
        let value = match self {
            Function::Min => values.iter().copied().fold(one, f64::min),
            Function::Max => values.iter().copied().fold(one, f64::max),
            Function::Sqrt if one < 0.0 => {
                return Err(GradeError::new(place, format!("square root of {one}")));
            }
            Function::Sqrt => libm::sqrt(one),
            Function::Round => libm::round(one),
            Function::Floor => libm::floor(one),
            Function::Ceil => libm::ceil(one),
            Function::Ln if one <= 0.0 => {
                return Err(GradeError::new(place, format!("logarithm of {one}")));
            }
            Function::Ln => libm::log(one),
            Function::Exp => libm::exp(one),
        };
        finite(value, place)
    }
}

fn finite(value: f64, place: Place) -> Result<f64, GradeError> {
    if value.is_finite() { Ok(value) } else { Err(GradeError::new(place, "the number is too large")) }
}
