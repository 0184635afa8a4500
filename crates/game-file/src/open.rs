//! Opening a game: its declaration, read, checked and kept.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use game::{Joint, RulesFault};
use hash::Hash;
use thiserror::Error;

use crate::answer::only_field;
use crate::checked::Checked;
use crate::declaration::Declaration;
use crate::kept::keep;
use crate::request::Request;
use crate::{CallFailure, FileGame, RulesCalls};

/// Maximum length of a declaration in bytes.
const LONGEST_DECLARATION: usize = 1 << 20;

/// Maximum number of bytes shown before a mistake in a declaration.
const MOST_SHOWN: usize = 60;

/// A module that is not a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpenError {
    /// The module failed to return its declaration.
    #[error("the rules cannot describe their game: {}", .0.what)]
    Failed(CallFailure),
    /// The declaration cannot be read.
    #[error("the declaration cannot be read: {0}")]
    Unreadable(String),
    /// The declaration has mistakes, each in a sentence.
    #[error("{}", .0.join("\n"))]
    Mistakes(Vec<String>),
}

static OPENED: Mutex<BTreeMap<Hash, &'static FileGame>> = Mutex::new(BTreeMap::new());

/// Opens a game from its module: asks for the declaration, checks it, and keeps it for the life of the process. The same
/// module gives the same value.
///
/// # Errors
/// When the module fails, its declaration has mistakes, or the host fails.
pub fn open(module: &[u8], calls: Box<dyn RulesCalls>) -> Result<&'static FileGame, OpenError> {
    open_hashed(Hash::digest(module), module, calls)
}

/// Opens a game by the hash of its module, as [`open`] does, for a host that performs the calls elsewhere. The game does
/// not have its module: [`Game::module`](game::Game::module) returns an empty one.
///
/// # Errors
/// As [`open`].
pub fn open_by_hash(hash: Hash, calls: Box<dyn RulesCalls>) -> Result<&'static FileGame, OpenError> {
    open_hashed(hash, &[], calls)
}

fn open_hashed(
    hash: Hash,
    module: &[u8],
    calls: Box<dyn RulesCalls>,
) -> Result<&'static FileGame, OpenError> {
    let opened = || OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = opened().get(&hash) {
        return Ok(known);
    }
    let declaration = describe(&*calls)?;
    let checked = Checked::new(&declaration).map_err(OpenError::Mistakes)?;
    let book = Box::leak(Box::new(keep(module, hash, declaration, checked, calls)));
    let game: &'static FileGame = Box::leak(Box::new(FileGame { book }));
    game.estimate_bytes().map_err(|RulesFault { what, trace, .. }| {
        OpenError::Failed(CallFailure { what, trace, fuel: 0, is_host: true })
    })?;
    // Another thread may have opened the same module in the meantime.
    Ok(opened().entry(hash).or_insert(game))
}

/// Asks a module for its declaration.
fn describe(calls: &dyn RulesCalls) -> Result<Declaration, OpenError> {
    let request = Request {
        op: "describe",
        seat: None,
        moves: Joint::default(),
        options: "",
        state: [&[]; 4],
        extra: "",
    };
    let (mut bytes, mut answer) = (Vec::new(), Vec::new());
    request.write(calls.form(), &mut bytes);
    calls.call(&bytes, &mut answer).map_err(OpenError::Failed)?;
    let unreadable = |problem: String| OpenError::Unreadable(problem);
    if answer.len() > LONGEST_DECLARATION {
        return Err(unreadable(format!("it has more than {LONGEST_DECLARATION} bytes")));
    }
    let json = only_field(calls.form(), &answer).map_err(unreadable)?;
    let mut declaration: Declaration = serde_json::from_slice(json).map_err(|error| {
        // Authors do not see the JSON, which a kit writes in one line.
        let end = error.column().min(json.len());
        let before = String::from_utf8_lossy(&json[end.saturating_sub(MOST_SHOWN)..end]);
        unreadable(format!("{error}, at the end of `{before}`"))
    })?;
    if declaration.name.is_empty() {
        declaration.name = name_from(&declaration.title);
    }
    Ok(declaration)
}

/// Returns the name of a game with a title: lower case, with hyphens between the words.
fn name_from(title: &str) -> String {
    let words = title.split(|character: char| !character.is_ascii_alphanumeric());
    let words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_ascii_lowercase).collect();
    words.join("-")
}
