//! The protocol of one game with its fields, as a page.

use game::Game;

use crate::lines::question::header;
use crate::lines::{HISTORY, LEGAL, MOVE};

/// An example of a program's input.
pub struct Sample {
    /// The input up to its first move.
    pub beginning: String,
    /// The reply to its request for the legal moves.
    pub legal: String,
    /// The reply to its request for the actions played, after the first ply.
    pub history: String,
}

/// A page in Markdown for authors of programs for a game.
pub fn reference_page(game: &dyn Game, sample: &Sample) -> String {
    let Sample { beginning, legal, history } = sample;
    let [first, second] = game.seats().0.map(|name| name.word);
    let mut page = format!(
        "# {}: playing over standard input and output\n\n\
         Made from the rules' code; a test compares it. The protocol itself is the same for all \
         games: [described here](../README.md).\n\n\
         A program reads this up to its first move as {first} (seat 0; {second} is seat 1):\n\n\
         ```\n{beginning}```\n\n\
         It may answer `{LEGAL}`, and then reads\n\n```\n{legal}```\n\n\
         Any word of that list is a move. After the first ply, the reply to `{HISTORY}` is: the number of actions, then \
         ply, seat and move of each\n\n```\n{history}```\n\n\
         Lines of a question, up to `{MOVE}`:\n\n\
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
