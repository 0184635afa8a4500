//! The public parts of two states, compared for the author of the rules.

use std::any::Any;

use game::Position;
use serde_json::{Map, Value};

use crate::Form;
use crate::position::FilePosition;

/// Returns where the public parts of two states differ: `state.deck` in a script, `the public state` in a compiled
/// module. `None` if they are equal, or the positions are not of a game from a file.
pub fn public_difference(one: &dyn Position, other: &dyn Position) -> Option<String> {
    let (one, other) = (file_position(one)?, file_position(other)?);
    let [here, there] = [one, other].map(|position| position.core.given.state()[0]);
    if here == there {
        return None;
    }
    let member = match one.core.book.form {
        Form::Lines => other_member(here, there),
        Form::Sections => None,
    };
    Some(member.map_or_else(|| "the public state".to_owned(), |name| format!("`state.{name}`")))
}

fn file_position(position: &dyn Position) -> Option<&FilePosition> {
    let position: &dyn Any = position;
    position.downcast_ref()
}

/// Returns the name of a member that differs between two JSON objects.
fn other_member(here: &[u8], there: &[u8]) -> Option<String> {
    let here: Map<String, Value> = serde_json::from_slice(here).ok()?;
    let there: Map<String, Value> = serde_json::from_slice(there).ok()?;
    let names = here.keys().chain(there.keys());
    names.filter(|name| here.get(*name) != there.get(*name)).min().cloned()
}
