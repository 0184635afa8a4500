//! Positions from their texts.

use std::sync::Arc;

use game::{Joint, Position, Rules, TextError, parse_ply};

use crate::FileGame;
use crate::answer::Given;
use crate::declaration::Function;
use crate::plies::{BETWEEN, IMAGINED, Plies, START};
use crate::position::{FilePosition, Setting, ask};
use crate::request::Request;
use crate::rulebook::Rulebook;

/// Reads a position's text: by the rules, or as its plies from the start.
///
/// # Errors
/// When the text is not a position, or the rules fail.
pub(crate) fn position(
    book: &'static Rulebook,
    rules: &Rules,
    text: &str,
) -> Result<Box<dyn Position>, TextError> {
    let read = if book.declaration.has(Function::Read) {
        by_rules(book, rules, text)?
    } else {
        by_plies(book, rules, text)?
    };
    match read.any_fault() {
        Some(fault) => {
            let error = TextError::new(format!("the rules failed: {}", fault.what));
            Err(error.after(read.cost()).because_of(fault))
        }
        None => Ok(Box::new(read)),
    }
}

fn by_rules(book: &'static Rulebook, rules: &Rules, text: &str) -> Result<FilePosition, TextError> {
    if let Some(bad) = text.chars().find(|character| game::is_invisible(*character)) {
        return Err(TextError::new(format!("a text has no character {}", game::visible(&bad.to_string()))));
    }
    let setting = Arc::new(Setting::new(rules));
    let mut given = Given::default();
    let request = Request {
        op: "read",
        seat: None,
        moves: Joint::default(),
        options: &setting.text,
        state: [&[]; 4],
        extra: text,
    };
    let fuel = ask(book, &request, &mut given).map_err(|failed| {
        let (error, fuel) = (TextError::new(failed.what.clone()), failed.fuel);
        error.after(fuel).because_of(&failed.into_fault("read", text.to_owned()))
    })?;
    let read = FilePosition::new(book, setting, given, Plies::imagined(0), 0);
    read.spend(fuel);
    Ok(read)
}

fn by_plies(book: &'static Rulebook, rules: &Rules, text: &str) -> Result<FilePosition, TextError> {
    if text == IMAGINED {
        return Err(TextError::new("`?` is a position that a bot has imagined: its plies are unknown"));
    }
    let mut position = FilePosition::start(book, rules);
    if text == START {
        return Ok(position);
    }
    let mut fuel = position.spent();
    for (index, ply) in text.split(BETWEEN).enumerate() {
        let number = index + 1;
        let joint = parse_ply(&FileGame { book }, &position, ply)
            .map_err(|error| TextError::new(format!("ply {number}: {error}")).after(fuel))?;
        position.play(&joint);
        fuel += position.spent();
        if position.has_failed() {
            break;
        }
    }
    position.set_spent(fuel);
    Ok(position)
}
