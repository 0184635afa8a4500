//! Tests the guide for authors: runs every command, on the files that the page shows.

use std::fs;

use crate::support::{pages, say, top};

/// The required output of commands, by their beginnings.
const SAID: [(&str, &[&str]); 7] = [
    ("muster game check domineering.py", &["Domineering", "random play", "lay(square)"]),
    ("muster game moves", &["a8"]),
    ("muster game perft", &["800"]),
    ("muster game check broken.py", &["exception in apply, broken.py:7"]),
    ("muster compare", &["roomy"]),
    ("muster run", &["Roomy", "root: "]),
    ("muster verify", &["all as recorded"]),
];

#[test]
fn a_game_is_added_as_the_page_says() {
    let page = fs::read_to_string(top().join("docs/games/README.md")).unwrap();
    let commands = pages::follow(&page, &|command, told| {
        let due = SAID.iter().find(|(begin, _)| command.starts_with(begin));
        for text in due.map_or(&[][..], |(_, texts)| texts) {
            assert!(told.contains(text), "{command}: no `{text}` in\n{told}");
        }
        say(&format!("$ {command}\n{told}"));
    });
    assert!(commands >= 15, "{commands} commands");
}

#[test]
fn links_of_the_pages_lead_somewhere() {
    pages::links_lead_somewhere(&top().join("docs/games"));
}
