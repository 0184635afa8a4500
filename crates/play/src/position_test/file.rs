//! A file of positions: lines `name: value`, a block for each position.
//!
//! ```text
//! # The base is open.
//! name: takes the base
//! position: start
//! seat: Up
//! expect: LA LB
//! forbid: RC
//! ```
//!
//! A block begins with `name` or, without one, with `position`. `position: start` is the game's start. A block needs
//! `seat` where both seats act. `expect` lists the only answers that pass, and `forbid` those that do not; a block
//! needs at least one of them.

use std::ops::Range;

use game::{Action, Game, Phase, Position, Rules, Seat};

use super::{PositionTest, seat_named};

/// A problem in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileProblem {
    /// The problem, in one line.
    pub message: String,
    /// Its place, as byte offsets into the text.
    pub span: Range<usize>,
    /// Advice on how to fix it.
    pub hint: Option<String>,
}

/// A value with its place.
#[derive(Clone, Copy)]
struct Value<'t> {
    text: &'t str,
    begins: usize,
}

impl<'t> Value<'t> {
    fn span(self) -> Range<usize> {
        self.begins..self.begins + self.text.len()
    }

    fn problem(self, message: impl Into<String>) -> FileProblem {
        FileProblem { message: message.into(), span: self.span(), hint: None }
    }

    /// Returns its words, each with its place.
    fn words(self) -> impl Iterator<Item = Value<'t>> {
        self.text.split_whitespace().map(move |word| {
            let offset = word.as_ptr() as usize - self.text.as_ptr() as usize;
            Value { text: word, begins: self.begins + offset }
        })
    }
}

/// The lines of one position.
#[derive(Default)]
struct Block<'t> {
    line: usize,
    name: Option<Value<'t>>,
    position: Option<Value<'t>>,
    seat: Option<Value<'t>>,
    expect: Option<Value<'t>>,
    forbid: Option<Value<'t>>,
}

impl<'t> Block<'t> {
    fn slot(&mut self, key: &str) -> Option<&mut Option<Value<'t>>> {
        Some(match key {
            "name" => &mut self.name,
            "position" => &mut self.position,
            "seat" => &mut self.seat,
            "expect" => &mut self.expect,
            "forbid" => &mut self.forbid,
            _ => return None,
        })
    }

    /// Returns `true` if a key begins the next block.
    fn ends_before(&self, key: &str) -> bool {
        key == "name" && (self.name.is_some() || self.position.is_some())
            || key == "position" && self.position.is_some()
    }
}

/// Reads the positions of a file.
///
/// # Errors
/// Returns all problems of the file.
pub fn read(game: &dyn Game, rules: &Rules, text: &str) -> Result<Vec<PositionTest>, Vec<FileProblem>> {
    let mut problems = Vec::new();
    let blocks = blocks(text, &mut problems);
    let mut tests = Vec::new();
    for block in &blocks {
        match test(game, rules, block) {
            Ok(test) => tests.push(test),
            Err(found) => problems.extend(found),
        }
    }
    if blocks.is_empty() && problems.is_empty() {
        problems.push(FileProblem {
            message: "the file has no positions".to_owned(),
            span: 0..0,
            hint: Some(
                "write a line `position: TEXT`, and below it `expect: MOVES` or `forbid: MOVES`".to_owned(),
            ),
        });
    }
    if problems.is_empty() { Ok(tests) } else { Err(problems) }
}

fn blocks<'t>(text: &'t str, problems: &mut Vec<FileProblem>) -> Vec<Block<'t>> {
    let (mut blocks, mut begins) = (Vec::<Block<'t>>::new(), 0);
    for (number, whole) in text.split_inclusive('\n').enumerate() {
        let at = begins;
        begins += whole.len();
        let line = whole.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let at = at + whole.len() - whole.trim_start().len();
        let whole_line = Value { text: line, begins: at };
        let Some((key, value)) = line.split_once(':') else {
            problems.push(whole_line.problem("this line is not `name: value`"));
            continue;
        };
        let trimmed = value.trim_start();
        let value = Value { text: trimmed, begins: at + line.len() - trimmed.len() };
        if blocks.last().is_none_or(|block| block.ends_before(key)) {
            blocks.push(Block { line: number + 1, ..Block::default() });
        }
        let Some(block) = blocks.last_mut() else { continue };
        match block.slot(key) {
            None => {
                let key = Value { text: key, begins: at };
                let mut problem = key.problem(format!("`{}` is not a key of a position", key.text));
                problem.hint = Some("the keys are name, position, seat, expect and forbid".to_owned());
                problems.push(problem);
            }
            Some(Some(_)) => {
                problems.push(whole_line.problem(format!("this position already has `{key}`")));
            }
            Some(empty) => *empty = Some(value),
        }
    }
    blocks
}

fn test(game: &dyn Game, rules: &Rules, block: &Block<'_>) -> Result<PositionTest, Vec<FileProblem>> {
    let any =
        [block.name, block.position, block.seat, block.expect, block.forbid].into_iter().flatten().next();
    let any = any.unwrap_or(Value { text: "", begins: 0 });
    let Some(text) = block.position else {
        return Err(vec![any.problem("no `position` comes before this")]);
    };
    let position = match text.text {
        "start" => game.start(rules),
        other => game
            .parse_position(rules, other)
            .map_err(|error| vec![text.problem(format!("invalid position: {error}"))])?,
    };
    let seat = seat(game, &*position, block, text).map_err(|problem| vec![problem])?;
    let mut problems = Vec::new();
    let mut list = |value: Option<Value<'_>>| actions(&*position, seat, value, &mut problems);
    let (expected, forbidden) = (list(block.expect), list(block.forbid));
    if problems.is_empty() && expected.is_empty() && forbidden.is_empty() {
        let mut problem = text.problem("this position has no expected or forbidden move");
        problem.hint = Some("add `expect: MOVES` or `forbid: MOVES`".to_owned());
        problems.push(problem);
    }
    if problems.is_empty() && !expected.is_empty() && expected.iter().all(|action| forbidden.contains(action))
    {
        problems.push(text.problem("every expected move is also forbidden"));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let name = block.name.map(|name| name.text.to_owned()).unwrap_or_default();
    let text = (text.text != "start").then(|| text.text.to_owned());
    Ok(PositionTest { line: block.line, name, text, position, seat, expected, forbidden })
}

fn seat(
    game: &dyn Game,
    position: &dyn Position,
    block: &Block<'_>,
    text: Value<'_>,
) -> Result<Seat, FileProblem> {
    let acting = match position.phase() {
        Phase::Act(seats) => seats,
        Phase::Chance(_) => return Err(text.problem("chance decides in this position")),
        Phase::Over(end) => {
            return Err(text.problem(format!("the game is over in this position: {}", end.reason)));
        }
    };
    let [first, second] = game.seats().0.map(|name| name.word);
    let Some(value) = block.seat else {
        let mut acting = acting.iter();
        if let (Some(seat), None) = (acting.next(), acting.next()) {
            return Ok(seat);
        }
        let mut problem = text.problem("both seats act in this position");
        problem.hint = Some(format!("add `seat: {first}` or `seat: {second}`"));
        return Err(problem);
    };
    let seat = seat_named(game, value.text).ok_or_else(|| {
        let mut problem = value.problem(format!("there is no seat `{}`", value.text));
        problem.hint = Some(format!("the seats are {first} and {second}"));
        problem
    })?;
    if acting.contains(seat) {
        Ok(seat)
    } else {
        Err(value.problem(format!("{} does not act in this position", game.seats()[seat].word)))
    }
}

/// Reads the actions of a line. Any other word is a problem.
fn actions(
    position: &dyn Position,
    seat: Seat,
    value: Option<Value<'_>>,
    problems: &mut Vec<FileProblem>,
) -> Vec<Action> {
    let mut actions = Vec::new();
    for word in value.into_iter().flat_map(Value::words) {
        match position.parse_action(seat, word.text) {
            Ok(action) if position.is_legal(seat, action) => actions.push(action),
            Ok(_) => problems.push(word.problem(format!("`{}` is not legal in this position", word.text))),
            Err(error) => problems.push(word.problem(error.to_string())),
        }
    }
    actions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Result<Vec<String>, Vec<String>> {
        let game = games::find("tank-war").unwrap();
        let shown = |test: &PositionTest| {
            format!("{} {:?} {}: {}", test.line, test.name, test.seat.index(), test.due())
        };
        let named = |problem: &FileProblem| {
            format!("{:?}: {}", text.get(problem.span.clone()).unwrap_or_default(), problem.message)
        };
        read(game, &Rules::defaults(game.options()), text)
            .map(|tests| tests.iter().map(shown).collect())
            .map_err(|problems| problems.iter().map(named).collect())
    }

    #[test]
    fn positions_are_read() {
        let text = "# A comment.\nname: one\nposition: start\nseat: Up\nexpect: LA  LB\nforbid: LB\n\nposition: start\nseat: second\nforbid: RC\n";
        assert_eq!(found(text).unwrap(), ["2 \"one\" 0: LA", "8 \"\" 1: anything but RC"]);
    }

    #[test]
    fn everything_wrong_is_named_with_its_place() {
        let cases: &[(&str, &[&str])] = &[
            ("", &["\"\": the file has no positions"]),
            ("expect LA\n", &["\"expect LA\": this line is not `name: value`"]),
            ("position: start\nexpect: LA\n", &["\"start\": both seats act in this position"]),
            ("position: start\nseat: White\nexpect: LA\n", &["\"White\": there is no seat `White`"]),
            ("position: start\nseat: Up\n", &["\"start\": this position has no expected or forbidden move"]),
            (
                "position: start\nseat: Up\nexpect: LA\nforbid: LA\n",
                &["\"start\": every expected move is also forbidden"],
            ),
            ("seat: Up\n", &["\"Up\": no `position` comes before this"]),
            (
                "position: start\nseat: Up\nseat: Up\nexpect: LA\n",
                &["\"seat: Up\": this position already has `seat`"],
            ),
            (
                "position: start\nseat: Up\nwant: LA\nexpect: LA\n",
                &["\"want\": `want` is not a key of a position"],
            ),
        ];
        for (text, due) in cases {
            assert_eq!(found(text).unwrap_err(), *due, "{text:?}");
        }
        let wrong =
            found("position: here\nexpect: LA\nposition: start\nseat: Up\nexpect: LA XX\n").unwrap_err();
        assert!(
            wrong[0].starts_with("\"here\": invalid position: ") && wrong[1].starts_with("\"XX\": "),
            "{wrong:?}"
        );
    }
}
