//! Positions that the rules derive from another one: imagined for a seat, or mirrored.

use std::sync::Arc;

use game::{Dice, Joint, Seat};

use crate::answer::Given;
use crate::declaration::Function;
use crate::plies::Plies;
use crate::position::{Failed, FilePosition, ask};
use crate::request::Request;

/// Returns a position that the seat cannot tell from this one, of a game with secrets.
pub(crate) fn imagined(position: &FilePosition, seat: Seat, dice: &mut Dice) -> FilePosition {
    let mut key = [0; 32];
    dice.fill(&mut key);
    let core = &*position.core;
    let request =
        Request { extra: &hash::hex::encode(key), ..core.request("imagine", Some(seat), &Joint::default()) };
    let mut given = Given::default();
    let done = if core.book.declaration.has(Function::Imagine) {
        ask(core.book, &request, &mut given)
    } else {
        Err(Failed::answer("the game has secrets, but no such function".to_owned(), 0))
    };
    let done = done.and_then(|fuel| match difference(&core.given, &given, seat) {
        None => Ok(fuel),
        Some(part) => Err(Failed::answer(format!("the imagined position has another {part}"), fuel)),
    });
    if done.is_err() {
        given = core.given.clone();
        given.forget(seat);
    }
    derive(position, given, "imagine", done)
}

/// Returns the position with the seats exchanged.
pub(crate) fn mirrored(position: &FilePosition) -> FilePosition {
    let core = &*position.core;
    let mut given = Given::default();
    let done = ask(core.book, &core.request("mirror", None, &Joint::default()), &mut given);
    if done.is_err() {
        given = core.given.clone();
    }
    derive(position, given, "mirror", done)
}

fn derive(from: &FilePosition, given: Given, op: &str, done: Result<u64, Failed>) -> FilePosition {
    let core = &*from.core;
    let plies = Plies::imagined(core.plies.len());
    let mut position = FilePosition::new(core.book, Arc::clone(&core.setting), given, plies, core.turn);
    match done {
        Ok(fuel) => position.set_spent(fuel),
        Err(failed) => position.fail(op, failed, from.to_string()),
    }
    position
}

/// Returns the first part that lets a seat tell an imagined position from the true one.
fn difference(truth: &Given, imagined: &Given, seat: Seat) -> Option<&'static str> {
    let own = seat.index();
    let (here, there) = (truth.state(), imagined.state());
    let parts = [
        ("public state", here[0] == there[0]),
        ("own state of the seat", here[1 + own] == there[1 + own]),
        ("turn", truth.phase == imagined.phase),
        ("list of legal actions of the seat", truth.legal[own] == imagined.legal[own]),
        ("view of the seat", truth.views[own] == imagined.views[own]),
    ];
    parts.into_iter().find(|(_, is_equal)| !is_equal).map(|(part, _)| part)
}
