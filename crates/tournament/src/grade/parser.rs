//! From tokens to a tree.

use super::GradeError;
use super::input::{ABOUT_ENTRANTS, AboutEntrant, Input, Quantity, VARIABLES};
use super::node::{FUNCTIONS, Function, Node};
use super::token::{FormulaSpan, Token, TokenKind};
use crate::{Entrant, EntrantId};

/// Maximum depth of a formula, so that no text can exhaust the stack.
const DEPTH: u32 = 64;

pub(super) struct Parser<'a> {
    tokens: &'a [Token],
    next: usize,
    end: usize,
    depth: u32,
    metrics: &'a [&'a str],
    entrants: &'a [Entrant],
}

impl<'a> Parser<'a> {
    pub(super) fn new(
        tokens: &'a [Token],
        end: usize,
        metrics: &'a [&'a str],
        entrants: &'a [Entrant],
    ) -> Parser<'a> {
        Parser { tokens, next: 0, end, depth: 0, metrics, entrants }
    }

    pub(super) fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.next)
    }

    fn here(&self) -> FormulaSpan {
        self.peek().map_or(FormulaSpan { at: self.end, len: 1 }, |token| token.place)
    }

    fn take_sign(&mut self, signs: &[char]) -> Option<(char, FormulaSpan)> {
        match self.peek()? {
            Token { kind: TokenKind::Sign(sign), place } if signs.contains(sign) => {
                self.next += 1;
                Some((*sign, *place))
            }
            _ => None,
        }
    }

    fn expect(&mut self, sign: char) -> Result<(), GradeError> {
        self.take_sign(&[sign])
            .map(|_| ())
            .ok_or_else(|| GradeError::new(self.here(), format!("`{sign}` is expected here")))
    }

    pub(super) fn sum(&mut self) -> Result<Node, GradeError> {
        self.chain(&['+', '-'], Parser::product)
    }

    fn product(&mut self) -> Result<Node, GradeError> {
        self.chain(&['*', '/'], Parser::factor)
    }

    fn chain(
        &mut self,
        signs: &[char],
        part: fn(&mut Parser<'a>) -> Result<Node, GradeError>,
    ) -> Result<Node, GradeError> {
        let mut left = part(self)?;
        let mut length = 0;
        while let Some((sign, place)) = self.take_sign(signs) {
            // A chain is as deep a tree as it is long.
            length += 1;
            if length > 8 * DEPTH {
                return Err(GradeError::new(place, "the formula is too long"));
            }
            let right = part(self)?;
            left = Node::Binary { sign, place, left: Box::new(left), right: Box::new(right) };
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Node, GradeError> {
        let place = self.here();
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(GradeError::new(place, "the formula is nested too deeply"));
        }
        let node = if self.take_sign(&['-']).is_some() {
            Node::Negative(Box::new(self.factor()?))
        } else if self.take_sign(&['(']).is_some() {
            let node = self.sum()?;
            self.expect(')')?;
            node
        } else {
            self.atom()?
        };
        self.depth -= 1;
        Ok(node)
    }

    fn atom(&mut self) -> Result<Node, GradeError> {
        let expected = "a number, a variable, a function or `(` is expected here";
        let Some(token) = self.peek() else { return Err(GradeError::new(self.here(), expected)) };
        self.next += 1;
        match &token.kind {
            TokenKind::Number(number) => Ok(Node::Number(*number)),
            TokenKind::Name(name) if self.take_sign(&['(']).is_some() => self.call(name, token.place),
            TokenKind::Name(name) => self.variable(name, token.place),
            _ => Err(GradeError::new(token.place, expected)),
        }
    }

    fn call(&mut self, name: &str, place: FormulaSpan) -> Result<Node, GradeError> {
        if let Some(&(name, quantity)) = ABOUT_ENTRANTS.iter().find(|(known, _)| *known == name) {
            return self.about_entrant(name, place, quantity);
        }
        let Some(&(_, function)) = FUNCTIONS.iter().find(|(known, _)| *known == name) else {
            let known =
                FUNCTIONS.iter().map(|(known, _)| *known).chain(ABOUT_ENTRANTS.map(|(known, _)| known));
            return Err(unknown(place, "function", name, known));
        };
        let mut arguments = vec![self.sum()?];
        while self.take_sign(&[',']).is_some() {
            arguments.push(self.sum()?);
        }
        self.expect(')')?;
        let one = !matches!(function, Function::Min | Function::Max);
        if one && arguments.len() != 1 {
            return Err(GradeError::new(
                place,
                format!("`{name}` takes one number, not {}", arguments.len()),
            ));
        }
        Ok(Node::Call { function, place, arguments })
    }

    fn about_entrant(
        &mut self,
        function: &str,
        place: FormulaSpan,
        quantity: AboutEntrant,
    ) -> Result<Node, GradeError> {
        let Some(Token { kind: TokenKind::Text(name), place: of_name }) = self.peek() else {
            return Err(GradeError::new(self.here(), "an entrant's name in quotes is expected here"));
        };
        self.next += 1;
        let found = (0..).map(EntrantId).zip(self.entrants).find(|(_, entrant)| entrant.name == *name);
        let Some((entrant, _)) = found else {
            let known = self.entrants.iter().map(|entrant| entrant.name.as_str());
            return Err(unknown(*of_name, "entrant", name, known));
        };
        self.expect(')')?;
        Ok(Node::Input { input: Input::new(format!("{function}({name})"), quantity(entrant)), place })
    }

    fn variable(&self, name: &str, place: FormulaSpan) -> Result<Node, GradeError> {
        let metric = |prefix| {
            let name = name.strip_prefix(prefix)?;
            self.metrics.iter().position(|&metric| metric == name)
        };
        let fixed = VARIABLES.iter().find(|(known, _)| *known == name).map(|&(_, variable)| variable);
        let variable =
            fixed.or_else(|| metric("max_").map(Quantity::Max)).or_else(|| metric("sum_").map(Quantity::Sum));
        let Some(variable) = variable else {
            let of_metrics =
                self.metrics.iter().flat_map(|name| [format!("max_{name}"), format!("sum_{name}")]);
            let known: Vec<_> =
                VARIABLES.iter().map(|(known, _)| (*known).to_owned()).chain(of_metrics).collect();
            return Err(unknown(place, "variable", name, known.iter().map(String::as_str)));
        };
        Ok(Node::Input { input: Input::new(name.to_owned(), variable), place })
    }
}

fn unknown<'a>(
    place: FormulaSpan,
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'a str>,
) -> GradeError {
    let known = known.map(str::to_owned).collect();
    GradeError { known, ..GradeError::new(place, format!("unknown {what} `{}`", name.escape_debug())) }
}
