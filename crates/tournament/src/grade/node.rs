//! A formula as a tree, and its value.

use super::GradeError;
use super::input::Input;
use super::token::FormulaSpan;
use crate::Career;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Number(f64),
    Input { input: Input, place: FormulaSpan },
    Negative(Box<Node>),
    Binary { sign: char, place: FormulaSpan, left: Box<Node>, right: Box<Node> },
    Call { function: Function, place: FormulaSpan, arguments: Vec<Node> },
}

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
        self.evaluated(&|input, place| input.required(place, career))
    }

    /// The value of a tree that has only numbers.
    pub(super) fn constant(&self) -> Result<f64, GradeError> {
        self.evaluated(&|input, place| {
            Err(GradeError::new(place, format!("`{}` is not a number", input.name().escape_debug())))
        })
    }

    fn evaluated(
        &self,
        of: &dyn Fn(&Input, FormulaSpan) -> Result<f64, GradeError>,
    ) -> Result<f64, GradeError> {
        match self {
            Node::Number(number) => Ok(*number),
            Node::Input { input, place } => of(input, *place),
            Node::Negative(node) => Ok(-node.evaluated(of)?),
            Node::Binary { sign, place, left, right } => {
                binary(*sign, *place, left.evaluated(of)?, right.evaluated(of)?)
            }
            Node::Call { function, place, arguments } => {
                let values =
                    arguments.iter().map(|node| node.evaluated(of)).collect::<Result<Vec<_>, _>>()?;
                function.value(*place, &values)
            }
        }
    }

    /// The same tree with numbers in place of names.
    pub(super) fn with_values(&self, career: &Career) -> Result<Node, GradeError> {
        Ok(match self {
            Node::Number(number) => Node::Number(*number),
            Node::Input { input, place } => Node::Number(input.required(*place, career)?),
            Node::Negative(node) => Node::Negative(Box::new(node.with_values(career)?)),
            Node::Binary { sign, place, left, right } => Node::Binary {
                sign: *sign,
                place: *place,
                left: Box::new(left.with_values(career)?),
                right: Box::new(right.with_values(career)?),
            },
            Node::Call { function, place, arguments } => Node::Call {
                function: *function,
                place: *place,
                arguments: arguments.iter().map(|node| node.with_values(career)).collect::<Result<_, _>>()?,
            },
        })
    }

    /// Calls `each` with every input, in the order of the formula.
    pub(super) fn for_each_input<'a>(&'a self, each: &mut dyn FnMut(&'a Input)) {
        match self {
            Node::Number(_) => {}
            Node::Input { input, .. } => each(input),
            Node::Negative(node) => node.for_each_input(each),
            Node::Binary { left, right, .. } => {
                left.for_each_input(each);
                right.for_each_input(each);
            }
            Node::Call { arguments, .. } => arguments.iter().for_each(|node| node.for_each_input(each)),
        }
    }
}

fn binary(sign: char, place: FormulaSpan, left: f64, right: f64) -> Result<f64, GradeError> {
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
    pub(super) fn name(self) -> &'static str {
        let named = FUNCTIONS.iter().find(|(_, function)| *function == self);
        named.map_or("", |(name, _)| name)
    }

    fn value(self, place: FormulaSpan, values: &[f64]) -> Result<f64, GradeError> {
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

fn finite(value: f64, place: FormulaSpan) -> Result<f64, GradeError> {
    if value.is_finite() { Ok(value) } else { Err(GradeError::new(place, "the number is too large")) }
}
