//! The report on the rules of a game, as JSON.

use game::{ActionKind, Field, Game};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::{GameFacts, GameFinding};

/// The report on a game from a file.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GameCheckReport {
    /// Its name.
    pub name: &'static str,
    /// The name in records: `NAME@HASH`, with the BLAKE3 of its module.
    pub key: &'static str,
    /// Its title, for people.
    pub title: &'static str,
    /// The size of its module in bytes.
    pub bytes: usize,
    /// The mistakes; none if the rules are in order.
    pub findings: Vec<GameFinding>,
    /// Results of random games.
    pub facts: GameFacts,
    /// The fields of the view that a bot sees.
    pub view: Vec<FieldReport>,
    /// The kinds of actions that a bot may choose.
    pub actions: Vec<ActionReport>,
}

impl Shape for GameCheckReport {
    const NAME: &'static str = "game-check";
    const VERSION: u32 = 1;
}

/// A field of the view.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FieldReport {
    /// Its name.
    pub name: &'static str,
    /// The type of an element.
    pub kind: &'static str,
    /// The number of elements.
    pub count: usize,
    /// A description.
    pub about: &'static str,
}

/// A kind of action.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ActionReport {
    /// Its name.
    pub name: &'static str,
    /// Its parts.
    pub parts: Vec<&'static str>,
    /// A description.
    pub about: &'static str,
}

impl GameCheckReport {
    /// Returns the report on a checked game.
    pub fn new(game: &'static dyn Game, (findings, facts): (Vec<GameFinding>, GameFacts)) -> GameCheckReport {
        let field = |&Field { name, kind, count, about, .. }: &'static Field| FieldReport {
            name,
            kind: kind.name(),
            count,
            about,
        };
        let action = |&ActionKind { name, bits, about, .. }: &'static ActionKind| ActionReport {
            name,
            parts: bits.iter().map(|part| part.name).collect(),
            about,
        };
        let layout = game.layout();
        GameCheckReport {
            name: game.name(),
            key: game.key(),
            title: game.title(),
            bytes: game.module().map_or(0, <[u8]>::len),
            findings,
            facts,
            view: layout.fields.iter().map(field).collect(),
            actions: layout.actions.iter().map(action).collect(),
        }
    }
}
