//! Names and comments.

use std::fmt::Write as _;

use game::{ActionKind, BitField, Game};
use games::ListedGame;

/// The width of comments.
const WIDTH: usize = 100;

/// Returns the game's name as a C identifier: `tank_war`.
pub(crate) fn identifier(game: &dyn Game) -> String {
    game.name().replace('-', "_")
}

/// Returns the entry of a built-in game. A game from a file has none, even if it shares a built-in game's name.
pub(crate) fn listed(game: &dyn Game) -> Option<&'static ListedGame> {
    if game.module().is_some() { None } else { games::listed(game.name()) }
}

/// The file of a project with the rules of a game from a file.
pub const MODULE: &str = "game.wasm";

/// The end of the first line of a generated file, after the game's title.
const ABOUT: &str = ": what a bot sees, and how it answers.";
/// The second line of a generated file.
const MADE: &str = "Made from the layout in the rules' own code; do not edit.";
/// The beginning of the file that is equal for all games.
const COMMON: &str = "The calls of the host.";
/// Number of bytes at the beginning of a file that show whether it belongs to a kit.
const HEAD: usize = 400;

pub(crate) fn provenance(game: &dyn Game) -> [String; 2] {
    [format!("{}{ABOUT}", harmless(game.title())), MADE.to_owned()]
}

/// A file of a kit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KitFile<'t> {
    /// The calls of the host, equal for all games.
    Common,
    /// A kit for the game with this title.
    Game(&'t str),
}

/// Recognises a file of a kit by its text, regardless of its name; `None` for any other file.
pub fn recognise(bytes: &[u8]) -> Option<KitFile<'_>> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let head = head.utf8_chunks().next()?.valid();
    let text = head.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    if text.starts_with(COMMON) {
        return Some(KitFile::Common);
    }
    let (title, rest) = text.split_once(ABOUT)?;
    (!title.contains('\n') && rest.contains(MADE)).then_some(KitFile::Game(title))
}

pub(crate) fn action_about(action: &ActionKind) -> String {
    let mut text = action.about.to_owned();
    for bits in action.bits {
        let _ = write!(text, "\n{}: {}", bits.name, part_about(bits));
    }
    text
}

/// Returns the description of a part with its words: `The suit. 0 clubs, 1 hearts.`
pub(crate) fn part_about(bits: &BitField) -> String {
    let words = (bits.least..).zip(bits.labels).map(|(value, word)| format!("{value} {word}"));
    match words.collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => bits.about.to_owned(),
        words => format!("{} {words}.", bits.about).trim_start().to_owned(),
    }
}

/// Returns an author's text, altered so that it cannot end a comment in any language.
pub(crate) fn harmless(text: &str) -> String {
    let letter = |letter: char| match letter {
        '\n' => letter,
        '\\' => '/',
        _ if letter.is_control() => ' ',
        _ => letter,
    };
    let text: String = text.chars().map(letter).collect();
    text.replace("*/", "* /").replace("/*", "/ *").replace("\"\"\"", "'''")
}

/// Wraps the lines of a comment, so that each takes at most `WIDTH` with `prefix` before it.
pub(crate) fn wrapped(prefix: &str, text: &str) -> String {
    wrapped_code(prefix, &harmless(text))
}

/// Wraps the lines of `text` as they are, so that each takes at most `WIDTH` with `prefix` before it.
pub(crate) fn wrapped_code(prefix: &str, text: &str) -> String {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            if !line.is_empty() && prefix.len() + line.len() + 1 + word.len() > WIDTH {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines.iter().map(|line| format!("{prefix}{line}\n")).collect::<Vec<_>>().concat()
}

/// Returns `EndTurn` for `end_turn`.
pub(crate) fn camel(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    };
    name.split('_').map(capital).collect()
}

/// Returns `endTurn` for `end_turn`.
pub(crate) fn lower_camel(name: &str) -> String {
    let mut words = name.splitn(2, '_');
    let first = words.next().unwrap_or_default();
    format!("{first}{}", words.next().map(camel).unwrap_or_default())
}
