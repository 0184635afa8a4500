//! The kits for bot authors: the fields of a view and the codes of actions in the language at hand, made from the
//! layouts in the rules' own code.
//!
//! To add a language: a file like `c.rs`, and a line in [`Language`].

mod c;
mod expression;
mod members;
mod rust;
mod text;
mod zig;

use game::Game;

use crate::text::identifier;

/// A language that has a kit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C, as a header.
    C,
    /// Rust, as a module of the bot's crate.
    Rust,
    /// Zig, as a module that imports the bot.
    Zig,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 3] = [Language::C, Language::Rust, Language::Zig];

    /// The file for a game, inside `bots/kit`.
    pub fn file(self, game: &dyn Game) -> String {
        let name = identifier(game);
        match self {
            Language::C => format!("c/{name}.h"),
            Language::Rust => format!("rust/{name}.rs"),
            Language::Zig => format!("zig/{name}.zig"),
        }
    }

    /// The text of that file.
    pub fn render(self, game: &dyn Game) -> String {
        match self {
            Language::C => c::render(game),
            Language::Rust => rust::render(game),
            Language::Zig => zig::render(game),
        }
    }
}
