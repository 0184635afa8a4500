//! The protocol of one game with its fields, as a page.

use game::Game;

use crate::question::header;
use crate::{LEGAL, MOVE};

/// A page in Markdown for those who write programs for a game. `beginning` is what such a program reads up to its first
/// move, `legal` the reply to its request for the legal moves.
pub fn reference_page(game: &dyn Game, beginning: &str, legal: &str) -> String {
    let [first, second] = game.seats().0.map(|name| name.word);
    let mut page = format!(
        "# {}: playing over standard input and output\n\n\
         Made from the rules' code; `cargo test --test lines` compares it. The protocol itself is the same for all \
         games: [described here](../README.md).\n\n\
         A program reads this up to its first move as {first} (seat 0; {second} is seat 1):\n\n\
         ```\n{beginning}```\n\n\
         It may answer `{LEGAL}`, and then reads\n\n```\n{legal}```\n\n\
         Any word of that list is a move. Lines of a question, up to `{MOVE}`:\n\n\
         | line | numbers | |\n|---|---|---|\n",
        game.title(),
    );
    for field in header().chain(game.layout().fields) {
        page.push_str(&format!("| `{}` | {} | {} |\n", field.name, field.count, in_a_cell(field.about)));
    }
    page
}

fn in_a_cell(text: &str) -> String {
    text.replace('|', "\\|")
}
