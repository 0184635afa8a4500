//! The formula of a gradebook.
//!
//! ```
//! use tournament::{Career, Entrant, EntrantId, Grade};
//!
//! let entrants = [Entrant::ranked("Ada"), Entrant::guest("Teacher")];
//! let text = "min(10, 9 * sqrt((max_boxes + max_tanks) / 30) + beat(\"Teacher\"))";
//! let grade = Grade::parse(text, &["tanks", "boxes", "destroyed"], &entrants)?;
//! let mut career = Career::new(3);
//! career.tally.maxima = vec![5, 19, 4];
//! career.beaten.insert(EntrantId(1));
//! assert_eq!(format!("{:.3}", grade.of(&career)?), "9.050");
//! # Ok::<(), tournament::GradeError>(())
//! ```
//!
//! Numbers, `+ - * /`, parentheses, the functions `min max sqrt round floor ceil ln exp`, the variables
//! `max_<metric> sum_<metric> wins draws losses points games place entrants`, and `beat("Name")`, which is 1 or
//! 0. Maxima are over all games that did not end by a forfeit of either side; without such a game they are 0.

use std::collections::BTreeSet;

use game::Seat;
use thiserror::Error;

use crate::{Entrant, EntrantId, GameRecord, Scoring, Tally};

/// What one entrant did in the whole tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Career {
    /// What its games add up to.
    pub tally: Tally,
    /// Whom it has beaten in some game that counts.
    pub beaten: BTreeSet<EntrantId>,
    /// Its place in the tournament from 1; 0 when it is not ranked.
    pub place: u32,
    /// How many entrants are ranked.
    pub entrants: u32,
}

impl Career {
    /// Nothing yet, with room for so many metrics.
    pub fn new(metrics: usize) -> Career {
        Career { tally: Tally::new(metrics), ..Career::default() }
    }

    /// The careers of all entrants from the games of all stages that count, without places.
    pub fn all<'a>(
        entrants: usize,
        games: impl IntoIterator<Item = &'a GameRecord>,
        scoring: &Scoring,
        metrics: usize,
    ) -> Vec<Career> {
        let mut careers = vec![Career::new(metrics); entrants];
        for game in games {
            for seat in Seat::BOTH {
                let Some(career) = careers.get_mut(game.seats[seat].index()) else { continue };
                career.tally.add(&game.result, seat, scoring);
                if game.result.outcome.winner() == Some(seat) {
                    career.beaten.insert(game.seats[seat.other()]);
                }
            }
        }
        careers
    }
}

/// A formula that cannot be read or has no value.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{message}")]
pub struct GradeError {
    /// What is wrong.
    pub message: String,
    /// Where in the formula, in bytes.
    pub at: usize,
    /// How many bytes it is about; at least 1.
    pub len: usize,
    /// Names that were possible there, for "did you mean".
    pub known: Vec<String>,
}

impl GradeError {
    fn new(place: Place, message: impl Into<String>) -> GradeError {
        GradeError { message: message.into(), at: place.at, len: place.len.max(1), known: Vec::new() }
    }
}

/// A formula that was read and checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    text: String,
    root: Node,
}

impl Grade {
    /// Reads a formula for a game with these metrics and these entrants.
    ///
    /// # Errors
    /// When it is no formula, or names what there is not; with the place in the text.
    pub fn parse(text: &str, metrics: &[&str], entrants: &[Entrant]) -> Result<Grade, GradeError> {
        let tokens = tokens(text)?;
        let mut parser = Parser { tokens: &tokens, next: 0, end: text.len(), depth: 0, metrics, entrants };
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

    /// The grade of an entrant, rounded to nine decimals, the same on every machine.
    ///
    /// # Errors
    /// When a part of the formula has no value: a division by zero, a root or logarithm of what has none, a
    /// number too large; with the place in the text.
    pub fn of(&self, career: &Career) -> Result<f64, GradeError> {
        let value = self.root.value(career)?;
        let rounded = libm::round(value * 1e9) / 1e9;
        // Too large to be rounded means that there are no decimals to round.
        Ok(if rounded.is_finite() { rounded + 0.0 } else { value })
    }
}

/// Where something stands in the formula, in bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    at: usize,
    len: usize,
}

#[derive(Clone, Debug, PartialEq)]
struct Token {
    kind: TokenKind,
    place: Place,
}

#[derive(Clone, Debug, PartialEq)]
enum TokenKind {
    Number(f64),
    Name(String),
    Text(String),
    Sign(char),
}

fn tokens(text: &str) -> Result<Vec<Token>, GradeError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (kind, len) = token(&text[at..], first)
            .map_err(|(message, len)| GradeError::new(Place { at, len }, message))?;
        tokens.push(Token { kind, place: Place { at, len } });
        at += len;
    }
    Ok(tokens)
}

/// The token at the start of the text, and its length; or what is wrong with it.
fn token(text: &str, first: char) -> Result<(TokenKind, usize), (String, usize)> {
    let run = |belongs: fn(char) -> bool| text.find(|c| !belongs(c)).unwrap_or(text.len());
    match first {
        '0'..='9' | '.' => {
            let len = run(|c| c.is_ascii_digit() || c == '.');
            let number: Result<f64, _> = text[..len].parse();
            let number = number.map_err(|_| (format!("`{}` is no number", &text[..len]), len))?;
            Ok((TokenKind::Number(number), len))
        }
        'a'..='z' | 'A'..='Z' | '_' => {
            let len = run(|c| c.is_ascii_alphanumeric() || c == '_');
            Ok((TokenKind::Name(text[..len].to_owned()), len))
        }
        '"' => match text[1..].find('"') {
            Some(len) => Ok((TokenKind::Text(text[1..=len].to_owned()), len + 2)),
            None => Err(("the text has no closing quote".to_owned(), text.len())),
        },
        '+' | '-' | '*' | '/' | '(' | ')' | ',' => Ok((TokenKind::Sign(first), 1)),
        other => Err((format!("`{}` has no meaning here", other.escape_debug()), other.len_utf8())),
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Number(f64),
    Variable(Variable),
    Beat(EntrantId),
    Negative(Box<Node>),
    Binary { sign: char, place: Place, left: Box<Node>, right: Box<Node> },
    Call { function: Function, place: Place, arguments: Vec<Node> },
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Variable {
    Max(usize),
    Sum(usize),
    Wins,
    Draws,
    Losses,
    Points,
    Games,
    Place,
    Entrants,
}

const VARIABLES: [(&str, Variable); 7] = [
    ("wins", Variable::Wins),
    ("draws", Variable::Draws),
    ("losses", Variable::Losses),
    ("points", Variable::Points),
    ("games", Variable::Games),
    ("place", Variable::Place),
    ("entrants", Variable::Entrants),
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Function {
    Min,
    Max,
    Sqrt,
    Round,
    Floor,
    Ceil,
    Ln,
    Exp,
}

const FUNCTIONS: [(&str, Function); 8] = [
    ("min", Function::Min),
    ("max", Function::Max),
    ("sqrt", Function::Sqrt),
    ("round", Function::Round),
    ("floor", Function::Floor),
    ("ceil", Function::Ceil),
    ("ln", Function::Ln),
    ("exp", Function::Exp),
];

/// Deeper formulae are refused, so that no text can use up the stack.
const DEPTH: u32 = 64;

struct Parser<'a> {
    tokens: &'a [Token],
    next: usize,
    end: usize,
    depth: u32,
    metrics: &'a [&'a str],
    entrants: &'a [Entrant],
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.next)
    }

    fn here(&self) -> Place {
        self.peek().map_or(Place { at: self.end, len: 1 }, |token| token.place)
    }

    fn take_sign(&mut self, signs: &[char]) -> Option<(char, Place)> {
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

    fn sum(&mut self) -> Result<Node, GradeError> {
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

    fn call(&mut self, name: &str, place: Place) -> Result<Node, GradeError> {
        if name == "beat" {
            return self.beat();
        }
        let Some(&(_, function)) = FUNCTIONS.iter().find(|(known, _)| *known == name) else {
            let known = FUNCTIONS.iter().map(|(known, _)| *known).chain(["beat"]);
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

    fn beat(&mut self) -> Result<Node, GradeError> {
        let Some(Token { kind: TokenKind::Text(name), place }) = self.peek() else {
            return Err(GradeError::new(self.here(), "an entrant's name in quotes is expected here"));
        };
        self.next += 1;
        let found = (0..).map(EntrantId).zip(self.entrants).find(|(_, entrant)| entrant.name == *name);
        let Some((entrant, _)) = found else {
            let known = self.entrants.iter().map(|entrant| entrant.name.as_str());
            return Err(unknown(*place, "entrant", name, known));
        };
        self.expect(')')?;
        Ok(Node::Beat(entrant))
    }

    fn variable(&self, name: &str, place: Place) -> Result<Node, GradeError> {
        let metric = |prefix| {
            let name = name.strip_prefix(prefix)?;
            self.metrics.iter().position(|&metric| metric == name)
        };
        let fixed = VARIABLES.iter().find(|(known, _)| *known == name).map(|&(_, variable)| variable);
        let variable =
            fixed.or_else(|| metric("max_").map(Variable::Max)).or_else(|| metric("sum_").map(Variable::Sum));
        let Some(variable) = variable else {
            let of_metrics =
                self.metrics.iter().flat_map(|name| [format!("max_{name}"), format!("sum_{name}")]);
            let known: Vec<_> =
                VARIABLES.iter().map(|(known, _)| (*known).to_owned()).chain(of_metrics).collect();
            return Err(unknown(place, "variable", name, known.iter().map(String::as_str)));
        };
        Ok(Node::Variable(variable))
    }
}

fn unknown<'a>(place: Place, what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> GradeError {
    let known = known.map(str::to_owned).collect();
    GradeError { known, ..GradeError::new(place, format!("there is no {what} `{}`", name.escape_debug())) }
}

impl Node {
    fn value(&self, career: &Career) -> Result<f64, GradeError> {
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
        _ if right == 0.0 => return Err(GradeError::new(place, format!("{left} is divided by zero"))),
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
                return Err(GradeError::new(place, format!("the square root of {one} is taken")));
            }
            Function::Sqrt => libm::sqrt(one),
            Function::Round => libm::round(one),
            Function::Floor => libm::floor(one),
            Function::Ceil => libm::ceil(one),
            Function::Ln if one <= 0.0 => {
                return Err(GradeError::new(place, format!("the logarithm of {one} is taken")));
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

#[cfg(test)]
mod tests {
    use game::{Outcome, PerSeat, SeatSet};
    use proptest::prelude::*;

    use super::*;
    use crate::{GameResult, MatchKey, Metrics};

    const METRICS: [&str; 3] = ["tanks", "boxes", "destroyed"];
    const CLASS: &str = "min(10, 9 * sqrt((max_boxes + max_tanks) / 30) + beat(\"Teacher\"))";

    fn entrants() -> Vec<Entrant> {
        vec![Entrant::ranked("Ada"), Entrant::ranked("Bo"), Entrant::guest("Teacher")]
    }

    fn parse(text: &str) -> Result<Grade, GradeError> {
        Grade::parse(text, &METRICS, &entrants())
    }

    fn game(number: u16, seats: [u32; 2], result: GameResult) -> GameRecord {
        let seats = PerSeat(seats.map(EntrantId));
        GameRecord { key: MatchKey::new(0, 0, 0, number).unwrap(), seats, result }
    }

    fn result(outcome: Outcome, forfeits: SeatSet, first: [i64; 3], second: [i64; 3]) -> GameResult {
        let metrics = Metrics::new(PerSeat::new(&first, &second));
        GameResult { outcome, forfeits, metrics, content: 0 }
    }

    #[test]
    fn the_class_formula_takes_both_maxima_apart_and_leaves_forfeits_out() {
        let first_wins = Outcome::Win(Seat::First);
        let games = [
            game(0, [0, 1], result(first_wins, SeatSet::NONE, [3, 20, 6], [0, 16, 3])),
            game(1, [0, 2], result(first_wins, SeatSet::NONE, [5, 17, 6], [0, 19, 1])),
            // Ended by a forfeit: counts for nobody's maxima, though it is a win and beats the teacher.
            game(2, [1, 2], result(first_wins, SeatSet::only(Seat::Second), [6, 30, 0], [6, 18, 0])),
        ];
        let careers = Career::all(3, &games, &Scoring::default(), 3);
        let grade = parse(CLASS).unwrap();
        let marks: Vec<_> =
            careers.iter().map(|career| format!("{:.4}", grade.of(career).unwrap())).collect();
        // Ada: 9 sqrt((20 + 5) / 30) + 1 = 9.2158. Bo: 9 sqrt((16 + 0) / 30) + 1 = 7.5727.
        // Teacher: 9 sqrt((19 + 0) / 30) = 7.1624.
        assert_eq!(marks, ["9.2158", "7.5727", "7.1624"]);
        assert_eq!(grade.of(&Career::new(3)), Ok(0.0), "without a game that counts there is nothing");
    }

    #[test]
    fn values() {
        let mut career = Career::new(3);
        career.tally.wins = 7;
        career.tally.games = 10;
        career.place = 3;
        career.entrants = 20;
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
            (".5", 0.5),
        ] {
            assert_eq!(parse(text).and_then(|grade| grade.of(&career)), Ok(value), "{text}");
        }
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        for (text, at, len, message) in [
            ("", 0, 1, "a number, a variable, a function or `(` is expected here"),
            ("1 +", 3, 1, "a number, a variable, a function or `(` is expected here"),
            ("1 2", 2, 1, "an operator or the end is expected here"),
            ("(1", 2, 1, "`)` is expected here"),
            ("1.2.3", 0, 5, "`1.2.3` is no number"),
            ("2 * max_bxes", 4, 8, "there is no variable `max_bxes`"),
            ("sqr(2)", 0, 3, "there is no function `sqr`"),
            ("sqrt(1, 2)", 0, 4, "`sqrt` takes one number, not 2"),
            ("beat(Teacher)", 5, 7, "an entrant's name in quotes is expected here"),
            ("beat(\"Techer\")", 5, 8, "there is no entrant `Techer`"),
            ("beat(\"Techer", 5, 7, "the text has no closing quote"),
            ("2 ^ 3", 2, 1, "`^` has no meaning here"),
            ("2 × 3", 2, 2, "`×` has no meaning here"),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!((error.at, error.len, error.to_string().as_str()), (at, len, message), "{text}");
        }
        assert!(parse("max_bxes").unwrap_err().known.contains(&"max_boxes".to_owned()));
    }

    #[test]
    fn what_has_no_value_is_explained() {
        for (text, at, message) in [
            ("1 / (wins - 0)", 2, "1 is divided by zero"),
            ("2 + sqrt(0 - 1)", 4, "the square root of -1 is taken"),
            ("ln(wins)", 0, "the logarithm of 0 is taken"),
            ("exp(10000)", 0, "the number is too large"),
        ] {
            let error = parse(text).unwrap().of(&Career::new(3)).unwrap_err();
            assert_eq!((error.at, error.to_string().as_str()), (at, message), "{text}");
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
            if let Ok(value) = parse(&text).and_then(|grade| grade.of(&Career::new(3))) {
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
            match grade.of(&Career::new(3)) {
                Ok(value) => prop_assert!(value.is_finite()),
                Err(error) => prop_assert!(error.at < text.len()),
            }
        }
    }
}
